#include "modes.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define SEARCH(name_, ...) .name = name_, .options = { "--search", __VA_ARGS__ }
#define REDUCTION(name_, ...) .name = name_, .options = { "--reduction", __VA_ARGS__ }, .reduces = true

const struct mode modes[MODES] = {
    { SEARCH("none", "stateless"), .ordered = true, .counts_paths = true },
    { REDUCTION("dcute", "dcute"), .ordered = true, .covers_classes = true },
    { REDUCTION("persistent", "persistent"), .ordered = true, .covers_classes = true },
    { REDUCTION("persistent sleep", "persistent", "--sleep"), .ordered = true, .one_per_class = true },
    { REDUCTION("transdpor", "transdpor"), .ordered = true, .covers_classes = true, .no_more_than = MODE_PERSISTENT },
    { REDUCTION("transdpor sleep", "transdpor", "--sleep"), .ordered = true, .one_per_class = true, .no_more_than = MODE_PERSISTENT_SLEEP },
    { REDUCTION("figure 2", "transdpor-fig2"), .ordered = true, .covers_classes = true },
    { REDUCTION("figure 2 sleep", "transdpor-fig2", "--sleep"), .ordered = true, .one_per_class = true },
    { REDUCTION("optimal", "optimal"), .ordered = true, .one_per_class = true, .exactly = true, .knows_names = true },
    { REDUCTION("commute", "transdpor", "--sleep", "--commute"), .ordered = true, .commutes = true, .not_causal = true },

    { SEARCH("dfs", "dfs"), .same_states = true },
    { SEARCH("bfs", "bfs"), .same_states = true, .shortest = true },
    { SEARCH("stateless", "stateless"), .counts_paths = true },
    { SEARCH("dfs no-memo", "dfs", "--no-memo"), .same_states = true },
    { SEARCH("bfs no-guards", "bfs", "--no-guards"), .same_states = true, .shortest = true },
    { SEARCH("dfs fingerprint", "dfs", "--store", "fingerprint"), .same_states = true, .inexact = true },
    { SEARCH("bfs fingerprint", "bfs", "--store", "fingerprint"), .same_states = true, .shortest = true, .inexact = true },
    { SEARCH("dfs tree", "dfs", "--store", "tree"), .same_states = true },
    { SEARCH("bfs tree", "bfs", "--store", "tree"), .same_states = true, .shortest = true },
    { SEARCH("bfs bitstate", "bfs", "--store=bitstate", "--memory=60M"), .same_states = true, .inexact = true },
    { SEARCH("dfs basset", "dfs", "--identity", "basset"), .not_causal = true },
    { SEARCH("dfs canonical", "dfs", "--identity", "canonical"), .fewer_states = true },
    { SEARCH("bfs canonical tree", "bfs", "--identity=canonical", "--store=tree"), .fewer_states = true },
    { SEARCH("dfs jacco", "dfs", "--identity", "jacco"), .fewer_states = true },
    { SEARCH("dfs symmetric", "dfs", "--identity", "symmetric"), .fewer_states = true, .renames = true, .not_causal = true },
    { SEARCH("bfs symmetric", "bfs", "--identity", "symmetric"), .fewer_states = true, .renames = true, .not_causal = true },
    { SEARCH("dfs concrete", "dfs", "--identity", "concrete"), .not_causal = true },
    { SEARCH("dfs numbered", "dfs", "--identity", "numbered"), .not_causal = true },
    { SEARCH("bfs basset", "bfs", "--identity", "basset"), .not_causal = true },
    { SEARCH("stateless no-memo", "stateless", "--no-memo", "--no-guards"), .counts_paths = true },
    { SEARCH("random", "random", "--seed=1", "--runs=100"), .samples = true, .may_sample = true },
    { SEARCH("pos", "pos", "--seed=1", "--runs=100"), .samples = true, .may_sample = true },
    { SEARCH("pct", "pct", "--seed=1", "--runs=100"), .samples = true, .may_sample = true },
    { SEARCH("pctcp", "pctcp", "--seed=1", "--runs=100"), .samples = true, .may_sample = true },
    { SEARCH("delay", "delay", "--runs=100"), .samples = true, .may_sample = true },
    { SEARCH("auto", "auto", "--seed=1"), .may_sample = true },
    { SEARCH("random canonical", "random", "--seed=1", "--runs=100", "--identity=canonical"), .samples = true, .may_sample = true },
    { SEARCH("auto canonical", "auto", "--seed=1", "--identity=canonical"), .may_sample = true },
    { SEARCH("workers", "dfs", "--workers=2"), .same_states = true },
    { SEARCH("workers tree", "dfs", "--workers=2", "--store=tree"), .same_states = true },
    { SEARCH("workers fingerprint", "dfs", "--workers=2", "--store=fingerprint"), .same_states = true, .inexact = true },
    { SEARCH("workers canonical", "dfs", "--workers=2", "--identity=canonical") }, /* how many states: see README.md */
    { SEARCH("workers jacco", "dfs", "--workers=2", "--identity=jacco") },
    { SEARCH("workers basset", "dfs", "--workers=2", "--identity=basset"), .not_causal = true },
    { SEARCH("big steps", "dfs", "--step=big") },
    { SEARCH("bfs big steps", "bfs", "--step=big") },
    { SEARCH("big steps canonical", "dfs", "--step=big", "--identity=canonical") },
    { REDUCTION("optimal workers", "optimal", "--workers=2"), .one_per_class = true, .exactly = true, .knows_names = true },
    { REDUCTION("ample", "ample"), .fewer_states = true, .knows_names = true },
    { REDUCTION("bfs ample", "ample", "--search=bfs"), .fewer_states = true, .knows_names = true },
};

const char *const orders[ORDERS] = { "fifo", "eca", "lca", "lifo", "ldm", "hdm", "hms", "sgr" };

unsigned mode_named(const char *name)
{
    unsigned m = 0;
    while (m < MODES && strcmp(modes[m].name, name) != 0) {
        m++;
    }
    return m;
}

/* Whether some actor's mailbox has a limit that can be passed. */
static bool has_limit(const struct table *t)
{
    bool limited = t->settings.mailbox_limit != 0;
    for (int c = 0; c < CLASSES; c++) {
        limited = limited || (t->manners[c].limited && !t->manners[c].drops && t->manners[c].limit != 0);
    }
    return limited;
}

/* Whether the faults make steps of different actors depend on each other. */
static bool has_unreduced_faults(const struct table *t)
{
    const struct faults_allowed *f = &t->settings.faults;
    const char *mutant = getenv("HARRIER_MUTANT");
    bool refused = mutant == NULL || strcmp(mutant, "fault-refused") != 0;
    return has(t, WITH_FAULTS) && (f->partitions != 0 || (f->pending_lost && f->crash != 0 && refused));
}

bool mode_fits(const struct mode *m, const struct table *t, enum channel channel)
{
    if (channel == CAUSAL && m->not_causal) {
        return false;
    }
    if (m->exactly && has(t, WITH_SHARED)) {
        return false;
    }
    bool in_any_order = channel != MAILBOX, invariants = t->always[0].used || t->always[1].used;
    bool may_be_reduced =
        in_any_order && !has_unreduced_faults(t) && (!invariants || (m->knows_names && has(t, WITH_NAMED))) && !has_limit(t);
    return !m->reduces || may_be_reduced;
}
