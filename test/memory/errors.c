/* Every error with memory, in every place where code of the program runs:
 *     errors                  lists the cases: KIND SIZE OFFSET PLACE
 *     errors KIND SIZE OFFSET PLACE
 * What a kind does is in act(); what is right is among them, to see that it passes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harrier.h"

HR_MESSAGE(Go, int value;);
HR_MESSAGE(Next, int value;);
HR_MESSAGE(Number, long value;);
HR_MESSAGE(Text, char *text;);
HR_CARRIES(Text, HR_STRING(Text, text));

/* The compiler must not see what becomes of a pointer. */
#define HIDE(p) __asm__ volatile("" : "+r"(p) : : "memory")

static const char *kind, *place;
static size_t size;
static long offset;
static char *of_main;
static char global[64];

static int is(const char *name)
{
    return strcmp(kind, name) == 0;
}

/* ---- what is wrong ---- */

static __attribute__((noinline)) void write_up(size_t bytes)
{
    char array[16], *p = array;
    HIDE(p);
    for (size_t i = 0; i < bytes; i++) {
        p[i] = 'x';
    }
    HIDE(p);
}

static __attribute__((noinline)) void copy_up(size_t bytes)
{
    char array[16], *p = array;
    HIDE(p);
    memset(p, 'x', bytes);
    HIDE(p);
}

static __attribute__((noinline)) void write_down(size_t bytes)
{
    char array[16], *p = array;
    HIDE(p);
    for (char *at = p - 1; at >= p - bytes; at--) {
        *at = 'x';
        HIDE(at);
    }
}

static __attribute__((noinline)) long of_stack(void)
{
    volatile int array[40];
    return array[offset];
}

/* Decides something: 0 as long as what it looks at is 0. */
static long decide(int value)
{
    return is("uninitialised_nonzero") ? value != 0
           : is("uninitialised_odd")   ? value & 1
           : is("uninitialised_below") ? value < 0
                                       : value > 0;
}

static long act_on_blocks(void)
{
    char *block = malloc(size), *next = malloc(size);
    HIDE(block);
    HIDE(next);
    memset(block, 1, size);
    memset(next, 1, size);
    if (is("beyond")) {
        block[size + offset] ^= 1;
    } else if (is("beyond_zero")) {
        block[size + offset] = 0;
    } else if (is("beyond_last")) {
        next[size + offset] ^= 1;
    } else if (is("before")) {
        next[-1 - offset] ^= 1;
    } else if (is("write_freed")) {
        free(block);
        block[offset] = 1;
        return 0;
    } else if (is("write_freed_zero")) {
        free(next);
        next[offset] = 0;
        free(block);
        return 0;
    } else if (is("write_freed_last")) {
        free(next);
        next[offset] = 1;
        return 0;
    } else if (is("write_reused")) {
        free(next);
        char *other = malloc(size);
        HIDE(other);
        memset(other, 0, size);
        next[offset] = 1;
        free(other);
        free(block);
        return 0;
    } else if (is("read_freed")) {
        free(next);
        long value = next[offset];
        free(block);
        return value;
    } else if (is("read_freed_first")) {
        free(block);
        return block[offset];
    } else if (is("read_reused")) {
        free(next);
        char *other = malloc(size);
        HIDE(other);
        memset(other, 0, size);
        long value = next[offset];
        free(other);
        free(block);
        return value;
    } else if (is("free_twice")) {
        free(block);
        free(block);
    } else if (is("free_twice_last")) {
        free(next);
        free(next);
    } else if (is("free_twice_reused")) {
        free(next);
        char *other = malloc(size);
        HIDE(other);
        free(next);
        HIDE(other);
    } else if (is("free_inside")) {
        free(block + offset);
    } else if (is("realloc_inside")) {
        next = realloc(block + offset, 100);
    } else if (is("realloc_freed")) {
        free(block);
        next = realloc(block, 100);
    }
    free(next);
    free(block);
    return 0;
}

static long act_on_others(void)
{
    char array[64], *p = is("free_stack") || is("realloc_stack") ? array : is("free_main") || is("realloc_main") ? of_main : global;
    HIDE(p);
    if (strncmp(kind, "free", 4) == 0) {
        free(p);
    } else {
        p = realloc(p, 100);
        HIDE(p);
    }
    return 0;
}

/* What is right, all of it. */
static long act_well(void)
{
    char *block = malloc(size), *zeros = calloc(1, size), *aligned = aligned_alloc(64, (size + 63) / 64 * 64);
    HIDE(block);
    long sum = zeros[size - 1];
    memset(block, 1, size);
    memset(aligned, 2, size);
    block = realloc(block, 2 * size);
    sum += block[size - 1] + aligned[size - 1];
    char *copy = strdup("some text");
    sum += copy[0];
    free(copy);
    free(block);
    block = malloc(size);
    HIDE(block);
    memset(block, 0, size);
    sum += block[0];
    free(block);
    free(zeros);
    free(aligned);
    return sum == 0;
}

static long act(void)
{
    if (is("well")) {
        return act_well();
    }
    if (is("stack_up")) {
        write_up(size);
        return 0;
    }
    if (is("stack_copy")) {
        copy_up(size);
        return 0;
    }
    if (is("stack_down")) {
        write_down(size);
        return 0;
    }
    if (is("uninitialised_stack")) {
        return of_stack() > 0;
    }
    if (strncmp(kind, "uninitialised", 13) == 0) {
        volatile int *fresh = malloc(size + sizeof *fresh);
        long value = decide(fresh[offset]);
        free((void *)fresh);
        return value;
    }
    return strstr(kind, "_main") != NULL || strstr(kind, "_stack") != NULL || strstr(kind, "_global") != NULL ? act_on_others()
                                                                                                              : act_on_blocks();
}

/* ---- in two steps: what one leaves behind, another one uses ---- */

struct bits {
    unsigned first : 3, second : 1, third : 12;
};

struct victim {
    char *block, *old;
    struct bits *bits;
    const struct Go *message;
    const char *text;
    long sum;
};

static void first_half(struct victim *self, const struct Go *m)
{
    self->message = m;
    if (is("later_well") || is("later_unwritten")) {
        self->block = malloc(size);
        memset(self->block, 1, size / 2);
    } else if (is("later_freed") || is("later_written")) {
        self->old = self->block = malloc(size);
        memset(self->block, 1, size);
        char *last = malloc(8);
        free(self->block);
        self->block = last;
    } else if (is("later_freed_last")) {
        self->old = malloc(size);
        memset(self->old, 1, size);
        free(self->old);
    } else if (is("later_reused")) {
        self->old = malloc(size);
        free(self->old);
    } else if (is("later_bits") || is("later_bit")) {
        self->bits = malloc(sizeof *self->bits);
        HIDE(self->bits); /* a compiler that knows what malloc is writes all of them at once */
        self->bits->first = 5;
    }
}

static long second_half(struct victim *self)
{
    if (is("later_well")) {
        return self->block[size / 2 - 1] == 0;
    }
    if (is("later_unwritten")) {
        return self->block[size - 1];
    }
    if (is("later_bits")) {
        self->bits->second = 1;
        return self->bits->second + self->bits->first;
    }
    if (is("later_bit")) {
        return self->bits->second;
    }
    if (is("later_freed") || is("later_freed_last")) {
        return self->old[offset];
    }
    if (is("later_written")) {
        self->old[offset] = 1;
    }
    if (is("later_reused")) {
        self->block = malloc(size);
        memset(self->block, 0, size);
        return self->old[offset];
    }
    return is("later_message") ? self->message->value > 1 : 0;
}

/* ---- the places ---- */

static void use(long value)
{
    hr_send(hr_self(), Number, .value = value);
}

static void on_go(struct victim *self, const struct Go *m)
{
    if (is("wild")) { /* where the checker keeps what it knows of this actor, below its heap */
        char *at = (char *)self - 16 - 8192 + offset;
        HIDE(at);
        memset(at, 'x', size);
        hr_send(hr_self(), Next, .value = 0);
    } else if (strcmp(place, "handler") == 0 || strcmp(place, "settled") == 0) {
        use(act());
    } else if (strcmp(place, "kept") == 0) {
        self->sum = act();
        self->text = "kept"; /* another state than the first one, where all was written */
        hr_send(hr_self(), Next, .value = 0);
    } else if (strcmp(place, "later") == 0) {
        first_half(self, m);
        hr_send(hr_self(), Next, .value = 0);
    }
}
static void on_next(struct victim *self, const struct Next *m)
{
    use(strcmp(place, "kept") == 0 ? self->sum : second_half(self));
}
static void on_number(struct victim *self, const struct Number *m)
{
    self->sum = m->value;
}
static void on_init(struct victim *self)
{
    if (strcmp(place, "init") == 0 || strcmp(place, "spawned") == 0) {
        use(act());
    }
}
static bool accepts(const struct victim *self, const hr_received *m)
{
    return strcmp(place, "constraint") != 0 || act() == 0;
}
HR_ACTOR(victim, HR_INIT(on_init), HR_ACCEPTS(accepts), HR_ON(Go, on_go), HR_ON(Next, on_next), HR_ON(Number, on_number));

struct maker {
    hr_ref child;
};
static void on_make(struct maker *self, const struct Go *m)
{
    self->child = hr_spawn(victim);
}
HR_ACTOR(maker, HR_ON(Go, on_make));

struct echoer {
    int unused;
};
static void echo(struct echoer *self, const struct Go *m)
{
    hr_reply(Number, .value = 5);
}
HR_ACTOR(echoer, HR_ON(Go, echo));

struct process {
    hr_ref echo;
    const char *text;
};
static void run(struct process *self)
{
    int before = 3;
    if (strcmp(place, "process") == 0) {
        use(act());
    }
    for (;;) {
        hr_received m = hr_receive();
        if (hr_is(m, Text)) { /* it is lent until the next one is asked for */
            if (self->text == NULL) {
                self->text = hr_as(m, Text)->text;
            } else if (is("later_message")) {
                use(self->text[0] > 1);
            }
        } else if (hr_is(m, Go) && strcmp(place, "waited") == 0) {
            use(act());
        } else if (hr_is(m, Go) && strcmp(place, "called") == 0) {
            before += (int)hr_call(self->echo, Number, Go).value;
            use(act() + before);
        }
    }
}
HR_PROCESS(process, run);

static bool predicate(void)
{
    return strcmp(place, "predicate") != 0 || act() == 0;
}

/* ---- which there are ---- */

static void list(const char *name, size_t bytes, long at, const char *const *where)
{
    for (; *where != NULL; where++) {
        printf("%s %zu %ld %s\n", name, bytes, at, *where);
    }
}

static const char *const everywhere[] = { "handler", "init",       "spawned",   "process", "waited",
                                          "called",  "constraint", "predicate", "settled", NULL };
static const char *const but_constraints[] = { "handler", "init", "spawned", "process", "waited", "called", "predicate", "settled", NULL };
static const char *const in_a_handler[] = { "handler", NULL }, *const in_two_steps[] = { "later", NULL }, *const lent[] = { "lent", NULL },
                         *const kept[] = { "kept", NULL };

static void list_all(void)
{
    static const size_t sizes[] = { 1, 16, 24, 100, 4000 };
    static const char *const of_blocks[] = { "beyond",           "beyond_zero",      "beyond_last",  "before",     "write_freed",
                                             "write_freed_zero", "write_freed_last", "write_reused", "read_freed", "read_reused" };
    for (size_t i = 0; i < sizeof of_blocks / sizeof *of_blocks; i++) {
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            list(of_blocks[i], sizes[k], 0, in_a_handler);
        }
        list(of_blocks[i], 40, 7, everywhere);
    }
    list("read_freed_first", 40, 7, but_constraints); /* which must not leave anything behind */
    list("well", 40, 0, but_constraints);
    static const char *const of_frees[] = { "free_twice",    "free_twice_last", "free_twice_reused", "free_inside",
                                            "free_stack",    "free_main",       "free_global",       "realloc_inside",
                                            "realloc_freed", "realloc_stack",   "realloc_main",      "realloc_global" };
    for (size_t i = 0; i < sizeof of_frees / sizeof *of_frees; i++) {
        list(of_frees[i], 40, 16, everywhere);
        list(of_frees[i], 40, 3, in_a_handler);
    }
    static const char *const of_fresh[] = { "uninitialised_nonzero", "uninitialised_odd", "uninitialised_below", "uninitialised_above",
                                            "uninitialised_stack" };
    for (size_t i = 0; i < sizeof of_fresh / sizeof *of_fresh; i++) {
        list(of_fresh[i], 40, 3, everywhere);
        list(of_fresh[i], 4000, 33, in_a_handler);
        list(of_fresh[i], 40, 5, kept);
    }
    static const size_t far[] = { 40, 64, 300, 5000, 100000 };
    for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
        list("stack_up", far[i], 0, i == 2 ? everywhere : in_a_handler);
        list("stack_copy", far[i], 0, i == 4 ? everywhere : in_a_handler);
        list("stack_down", far[i], 0, i == 4 ? everywhere : in_a_handler);
    }
    static const char *const of_later[] = { "later_well",   "later_unwritten", "later_freed", "later_freed_last", "later_written",
                                            "later_reused", "later_message",   "later_kept",  "later_bits",       "later_bit" };
    for (size_t i = 0; i < sizeof of_later / sizeof *of_later; i++) {
        list(of_later[i], 24, 2, in_two_steps);
        list(of_later[i], 1000, 500, in_two_steps);
    }
    for (long at = 0; at < 1000; at += 8) {
        list("wild", at % 16 == 0 ? 8 : 1, at, in_a_handler);
    }
    list("later_message", 0, 0, lent);
    list("later_kept", 0, 0, lent);
}

int main(int argc, char **argv)
{
    if (argc < 5) {
        list_all();
        return 0;
    }
    kind = argv[1];
    size = strtoul(argv[2], NULL, 10);
    offset = strtol(argv[3], NULL, 10);
    place = argv[4];
    of_main = malloc(40);
    hr_always(predicate);
    if (strcmp(place, "process") == 0 || strcmp(place, "waited") == 0 || strcmp(place, "called") == 0) {
        hr_send(hr_spawn(process, .echo = hr_spawn(echoer)), Go, .value = 1);
    } else if (strcmp(place, "lent") == 0) {
        hr_ref p = hr_spawn(process);
        hr_send(p, Text, .text = "first");
        hr_send(p, Text, .text = "second, and longer than that");
    } else if (strcmp(place, "spawned") == 0) {
        hr_send(hr_spawn(maker), Go, .value = 1);
    } else {
        hr_send(hr_spawn(victim), Go, .value = 1);
    }
    if (strcmp(place, "settled") == 0) {
        hr_settle();
    }
    return hr_run();
}
