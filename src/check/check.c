#include "check/check.h"

#include "check/parts.h"

void checks_init(struct checks *c, const struct job *job)
{
    c->job = job;
    looks_init(&c->looks);
    pool_init(&c->locals, (size_t)1 << 30);
    pool_init(&c->limits, (size_t)1 << 32);
    effects_init(&c->done);
    effects_init(&c->again);
    intern_init(&c->ends, (size_t)1 << 33);
}

enum environment_kind checks_environment(struct checks *c)
{
    enum environment_kind asked = c->job->environment;
    c->environment = asked != ENV_DEFAULT ? asked : checks_any(c, HR_OWN_ENVIRONMENT) ? ENV_OWN : ENV_TOTAL;
    return c->environment;
}

bool checks_every_state(struct checks *c)
{
    return checks_any(c, HR_ALWAYS) || checks_any_limit(c);
}

void check_state(struct checks *c, const uint32_t *state, size_t actors, bool waits, const struct teller *t)
{
    if (waits) {
        check_rings(state, actors, t);
    }
    if (checks_any(c, HR_ALWAYS)) {
        check_predicates(c, HR_ALWAYS, state, actors, t);
    }
    if (checks_any_limit(c)) {
        check_overflow(c, state, actors, t);
    }
}

void check_end(struct checks *c, const uint32_t *state, size_t actors, const struct teller *t)
{
#define CHECK_CALL(name) check_##name(c, state, actors, t);
    CHECKS_AT_END(CHECK_CALL)
}
