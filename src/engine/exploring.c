#include "engine/exploring.h"

#include "actor/adapter.h"
#include "actor/request.h"
#include "actor/sites.h"
#include "audit/audit.h"
#include "base/journal.h"
#include "base/text.h"
#include "cover/coverage.h"
#include "engine/engine.h"
#include "engine/explorers.h"
#include "explore/follow.h"
#include "explore/kept.h"
#include "explore/start.h"
#include "guard/fence.h"
#include "guard/fenced.h"
#include "guard/guard.h"
#include "guard/printed.h"
#include "model/depend.h"
#include "model/ledger.h"
#include "moves/world.h"
#include "process/declared.h"
#include "process/objects.h"
#include "workers/cluster.h"

static void check_site(void *complete, const struct hr_site *s, bool reached)
{
    engine.board->sometimes_count++;
    engine.board->sometimes_reached += reached;
    if (reached || !*(const bool *)complete || engine.board->job.rank != 0) { /* of a cluster, the first rank tells */
        return;
    }
    struct finding f = { .kind = KIND_SOMETIMES, .line = s->line };
    struct text t = text_in(f.text, sizeof f.text);
    text_printf(&t, "hr_sometimes(%s) is never true, in any execution", s->condition);
    t = text_in(f.file, sizeof f.file);
    text_add(&t, s->file);
    search_found(&engine.search, &f, (struct path){ 0 }, UINT32_MAX);
}

/* The search may turn out not to suit an actor that was created during it. Violations that were found are true all the same. */
static void refuse_afterwards(void)
{
    const char *why = search_refused(&engine.search);
    if (why == NULL) {
        return;
    }
    if (engine.board->finding_count == 0) {
        guard_unusable(why);
    }
    if (!engine.search.stopped) {
        struct text t = text_in(engine.board->why, sizeof engine.board->why);
        text_add(&t, why);
        search_stop(&engine.search, LIMIT_UNSUITED);
    }
}

static bool came_to_a_limit(void)
{
    search_look(&engine.search);
    return engine.search.stopped;
}

static void end_if_late(void)
{
    if (engine.exploring && !engine.search.stopped && search_is_late(&engine.search)) {
        engine_give_up(LIMIT_TIME);
    }
}

/* For checkpoints: which files the program is made of, and where they are in memory. */
static void list_objects(struct journal *j)
{
    struct text t = text_in(j->objects, sizeof j->objects);
    for (size_t i = 0; i < objects_count(); i++) {
        const struct object *o = object_at(i);
        text_printf(&t, "%lx %s\n", (unsigned long)o->data[0].from, o->kind == OBJECT_PROGRAM ? "" : o->path);
    }
    /* Tables that ranks of a cluster share must begin alike, too. */
    j->root = state_hash(engine.search.root) + hash_mix(names_count()) + hash_mix(messages_count() + (uint64_t)1) +
              hash_mix(locals_count() + (uint64_t)2) + hash_mix(components_count() + (uint64_t)3);
    __atomic_store_n(&j->listed, 1, __ATOMIC_RELEASE);
    kept_ring();
}

static void restore_site(void *user, const struct hr_site *s, bool reached)
{
    const uint8_t **next = user;
    if (*(*next)++ && !reached) {
        sites_reach(s);
    }
}

static void prepare_journal(void)
{
    struct journal *j = board_journal(engine.board);
    const uint8_t *next = j->sites;
    bool cluster = engine.board->job.ranks != 0;
    if (j->wanted || j->resumed || cluster) {
        list_objects(j);
    }
    if (cluster && cluster_is_there()) {
        kept_confirmed(&engine.search); /* it is the same program on all ranks */
    }
    if (j->resumed && sites_count() <= JOURNAL_SITES) {
        sites_each(restore_site, &next);
    }
}

static void explore(void)
{
    prepare_journal();
    engine.board->store = engine.board->job.store;
    memo_init(engine.board);
    memo.must_stop = came_to_a_limit;
    moves_init(&engine.board->job);
    engine.search.root_hash = state_hash(engine.search.root);
    const char *refused = search_refused(&engine.search);
    if (refused != NULL) {
        guard_unusable(refused);
    }
    if (engine.board->job.record_coverage && engine.board->job.search != SEARCH_COVER) {
        engine.search.coverage = coverage_new();
    }
    search_publish(&engine.search);
    refused = engine.board->job.ranks != 0    ? cluster_join(&engine.workers, &engine.search)
              : engine.board->job.workers > 1 ? workers_prepare(&engine.workers, &engine.search)
                                              : NULL;
    if (refused == NULL && engine.board->job.rank == 0) { /* of a cluster, one rank tells what is wrong with the first state */
        search_check_state(&engine.search, engine.search.root, true, (struct way){ .last = UINT32_MAX });
    }
    if (refused != NULL) {
        guard_unusable(refused);
    }
    if (!engine.search.stopped) {
        engine.exploring = true;
        guard.on_heartbeat = end_if_late;
        explorer_for(&engine.board->job)->run(&engine.search);
        engine.exploring = false;
        refuse_afterwards();
    }
    if (engine.workers.link != NULL) {
        cluster_end(&engine.search);
    }
    if (engine.board->state == RUN_UNUSABLE) {
        engine_quit(RUN_UNUSABLE);
    }
    bool sampled = engine.board->sampling.on || engine.board->job.search == SEARCH_COVER || engine.board->job.mode == JOB_EXPLAIN;
    bool all_known = !engine.search.stopped && !engine.search.cut && !engine.board->choices_left && !sampled;
    sites_each(check_site, &all_known);
    if (!workers_end(&engine.search)) {
        ends_record(&engine.search);
    }
    bool complete = !engine.search.stopped && !engine.search.cut && !engine.board->choices_left;
    if (engine.search.coverage != NULL) {
        coverage_record(engine.search.coverage, &engine.search);
    }
    search_publish(&engine.search);
    if (engine.search.cut && engine.board->limit == LIMIT_NONE) {
        engine.board->limit = LIMIT_DEPTH;
    }
    if (engine.board->choices_left && engine.board->limit == LIMIT_NONE) {
        engine.board->limit = LIMIT_CHOICES;
    }
    engine.board->ends_awaited = checks_any(&engine.checks, HR_AT_END);
    engine.board->exhaustive = complete && !sampled && store_is_exact(engine.board->store);
    engine_quit(engine.board->state == RUN_BROKEN ? RUN_BROKEN : complete ? RUN_COMPLETE : RUN_STOPPED);
}

static const struct channel *channel_in_force(void)
{
    if (!engine.board->job.channel_given && engine.own_channel != NULL) {
        engine.board->channel = (enum channel_kind)axis_find(&axis_channel, engine.own_channel);
    } else {
        engine.board->channel = engine.board->job.channel;
    }
    return channel_of(engine.board->channel);
}

/* Decides how the cloud is kept: which channel, which ledger, and whether equal messages are told apart. */
static void open_cloud(void)
{
    const struct channel *channel = channel_in_force();
    const struct job *j = &engine.board->job;
    bool numbered = j->identity == IDENTITY_NUMBERED, concrete = j->identity == IDENTITY_CONCRETE;
    bool listed = identity_lists_messages(j->identity);
    if (channel->past_first && listed) {
        guard_unusable("the identities basset, numbered and concrete keep the cloud in order of sending, where causes are not told from "
                       "coincidence: with the causal channel use --identity exact");
    }
    if (channel->past_first && j->identity == IDENTITY_SYMMETRIC) {
        guard_unusable("who knows of which messages is kept by name: with the causal channel use --identity jacco");
    }
    if (j->mode == JOB_GRAPH && j->identity == IDENTITY_SYMMETRIC) {
        guard_unusable("a picture shows every actor by its name: use --identity jacco");
    }
    bool one_by_one = j->search == SEARCH_STATELESS || j->search == SEARCH_COVER || search_samples(j->search);
    bool individuals = !channel->past_first && (listed || one_by_one);
    ledgers_init(channel->past_first ? &ledger_past : concrete ? &ledger_concrete : numbered ? &ledger_numbered : NULL);
    mailboxes_init(channel, individuals);
    depend_init(declared_any());
    bool queues = channel->lane != NULL && !channel->mixes_senders && !channel->past_first;
    bool counted = !individuals && !faults.pending_lost; /* no counter says what a crash loses */
    slots_init(!counted ? SLOTS_NONE : channel->lane == NULL ? SLOTS_ALL : queues ? SLOTS_FIRST : SLOTS_NONE);
}

/* The search begins in the state that a schedule leads to. */
static void begin_later(void)
{
    uint32_t spent;
    if (!start_follow(engine.board, &spent)) {
        engine_quit(RUN_UNUSABLE);
    }
    printed_clear();
    world_spend(spent);
    state_copy(engine.search.root, world_state());
    engine.search.root[DRIVER] = component_spend(engine.search.root[DRIVER], spent);
}

void exploring_begin(void)
{
    open_cloud();
    engine.board->environment = checks_environment(&engine.checks);
    checks_group(&engine.checks);
    unhandled_default = engine.board->job.unhandled;
    engine.search = (struct search){ .board = engine.board, .job = &engine.board->job, .checks = &engine.checks, .root = state_new() };
    world_rebase();
    world_take_shared(); /* from here on it is the world's: what audits leave in memory does not count */
    world_begin_states();
    state_copy(engine.search.root, world_state());
    fence_fall(); /* so that raising it again sees everything that main() did until now */
    fence_raise(fenced_main_stack());
    border.engine_failed = guard_broken;
    engine.board->state = RUN_EXPLORING;
    struct finding hidden;
    if (!engine.board->job.gdb && !audit_creations(world_local, &hidden)) {
        engine_failed_in_setup(&hidden);
    }
    if (engine.board->job.mode == JOB_FOLLOW) {
        follow(engine.board, &engine.checks);
        engine_quit(engine.board->state == RUN_UNUSABLE ? RUN_UNUSABLE : RUN_COMPLETE);
    }
    if (engine.board->job.start_from && engine.board->job.mode == JOB_EXPLORE && engine.board->job.schedule_size != 0) {
        begin_later();
    }
    explore();
}
