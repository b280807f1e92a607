/* Two actors use the library of list.c, as if each had it for itself: `own WHAT CREATION MAIN`.
 *     WHAT      what main() says of the library; - says nothing
 *     CREATION  push: the init functions use it already
 *     MAIN      a limit that main() sets after the actors were created; those that have a copy by then do not see it
 * With a fourth argument nobody creates another one.
 * With EVERYWHERE_LIBRARY it is loaded from there, late. */
#include <dlfcn.h>
#include <harrier.h>
#include <stdlib.h>
#include <string.h>

void list_push(int value);
int list_sum(void);
int list_counts_agree(int count);
int *list_limit(void);

/* All written by main only. */
static void (*push)(int) = list_push;
static int (*sum)(void) = list_sum;
static int (*counts_agree)(int) = list_counts_agree;
static int *(*limit)(void) = list_limit;
static bool in_init;
static int expected_limit = 7;

HR_MESSAGE(Add, int n;);
HR_MESSAGE(Spawn);
HR_DECLARE_ACTOR(worker);
struct worker {
    int count, sum;
};
static void use(struct worker *self, int n)
{
    hr_assert(counts_agree(self->count) && sum() == self->sum);
    push(n);
    self->sum += n;
    self->count++;
    hr_assert(counts_agree(self->count) && sum() == self->sum);
    hr_assert(*limit() == expected_limit);
}
static void begin(struct worker *self)
{
    if (in_init) {
        use(self, 100);
    }
}
static void on_add(struct worker *self, const struct Add *m)
{
    use(self, m->n);
}
static void on_spawn(struct worker *self, const struct Spawn *m)
{
    use(self, 1000);
    hr_send(hr_spawn(worker), Add, .n = 5); /* whose copy begins anew, in the middle of this step */
    use(self, 2000);
}
static bool accepts(const struct worker *self, const hr_received *m)
{
    return counts_agree(self->count); /* it sees the actor's copy too */
}
HR_ACTOR(worker, HR_INIT(begin), HR_ACCEPTS(accepts), HR_ON(Add, on_add), HR_ON(Spawn, on_spawn));

static bool predicates_see_mains(void)
{
    return counts_agree(0);
}

int main(int argc, char **argv)
{
    const char *late = getenv("EVERYWHERE_LIBRARY"); /* else the one that is linked */
    void *library = late != NULL ? dlopen(late, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (library != NULL) {
        push = (void (*)(int))dlsym(library, "list_push");
        sum = (int (*)(void))dlsym(library, "list_sum");
        counts_agree = (int (*)(int))dlsym(library, "list_counts_agree");
        limit = (int *(*)(void))dlsym(library, "list_limit");
    }
    if (argc > 1 && strcmp(argv[1], "-") != 0) {
        hr_library("list", argv[1]);
    }
    in_init = argc > 2 && strcmp(argv[2], "push") == 0;
    *limit() = expected_limit;
    hr_ref a = hr_spawn(worker), b = hr_spawn(worker);
    if (argc > 3) {
        *limit() = atoi(argv[3]);
    }
    hr_always(predicates_see_mains);
    hr_send(a, Add, .n = 1);
    hr_send(a, Add, .n = 2);
    hr_send(b, Add, .n = 3);
    if (argc < 5) {
        hr_send(b, Spawn);
    }
    return hr_run();
}
