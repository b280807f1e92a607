/* What libc allocated for the program in one step is there in the next: however it is referred to. Two actors, all orders. */
#define _GNU_SOURCE
#include <harrier.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

HR_MESSAGE(Make);
HR_MESSAGE(Use);

struct __attribute__((packed)) packed {
    char before;
    char *text;
};
struct keeper {
    char *plain, *middle;
    struct packed *packed;
    char **chain; /* a block of libc's that alone refers to another one */
    FILE *stream;
    char *stream_text;
    size_t stream_size;
    char *line;
    size_t line_size;
};
static char *shared_text; /* declared */

static void on_make(struct keeper *self, const struct Make *m)
{
    self->plain = strdup("plain");
    self->middle = strdup("in the middle") + 7;
    self->packed = malloc(sizeof *self->packed);
    self->packed->text = strdup("packed");
    self->chain = (char **)strndup("12345678", 8);
    self->chain[0] = strdup("chain");
    self->stream = open_memstream(&self->stream_text, &self->stream_size);
    fprintf(self->stream, "begun");
    char text[] = "a line\n";
    FILE *in = fmemopen(text, strlen(text), "r");
    hr_assert(getline(&self->line, &self->line_size, in) == 7);
    fclose(in);
    hr_assert(asprintf(&shared_text, "shared") == 6);
}

static void on_use(struct keeper *self, const struct Use *m)
{
    char *more = malloc(3000); /* whatever is free now is written to */
    memset(more, 'x', 3000);
    free(more);
    for (int i = 1; i < 20; i++) {
        char *some = malloc((size_t)i * 10);
        memset(some, 'x', (size_t)i * 10);
    }
    hr_assert(strcmp(shared_text, "shared") == 0);
    hr_assert(strcmp(self->plain, "plain") == 0 && strcmp(self->middle, "middle") == 0);
    hr_assert(strcmp(self->packed->text, "packed") == 0 && strcmp(self->chain[0], "chain") == 0);
    fprintf(self->stream, ", ended");
    fclose(self->stream);
    hr_assert(strcmp(self->stream_text, "begun, ended") == 0 && strcmp(self->line, "a line\n") == 0);
    free(self->plain);
    free(self->packed->text);
    free(self->chain[0]);
    free(self->chain);
    free(self->line);
}
HR_ACTOR(keeper, HR_ON(Make, on_make), HR_ON(Use, on_use));

/* On its stack, while it waits. */
struct waiter {
    int done;
};
static void wait_with_it(struct waiter *self)
{
    char *text = strdup("on the stack");
    hr_receive(Make);
    char *other = malloc(100);
    memset(other, 'x', 100);
    hr_receive(Use);
    hr_assert(strcmp(text, "on the stack") == 0);
    free(text);
    self->done = 1;
}
HR_PROCESS(waiter, wait_with_it);

int main(void)
{
    hr_shared_global(shared_text);
    hr_ref k = hr_spawn(keeper), w = hr_spawn(waiter);
    hr_send(k, Make);
    hr_send(k, Use);
    hr_send(w, Make);
    hr_send(w, Use);
    return hr_run();
}
