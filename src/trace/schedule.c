#include "trace/schedule.h"

#include <string.h>

/* The kinds of answers, in the order in which a line has them. */
enum answered { CHOOSE, LATE, LOST, TWICE, CRASH, RESTART, SPLIT, HEAL, ANSWERED_KINDS };
static const struct {
    const char *word;
    size_t most; /* in one step */
} kinds[ANSWERED_KINDS] = {
    { "choose", CHOICES_MAX }, { "late", LOOKS_MAX },     { "lost", FAULTS_MAX },  { "twice", FAULTS_MAX },
    { "crash", FAULTS_MAX },   { "restart", FAULTS_MAX }, { "split", FAULTS_MAX }, { "heal", FAULTS_MAX },
};
_Static_assert((int)ANSWERED_KINDS - (int)LOST == (int)FAULT_KINDS, "a word for each kind of fault, in the same order");

static enum answered kind_of(struct answer a)
{
    return a.look == 0 ? CHOOSE : !answer_is_fault(a) ? LATE : (enum answered)((int)LOST + (int)answer_fault(a));
}

void schedule_write_answers(const struct answer *list, size_t count, struct text *out)
{
    for (int kind = CHOOSE; kind < ANSWERED_KINDS; kind++) {
        bool first = true;
        for (size_t i = 0; i < count; i++) {
            if ((int)kind_of(list[i]) != kind || (kind != CHOOSE && list[i].value == 0)) {
                continue;
            }
            if (first) {
                text_printf(out, " %s", kinds[kind].word);
            }
            text_printf(out, " %u", kind == CHOOSE ? list[i].value : kind == LATE ? list[i].look : answer_place(list[i]));
            first = false;
        }
    }
}

void schedule_write_step(const struct schedule_step *s, struct text *out)
{
    text_printf(out, "%s <- %s%s", s->to, s->reply ? "reply " : "", s->type);
    if (s->n > 1) {
        text_printf(out, " #%u", s->n);
    }
    text_printf(out, " from %s", s->from);
    schedule_write_answers(s->choices, s->choice_count, out);
    text_char(out, '\n');
}

/* The next word of a line, or false at its end. */
static bool word(const char **at, const char *end, char *out, size_t capacity)
{
    while (*at < end && (**at == ' ' || **at == '\t' || **at == '\r')) {
        ++*at;
    }
    size_t length = 0;
    while (*at < end && **at != ' ' && **at != '\t' && **at != '\r') {
        if (length + 1 < capacity) {
            out[length++] = **at;
        }
        ++*at;
    }
    out[length] = '\0';
    return length != 0;
}

static bool number(const char *digits, uint32_t *out)
{
    uint64_t value = 0;
    for (const char *d = digits; *d != '\0'; d++) {
        if (*d < '0' || *d > '9' || (value = value * 10 + (uint64_t)(*d - '0')) > UINT32_MAX) {
            return false;
        }
    }
    *out = (uint32_t)value;
    return digits[0] != '\0';
}

static int kind_called(const char *w)
{
    for (int kind = CHOOSE; kind < ANSWERED_KINDS; kind++) {
        if (strcmp(w, kinds[kind].word) == 0) {
            return kind;
        }
    }
    return -1;
}

static struct answer answer_from(int kind, uint32_t value)
{
    if (kind == CHOOSE) {
        return (struct answer){ .value = value };
    }
    return (struct answer){ .look = kind == LATE ? value : answer_of_fault((enum fault_kind)(kind - LOST), value), .value = 1 };
}

/* [choose N...] [late N...] [lost N...] [twice N...] [crash N] [restart N] [split N...] [heal N...] */
static bool parse_answers(const char *at, const char *end, struct schedule_step *s)
{
    int kind = -1;
    size_t given = 1; /* numbers after this keyword */
    char w[SCHEDULE_NAME];
    while (word(&at, end, w, sizeof w)) {
        uint32_t value;
        int next = kind_called(w);
        if (next > kind && given != 0) {
            kind = next;
            given = 0;
        } else if (kind < 0 || s->choice_count == ANSWERS_MAX || given++ == kinds[kind].most || !number(w, &value) ||
                   (kind != CHOOSE && (value == 0 || value >= ANSWER_PLACES))) {
            return false;
        } else {
            s->choices[s->choice_count++] = answer_from(kind, value);
        }
    }
    return given != 0;
}

/* What follows the message's type: [#N] from SENDER, and answers */
static bool parse_origin(const char *at, const char *end, struct schedule_step *s)
{
    char w[SCHEDULE_NAME];
    if (!word(&at, end, w, sizeof w)) {
        return false;
    }
    if (w[0] == '#' && (!number(w + 1, &s->n) || s->n == 0 || !word(&at, end, w, sizeof w))) {
        return false;
    }
    if (strcmp(w, "from") != 0 || !word(&at, end, s->from, sizeof s->from)) {
        return false;
    }
    return parse_answers(at, end, s);
}

static bool parse_delivery(const char *at, const char *end, struct schedule_step *s)
{
    char w[SCHEDULE_NAME];
    if (!word(&at, end, s->to, sizeof s->to) || !word(&at, end, w, sizeof w) || strcmp(w, "<-") != 0 ||
        !word(&at, end, s->type, sizeof s->type)) {
        return false;
    }
    if (strcmp(s->type, "reply") == 0) {
        struct schedule_step reply = *s;
        const char *rest = at;
        reply.reply = true;
        if (word(&rest, end, reply.type, sizeof reply.type) && reply.type[0] != '#' && parse_origin(rest, end, &reply)) {
            *s = reply;
            return true;
        }
        /* otherwise it is a message type called `reply` */
    }
    return parse_origin(at, end, s);
}

static bool is_setting(const char *at, const char *end)
{
    static const char *const keys[] = { "harrier",       "channel", "test",   "kind", "env",        "unhandled", "undeliverable",
                                        "mailbox-limit", "library", "timers", "late", "late-looks", "after-run", "faults" };
    char w[SCHEDULE_NAME];
    if (!word(&at, end, w, sizeof w) || w[0] == '#') {
        return true;
    }
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        char next[SCHEDULE_NAME];
        const char *rest = at;
        if (strcmp(w, keys[i]) == 0 && word(&rest, end, next, sizeof next) && strcmp(next, "<-") != 0) {
            return true;
        }
    }
    return false;
}

int schedule_read_step(const char **at, const char *end, struct schedule_step *out, struct text *error)
{
    while (*at < end) {
        const char *line = *at;
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop == NULL ? end : stop;
        *at = stop < end ? stop + 1 : end;
        bool text = memchr(line, '\0', (size_t)(stop - line)) == NULL; /* a zero would end a name early */
        if (text && is_setting(line, stop)) {
            continue;
        }
        *out = (struct schedule_step){ .n = 1 };
        if (!text || !parse_delivery(line, stop, out)) {
            size_t from = error->length;
            text_printf(error, "not a delivery: '%.*s' (expected: RECEIVER <- TYPE from SENDER)",
                        (int)(stop - line > 100 ? 100 : stop - line), line);
            for (char *c = error->at + from; *c != '\0'; c++) {
                *c = (unsigned char)*c < ' ' || *c == 127 ? '?' : *c; /* no control characters for the terminal */
            }
            return -1;
        }
        return 1;
    }
    return 0;
}

bool schedule_setting(const char *text, size_t size, const char *key, char *out, size_t capacity)
{
    const char *end = text + size;
    for (const char *line = text; line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop == NULL ? end : stop;
        const char *at = line;
        char w[SCHEDULE_NAME];
        if (word(&at, stop, w, sizeof w) && strcmp(w, key) == 0 && word(&at, stop, out, capacity) && strcmp(out, "<-") != 0) {
            return true;
        }
        line = stop < end ? stop + 1 : end;
    }
    return false;
}

bool schedule_is_one(const char *text, size_t size)
{
    size_t head = strlen(SCHEDULE_HEAD);
    return size >= head && memcmp(text, SCHEDULE_HEAD, head) == 0 && (size == head || text[head] == '\n' || text[head] == '\r');
}
