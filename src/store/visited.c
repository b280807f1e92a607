#include "store/visited.h"

void visited_init(struct visited *v, enum store_kind kind)
{
    *v = (struct visited){ .kind = kind };
    if (kind == STORE_EXACT) {
        exact_init(&v->exact);
    } else {
        fingerprint_init(&v->prints);
        layout_init(&v->layout);
    }
}

bool visited_prepare(struct visited *v, const uint32_t *state, struct layout *old)
{
    *old = (struct layout){ 0 };
    if (v->kind == STORE_EXACT) {
        return exact_prepare(&v->exact, state);
    }
    if (layout_fits(&v->layout) && (state == NULL || layout_fits_state(&v->layout, state))) {
        return false;
    }
    *old = v->layout;
    layout_widen(old, state, &v->layout);
    return true;
}

uint64_t visited_state_bytes(const struct visited *v)
{
    return v->kind == STORE_EXACT ? exact_state_bytes(&v->exact) : v->prints.count * sizeof *v->prints.slots;
}

uint64_t visited_slack_bytes(const struct visited *v)
{
    return v->kind == STORE_EXACT ? exact_slack_bytes(&v->exact) : (v->prints.mask + 1 - v->prints.count) * sizeof *v->prints.slots;
}
