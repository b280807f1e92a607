/* A program whose every text holds bytes that no terminal, JSON or XML should get as they are.    strange HOW FROM
 * The bytes FROM to FROM + 15, but for 0, are in the names of its actor and message, in what it prints, notes and asserts.
 * HOW: fails, ends (without hr_run), skips. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harrier.h"

HR_MESSAGE(Go, char text[32];);
struct odd {
    char heard[32];
};
static char bytes[32];

static void on_go(struct odd *self, const struct Go *m)
{
    memcpy(self->heard, m->text, sizeof self->heard);
    printf("prints %s\n", bytes);
    hr_note("notes %s", bytes);
    if (m->text[0] != '\0') {
        hr_assert_failed_(bytes, (struct hr_place){ bytes, 7 });
    }
}

int main(int argc, char **argv)
{
    int from = atoi(argv[2]);
    for (int i = 0; i < 16; i++) {
        bytes[i] = (char)(from + i != 0 ? from + i : 1);
    }
    struct hr_type message = { bytes, sizeof(struct Go), bytes, 1, NULL };
    struct hr_clause clauses[] = { { .kind = HR_CLAUSE_ON, .type = &message, .function = (void (*)(void))on_go },
                                   { .kind = HR_CLAUSE_END } };
    struct hr_actor_type type = { { bytes, clauses, bytes, 2 }, sizeof(struct odd), NULL, NULL };
    printf("main says %s\n", bytes);
    if (strcmp(argv[1], "ends") == 0) {
        return 3;
    }
    if (strcmp(argv[1], "skips") == 0) {
        hr_skip(bytes);
    }
    hr_ref odd = hr_spawn_(&type, &(struct odd){ 0 }, sizeof(struct odd));
    struct Go quiet = { "" }, loud = { "" };
    memcpy(loud.text, bytes, sizeof loud.text);
    hr_send_(odd, &message, &quiet, sizeof quiet, (struct hr_place){ bytes, 3 });
    hr_send_(odd, &message, &loud, sizeof loud, (struct hr_place){ bytes, 4 });
    return hr_run();
}
