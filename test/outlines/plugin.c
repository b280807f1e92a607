/* A library that is loaded late and has message types, actors and handlers of its own. */
#include <harrier.h>
#include <stdlib.h>
#include <string.h>

HR_MESSAGE(
    Note, char kind; long where; int left; union {
        char s[12];
        int i;
    } u;
    unsigned low : 3, high : 9; long double wide;);
HR_MESSAGE(Begin);

struct writer {
    hr_ref to;
    char what[20];
};
struct reader {
    int got;
};

static void on_note(struct reader *self, const struct Note *m)
{
    self->got += m->kind;
    hr_assert(m->left == 2 && strcmp(m->u.s, "elevenchars") == 0 && m->low == 5 && m->high == 300 &&
              m->wide == 0.1L); /* nothing was cleared */
}
static void on_begin(struct writer *self, const struct Begin *m)
{
    struct Note note;
    (void)m;
    __asm__ volatile("" : : "r"(&note) : "memory");
    note.kind = 'k';
    memcpy(note.u.s, "elevenchars", 12);
    note.low = 5;
    note.high = 300;
    note.wide = 0.1L;
    note.where = strcmp(self->what, "address") == 0 ? (long)malloc(8) : 5;
    if (strcmp(self->what, "unwritten") != 0) {
        note.left = 2;
    }
    hr_send_(self->to, &hr_type_Note, &note, sizeof note, (struct hr_place){ __FILE__, __LINE__ });
}
HR_ACTOR(reader, HR_ON(Note, on_note));
HR_ACTOR(writer, HR_ON(Begin, on_begin));

__attribute__((visibility("default"))) void begin(const char *what)
{
    struct writer w = { .to = hr_spawn(reader) };
    strncpy(w.what, what, sizeof w.what - 1);
    hr_send(hr_spawn_(&hr_actor_writer, &w, sizeof w), Begin);
}
