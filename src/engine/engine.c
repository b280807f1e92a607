/* The engine's life inside the program: it takes over when the library is loaded, serves the driver, and at hr_run() explores
 * what the driver built. It never returns from there: the process ends with its result on the board. */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "actor/adapter.h"
#include "actor/context.h"
#include "actor/request.h"
#include "actor/sites.h"
#include "audit/audit.h"
#include "base/text.h"
#include "check/check.h"
#include "cover/coverage.h"
#include "engine/explorers.h"
#include "explore/follow.h"
#include "explore/search.h"
#include "guard/declared.h"
#include "guard/fence.h"
#include "guard/fenced.h"
#include "guard/guard.h"
#include "guard/objects.h"
#include "guard/traps.h"
#include "guard/whose.h"
#include "identity/shape.h"
#include "image/image.h"
#include "image/outlines.h"
#include "image/shared.h"
#include "model/depend.h"
#include "model/ledger.h"
#include "model/message.h"
#include "model/timers.h"
#include "moves/world.h"
#include "step/creations.h"
#include "step/execute.h"
#include "step/serve.h"
#include "workers/workers.h"

static struct board *board;
static struct effects driver_effects;
static struct search search;
static struct workers workers;
static struct checks checks;
static const char *own_channel;

static void quit(enum run_state state) __attribute__((noreturn));
static void quit(enum run_state state)
{
    board->state = state;
    in_program = false;
    syscall(SYS_exit_group, 0);
    __builtin_unreachable();
}

static void unusable(const char *why)
{
    struct text t = text_in(board->why, sizeof board->why);
    text_add(&t, why);
    quit(RUN_UNUSABLE);
}

/* The end, because of a limit that nothing can be done about. */
static void give_up(enum limit_kind limit)
{
    if (search.crew != NULL && search.crew->member) {
        workers_give_up(&search, limit);
    }
    board->limit = limit;
    if (search.board != NULL) {
        search_publish(&search);
    }
    quit(RUN_STOPPED);
}

static void out_of_memory(size_t wanted)
{
    give_up(pool_bytes() + wanted > board->job.memory_max ? LIMIT_MEMORY : LIMIT_ROOM);
}

/* ---- the driver's requests ---- */

/* Something went wrong before the first delivery: a violation with an empty schedule. */
static void failed_in_setup(const struct finding *f)
{
    board->findings[0] = *f;
    board->findings[0].times = 1;
    board->finding_count = 1;
    board->limit = LIMIT_VIOLATION;
    quit(RUN_STOPPED);
}

static void serve_request(void)
{
    execute_driver(&driver_effects);
    if (driver_effects.failed) {
        failed_in_setup(&driver_effects.finding);
    }
    world_apply(&driver_effects);
}

static bool creation_runs_code(const struct hr_actor_type *type)
{
    if (type == NULL || type->behaviour.clauses == NULL) {
        return false; /* which is told when it is served */
    }
    return adapter_of(type) != &adapter_handlers || clause_find(&type->behaviour, HR_CLAUSE_INIT, NULL) != NULL;
}

/* What an init function prints in main() belongs to what main() prints. */
static void print_captured(void)
{
    const char *text;
    size_t size = guard_output(&text);
    for (long done = 0; size > 0 && (done = syscall(SYS_write, STDOUT_FILENO, text, size)) > 0; text += done, size -= (size_t)done) {}
    guard_output_clear();
}

static void serve_driver(void)
{
    if (board->state != RUN_STARTED) {
        guard_broken("a request of the driver after hr_run()");
    }
    if (request.kind == REQUEST_SPAWN && creation_runs_code(request.actor_type)) {
        world_rebase();
        fenced_run(board, serve_request);
        print_captured();
    } else {
        serve_request();
    }
}

static void settle_all(void)
{
    world_take_shared();
    for (size_t i = 0; i < world_sent_count();) {
        if (world_sent(i)->delivered || world_refusal(i) != NULL) {
            i++;
            continue;
        }
        if (!world_deliver(i, NULL, 0, NULL, &driver_effects)) {
            failed_in_setup(&driver_effects.finding);
        }
        i = 0; /* what was refused before may be accepted now */
    }
    world_give_shared();
    guard_output_clear();
}

static void settle(void)
{
    world_rebase();
    fenced_run(board, settle_all);
}

static void declare_predicate(enum hr_when when, const char *name, bool (*predicate)(void), struct hr_place place)
{
    if (!checks_declare(&checks, when, name, predicate, place)) {
        unusable("more than 64 hr_always, hr_at_end and hr_environment predicates");
    }
}

static void declare_shared(void *from, size_t size)
{
    if (!declared_add(from, size)) {
        unusable("more than 1 GB of shared memory");
    }
    fence_except(from, size);
}

static void share_for_driver(void *from, size_t size)
{
    fence_fall(); /* what stands around actors' code may protect it for the moment */
    const char *refused = declared_refusal(from, size);
    if (refused != NULL) {
        unusable(refused);
    }
    declare_shared(from, size);
}

static void declare_channel(const char *name)
{
    if (axis_find(&axis_channel, name) < 0) {
        unusable("hr_channel(): no such channel; 'harrier list channels' shows all");
    }
    own_channel = name;
}

static void declare_library(const char *name, const char *what)
{
    char setting[200];
    struct text t = text_in(setting, sizeof setting);
    if (name == NULL || what == NULL || name[0] == '\0' || strpbrk(name, ",=") != NULL || axis_find(&axis_library, what) < 0) {
        unusable("hr_library(): a library's name, and \"own\", \"restored\" or \"shared\"");
    }
    text_printf(&t, "%s=%s", name, what);
    if (t.cut || !objects_settings(setting)) {
        unusable("hr_library(): too many libraries, or too long a name");
    }
    fence_fall(); /* what is known of the libraries is not true any more */
    objects_find();
}

static void skip(const char *why)
{
    struct text t = text_in(board->why, sizeof board->why);
    text_add(&t, why);
    quit(RUN_SKIPPED);
}

/* ---- exploring ---- */

static void check_site(void *complete, const struct hr_site *s, bool reached)
{
    board->sometimes_count++;
    board->sometimes_reached += reached;
    if (reached || !*(const bool *)complete) {
        return;
    }
    struct finding f = { .kind = KIND_SOMETIMES, .line = s->line };
    struct text t = text_in(f.text, sizeof f.text);
    text_printf(&t, "hr_sometimes(%s) is never true, in any execution", s->condition);
    t = text_in(f.file, sizeof f.file);
    text_add(&t, s->file);
    search_found(&search, &f, (struct path){ 0 }, UINT32_MAX);
}

/* An actor created meanwhile may be one that the search does not suit. What was found is true all the same. */
static void refuse_afterwards(void)
{
    const char *why = search_refused(&search);
    if (why == NULL) {
        return;
    }
    if (board->finding_count == 0) {
        unusable(why);
    }
    if (!search.stopped) {
        struct text t = text_in(board->why, sizeof board->why);
        text_add(&t, why);
        search_stop(&search, LIMIT_UNSUITED);
    }
}

static bool came_to_a_limit(void)
{
    search_look(&search);
    return search.stopped;
}

static volatile bool exploring; /* what follows, writing down what was found, has all the time that it needs */

static void end_if_late(void)
{
    if (exploring && !search.stopped && search_is_late(&search)) {
        give_up(LIMIT_TIME);
    }
}

static void explore(void)
{
    board->store = board->job.store;
    memo_init(board);
    memo_must_stop = came_to_a_limit;
    moves_init(board);
    search.root_hash = state_hash(search.root);
    const char *refused = search_refused(&search);
    if (refused != NULL) {
        unusable(refused);
    }
    if (board->job.record_coverage && board->job.search != SEARCH_COVER) {
        search.coverage = coverage_new();
    }
    search_publish(&search);
    search_check_state(&search, search.root, true, (struct way){ .last = UINT32_MAX });
    refused = board->job.workers > 1 ? workers_prepare(&workers, &search) : NULL;
    if (refused != NULL) {
        unusable(refused);
    }
    if (!search.stopped) {
        exploring = true;
        guard_on_heartbeat = end_if_late;
        explorer_for(&board->job)->run(&search);
        exploring = false;
        refuse_afterwards();
    }
    if (board->state == RUN_UNUSABLE) {
        quit(RUN_UNUSABLE);
    }
    bool sampled = board->sampling.on || board->job.search == SEARCH_COVER;
    bool all_known = !search.stopped && !search.cut && !board->choices_left && !sampled;
    sites_each(check_site, &all_known);
    if (!workers_end(&search)) {
        ends_write(&search);
    }
    bool complete = !search.stopped && !search.cut && !board->choices_left;
    if (search.coverage != NULL) {
        coverage_write(search.coverage, &search);
    }
    search_publish(&search);
    if (search.cut && board->limit == LIMIT_NONE) {
        board->limit = LIMIT_DEPTH;
    }
    if (board->choices_left && board->limit == LIMIT_NONE) {
        board->limit = LIMIT_CHOICES;
    }
    board->ends_awaited = checks_any(&checks, HR_AT_END);
    board->exhaustive = complete && !sampled && (board->store == STORE_EXACT || board->store == STORE_TREE);
    quit(board->state == RUN_BROKEN ? RUN_BROKEN : complete ? RUN_COMPLETE : RUN_STOPPED);
}

static const struct channel *channel_in_force(void)
{
    if (!board->job.channel_given && own_channel != NULL) {
        board->channel = (enum channel_kind)axis_find(&axis_channel, own_channel);
    } else {
        board->channel = board->job.channel;
    }
    return channel_of(board->channel);
}

/* How the cloud is kept: which channel, which ledger, and whether each message is an individual. */
static void open_cloud(void)
{
    const struct channel *channel = channel_in_force();
    const struct job *j = &board->job;
    bool basset = j->identity == IDENTITY_BASSET, concrete = j->identity == IDENTITY_CONCRETE;
    if (channel->past_first && (basset || concrete)) {
        unusable("the identities basset and concrete keep the cloud in order of sending, where causes are not told from "
                 "coincidence: with the causal channel use --identity exact");
    }
    if (channel->past_first && j->identity == IDENTITY_SYMMETRIC) {
        unusable("who knows of which messages is kept by name: with the causal channel use --identity jacco");
    }
    if (j->mode == JOB_GRAPH && j->identity == IDENTITY_SYMMETRIC) {
        unusable("a picture shows every actor by its name: use --identity jacco");
    }
    bool one_by_one = j->search == SEARCH_STATELESS || j->search == SEARCH_COVER || search_samples(j->search);
    bool individuals = !channel->past_first && (basset || concrete || one_by_one);
    ledgers_init(channel->past_first ? &ledger_past : concrete ? &ledger_concrete : NULL);
    mailboxes_init(channel, individuals);
    depend_init(declared_any());
    slots_init(channel->lane == NULL && !individuals && j->mode != JOB_FOLLOW);
}

static void engine_main(void)
{
    open_cloud();
    board->environment = checks_environment(&checks);
    unhandled_default = board->job.unhandled;
    search = (struct search){ .board = board, .job = &board->job, .checks = &checks, .root = state_new() };
    world_rebase();
    world_state(search.root);
    fence_fall(); /* all that main() did until now is looked at */
    fence_raise(fenced_main_stack());
    engine_failed = guard_broken;
    board->state = RUN_EXPLORING;
    struct finding hidden;
    if (!board->job.gdb && !audit_creations(world_local, &hidden)) {
        failed_in_setup(&hidden);
    }
    if (board->job.mode == JOB_FOLLOW) {
        follow(board, &checks);
        quit(board->state == RUN_UNUSABLE ? RUN_UNUSABLE : RUN_COMPLETE);
    }
    explore();
}

/* Adapters may bring memory of their own that belongs to the state. */
static void declare_adapter_memory(void)
{
    for (uint32_t a = 1; a < names_count(); a++) {
        const struct adapter *adapter = adapter_of(names_get(a)->type);
        bool first = adapter->memory != NULL;
        for (uint32_t b = 1; b < a && first; b++) {
            first = adapter_of(names_get(b)->type) != adapter;
        }
        void *from;
        size_t size;
        for (size_t i = 0; first && adapter->memory(i, &from, &size); i++) {
            declare_shared(from, size);
        }
    }
}

static int run(void)
{
    if (board->job.test[0] != '\0' && board->test_count == 0) {
        unusable("it has no HR_TEST: its main() is the only one, and --test has no meaning");
    }
    if (names_count() == 1) {
        unusable("hr_run() without any actor: nothing to explore");
    }
    if (fenced_threads() > 1) {
        unusable("it has started threads, in main() or in a library: a checked program has one, and actors instead of the others");
    }
    names_settled();
    fflush(NULL);
    guard_output_clear();
    declare_adapter_memory();
    objects_find();
    whose_each_shared_library(declare_shared);
    traps_take_streams();
    fenced_leave_main(engine_main); /* main's stack becomes read-only */
    return 0;                       /* in a copy, with --after-run */
}

/* ---- tests ---- */

static int run_tests(struct hr_test *first)
{
    struct hr_test *chosen = NULL;
    bool too_many = false;
    for (struct hr_test *t = first; t != NULL; t = t->next) {
        too_many = board->test_count == TESTS_MAX;
        if (!too_many) {
            struct text name = text_in(board->tests[board->test_count++], sizeof board->tests[0]);
            text_add(&name, t->name);
        }
        if (strcmp(t->name, board->job.test) == 0 || (board->job.test[0] == '\0' && first->next == NULL)) {
            chosen = t;
        }
    }
    if (chosen == NULL && too_many) {
        unusable("more than 256 HR_TESTs in one program: make several programs of it, or name one with --test");
    }
    if (chosen == NULL) {
        quit(RUN_LISTED);
    }
    chosen->body();
    return run();
}

/* ---- taking over ---- */

static void refuse_sanitizers(void)
{
    static const char *const marks[] = { "__asan_init", "__tsan_init", "__msan_init" };
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (dlsym(RTLD_DEFAULT, marks[i]) != NULL) {
            unusable("the program is built with a sanitizer, whose own malloc and shadow memory leave no place for the "
                     "checker's; build it without for 'harrier check' (run live, sanitizers work)");
        }
    }
}

/* Random bytes from the kernel, which programs may look at: the same in each run. */
static void fix_random_bytes(void)
{
    enum { BYTES = 16 };
    unsigned char *random = (unsigned char *)getauxval(AT_RANDOM);
    for (int i = 0; random != NULL && i < BYTES; i++) {
        random[i] = (unsigned char)(0x3d * (i + 1));
    }
}

static __attribute__((constructor)) void take_over(void)
{
    const char *fd = getenv(BOARD_ENV);
    if (fd == NULL) {
        static const char text[] = "libharrier-check: not to be preloaded by hand; use 'harrier check PROGRAM'\n";
        syscall(SYS_write, 2, text, sizeof text - 1);
        syscall(SYS_exit_group, 2);
    }
    board = mmap(NULL, SHARED_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, BOARD_FD, 0);
    if (board == MAP_FAILED || board->version != BOARD_VERSION) {
        syscall(SYS_exit_group, 99);
    }
    unsetenv(BOARD_ENV); /* what the program's main() may start is none of ours */
    unsetenv("LD_PRELOAD");
    driver_request = serve_driver;
    driver_calls = (struct driver_calls){ .run = run,
                                          .settle = settle,
                                          .predicate = declare_predicate,
                                          .shared = share_for_driver,
                                          .channel = declare_channel,
                                          .library = declare_library,
                                          .skip = skip,
                                          .tests = run_tests };
    pool_exhausted = out_of_memory;
    serve_limit = give_up;
    board->state = RUN_STARTED;
    refuse_sanitizers();
    fix_random_bytes();
    names_init();
    messages_init();
    locals_init();
    components_init();
    mailboxes_init(NULL, true); /* hr_settle() has them come in any order */
    timers_init(board->job.timers == TIMERS_ORDERED);
    image_compare_by(board->job.identity == IDENTITY_CANONICAL ? shape_canonical
                     : board->job.identity == IDENTITY_JACCO   ? shape_jacco
                                                               : NULL);
    if (!arenas_init(board->job.arena_bytes, board->job.stack_bytes)) {
        unusable("no address space for the actors' arenas: is there a limit (ulimit -v)?");
    }
    outlines_init(board);
    execute_init(board);
    audit_init(board);
    world_init();
    checks_init(&checks, &board->job);
    effects_init(&driver_effects);
    guard_init(board);
    board->ready = 1;
}
