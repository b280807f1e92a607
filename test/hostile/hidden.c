/* A pointer that strtok() keeps in libc between two steps: state that no actor owns. */
#include "victim.h"

HR_MESSAGE(Next);

struct splitter {
    char text[16];
};

static void on_first(struct splitter *self, const struct Go *m)
{
    strcpy(self->text, "a b c");
    hr_note("%s", strtok(self->text, " "));
    hr_send(hr_self(), Next);
}

static void on_next(struct splitter *self, const struct Next *m)
{
    const char *word = strtok(NULL, " ");
    hr_note("%s", word != NULL ? word : "none");
    hr_send(hr_self(), Number, .value = word != NULL);
}

static void on_end(struct splitter *self, const struct Number *m) {}

HR_ACTOR(splitter, HR_ON(Go, on_first), HR_ON(Next, on_next), HR_ON(Number, on_end));

int main(void)
{
    /* Two of them: between the two steps of one come those of the other. */
    hr_send(hr_spawn(splitter), Go);
    hr_send(hr_spawn(splitter), Go);
    return hr_run();
}
