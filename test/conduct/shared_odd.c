/* hr_shared() of all kinds of memory, well and badly chosen. The argument says which; two actors then write to it, if there is any. */
#include <harrier.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static long variable, neighbour;
static char page_after_page[1 << 16];
static const int constant = 7;
static __thread long of_thread;
static long *place;

HR_MESSAGE(Go);
struct actor {
    int n;
};
static void on_go(struct actor *self, const struct Go *m)
{
    (void)m;
    self->n++;
    if (place != NULL) {
        *place += 1;
    }
}
HR_ACTOR(actor, HR_ON(Go, on_go));

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    long on_stack = 0, *heap = calloc(4, sizeof *heap);
    static const char *const all[] = { "variable",  "null",     "zero",   "twice",   "inside",   "across", "heap",
                                       "heap-part", "freed",    "stack",  "code",    "constant", "thread", "huge",
                                       "wraps",     "unmapped", "mapped", "literal", "pages" };
    if (argc < 2) {
        for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
            puts(all[i]);
        }
        return 0;
    }
#define IS(name) (strcmp(what, name) == 0)
    if (IS("variable")) {
        place = &variable;
        hr_shared_global(variable);
    }
    if (IS("null")) {
        hr_shared(NULL, 8);
    }
    if (IS("zero")) {
        hr_shared(&variable, 0);
    }
    if (IS("twice")) {
        place = &variable;
        hr_shared_global(variable);
        hr_shared_global(variable);
    }
    if (IS("inside")) {
        place = &variable;
        hr_shared_global(variable);
        hr_shared((char *)&variable + 2, 3);
    }
    if (IS("across")) {
        place = &variable;
        hr_shared_global(variable);
        hr_shared((char *)&variable + 4, 8);
        (void)neighbour;
    }
    if (IS("heap")) {
        place = heap;
        hr_shared(heap, 4 * sizeof *heap);
    }
    if (IS("heap-part")) {
        place = heap + 1;
        hr_shared(heap + 1, sizeof *heap);
    }
    if (IS("freed")) {
        hr_shared(heap, 4 * sizeof *heap);
        free(heap);
        heap = NULL;
    }
    if (IS("stack")) {
        place = &on_stack;
        hr_shared(&on_stack, sizeof on_stack);
    }
    if (IS("code")) {
        hr_shared((void *)on_go, 16);
    }
    if (IS("constant")) {
        hr_shared((void *)&constant, sizeof constant);
    }
    if (IS("literal")) {
        hr_shared((void *)"literal", 4);
    }
    if (IS("thread")) {
        place = &of_thread;
        hr_shared(&of_thread, sizeof of_thread);
    }
    if (IS("huge")) {
        hr_shared(&variable, (size_t)1 << 40);
    }
    if (IS("wraps")) {
        hr_shared(&variable, SIZE_MAX);
    }
    if (IS("unmapped")) {
        hr_shared((void *)0x10000, 4096);
    }
    if (IS("pages")) {
        place = (long *)page_after_page;
        hr_shared_global(page_after_page);
    }
    if (IS("mapped")) {
        place = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        hr_shared(place, 4096);
    }
    hr_send(hr_spawn(actor), Go);
    hr_send(hr_spawn(actor), Go);
    return hr_run();
}
