/* In the log a record is a head, then the parts of its struct one after the other, each padded to 8 bytes: a number; a text as its
 * length and its characters; bytes as their size, their address and the bytes. */
#include "trace/recording.h"

#include <string.h>

#include "base/board.h"

enum { MARK = 0x43524d48 }; /* a head begins with this, because the log also has other things */

struct head {
    uint32_t mark, kind;
    uint64_t total; /* in bytes, including the head */
};

/* ---- what each kind consists of ---- */

enum part_kind { PART_END, PART_NUMBER, PART_TEXT, PART_BYTES };

struct part {
    enum part_kind kind;
    size_t offset; /* in struct record */
};

/* The offset of a member, which must be of this type. */
#define OFFSET(member, type)                                                                                                            \
    (offsetof(struct record, member) + 0 * sizeof(struct {                                                                              \
                                           _Static_assert(__builtin_types_compatible_p(__typeof__(((struct record *)0)->member), type), \
                                                          "of another type");                                                           \
                                           char any;                                                                                    \
                                       }))
#define NUMBER(member)                        \
    {                                         \
        PART_NUMBER, OFFSET(member, uint64_t) \
    }
#define TEXT(member)                            \
    {                                           \
        PART_TEXT, OFFSET(member, const char *) \
    }
#define BYTES(member)                                   \
    {                                                   \
        PART_BYTES, OFFSET(member, struct record_bytes) \
    }
#define MESSAGE(member)                                                                                                        \
    TEXT(member.to), TEXT(member.from), TEXT(member.type), NUMBER(member.flags), NUMBER(member.n), NUMBER(member.struct_size), \
        BYTES(member.content), BYTES(member.arrays)

enum { PARTS_MAX = 12 };
static const struct part parts[RECORD_COUNT][PARTS_MAX] = {
    [RECORD_ACTOR] = { NUMBER(actor.ref), TEXT(actor.name), TEXT(actor.type) },
    [RECORD_STEP] = { MESSAGE(step.message), NUMBER(step.number), NUMBER(step.handler), NUMBER(step.resumes_at) },
    [RECORD_STATE] = { TEXT(state.actor), TEXT(state.type), TEXT(state.status), NUMBER(state.after), NUMBER(state.address),
                       NUMBER(state.size), BYTES(state.heap), BYTES(state.shown), BYTES(state.stack), NUMBER(state.message),
                       NUMBER(state.message_size), NUMBER(state.called_with) },
    [RECORD_SENT] = { MESSAGE(sent) },
    [RECORD_CREATED] = { TEXT(created.name) },
    [RECORD_CHOICE] = { NUMBER(choice.chosen), NUMBER(choice.of) },
    [RECORD_LATE] = { NUMBER(late.look), NUMBER(late.ms) },
    [RECORD_FAULT] = { NUMBER(fault.answer), TEXT(fault.from), TEXT(fault.to), TEXT(fault.type) },
    [RECORD_NOTE] = { BYTES(note.text) },
    [RECORD_OUTPUT] = { BYTES(output.text) },
    [RECORD_PENDING] = { MESSAGE(pending) },
    [RECORD_FAILED] = { TEXT(failed.why) },
    [RECORD_NODE] = { NUMBER(node.number), NUMBER(node.marks), NUMBER(node.rank) },
    [RECORD_EDGE] = { MESSAGE(edge.message), NUMBER(edge.from), NUMBER(edge.to) },
    [RECORD_FINDING] = { BYTES(finding.finding) },
    [RECORD_COVERAGE] = { NUMBER(coverage.executions), NUMBER(coverage.schedules), NUMBER(coverage.unfit), NUMBER(coverage.rounds),
                          NUMBER(coverage.along_paths), NUMBER(coverage.beyond) },
    [RECORD_CRITERION] = { NUMBER(goals.criterion), NUMBER(goals.covered), NUMBER(goals.total), TEXT(goals.actor), TEXT(goals.type) },
    [RECORD_REACHED] = { TEXT(reached.actor), TEXT(reached.message), NUMBER(reached.deliveries) },
    [RECORD_MISSED] = { NUMBER(missed.criterion), TEXT(missed.before), TEXT(missed.after), TEXT(missed.why), NUMBER(missed.before_hash),
                        NUMBER(missed.after_hash) },
    [RECORD_SCHEDULE] = { NUMBER(schedule.number), NUMBER(schedule.offset), NUMBER(schedule.size), NUMBER(schedule.steps),
                          NUMBER(schedule.fate), TEXT(schedule.before), TEXT(schedule.after), TEXT(schedule.criterion) },
    [RECORD_GIVEN] = { NUMBER(given.number), NUMBER(given.added[0]), NUMBER(given.added[1]), NUMBER(given.added[2]) },
    [RECORD_BEFORE] = { TEXT(before.first), TEXT(before.second), TEXT(before.by) },
    [RECORD_ORDER] = { TEXT(order.actor), TEXT(order.row), TEXT(order.column), NUMBER(order.seen) },
};
_Static_assert(CRITERION_COUNT == 3, "RECORD_GIVEN has a part for each criterion");

#define AT(record, part) ((void *)((char *)(record) + (part)->offset))

size_t recording_size_of(enum record_kind kind)
{
    static const size_t sizes[] = {
        [PART_NUMBER] = sizeof(uint64_t), [PART_TEXT] = sizeof(char *), [PART_BYTES] = sizeof(struct record_bytes)
    };
    size_t size = 0;
    for (const struct part *p = parts[kind]; p < parts[kind] + PARTS_MAX && p->kind != PART_END; p++) {
        size += sizes[p->kind];
    }
    return size;
}

static size_t padded(size_t n)
{
    return (n + 7) & ~(size_t)7;
}

/* ---- writing ---- */

/* Writes bytes, padded with zeros to whole words, unless `out` is NULL. Returns how many bytes they take. */
static size_t put(unsigned char *out, const void *from, size_t size)
{
    if (out != NULL && size != 0) {
        memset(out + padded(size) - 8, 0, 8);
        memcpy(out, from, size);
    }
    return padded(size);
}

static size_t put_number(unsigned char *out, uint64_t number)
{
    return put(out, &number, sizeof number);
}

static const char *text_of(const struct record *r, const struct part *p)
{
    const char *text = *(const char *const *)AT(r, p);
    return text != NULL ? text : "";
}

/* Writes all parts of a record, unless `out` is NULL. Returns how many bytes they take. */
static size_t put_parts(unsigned char *out, const struct record *r)
{
    size_t at = 0;
    for (const struct part *p = parts[r->kind]; p < parts[r->kind] + PARTS_MAX && p->kind != PART_END; p++) {
        const struct record_bytes *bytes = AT(r, p);
#define HERE (out != NULL ? out + at : NULL)
        if (p->kind == PART_NUMBER) {
            at += put_number(HERE, *(const uint64_t *)AT(r, p));
        } else if (p->kind == PART_TEXT) {
            size_t length = strlen(text_of(r, p)) + 1;
            at += put_number(HERE, length);
            at += put(HERE, text_of(r, p), length);
        } else {
            at += put_number(HERE, bytes->size);
            at += put_number(HERE, bytes->address);
            at += put(HERE, bytes->at, bytes->size);
        }
#undef HERE
    }
    return at;
}

void recording_add(struct board *board, const struct record *r)
{
    struct head h = { .mark = MARK, .kind = r->kind, .total = sizeof h + (r->kind < RECORD_COUNT ? put_parts(NULL, r) : 0) };
    board->log_size = padded(board->log_size);
    if (h.total > BOARD_BYTES - sizeof *board - board->log_size) {
        board->log_dropped++; /* the command reports that something is missing */
        return;
    }
    unsigned char *out = board->log + board->log_size;
    memcpy(out, &h, sizeof h);
    if (r->kind < RECORD_COUNT) {
        put_parts(out + sizeof h, r);
    }
    board->log_size += h.total; /* increased last, so that a reader after a crash sees complete records only */
}

/* ---- reading: a process that was killed, or ran wild, may have left anything in the log ---- */

/* Takes the next `size` bytes and their padding; NULL when there are not that many. */
static const unsigned char *take(const unsigned char **at, const unsigned char *end, uint64_t size)
{
    const unsigned char *from = *at;
    if (size > (uint64_t)(end - from) || padded(size) > (uint64_t)(end - from)) {
        return NULL;
    }
    *at += padded(size);
    return from;
}

static bool take_number(const unsigned char **at, const unsigned char *end, uint64_t *out)
{
    const unsigned char *from = take(at, end, sizeof *out);
    if (from != NULL) {
        memcpy(out, from, sizeof *out);
    }
    return from != NULL;
}

static bool take_part(const unsigned char **at, const unsigned char *end, const struct part *p, struct record *out)
{
    uint64_t length;
    struct record_bytes *bytes = AT(out, p);
    switch (p->kind) {
    case PART_NUMBER: return take_number(at, end, AT(out, p));
    case PART_TEXT: {
        const char *text = take_number(at, end, &length) ? (const char *)take(at, end, length) : NULL;
        *(const char **)AT(out, p) = text;
        return text != NULL && length != 0 && text[length - 1] == '\0';
    }
    default:
        if (!take_number(at, end, &bytes->size) || !take_number(at, end, &bytes->address)) {
            return false;
        }
        bytes->at = take(at, end, bytes->size);
        return bytes->at != NULL;
    }
}

const unsigned char *recording_start(const struct board *board)
{
    size_t behind = padded(board->job.schedule_size + 1); /* a text ends with a zero */
    return board->log + (behind < board->log_size ? behind : board->log_size);
}

bool recording_next(const unsigned char **at, const unsigned char *end, struct record *out)
{
    struct head h;
    if (*at >= end || (size_t)(end - *at) < sizeof h) {
        return false;
    }
    memcpy(&h, *at, sizeof h);
    if (h.mark != MARK || h.total < sizeof h || h.total > (uint64_t)(end - *at)) {
        return false;
    }
    const unsigned char *from = *at + sizeof h, *to = *at + h.total;
    *out = (struct record){ .kind = (enum record_kind)h.kind };
    if (h.kind < RECORD_COUNT) {
        for (const struct part *p = parts[h.kind]; p < parts[h.kind] + PARTS_MAX && p->kind != PART_END; p++) {
            if (!take_part(&from, to, p, out)) {
                return false;
            }
        }
        if (from != to) {
            return false;
        }
    }
    *at = to;
    return true;
}

const struct record_message *recording_message(const struct record *r)
{
    switch ((int)r->kind) {
    case RECORD_STEP: return &r->step.message;
    case RECORD_SENT: return &r->sent;
    case RECORD_PENDING: return &r->pending;
    case RECORD_EDGE: return &r->edge.message;
    default: return NULL;
    }
}
