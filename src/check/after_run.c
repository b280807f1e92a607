/* With --after-run, lets main() go on after hr_run() at each distinct end. */
#include "step/after_run.h"

#include "check/parts.h"
#include "model/component.h"

void check_after_run(struct checks *c, const uint32_t *state, size_t actors, const struct teller *t)
{
    if (!c->job->after_run) {
        return;
    }
    uint32_t *of = (uint32_t *)c->locals.base; /* the local states are all that main() can see */
    for (size_t a = 0; a < actors; a++) {
        of[a] = state[a] == 0 ? 0 : component_get(state[a])->local;
    }
    bool fresh;
    struct finding f;
    intern_put(&c->ends, 0, of, actors * sizeof *of, &fresh);
    if (fresh && after_run(c->job, of, actors, &f)) {
        tell(t, &f);
    }
}
