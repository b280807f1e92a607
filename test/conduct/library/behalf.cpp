// The same with operator new.    behalf-cpp CASE ORDER
#include <harrier.h>
#include <cstring>
#include <new>
#include <string>
#include <vector>

HR_MESSAGE(Write);
HR_MESSAGE(Look);
struct table {
    char letter;
};
struct alignas(64) wide {
    char letter;
};
static char *memory;
static std::vector<char> *list;

static void allocate(const char *what)
{
    if (strcmp(what, "new") == 0) {
        memory = &(new table{ 'a' })->letter;
    } else if (strcmp(what, "array") == 0) {
        memory = new char[100]{ 'a' };
    } else if (strcmp(what, "nothrow") == 0) {
        memory = &(new (std::nothrow) table{ 'a' })->letter;
    } else if (strcmp(what, "aligned") == 0) {
        memory = &(new wide{ 'a' })->letter;
    } else {
        list = new std::vector<char>(100, 'a');
        memory = list->data();
    }
}

struct writer {
    int n;
};
static void on_write(struct writer *, const struct Write *)
{
    memory[0] = '!';
}
HR_ACTOR(writer, HR_ON(Write, on_write));

struct looker {
    int n;
};
static void on_look(struct looker *, const struct Look *)
{
    hr_assert(memory[0] != '!');
}
HR_ACTOR(looker, HR_ON(Look, on_look));

int main(int, char **argv)
{
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
