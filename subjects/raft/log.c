#include "log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void machine_apply(struct machine *m, unsigned command)
{
    unsigned bit = 1u << command;
    if ((m->done & bit) == 0) {
        m->done |= bit;
        m->order = m->order * 31 + command;
    }
}

unsigned log_last(const struct log *l)
{
    return l->snapshot.index + l->count;
}

const struct entry *log_at(const struct log *l, unsigned index)
{
    assert(index > l->snapshot.index && index <= log_last(l));
    return &l->entries[index - l->snapshot.index - 1];
}

unsigned log_term(const struct log *l, unsigned index)
{
    return index == l->snapshot.index ? l->snapshot.term : log_at(l, index)->term;
}

/* Exactly as much room as there are entries: room to spare would tell equal logs apart. */
static void resize(struct log *l, unsigned count)
{
    if (count == 0) {
        free(l->entries);
        l->entries = NULL;
    } else {
        l->entries = realloc(l->entries, count * sizeof *l->entries);
        assert(l->entries != NULL);
    }
    l->count = count;
}

void log_append(struct log *l, struct entry e)
{
    resize(l, l->count + 1);
    l->entries[l->count - 1] = e;
}

void log_cut(struct log *l, unsigned index)
{
    assert(index >= l->snapshot.index);
    resize(l, index - l->snapshot.index);
}

void log_compact(struct log *l, struct snapshot snapshot)
{
    unsigned last = log_last(l);
    bool continues = snapshot.index <= last && log_term(l, snapshot.index) == snapshot.term;
    unsigned rest = continues ? last - snapshot.index : 0;
    if (rest != 0) {
        memmove(l->entries, log_at(l, snapshot.index + 1), rest * sizeof *l->entries);
    }
    resize(l, rest);
    l->snapshot = snapshot;
}
