/* What a handler leaves in the processor: flags, the modes of floating point, MMX. It is nobody's business but its own, and at its next call of
 * ours, at its end or in a crash the checker goes on as ever.
 *     registers            names all cases
 *     registers CASE HOW   does one, then: returns, sends, calls, notes, chooses, waits, crashes, or a constraint does it */
#include <fenv.h>
#include <harrier.h>
#include <stdio.h>
#include <string.h>

HR_MESSAGE(Go, double factor; char odd[3];);
HR_MESSAGE(Value, double v;);
static const char *what, *how;
static hr_ref other;

static void set_flags(unsigned long on)
{
    __asm__ volatile("pushfq; orq %0, (%%rsp); popfq" : : "r"(on) : "memory", "cc");
}

static void leave_something(void)
{
    if (strcmp(what, "direction") == 0) {
        __asm__ volatile("std");
    } else if (strcmp(what, "alignment") == 0) {
        set_flags(1 << 18);
    } else if (strcmp(what, "identification") == 0) {
        set_flags(1 << 21);
    } else if (strcmp(what, "arithmetic") == 0) {
        set_flags(0x8d5);
    } else if (strcmp(what, "mmx") == 0) {
        __asm__ volatile("pxor %%mm0, %%mm0; pcmpeqb %%mm7, %%mm7" : : : "memory");
    } else if (strcmp(what, "x87-full") == 0) {
        __asm__ volatile("fld1; fld1; fld1; fld1; fld1; fld1; fld1; fld1");
    } else if (strcmp(what, "x87-modes") == 0) {
        unsigned short word = 0;
        __asm__ volatile("fldcw %0" : : "m"(word));
    } else if (strcmp(what, "sse-modes") == 0) {
        unsigned word = 0x6000; /* towards zero, nothing masked */
        __asm__ volatile("ldmxcsr %0" : : "m"(word));
    } else if (strcmp(what, "sse-raised") == 0) {
        unsigned word = 0x1fbf; /* all raised, all masked */
        __asm__ volatile("ldmxcsr %0" : : "m"(word));
    }
}

struct answerer {
    int n;
};
static void on_ask(struct answerer *self, const struct Go *m)
{
    self->n++;
    hr_reply(Value, .v = m->factor / 3);
}
static void on_told(struct answerer *self, const struct Value *m)
{
    self->n += m->v > 1 && 1.0 / 3 > 0.3;
}
HR_ACTOR(answerer, HR_ON(Go, on_ask), HR_ON(Value, on_told));

struct actor {
    double sum;
    int n;
};
static void on_value(struct actor *self, const struct Value *m)
{
    self->sum += m->v;
}
static void on_go(struct actor *self, const struct Go *m)
{
    self->n++;
    if (strcmp(how, "accepts") == 0) {
        return;
    }
    leave_something();
    if (strcmp(how, "sends") == 0) {
        hr_send(other, Value, .v = 1.25);
    } else if (strcmp(how, "calls") == 0) {
        self->sum = hr_call(other, Value, Go, .factor = 2).v;
    } else if (strcmp(how, "notes") == 0) {
        hr_note("%d and %s", self->n, "words");
    } else if (strcmp(how, "chooses") == 0) {
        self->n += (int)hr_choose(3);
    } else if (strcmp(how, "crashes") == 0) {
        *(volatile int *)8 = 1;
    } else if (strcmp(how, "spawns") == 0) {
        hr_spawn(answerer);
    } else {
        self->sum *= m->factor;
    }
}
static bool accepts(const struct actor *self, const struct hr_received *m)
{
    (void)self, (void)m;
    if (strcmp(how, "accepts") == 0) {
        leave_something();
    }
    return true;
}
HR_ACTOR(actor, HR_ON(Go, on_go), HR_ON(Value, on_value), HR_ACCEPTS(accepts));

int main(int argc, char **argv)
{
    static const char *const kinds[] = { "nothing", "direction", "alignment", "identification", "arithmetic",
                                         "mmx",     "x87-full",  "x87-modes", "sse-modes",      "sse-raised" };
    if (argc < 3) {
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
            puts(kinds[i]);
        }
        return 0;
    }
    what = argv[1];
    how = argv[2];
    other = hr_spawn(answerer);
    for (int i = 0; i < 2; i++) {
        hr_ref a = hr_spawn(actor, .sum = 0.1);
        hr_send(a, Go, .factor = 1.1);
    }
    return hr_run();
}
