/* HARRIER_RECORD=FILE: the deliveries that happened, as a schedule. They are numbered as they begin: a delivery begins after the
 * step that sent its message has begun, so the order respects causality and every actor's own order. Lines are written once
 * their step has ended and all before them are written, because only then its choices are known. When the program fails the
 * rest follows, from a signal handler if need be; when it is killed the file still is a beginning of what happened. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "live/runtime.h"
#include "trace/schedule.h"

/* Steps that begin while an earlier one goes on are kept in memory, at most so many. */
enum { UNWRITTEN_MAX = 1 << 16, NOT_RECORDED = UINT32_MAX };

struct event {
    struct schedule_step step;
    bool done;
};

static int file = -1; /* -1: nothing more is written */
static const char *path;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct event *events[UNWRITTEN_MAX]; /* those not written yet, by their number: `written` is the first */
static uint32_t written, begun;

static void stop(void)
{
    close(file);
    file = -1;
}

static void write_all(const char *text, size_t size)
{
    while (size > 0 && file >= 0) {
        ssize_t n = write(file, text, size);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            char problem[500];
            struct text t = text_in(problem, sizeof problem);
            text_printf(&t, "harrier: HARRIER_RECORD=%s cannot be written (%s): the recording ends here\n", path, strerrordesc_np(errno));
            (void)!write(2, problem, t.length);
            stop();
            return;
        }
        text += n;
        size -= (size_t)n;
    }
}

static void write_text(const char *text)
{
    write_all(text, strlen(text));
}

static void write_event(const struct event *ev)
{
    char line[3 * SCHEDULE_NAME + ANSWERS_MAX * 12];
    struct text t = text_in(line, sizeof line);
    schedule_write_step(&ev->step, &t);
    write_all(line, t.length);
}

/* Writes the steps that have ended and, with `all`, those under way too. */
static void flush(bool all)
{
    while (written < begun && (all || events[written % UNWRITTEN_MAX]->done)) {
        write_event(events[written % UNWRITTEN_MAX]);
        if (!all) {
            free(events[written % UNWRITTEN_MAX]);
        }
        written++;
    }
}

uint32_t live_record_delivery(const struct envelope *e)
{
    struct event *ev = live_need(malloc(sizeof *ev));
    ev->done = false;
    live_identity(e, &ev->step);
    uint32_t number = NOT_RECORDED;
    pthread_mutex_lock(&lock);
    if (file < 0) {
        free(ev);
    } else {
        if (begun - written == UNWRITTEN_MAX) {
            events[written % UNWRITTEN_MAX]->done = true; /* it takes too long: what it may still choose is not recorded */
            flush(false);
        }
        number = begun++;
        events[number % UNWRITTEN_MAX] = ev;
    }
    pthread_mutex_unlock(&lock);
    return number;
}

static void warn_of_choices(void)
{
    static bool warned;
    if (!warned) {
        warned = true;
        fprintf(stderr, "warning: HARRIER_RECORD=%s: a step chose more than %d times, or for too long: not all its choices are recorded\n",
                path, CHOICES_MAX);
    }
}

void live_record_choice(uint32_t event, unsigned value)
{
    pthread_mutex_lock(&lock);
    struct schedule_step *s = event >= written && event < begun ? &events[event % UNWRITTEN_MAX]->step : NULL;
    if (s != NULL && s->choice_count < CHOICES_MAX) {
        s->choices[s->choice_count++] = (struct answer){ .value = value };
    } else if (event != NOT_RECORDED && file >= 0) {
        warn_of_choices();
    }
    pthread_mutex_unlock(&lock);
}

void live_record_done(uint32_t event)
{
    pthread_mutex_lock(&lock);
    if (event >= written && event < begun) {
        events[event % UNWRITTEN_MAX]->done = true;
        flush(false);
    }
    pthread_mutex_unlock(&lock);
}

void live_record_finish(const char *kind, const char *text)
{
    bool locked = pthread_mutex_trylock(&lock) == 0; /* in a signal handler its holder may be the one that crashed */
    for (int i = 0; !locked && i < 1000; i++) {
        usleep(100);
        locked = pthread_mutex_trylock(&lock) == 0;
    }
    flush(true);
    if (kind != NULL) {
        write_text("# ");
        write_text(text);
        write_text("\nkind ");
        write_text(kind);
        write_text("\n");
        stop(); /* what others still do comes after the end */
    }
    if (locked) {
        pthread_mutex_unlock(&lock);
    }
}

static void at_exit(void)
{
    live_record_finish(NULL, NULL);
}

/* A process that a handler forks must not write to the recording, for example when it calls exit(). One that main() forks to go on in its place,
 * as daemon() does, must. */
static void in_child(void)
{
    if (live_running) {
        stop();
    }
}

void live_record_test(const char *name)
{
    char line[300];
    struct text t = text_in(line, sizeof line);
    text_printf(&t, "test %s\n", name);
    write_all(line, t.length);
}

void live_record_begin(const char *name)
{
    static const char head[] = SCHEDULE_HEAD "\n# recorded live\nchannel pairwise\n";
    path = name;
    file = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) {
        live_unusable("HARRIER_RECORD=%s: %s", name, strerror(errno));
    }
    write_all(head, sizeof head - 1);
    live_recording = true;
    atexit(at_exit);
    pthread_atfork(NULL, NULL, in_child);
}
