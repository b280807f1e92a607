/* One step that sends very many messages: flood NUMBER equal|distinct [SOURCES]. With `choose` it chooses among so many instead. */
#include <harrier.h>
#include <stdlib.h>
#include <string.h>

HR_MESSAGE(Item, int v;);
HR_MESSAGE(Go, int n; bool distinct, choose;);

struct sink {
    int got;
};
static void on_item(struct sink *self, const struct Item *m)
{
    (void)self, (void)m;
}
HR_ACTOR(sink, HR_ON(Item, on_item));

struct source {
    hr_ref to;
    unsigned chosen;
};
static void on_go(struct source *self, const struct Go *m)
{
    if (m->choose) {
        self->chosen = hr_choose((unsigned)m->n);
    }
    for (int i = 0; i < m->n && !m->choose; i++) {
        hr_send(self->to, Item, .v = m->distinct ? i : 0);
    }
}
HR_ACTOR(source, HR_ON(Go, on_go));

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10, sources = argc > 3 ? atoi(argv[3]) : 1;
    const char *how = argc > 2 ? argv[2] : "equal";
    hr_ref to = hr_spawn(sink);
    hr_spawn(sink); /* so that there is something to rename */
    for (int i = 0; i < sources; i++) {
        hr_send(hr_spawn(source, .to = to), Go, .n = n, .distinct = strcmp(how, "distinct") == 0, .choose = strcmp(how, "choose") == 0);
    }
    return hr_run();
}
