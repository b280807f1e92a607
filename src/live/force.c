/* HARRIER_SCHEDULE=FILE: the deliveries of a schedule happen in its order (Bita, section V). Messages travel as always and wait in
 * their receivers' mailboxes; a receiver takes one only when it is the schedule's next, and the next one's turn comes when
 * that step has ended. So no sender ever waits. What the schedule does not name is held until its end, as a replay does.
 *
 * Bita keeps the held messages in a pool of its own and lets the next one into the mailbox; holding them in the mailboxes gives
 * the same order, and constraints and the channel are respected as usual. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/forced.h"
#include "base/hash.h"
#include "base/text.h"
#include "channel/channel.h"
#include "live/runtime.h"
#include "trace/schedule.h"

/* A schedule may have millions of lines: they are kept as text. */
struct step {
    const char *line;
    uint64_t hash; /* of the message's identity */
    hr_ref to;     /* of its message, once that is sent */
    bool passed;   /* needs no turn: goes to main, or was delivered without being held back */
};

_Atomic(bool) live_forcing;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *text_end;
static struct step *steps;
static size_t count;
static _Atomic(size_t) next;
static _Atomic(bool) busy;    /* the step `next` is under way */
static uint32_t *by_identity; /* slots: step + 1 */
static size_t slots, choices_taken;
static const struct channel *channel; /* that the schedule is for; NULL: unknown */

/* ---- telling the command that started a forced run ---- */

static int told = -1;

/* The variable is for this process only, so it is removed: programs that this one starts have nothing to tell. */
static void find_listener(void)
{
    const char *number = getenv(FORCED_ENV);
    if (number != NULL) {
        told = atoi(number);
        fcntl(told, F_SETFD, FD_CLOEXEC);
        unsetenv(FORCED_ENV);
    }
}

void live_tell(const char *word, const char *text)
{
    char line[FORCED_LINE];
    if (told < 0) {
        return;
    }
    int length = snprintf(line, sizeof line - 1, "%s%s%s", word, *text == '\0' ? "" : " ", text);
    size_t size = length < (int)sizeof line - 1 ? (size_t)length : sizeof line - 2;
    for (size_t i = 0; i < size; i++) {
        line[i] = line[i] == '\n' ? ' ' : line[i];
    }
    line[size++] = '\n';
    ssize_t ignored = write(told, line, size);
    (void)ignored;
}

/* ---- the schedule ---- */

static uint64_t identity_hash(const struct schedule_step *s)
{
    uint64_t h = hash_mix(s->n * 2 + s->reply);
    h = hash_bytes(s->to, strlen(s->to), h);
    h = hash_bytes(s->from, strlen(s->from), h);
    return hash_bytes(s->type, strlen(s->type), h);
}

static bool same(const struct schedule_step *a, const struct schedule_step *b)
{
    return a->n == b->n && a->reply == b->reply && strcmp(a->to, b->to) == 0 && strcmp(a->from, b->from) == 0 &&
           strcmp(a->type, b->type) == 0;
}

/* What a line of the schedule says. */
static struct schedule_step step_at(size_t i)
{
    struct schedule_step s = { .n = 0 };
    const char *at = steps[i].line;
    char problem[300];
    struct text t = text_in(problem, sizeof problem);
    schedule_read_step(&at, text_end, &s, &t);
    return s;
}

static bool is_step(size_t i, uint64_t hash, const struct schedule_step *s)
{
    if (steps[i].hash != hash) {
        return false;
    }
    struct schedule_step there = step_at(i);
    return same(&there, s);
}

static uint32_t *slot_of(const struct schedule_step *s)
{
    uint64_t hash = identity_hash(s);
    size_t i = hash & (slots - 1);
    while (by_identity[i] != 0 && !is_step(by_identity[i] - 1, hash, s)) {
        i = (i + 1) & (slots - 1);
    }
    return &by_identity[i];
}

/* Looks at the beginning first: a file that is not a schedule, a device for example, may have no end. */
static char *read_file(const char *path, size_t *size)
{
    char *text = NULL;
    size_t room = 0, got;
    FILE *in = fopen(path, "r");
    if (in == NULL) {
        live_unusable("HARRIER_SCHEDULE=%s: %s", path, strerror(errno));
    }
    for (*size = 0;; *size += got) {
        if (*size == room) {
            room = room == 0 ? 4096 : room * 2;
            text = live_need(realloc(text, room));
        }
        got = fread(text + *size, 1, room - *size, in);
        if (ferror(in)) {
            live_unusable("HARRIER_SCHEDULE=%s: %s", path, strerror(errno));
        }
        if (*size == 0 && !schedule_is_one(text, got)) {
            live_unusable("HARRIER_SCHEDULE=%s: not a schedule (its first line must be '%s')", path, SCHEDULE_HEAD);
        }
        if (got == 0) {
            fclose(in);
            return text;
        }
    }
}

static void add_step(const char *line, const struct schedule_step *s)
{
    static size_t room;
    if (count == room) {
        room = room == 0 ? 64 : room * 2;
        steps = live_need(realloc(steps, room * sizeof *steps));
    }
    steps[count++] = (struct step){ .line = line, .hash = identity_hash(s), .passed = strcmp(s->to, "main") == 0 };
}

/* What no live run can do is said before it begins: on the way there it might fail for a reason of its own. */
static void refuse_checker_only(const char *path, const struct schedule_step *s)
{
    for (size_t i = 0; i < s->choice_count; i++) {
        if (s->choices[i].look != 0 && !answer_is_fault(s->choices[i])) {
            live_unusable(
                "HARRIER_SCHEDULE=%s: step %zu looks at the clock late, and live nobody can make time pass: replay it without --live", path,
                count);
        }
    }
}

static void read_steps(const char *path, const char *text)
{
    char problem[300];
    struct text t = text_in(problem, sizeof problem);
    for (const char *at = text;;) {
        const char *line = at;
        struct schedule_step s;
        int got = schedule_read_step(&at, text_end, &s, &t);
        if (got < 0) {
            live_unusable("HARRIER_SCHEDULE=%s: %s", path, problem);
        }
        if (got == 0) {
            return;
        }
        add_step(line, &s);
        refuse_checker_only(path, &s);
    }
}

void live_force_begin(const char *path)
{
    find_listener();
    size_t size;
    char name[SCHEDULE_NAME], *text = read_file(path, &size);
    text_end = text + size;
    char words[4 * FAULT_WORDS], problem[300];
    struct text why = text_in(problem, sizeof problem);
    if (schedule_setting(text, size, "faults", words, sizeof words) && !faults_read(&faults, words, &why)) {
        live_unusable("HARRIER_SCHEDULE=%s: faults: %s", path, problem);
    }
    live_crashes = fault_count(faults.budget, FAULT_CRASH) + fault_count(faults.budget, FAULT_RESTART) != 0;
    if (live_crashes && faults.pending_lost && live_perturbing) {
        live_unusable(
            "HARRIER_SCHEDULE=%s: with pending=lost a crash loses what waits for its actor, and with HARRIER_PERTURB nobody knows what "
            "does: force it without HARRIER_PERTURB",
            path);
    }
    channel = schedule_setting(text, size, "channel", name, sizeof name) ? channel_named(name) : channel_of(CHANNEL_DEFAULT);
    read_steps(path, text);
    for (slots = 16; slots < 2 * count; slots *= 2) {}
    by_identity = live_need(calloc(slots, sizeof *by_identity));
    for (size_t i = 0; i < count; i++) {
        struct schedule_step s = step_at(i);
        uint32_t *slot = slot_of(&s);
        *slot = *slot == 0 ? (uint32_t)i + 1 : *slot;
    }
    while (next < count && steps[next].passed) {
        next++;
    }
    live_forcing = next < count;
    if (!live_forcing) {
        live_tell(FORCED_FOLLOWED, "");
    }
}

/* ---- following it ---- */

static void nudge(hr_ref to)
{
    live_arrive(to, live_bare(MESSAGE_NUDGE, "", 0));
}

static void nudge_each(struct actor *a, void *user)
{
    (void)user;
    nudge(a->ref);
}

static void stop_forcing(void)
{
    live_forcing = false;
    live_each(nudge_each, NULL);
}

void live_force_misfit(const char *why)
{
    char line[4 * SCHEDULE_NAME];
    struct text t = text_in(line, sizeof line);
    size_t at = next;
    struct schedule_step s = step_at(at);
    schedule_write_step(&s, &t);
    line[t.length - 1] = '\0';
    fflush(stdout);
    char text[FORCED_LINE];
    snprintf(text, sizeof text, "the schedule does not fit the program any more at step %zu, '%s': %s", at + 1, line, why);
    fprintf(stderr, "warning: %s; going on unforced\n", text);
    live_tell(FORCED_MISFIT, text);
    stop_forcing();
}

void live_force_resolve(struct envelope *e)
{
    struct schedule_step s;
    live_identity(e, &s);
    pthread_mutex_lock(&lock);
    uint32_t found = *slot_of(&s);
    if (found != 0) {
        live_stamp(e)->step = found - 1;
        steps[found - 1].to = live_stamp(e)->to;
    }
    pthread_mutex_unlock(&lock);
}

/* An earlier message of the same queue that would be accepted must come first. Whether one was sent in its past nobody knows here. */
static bool overtakes(struct actor *a, const struct envelope *e)
{
    bool queues = channel != NULL && channel->lane != NULL;
    for (const struct envelope *before = a->pending; before != e && queues; before = before->next) {
        if (channel->lane(before->sender) == channel->lane(e->sender) && before->timer == 0 && e->timer == 0 && live_accepts(a, before)) {
            return true;
        }
    }
    return false;
}

bool live_force_allows(struct actor *a, struct envelope *e)
{
    if (live_stamp(e)->step != next || busy) {
        return false;
    }
    if (overtakes(a, e)) {
        live_force_misfit("an earlier message must come first, on the channel of the schedule");
        return false;
    }
    return true;
}

void live_force_started(struct co *co)
{
    co->forced = true;
    choices_taken = 0;
    busy = true;
}

void live_force_done(void)
{
    if (!live_forcing) {
        return;
    }
    struct schedule_step step = step_at(next);
    if (!live_force_all_struck(step.choices, step.choice_count)) {
        live_force_misfit("a fault of it has nothing to strike");
        return;
    }
    pthread_mutex_lock(&lock);
    size_t at = next + 1;
    while (at < count && steps[at].passed) {
        at++;
    }
    hr_ref to = at < count ? steps[at].to : HR_NOBODY;
    next = at;
    busy = false;
    pthread_mutex_unlock(&lock);
    if (at == count) {
        live_tell(FORCED_FOLLOWED, "");
        stop_forcing();
    } else if (to != HR_NOBODY) {
        nudge(to);
    }
}

void live_force_passed(const struct envelope *e)
{
    uint32_t step = live_stamp(e)->step;
    if (step == NO_STEP) {
        return;
    }
    pthread_mutex_lock(&lock);
    steps[step].passed = true;
    bool turn = step == next && !busy;
    pthread_mutex_unlock(&lock);
    if (turn) {
        live_force_done();
    }
}

bool live_force_choice(unsigned n, unsigned *value)
{
    struct schedule_step s = step_at(next);
    *value = answer_choice(s.choices, s.choice_count, choices_taken++);
    if (*value >= n) {
        live_force_misfit("a choice that is not offered any more");
        return false;
    }
    return true;
}

bool live_force_answer(uint32_t place)
{
    struct schedule_step s = step_at(next);
    return answer_late(s.choices, s.choice_count, place);
}

bool live_force_stuck(void)
{
    if (!live_forcing) {
        return false;
    }
    live_force_misfit(steps[next].to != HR_NOBODY ? "the message is pending, but cannot be delivered there"
                                                  : "no such message is pending there");
    return true;
}
