/* Whether trees are worth their look-ups. They are where parts recur: then a state takes hardly more than its root, five to eight bytes. Where few actors have many local
 * states each, and most messages are not like any other, nearly every state has parts that no other has: trees take as much memory as whole records, and several
 * times the look-ups.
 *
 * Both are measured over as many states as fit into a processor's caches: what trees grow by, and how long the records of states that are expanded meanwhile
 * would be. After that the store is too large to be made anew without a stop. */
#include "base/mutant.h"
#include "store/tree.h"

enum { EVERY = 16 /* states, of which one is packed */ };

/* How many states there are to begin with, and how many are measured then. */
static uint64_t enough(void)
{
    return RULE("tree-judged-late") ? 1 << 15 : 2;
}

bool tree_is_worth_it(struct tree_store *s, const struct sheet *sheet, uint64_t *scratch)
{
    struct tree_worth *w = &s->worth;
    if (w->judged || s->roots.count < enough()) {
        return true;
    }
    if (w->asked == 0) {
        w->states = s->roots.count;
        w->bytes = tree_state_bytes(s);
    }
    if (w->asked++ % EVERY == 0) {
        w->records++;
        w->words += sheet_pack(sheet, scratch);
    }
    uint64_t states = s->roots.count - w->states;
    if (states < enough()) {
        return true;
    }
    w->judged = true;
    double record = (double)(w->words * sizeof *scratch) / (double)w->records + sizeof *s->leaves.slots;
    return 2 * (double)(tree_state_bytes(s) - w->bytes) < record * (double)states;
}
