#include "moves/steps.h"

void steps_init(struct steps *s)
{
    pool_init(&s->explored, (size_t)1 << 34);
}

void steps_note(struct steps *s, const struct move *m)
{
    if (m->outcome >= s->explored.used) {
        pool_account(&s->explored, m->outcome + 1 - s->explored.used);
    }
    s->explored.base[m->outcome] = 1;
}

void steps_note_all(struct steps *s)
{
    for (uint32_t i = 0; i < move_table.made.used / sizeof(struct move); i++) {
        steps_note(s, move_at(i));
    }
}

uint64_t steps_count(const struct steps *s)
{
    uint64_t count = 0;
    for (size_t i = 0; i < s->explored.used; i++) {
        count += s->explored.base[i];
    }
    return count;
}
