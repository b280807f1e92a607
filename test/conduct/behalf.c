/* What functions of a library allocated for main() is main's: two actors must not talk through it, whoever comes first.
 *     behalf              names all cases
 *     behalf CASE ORDER   the writer is first, or the reader */
#include <harrier.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

HR_MESSAGE(Write);
HR_MESSAGE(Look);
static const char *const cases[] = { "strdup", "strndup", "wcsdup", "asprintf", "getline", "realpath" };
static char *memory;

static void allocate(const char *what)
{
    char text[] = "a line\n";
    size_t size = 0;
    if (strcmp(what, "strdup") == 0) {
        memory = strdup(text);
    } else if (strcmp(what, "strndup") == 0) {
        memory = strndup(text, 3);
    } else if (strcmp(what, "wcsdup") == 0) {
        memory = (char *)wcsdup(L"wide");
    } else if (strcmp(what, "asprintf") == 0 && asprintf(&memory, "%s", text) < 0) {
        abort();
    } else if (strcmp(what, "getline") == 0) {
        FILE *from = fmemopen(text, sizeof text, "r");
        if (getline(&memory, &size, from) < 0) {
            abort();
        }
        fclose(from);
    } else if (strcmp(what, "realpath") == 0) {
        memory = realpath("/", NULL);
    }
}

struct writer {
    int n;
};
static void on_write(struct writer *self, const struct Write *m)
{
    memory[0] = '!';
}
HR_ACTOR(writer, HR_ON(Write, on_write));

struct looker {
    int n;
};
static void on_look(struct looker *self, const struct Look *m)
{
    hr_assert(memory[0] != '!');
}
HR_ACTOR(looker, HR_ON(Look, on_look));

int main(int argc, char **argv)
{
    if (argc < 3) {
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            puts(cases[i]);
        }
        return 0;
    }
    allocate(argv[1]);
    bool writer_first = strcmp(argv[2], "writer") == 0;
    for (int i = 0; i < 2; i++) {
        if ((i == 0) == writer_first) {
            hr_send(hr_spawn(writer), Write);
        } else {
            hr_send(hr_spawn(looker), Look);
        }
    }
    return hr_run();
}
