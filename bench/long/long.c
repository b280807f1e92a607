/* Tokens that go round, for bench/long.sh: `long ACTORS STEPS [TOKENS [MESSAGE [HEAP]]]`. A token is handed on STEPS times, in a message that carries MESSAGE bytes, by
 * actors that have HEAP bytes of memory each. */
#include <harrier.h>
#include <stdlib.h>
#include <string.h>

HR_MESSAGE(Token, int left; hr_ref last; int size; char *bytes;);
HR_CARRIES(Token, HR_ARRAY(Token, bytes, size));
static int heap; /* written by main only */

struct node {
    hr_ref next; /* HR_NOBODY: the last one, which messages name */
    int count;
    char *memory;
};

static void begin(struct node *self)
{
    if (heap > 0) {
        self->memory = malloc((size_t)heap);
        memset(self->memory, 1, (size_t)heap);
    }
}

static void on_token(struct node *self, const struct Token *m)
{
    self->count = (self->count + 1) % 4;
    if (m->left > 0) {
        hr_send(self->next != HR_NOBODY ? self->next : m->last, Token, .left = m->left - 1, .last = m->last, .size = m->size,
                .bytes = m->bytes);
    }
}
HR_ACTOR(node, HR_INIT(begin), HR_ON(Token, on_token));

int main(int argc, char **argv)
{
    int actors = argc > 1 ? atoi(argv[1]) : 2, steps = argc > 2 ? atoi(argv[2]) : 1000, tokens = argc > 3 ? atoi(argv[3]) : 1;
    int size = argc > 4 ? atoi(argv[4]) : 0;
    heap = argc > 5 ? atoi(argv[5]) : 0;
    char *bytes = calloc(1, (size_t)size + 1);
    hr_ref first = HR_NOBODY, last = HR_NOBODY;
    for (int i = 0; i < actors; i++) {
        last = hr_spawn(node, .next = last);
        first = i == 0 ? last : first;
    }
    for (int i = 0; i < tokens; i++) {
        hr_send(first, Token, .left = steps / tokens, .last = last, .size = size, .bytes = bytes);
    }
    return hr_run();
}
