/* HARRIER_SCHEDULE=FILE: the deliveries of a schedule happen in its order (Bita, section V). Messages travel as always and wait in
 * their receivers' mailboxes; a receiver takes one only when it is the schedule's next, and the next one's turn comes when
 * that step has ended. So no sender ever waits. What the schedule does not name is held until its end, as a replay does.
 *
 * Bita keeps the held messages in a pool of its own and lets the next one into the mailbox; holding them in the mailboxes gives
 * the same order, and lets constraints and the channel have their say as ever. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/forced.h"
#include "base/hash.h"
#include "base/text.h"
#include "live/runtime.h"
#include "trace/schedule.h"

struct step {
    struct schedule_step want;
    hr_ref to;   /* of its message, once that is sent */
    bool passed; /* needs no turn of its own */
};

_Atomic(bool) live_forcing;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct step *steps;
static size_t count;
static _Atomic(size_t) next;
static _Atomic(bool) busy;   /* the step `next` is under way */
static uint32_t *by_identity; /* slots: step + 1 */
static size_t slots, choices_taken;
static bool unordered;

/* ---- who wants to know ---- */

static int told = -1;

/* Nobody whom the program starts is meant. */
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

static uint32_t *slot_of(const struct schedule_step *s)
{
    size_t i = identity_hash(s) & (slots - 1);
    while (by_identity[i] != 0 && !same(&steps[by_identity[i] - 1].want, s)) {
        i = (i + 1) & (slots - 1);
    }
    return &by_identity[i];
}

static char *read_file(const char *path, size_t *size)
{
    char *text = NULL, part[4096];
    FILE *in = fopen(path, "r");
    if (in == NULL) {
        live_unusable("HARRIER_SCHEDULE=%s: %s", path, strerror(errno));
    }
    FILE *out = live_need(open_memstream(&text, size));
    for (size_t n; (n = fread(part, 1, sizeof part, in)) > 0;) {
        fwrite(part, 1, n, out);
    }
    fclose(in);
    fclose(out);
    return text;
}

static void read_steps(const char *path, const char *text, size_t size)
{
    const char *at = text;
    char problem[300];
    struct text t = text_in(problem, sizeof problem);
    struct schedule_step s;
    int got;
    while ((got = schedule_read_step(&at, text + size, &s, &t)) == 1) {
        steps = live_need(realloc(steps, (count + 1) * sizeof *steps));
        steps[count++] = (struct step){ .want = s, .passed = strcmp(s.to, "main") == 0 };
    }
    if (got < 0) {
        live_unusable("HARRIER_SCHEDULE=%s: %s", path, problem);
    }
}

void live_force_begin(const char *path)
{
    find_listener();
    size_t size;
    char channel[SCHEDULE_NAME], *text = read_file(path, &size);
    if (!schedule_is_one(text, size)) {
        live_unusable("HARRIER_SCHEDULE=%s: not a schedule (its first line must be '%s')", path, SCHEDULE_HEAD);
    }
    unordered = schedule_setting(text, size, "channel", channel, sizeof channel) && strcmp(channel, "unordered") == 0;
    read_steps(path, text, size);
    free(text);
    for (slots = 16; slots < 2 * count; slots *= 2) {
    }
    by_identity = live_need(calloc(slots, sizeof *by_identity));
    for (size_t i = 0; i < count; i++) {
        uint32_t *slot = slot_of(&steps[i].want);
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

static void misfit(const char *why)
{
    char line[4 * SCHEDULE_NAME];
    struct text t = text_in(line, sizeof line);
    size_t at = next;
    schedule_write_step(&steps[at].want, &t);
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

/* Under `pairwise` an earlier message of the same sender that would be accepted must come first. */
static bool overtakes(struct actor *a, const struct envelope *e)
{
    for (const struct envelope *before = a->pending; before != e; before = before->next) {
        if (before->sender == e->sender && before->timer == 0 && e->timer == 0 && live_accepts(a, before)) {
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
    if (!unordered && overtakes(a, e)) {
        misfit("an earlier message of the same sender must come first");
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
    const struct schedule_step *s = &steps[next].want;
    size_t i = choices_taken++;
    *value = i < s->choice_count ? s->choices[i] : 0;
    if (*value >= n) {
        misfit("a choice that is not offered any more");
        return false;
    }
    return true;
}

bool live_force_stuck(void)
{
    if (!live_forcing) {
        return false;
    }
    misfit(steps[next].to != HR_NOBODY ? "the message is pending, but cannot be delivered there" : "no such message is pending there");
    return true;
}
