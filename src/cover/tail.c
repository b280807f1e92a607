/* Bita's Algorithm 3: searches what is left after a pair was brought into order for further pairs. */
#include "cover/cover.h"

#include <string.h>

#include "cover/before.h"
#include "model/names.h"

enum { DEEP_MAX = 5000 }; /* recursion depth */

bool cover_open(const struct cover *c, uint32_t first, uint32_t second)
{
    const struct execution *x = &c->base;
    return event_at(x, first)->actor == event_at(x, second)->actor && event_at(x, first)->actor != DRIVER &&
           goal_related(&c->goals, c->criterion, identity_at(&c->base_ids, x, first), identity_at(&c->base_ids, x, second)) &&
           !must_happen_before(x, first, second);
}

/* Lines 4 to 9: whether a goal of the pair is missing, and in which order the pair would achieve it. */
static bool lacks(const struct cover *c, uint32_t ri, uint32_t rj, bool *swap)
{
    uint32_t i = identity_at(&c->base_ids, &c->base, ri), j = identity_at(&c->base_ids, &c->base, rj);
    *swap = !goal_wanted(&c->goals, c->criterion, i, j);
    return !*swap || goal_wanted(&c->goals, c->criterion, j, i);
}

bool cover_tail(struct cover *c, struct list p, struct list tail, struct list *out)
{
    uint32_t prefix = p.count - (c->criterion == CRITERION_PR);
    struct list whole = cover_list(c, prefix + tail.count);
    memcpy(whole.at, p.at, prefix * sizeof *p.at);
    memcpy(whole.at + prefix, tail.at, tail.count * sizeof *tail.at);
    whole.count = prefix + tail.count;
    for (uint32_t i = prefix; i < whole.count && !c->s->stopped; i++) { /* lines 1 and 2 */
        if (guard.heartbeat) {
            search_look(c->s);
        }
        for (uint32_t j = i + 1; j < whole.count; j++) {
            bool swap;
            struct list longer;
            c->looked++;
            if (!cover_open(c, whole.at[i], whole.at[j]) || !lacks(c, whole.at[i], whole.at[j], &swap)) {
                continue;
            }
            c->deep++;
            bool made = cover_schedule(c, whole, i, j, swap, c->deep < DEEP_MAX ? WITH_TAIL : PAIR_ONLY, &longer);
            c->deep--;
            if (made) {
                *out = longer;
                return true;
            }
        }
    }
    *out = p; /* line 10: the tail is left out */
    return true;
}
