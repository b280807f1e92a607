/* Memory shared behind the messages' back. */
#include "victim.h"

static int global;
static __thread int own;
static int *heap;

static void writes_global(void)
{
    global++; /* here: global */
}

static void writes_static(void)
{
    static int calls;
    calls++; /* here: static */
}

static void writes_thread(void)
{
    own++; /* here: thread */
}

static void writes_heap(void)
{
    *heap = 2; /* here: heap */
}

static void sends_pointer(void)
{
    hr_send(hr_self(), Number, .value = (uintptr_t)malloc(1)); /* here: message */
}

struct other {
    void *memory;
};
HR_ACTOR(other);

static void spawns_pointer(void)
{
    hr_spawn(other, .memory = malloc(1)); /* here: spawn */
}

/* The mask hides the pointer from the check of what a message carries. */
static const uint64_t mask = 0x55aa55aa55aa55aa;
HR_MESSAGE(Secret, uint64_t masked;);

struct reader {
    bool writes;
};
static void on_secret(struct reader *self, const struct Secret *m)
{
    volatile int *smuggled = (int *)(uintptr_t)(m->masked ^ mask);
    if (self->writes) {
        *smuggled = 5; /* here: smuggled_write */
    } else {
        hr_note("%d", *smuggled); /* here: smuggled_read */
    }
}
HR_ACTOR(reader, HR_ON(Secret, on_secret));

struct owner {
    hr_ref reader;
    int value;
};
static void on_owner_go(struct owner *self, const struct Go *m)
{
    hr_send(self->reader, Secret, .masked = (uintptr_t)&self->value ^ mask);
}
HR_ACTOR(owner, HR_ON(Go, on_owner_go));

static void smuggle(bool writes)
{
    hr_send(hr_spawn(owner, .reader = hr_spawn(reader, .writes = writes)), Go);
}

static void smuggled_read(void)
{
    smuggle(false);
}

static void smuggled_write(void)
{
    smuggle(true);
}

struct borrower {
    int *borrowed;
};
static void on_borrower_go(struct borrower *self, const struct Go *m)
{
    (*self->borrowed)++; /* here: stack */
}
HR_ACTOR(borrower, HR_ON(Go, on_borrower_go));

int main(int argc, char **argv)
{
    static const struct act acts[] = { { "global", writes_global }, { "static", writes_static },  { "thread", writes_thread },
                                       { "heap", writes_heap },     { "message", sends_pointer }, { "spawn", spawns_pointer } };
    int local = 1;
    heap = malloc(sizeof *heap);
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "smuggled_read") == 0) {
        smuggled_read();
    } else if (strcmp(what, "smuggled_write") == 0) {
        smuggled_write();
    } else if (strcmp(what, "stack") == 0) {
        hr_send(hr_spawn(borrower, .borrowed = &local), Go);
    } else {
        hr_send(hr_spawn(victim, .act = named(acts, sizeof acts / sizeof *acts, argc, argv)), Go);
    }
    return hr_run();
}
