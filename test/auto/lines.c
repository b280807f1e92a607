/* Six writers send three lines each to a log that remembers their order: far too many orders to explore. Unless the editor chooses so nothing is written
 * at all, and the first choice is not to: only executions with the other one show that there are orders. */
#include <harrier.h>

HR_MESSAGE(Begin);
HR_MESSAGE(Line, int writer;);

struct log {
    unsigned order;
};

static void on_line(struct log *self, const struct Line *m)
{
    self->order = self->order * 31 + (unsigned)m->writer;
}

HR_ACTOR(log, HR_ON(Line, on_line));

struct writer {
    hr_ref log;
    int number;
};

static void on_write(struct writer *self, const struct Begin *m)
{
    (void)m;
    for (int i = 0; i < 3; i++) {
        hr_send(self->log, Line, .writer = self->number);
    }
}

HR_ACTOR(writer, HR_ON(Begin, on_write));

struct editor {
    hr_ref writers[6];
};

static void on_begin(struct editor *self, const struct Begin *m)
{
    (void)m;
    int wanted = hr_choose(2) == 1 ? 6 : 0;
    for (int i = 0; i < wanted; i++) {
        hr_send(self->writers[i], Begin);
    }
}

HR_ACTOR(editor, HR_ON(Begin, on_begin));

int main(void)
{
    hr_ref log = hr_spawn(log);
    hr_ref w[6];
    for (int i = 0; i < 6; i++) {
        w[i] = hr_spawn(writer, .log = log, .number = i + 1);
    }
    hr_ref editor = hr_spawn(editor, .writers = { w[0], w[1], w[2], w[3], w[4], w[5] });
    hr_send(editor, Begin);
    return hr_run();
}
