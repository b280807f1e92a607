/* What functions of a library allocated for main() is main's: two actors must not talk through it, whoever comes first.
 *     behalf              names all cases
 *     behalf CASE ORDER   the writer is first, or the reader */
#include <argz.h>
#include <dirent.h>
#include <envz.h>
#include <execinfo.h>
#include <glob.h>
#include <harrier.h>
#include <locale.h>
#include <net/if.h>
#include <netdb.h>
#include <regex.h>
#include <sched.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>
#include <wordexp.h>

HR_MESSAGE(Write);
HR_MESSAGE(Look);
/* The functions that the manual says return, or fill in, memory to be freed. */
static const char *const cases[] = { "strdup",
                                     "strndup",
                                     "wcsdup",
                                     "asprintf",
                                     "getline",
                                     "realpath",
                                     "getcwd",
                                     "get_current_dir_name",
                                     "canonicalize_file_name",
                                     "tempnam",
                                     "scandir",
                                     "glob",
                                     "wordexp",
                                     "open_memstream",
                                     "open_wmemstream",
                                     "argz_create",
                                     "argz_create_sep",
                                     "envz_add",
                                     "sscanf",
                                     "swscanf",
                                     "getaddrinfo",
                                     "if_nameindex",
                                     "backtrace_symbols",
                                     "tsearch",
                                     "hcreate_r",
                                     "regcomp",
                                     "setvbuf",
                                     "fopencookie",
                                     "opendir",
                                     "CPU_ALLOC",
                                     "newlocale" };
static char *memory;

static int compare(const void *a, const void *b)
{
    return strcmp(a, b);
}
static void allocate_more(const char *what)
{
    static glob_t found;
    static wordexp_t words;
    static struct dirent **names;
    static struct addrinfo *address;
    static struct hsearch_data table;
    static regex_t pattern;
    static wchar_t *wide;
    void *root = NULL, *here[4];
    FILE *f;
    size_t size = 0;
#define CASE(name, ...)            \
    if (strcmp(what, name) == 0) { \
        __VA_ARGS__;               \
    }
    CASE("getcwd", memory = getcwd(NULL, 0))
    CASE("get_current_dir_name", memory = get_current_dir_name())
    CASE("canonicalize_file_name", memory = canonicalize_file_name("/"))
    CASE("tempnam", memory = tempnam("/tmp", "x"))
    CASE("scandir", scandir("/", &names, NULL, alphasort), memory = names[0]->d_name)
    CASE("glob", glob("/*", 0, NULL, &found), memory = found.gl_pathv[0])
    CASE("wordexp", wordexp("a b", &words, 0), memory = words.we_wordv[0])
    CASE("open_memstream", f = open_memstream(&memory, &size), fputs("some", f), fclose(f))
    CASE("open_wmemstream", f = open_wmemstream(&wide, &size), fputws(L"some", f), fclose(f), memory = (char *)wide)
    CASE("argz_create", argz_create((char *[]){ "a", "b", NULL }, &memory, &size))
    CASE("argz_create_sep", argz_create_sep("a:b", ':', &memory, &size))
    CASE("envz_add", envz_add(&memory, &size, "a", "b"))
    CASE("sscanf", sscanf("word", "%ms", &memory))
    CASE("swscanf", swscanf(L"word", L"%ms", &memory))
    CASE("getaddrinfo", getaddrinfo("127.0.0.1", "80", &(struct addrinfo){ .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV }, &address),
         memory = (char *)address)
    CASE("if_nameindex", memory = (char *)if_nameindex())
    CASE("backtrace_symbols", memory = (char *)backtrace_symbols(here, backtrace(here, 4)))
    CASE("tsearch", memory = tsearch("key", &root, compare))
    CASE("hcreate_r", hcreate_r(10, &table), memory = (char *)table.table)
    CASE("regcomp", regcomp(&pattern, "a*b", 0), memory = (char *)pattern.buffer)
    CASE("setvbuf", f = fmemopen(NULL, 100, "w"), setvbuf(f, NULL, _IOFBF, 100), memory = (char *)f)
    CASE("fopencookie", memory = (char *)fopencookie(NULL, "r", (cookie_io_functions_t){ 0 }))
    CASE("opendir", memory = (char *)opendir("/"))
    CASE("CPU_ALLOC", memory = (char *)CPU_ALLOC(64))
    CASE("newlocale", memory = (char *)duplocale(LC_GLOBAL_LOCALE))
}

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
    if (memory == NULL) {
        allocate_more(what);
    }
    if (memory == NULL) {
        memory = calloc(1, 1);
        fprintf(stderr, "%s is not tried\n", what);
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
