#include "report/progress.h"

#include <errno.h>
#include <string.h>

#include "report/print.h"

/* A search of hours does not need a row for each tenth of a second: it gets a thousand for the first 100 s, and as many for each further
 * factor of e. */
static const double EVERY_SECONDS = 0.1, EVERY_PART = 0.001;

bool progress_open(struct progress_file *p, const char *file)
{
    *p = (struct progress_file){ .out = strcmp(file, "-") == 0 ? stdout : fopen(file, "w") };
    if (p->out == NULL) {
        return false;
    }
    print(p->out, "seconds,cpu_seconds,states,deliveries,open,depth,runs,handler_runs,messages,local_states,memory_bytes,test\n");
    return true;
}

bool progress_close(struct progress_file *p)
{
    errno = 0;
    bool good = fflush(p->out) == 0 && !ferror(p->out);
    if (p->out != stdout) {
        good = fclose(p->out) == 0 && good;
    }
    p->out = NULL;
    return good;
}

static void write_row(struct progress_file *p, const struct counts *c, const char *test)
{
    print(p->out, "%.3f,%.3f,%lu,%lu,%lu,%lu,%lu,%lu,%lu,%lu,%lu,%s\n", c->seconds, c->cpu_seconds, c->tally.states, c->tally.deliveries,
          c->tally.pending, c->tally.depth, c->runs, c->handler_runs, c->messages, c->local_states, c->peak_bytes, test);
    fflush(p->out);
    p->written = c->published;
}

/* The engine counts up before and after it writes the counters: if the number is odd, or has changed, they do not belong together. */
static bool read_counts(const volatile struct counts *from, struct counts *to)
{
    uint64_t before = __atomic_load_n(&from->published, __ATOMIC_ACQUIRE);
    *to = *from;
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return before % 2 == 0 && before != 0 && from->published == before;
}

void progress_row(struct progress_file *p, const struct board *b, const char *test)
{
    struct counts c;
    if (b->state != RUN_EXPLORING || !read_counts(&b->counts, &c) || c.published == p->written || c.seconds < p->next) {
        return;
    }
    double part = c.seconds * EVERY_PART;
    p->next = c.seconds + (part > EVERY_SECONDS ? part : EVERY_SECONDS * 0.9); /* heartbeats are not that exact */
    write_row(p, &c, test);
}

void progress_last_row(struct progress_file *p, const struct board *b, const char *test)
{
    struct counts c = b->counts;
    if (c.published != p->written) {
        write_row(p, &c, test);
    }
    p->written = 0;
    p->next = 0;
}
