#include "supervise/board_check.h"

#include <math.h>
#include <string.h>

#include "trace/recording.h"

/* ---- plain fields ---- */

/* Enums and bools are read as bytes: the compiler may assume that they have no other values than the declared ones. */
static uint32_t word_at(const void *from)
{
    uint32_t value;
    memcpy(&value, from, sizeof value);
    return value;
}

static bool is_bool(const void *from)
{
    unsigned char value;
    memcpy(&value, from, sizeof value);
    return value <= 1;
}

static bool is_amount(double value)
{
    return isfinite(value) && value >= 0;
}

#define ENDS(text) (memchr(text, '\0', sizeof(text)) != NULL)

static bool enums_are_sane(const struct board *b)
{
    return word_at((const void *)&b->state) <= RUN_BROKEN && word_at(&b->limit) <= LIMIT_WORKER && word_at(&b->channel) < CHANNEL_COUNT &&
           word_at(&b->environment) < ENV_COUNT && word_at(&b->store) < STORE_COUNT && word_at(&b->sampling.until) <= LIMIT_WORKER &&
           word_at(&b->sampling.instead) <= LIMIT_WORKER && word_at(&b->autos.finished) <= AUTO_PARTS &&
           word_at(&b->autos.growth.kind) < GROWTH_KINDS;
}

static bool bools_are_sane(const struct board *b)
{
    return is_bool(&b->rounds_left) && is_bool(&b->exhaustive) && is_bool(&b->ends_awaited) && is_bool(&b->choices_left) &&
           is_bool(&b->choices_first) && is_bool(&b->looked) && is_bool(&b->sampling.on) && is_bool(&b->sampling.all_delays) &&
           is_bool(&b->autos.shortest);
}

static bool amounts_are_sane(const struct board *b)
{
    bool sane = is_amount(b->counts.tally.omissions) && is_amount(b->counts.seconds) && is_amount(b->counts.cpu_seconds);
    sane = sane && is_amount(b->counts.estimated.sum) && is_amount(b->counts.estimated.squares);
    for (size_t i = 0; i < WORKERS_MAX; i++) {
        sane = sane && is_amount(b->counts.worker_cpu_seconds[i]);
    }
    return sane;
}

static bool tests_are_sane(const struct board *b)
{
    for (uint32_t i = 0; i < b->test_count; i++) {
        if (!ENDS(b->tests[i]) || b->tests[i][0] == '\0') {
            return false;
        }
    }
    return true;
}

/* ---- findings ---- */

static bool finding_reads_well(const struct finding *f)
{
    return word_at(&f->kind) < KIND_COUNT && is_bool(&f->address_is_tls) && f->line >= 0 && ENDS(f->file) && ENDS(f->text) &&
           ENDS(f->actor);
}

static bool in_log(const struct board *b, uint64_t from, uint64_t size)
{
    return from <= b->log_size && size <= b->log_size - from;
}

static bool findings_are_sane(const struct board *b)
{
    for (uint32_t i = 0; i < b->finding_count; i++) {
        const struct finding *f = &b->findings[i];
        if (!finding_reads_well(f) || f->kind == KIND_NONE || !in_log(b, f->schedule, f->schedule_size)) {
            return false;
        }
    }
    return finding_reads_well(&b->warning) && in_log(b, b->warning.schedule, b->warning.schedule_size) && in_log(b, 0, b->start.size);
}

static bool explanation_is_sane(const struct board *b)
{
    const struct explained *e = &b->explained;
    uint64_t most = e->passing_steps;
    bool passes = e->departs <= e->critical && e->instead <= most && e->delivered <= most && in_log(b, e->passing, e->passing_size);
    bool chances = e->chances % sizeof(uint32_t) == 0 && e->chances_count <= b->log_size && e->chances_of != 0 &&
                   in_log(b, e->chances, e->chances_count * sizeof(uint32_t));
    bool step = word_at(&e->kind) == EXPLAINED_STEP;
    return word_at(&e->kind) <= EXPLAINED_LATEST && is_bool(&e->endless) && is_bool(&e->sampled) && passes &&
           (e->chances == 0 || chances) && (!step || (e->critical != 0 && e->departs == e->critical));
}

/* ---- records ---- */

static bool finding_record_is_sane(const struct record_bytes *r)
{
    struct finding f;
    if (r->size != sizeof f) {
        return false;
    }
    memcpy(&f, r->at, sizeof f);
    return finding_reads_well(&f);
}

static bool record_is_sane(const struct board *b, const struct record *r)
{
    const struct record_message *m = recording_message(r);
    switch (word_at(&r->kind)) {
    case RECORD_CRITERION: return r->goals.criterion < CRITERION_COUNT;
    case RECORD_MISSED: return r->missed.criterion < CRITERION_COUNT;
    case RECORD_SCHEDULE: return in_log(b, r->schedule.offset, r->schedule.size) && r->schedule.fate <= SCHEDULE_FAILED_EARLY;
    case RECORD_FINDING: return finding_record_is_sane(&r->finding.finding);
    default: return word_at(&r->kind) < RECORD_COUNT && (m == NULL || m->struct_size <= m->content.size);
    }
}

/* All records from here on, up to where they end. What comes after that is not read. */
static bool records_are_sane(const struct board *b, const unsigned char *at)
{
    struct record r;
    while (recording_next(&at, b->log + b->log_size, &r)) {
        if (!record_is_sane(b, &r)) {
            return false;
        }
    }
    return true;
}

static bool part_is_sane(const struct board *b, uint64_t offset)
{
    return offset == 0 || (in_log(b, offset, 0) && records_are_sane(b, b->log + offset));
}

static bool libraries_are_sane(const struct board *b)
{
    for (uint32_t i = 0; i < b->library_count; i++) {
        if (!ENDS(b->libraries[i].path)) {
            return false;
        }
    }
    return ENDS(b->engine.path);
}

const char *board_check(const struct board *b)
{
    if (b->version != BOARD_VERSION || b->log_size > BOARD_BYTES - sizeof *b) {
        return "its head";
    }
    if (!enums_are_sane(b) || !bools_are_sane(b) || !amounts_are_sane(b) || b->sometimes_reached > b->sometimes_count) {
        return "the result";
    }
    if (!ENDS(b->autos.growth.actor) || !in_log(b, b->autos.growth.schedule, b->autos.growth.schedule_size)) {
        return "what grows";
    }
    if (b->library_count > LIBRARIES_MAX || !libraries_are_sane(b)) {
        return "the list of libraries";
    }
    if (!ENDS(b->why)) {
        return "the reason of the end";
    }
    if (b->test_count > TESTS_MAX || !tests_are_sane(b)) {
        return "the list of tests";
    }
    if (b->finding_count > FINDINGS_MAX || !findings_are_sane(b)) {
        return "the findings";
    }
    if (!explanation_is_sane(b)) {
        return "the explanation";
    }
    bool followed = b->job.mode == JOB_FOLLOW;
    if (!part_is_sane(b, b->ends) || !part_is_sane(b, b->graph) || !part_is_sane(b, b->coverage) ||
        (followed && !records_are_sane(b, recording_start(b)))) {
        return "the log";
    }
    return NULL;
}
