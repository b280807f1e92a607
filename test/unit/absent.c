/* What made-up programs do without: other processes, checkpoints, a command that waits. Whatever would need one of them fails the test. */
#include "made_up.h"

#include "explore/kept.h"
#include "guard/guard.h"
#include "workers/cluster.h"
#include "workers/keep_ranks.h"
#include "workers/workers.h"

void cluster_tell(struct workers *w, enum link_kind kind, const void *bytes, size_t length)
{
    (void)w, (void)kind, (void)bytes, (void)length;
    fail_msg("there is no cluster");
}

const struct link_frame *cluster_wait(struct workers *w, bool (*must_stop)(void *user), void *user)
{
    (void)w, (void)must_stop, (void)user;
    fail_msg("there is no cluster");
    return NULL;
}

bool workers_start(struct search *s)
{
    (void)s;
    return false;
}

void workers_finish(struct search *s)
{
    (void)s;
    abort();
}

bool workers_stopped(struct search *s)
{
    return s->stopped;
}

void transport_pause(void) {}

/* No checkpoints. */
struct journal *kept_journal(const struct search *s)
{
    (void)s;
    return NULL;
}

void kept_mark(const struct search *s, uint64_t position, uint64_t *asked)
{
    (void)s, (void)position, (void)asked;
    fail();
}

bool kept_confirmed(struct search *s)
{
    (void)s;
    fail();
    return false;
}

void kept_take_over(struct search *s)
{
    (void)s;
    fail();
}

void kept_write(struct search *s, uint64_t *position, const void *from, size_t size)
{
    (void)s, (void)position, (void)from, (void)size;
    fail();
}

bool kept_read(struct search *s, uint64_t *position, void *to, size_t size)
{
    (void)s, (void)position, (void)to, (void)size;
    fail();
    return false;
}

void kept_add_number(struct pool *text, uint64_t number)
{
    (void)text, (void)number;
    fail();
}

uint64_t kept_read_number(struct search *s, uint64_t *position, bool *over)
{
    (void)s, (void)position, (void)over;
    fail();
    return 0;
}

void kept_ring(void)
{
    fail();
}

void kept_refuse(void)
{
    fail();
    abort();
}

void keep_come(struct workers *w)
{
    (void)w;
    fail();
}

void keep_tell(struct workers *w, uint64_t found, uint64_t expanded)
{
    (void)w, (void)found, (void)expanded;
    fail();
}

bool keep_holds(const struct workers *w)
{
    (void)w;
    fail();
    return false;
}

void keep_count(struct workers *w, uint64_t deliveries)
{
    (void)w, (void)deliveries;
    fail();
}

void keep_ranks_open_tasks(struct workers *w)
{
    (void)w;
    fail();
}

void search_publish(struct search *s)
{
    (void)s;
    fail();
}

void search_start_clock(struct search *s)
{
    (void)s;
    fail();
}

void guard_unusable(const char *why)
{
    fail_msg("%s", why);
    abort();
}

void guard_broken(const char *why)
{
    fail_msg("%s", why);
    abort();
}
