#include "engine/driver.h"

#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "actor/adapter.h"
#include "actor/context.h"
#include "actor/request.h"
#include "audit/audit.h"
#include "base/text.h"
#include "engine/engine.h"
#include "engine/exploring.h"
#include "guard/fence.h"
#include "guard/fenced.h"
#include "guard/guard.h"
#include "guard/printed.h"
#include "guard/whose.h"
#include "model/names.h"
#include "moves/world.h"
#include "process/declared.h"
#include "process/objects.h"
#include "step/execute.h"
#include "step/partition.h"

/* ---- requests ---- */

/* main() goes on after what actors did in set-up, so the time that they saw is in its past. Only now, when it counts: an audit does the same
 * several times. */
static void learn_time(const struct effects *done)
{
    for (const struct effect *e = effects_next(done, NULL); e != NULL; e = effects_next(done, e)) {
        if (e->kind == EFFECT_STATE || e->kind == EFFECT_CREATE) {
            logical_driver_learns(e->number);
        }
    }
}

static void apply_request(void)
{
    execute_driver(&engine.driver_effects);
    if (engine.driver_effects.failed) {
        engine_failed_in_setup(&engine.driver_effects.finding);
    }
    world_apply(&engine.driver_effects);
    learn_time(&engine.driver_effects);
}

static bool creation_runs_code(const struct hr_actor_type *type)
{
    if (type == NULL || type->behaviour.clauses == NULL) {
        return false; /* misuse, which is reported when the request is served */
    }
    return adapter_of(type) != &adapter_handlers || clause_find(&type->behaviour, HR_CLAUSE_INIT, NULL) != NULL;
}

/* What an init function prints before hr_run() becomes part of main's output. */
static void print_captured(void)
{
    const char *text;
    size_t size = printed_so_far(&text);
    for (long done = 0; size > 0 && (done = syscall(SYS_write, STDOUT_FILENO, text, size)) > 0; text += done, size -= (size_t)done) {}
    printed_clear();
}

static void serve_driver(void)
{
    if (engine.board->state != RUN_STARTED) {
        guard_broken("a request of the driver after hr_run()");
    }
    if (border.request.kind == REQUEST_SPAWN && creation_runs_code(border.request.actor_type)) {
        world_rebase();
        fenced_run(&engine.board->job, apply_request);
        print_captured();
    } else {
        apply_request();
    }
}

static void deliver(size_t i)
{
    const struct sent *s = world_sent(i);
    struct step step = { .local = world_local(s->to), .message = s->message, .shared = world_local(DRIVER) };
    bool audited = s->to != DRIVER && !engine.board->job.gdb && audit_step_due();
    if (audited && !audit_step(&step, audit_is_early(), &engine.once, &engine.again)) {
        engine_failed_in_setup(&engine.once.finding);
    }
    if (!world_deliver(i, NULL, 0, audited ? &engine.once : NULL, &engine.driver_effects)) {
        engine_failed_in_setup(&engine.driver_effects.finding);
    }
    learn_time(&engine.driver_effects);
}

static void settle_all(void)
{
    world_take_shared();
    for (size_t i = world_first_pending(); i < world_sent_count();) {
        if (world_sent(i)->delivered || world_refusal(i) != NULL) {
            i++;
            continue;
        }
        deliver(i);
        i = world_first_pending(); /* messages that were refused before may be accepted now */
    }
    world_give_shared();
    printed_clear();
}

static void settle(void)
{
    border.modes = context_take_modes();
    world_rebase();
    fenced_run(&engine.board->job, settle_all);
    context_change_modes(context_default_modes, border.modes);
}

static void declare_predicate(enum hr_when when, const char *name, const struct predicate_code *predicate, struct hr_place place)
{
    if (!checks_declare(&engine.checks, when, name, predicate, place)) {
        guard_unusable("more than 64 hr_always, hr_at_end and hr_environment predicates");
    }
}

static void declare_shared(void *from, size_t size)
{
    if (!declared_add(from, size)) {
        guard_unusable("more than 1 GB of shared memory");
    }
    fence_except(from, size);
}

static void share_for_driver(void *from, size_t size)
{
    fence_fall(); /* the fence may protect this memory at the moment, which must not look like read-only memory */
    const char *refused = declared_refusal(from, size);
    if (refused != NULL) {
        guard_unusable(refused);
    }
    declare_shared(from, size);
}

static void declare_channel(const char *name)
{
    if (axis_find(&axis_channel, name) < 0) {
        guard_unusable("hr_channel(): no such channel; 'harrier list channels' shows all");
    }
    engine.own_channel = name;
}

static void declare_faults(const char *what)
{
    struct faults read;
    struct text error = text_in(engine.board->why, sizeof engine.board->why);
    text_add(&error, "hr_faults(): ");
    if (what == NULL || strlen(what) >= BOARD_FAULTS || !faults_read(&read, what, &error)) {
        text_add(&error, what == NULL ? "NULL" : strlen(what) >= BOARD_FAULTS ? "too long" : "");
        engine_quit(RUN_UNUSABLE);
    }
    if (names_count() != 1) {
        guard_unusable("hr_faults() comes before the first actor is created");
    }
    if (engine.board->job.faults[0] == '\0') {
        engine.own_faults = what;
        faults = read;
    }
}

static void declare_library(const char *name, const char *what)
{
    char setting[200];
    struct text t = text_in(setting, sizeof setting);
    if (name == NULL || what == NULL || name[0] == '\0' || strpbrk(name, ",=") != NULL || axis_find(&axis_library, what) < 0) {
        guard_unusable("hr_library(): a library's name, and \"own\", \"restored\" or \"shared\"");
    }
    text_printf(&t, "%s=%s", name, what);
    if (t.cut || !objects_settings(setting)) {
        guard_unusable("hr_library(): too many libraries, or too long a name");
    }
    fence_fall(); /* what is known of the libraries is out of date */
    objects_find();
}

static void skip(const char *why)
{
    struct text t = text_in(engine.board->why, sizeof engine.board->why);
    text_add(&t, why);
    engine_quit(RUN_SKIPPED);
}

/* ---- hr_run() ---- */

/* Adapters may have memory of their own that belongs to the state. */
static void declare_adapter_memory(void)
{
    for (uint32_t a = 1; a < names_count(); a++) {
        const struct hr_adapter *adapter = adapter_of(names_get(a)->type);
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
    if (engine.board->job.test[0] != '\0' && engine.board->test_count == 0) {
        guard_unusable("it has no HR_TEST: its main() is the only one, and --test has no meaning");
    }
    if (names_count() == 1) {
        guard_unusable("hr_run() without any actor: nothing to explore");
    }
    if (fenced_threads() > 1) {
        guard_unusable("it has started threads, in main() or in a library: a checked program has one, and actors instead of the others");
    }
    struct text in_force = text_in(engine.board->faults, sizeof engine.board->faults);
    text_add(&in_force, !faults.on ? "" : engine.own_faults != NULL ? engine.own_faults : engine.board->job.faults);
    if (engine.board->job.search == SEARCH_COVER && engine.board->job.schedule_size == 0) {
        faults.on = false; /* only initial schedules have faults, and the verdict says so */
        faults.budget = faults.partitions = 0;
    }
    names_settled();
    if (faults.partitions != 0 && !partition_begin()) {
        guard_unusable(
            "partition= tries every way to separate the actors that main() creates, and these are more than 8: name the types of those "
            "that it is about, as in partition=1,actors=A+B");
    }
    fflush(NULL);
    printed_clear();
    declare_adapter_memory();
    objects_find();
    whose_each_shared_library(declare_shared);
    printed_take_streams();
    fenced_leave_main(exploring_begin); /* main's stack becomes read-only */
    return 0;                           /* only in a copy of the process, with --after-run */
}

/* ---- tests ---- */

static int run_tests(struct hr_test *first)
{
    struct hr_test *chosen = NULL;
    bool too_many = false;
    for (struct hr_test *t = first; t != NULL; t = t->next) {
        too_many = engine.board->test_count == TESTS_MAX;
        if (!too_many) {
            struct text name = text_in(engine.board->tests[engine.board->test_count++], sizeof engine.board->tests[0]);
            text_add(&name, t->name);
        }
        if (strcmp(t->name, engine.board->job.test) == 0 || (engine.board->job.test[0] == '\0' && first->next == NULL)) {
            chosen = t;
        }
    }
    if (chosen == NULL && too_many) {
        guard_unusable("more than 256 HR_TESTs in one program: make several programs of it, or name one with --test");
    }
    if (chosen == NULL) {
        engine_quit(RUN_LISTED);
    }
    chosen->body();
    return run();
}

/* The command line has the last word. Its text was read there already. */
static void take_faults(void)
{
    struct text error = text_in(engine.board->why, sizeof engine.board->why);
    if (!faults_read(&faults, engine.board->job.faults, &error)) {
        engine_quit(RUN_UNUSABLE);
    }
}

void driver_init(void)
{
    take_faults();
    driver_calls = (struct driver_calls){ .request = serve_driver,
                                          .run = run,
                                          .settle = settle,
                                          .predicate = declare_predicate,
                                          .shared = share_for_driver,
                                          .channel = declare_channel,
                                          .library = declare_library,
                                          .faults = declare_faults,
                                          .skip = skip,
                                          .tests = run_tests };
}
