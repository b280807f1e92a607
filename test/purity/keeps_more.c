/* What an actor keeps across steps: streams, also when all are flushed; a constraint that allocates and frees; sleeping until a time. */
#define _GNU_SOURCE
#include <harrier.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

HR_MESSAGE(Go);

struct scribe {
    int n;
    FILE *to_buffer, *to_memory;
    char *text, buffer[100];
    size_t size;
};
static void on_go(struct scribe *self, const struct Go *m)
{
    if (self->n == 0) {
        self->to_buffer = fmemopen(self->buffer, sizeof self->buffer, "w+");
        self->to_memory = open_memstream(&self->text, &self->size);
    }
    fprintf(self->to_buffer, "%d ", self->n);
    fprintf(self->to_memory, "%d ", self->n);
    fflush(self->to_memory);
    fflush(NULL); /* also those that were opened in an earlier step */
    self->n++;
    hr_assert(strlen(self->text) == 2 * (size_t)self->n && strlen(self->buffer) == 2 * (size_t)self->n);
    if (self->n < 3) {
        hr_send(hr_self(), Go);
    } else {
        fclose(self->to_buffer);
        fclose(self->to_memory);
        free(self->text);
    }
}
static bool accepts(struct scribe *self, const hr_received *m)
{
    char *one = malloc(20), *two = strdup("two");
    free(one);
    char *three = malloc(400);
    bool is = strcmp(two, "two") == 0;
    free(two);
    free(three);
    printf("%d\n", is);
    return is;
}
HR_ACTOR(scribe, HR_ACCEPTS(accepts), HR_ON(Go, on_go));

struct sleeper {
    int n;
};
static void on_sleep(struct sleeper *self, const struct Go *m)
{
    struct timespec now, then;
    clock_gettime(CLOCK_MONOTONIC, &now);
    now.tv_sec += 5;
    hr_assert(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &now, NULL) == 0);
    clock_gettime(CLOCK_MONOTONIC, &then);
    hr_assert(then.tv_sec - now.tv_sec == 0 && then.tv_nsec - now.tv_nsec < 100000000); /* not twice as long */
}
HR_ACTOR(sleeper, HR_ON(Go, on_sleep));

int main(int argc, char **argv)
{
    if (argc > 1) {
        hr_send(hr_spawn(sleeper), Go);
        return hr_run();
    }
    hr_send(hr_spawn(scribe), Go);
    hr_send(hr_spawn(scribe), Go);
    return hr_run();
}
