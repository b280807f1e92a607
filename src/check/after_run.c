/* What main() does after hr_run(), with --after-run: at each distinct end. */
#include "step/after_run.h"

#include "base/intern.h"
#include "check/check.h"
#include "check/predicates.h"
#include "model/component.h"

void check_after_run(const struct board *board, const uint32_t *state, size_t actors, const struct teller *t)
{
    static struct intern known; /* ends, as local states: nothing else can be seen from main() */
    static struct pool locals;
    if (locals.base == NULL) {
        pool_init(&locals, (size_t)1 << 30);
        intern_init(&known, (size_t)1 << 33);
    }
    uint32_t *of = (uint32_t *)locals.base;
    for (size_t a = 0; a < actors; a++) {
        of[a] = state[a] == 0 ? 0 : component_get(state[a])->local;
    }
    bool fresh;
    struct finding f;
    intern_put(&known, 0, of, actors * sizeof *of, &fresh);
    if (fresh && after_run(board, of, actors, &f)) {
        tell(t, &f);
    }
}
