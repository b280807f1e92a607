/* Two steps that talk through the C library: `leftovers NAME ORDER` has one that writes and one that reads, in different actors. ORDER says which
 * of them is executed first by the search: writer, reader, or late (the reader first, the writer when the search has executed many steps); or that
 * main() reads, after hr_run().
 * `leftovers` alone prints the names. Harmless ones begin with "no_": the reader asks for something that the writer's calls do not change. */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <harrier.h>
#include <libintl.h>
#include <locale.h>
#include <pthread.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

static pthread_key_t key;
static tss_t slot;
static locale_t other;
static char words[] = "some words";

static void set_variable(void)
{
    setenv("LEFT", "1", 1);
}
static int get_variable(void)
{
    return getenv("LEFT") != NULL;
}
static void unset_variable(void)
{
    unsetenv("PATH");
}
static int get_path(void)
{
    return getenv("PATH") != NULL;
}
static void put_variable(void)
{
    putenv("LEFT=here");
}
static int walk_variables(void)
{
    int count = 0;
    for (char **e = environ; *e != NULL; e++) count++;
    return count;
}
static void begin_tokens(void)
{
    char text[] = "a b c";
    strtok(text, " ");
}
static int more_tokens(void)
{
    return strtok(NULL, " ") != NULL;
}
static void set_key(void)
{
    pthread_setspecific(key, words);
}
static int get_key(void)
{
    return pthread_getspecific(key) != NULL;
}
static void set_slot(void)
{
    tss_set(slot, words);
}
static int get_slot(void)
{
    return tss_get(slot) != NULL;
}
static void new_key(void)
{
    pthread_key_t k;
    pthread_key_create(&k, NULL);
}
static int next_key(void)
{
    pthread_key_t k;
    pthread_key_create(&k, NULL);
    return (int)k;
}
static void use_locale(void)
{
    uselocale(other);
}
static int used_locale(void)
{
    return uselocale((locale_t)0) == other;
}
static void get_options(void)
{
    char *argv[] = { "x", "-a", "-b", "rest", NULL };
    while (getopt(4, argv, "ab") != -1) {}
}
static int option_index(void)
{
    return optind;
}
static void shift_state(void)
{
    char c;
    wctomb(&c, L'a');
    mblen("\xe2", 1);
    mbtowc(NULL, "\xe2", 1);
    mbrlen("\xe2", 1, NULL);
}
static void make_table(void)
{
    hcreate(10);
}
static int find_in_table(void)
{
    ENTRY e = { .key = "k", .data = NULL };
    return hsearch(e, ENTER) != NULL;
}
static void set_domain(void)
{
    textdomain("left");
}
static int get_domain(void)
{
    return strcmp(textdomain(NULL), "messages") != 0;
}
static void write_text(void)
{
    struct tm t = { .tm_year = 99, .tm_mday = 1 };
    asctime(&t);
}
static char *text_of_main;
static int read_text(void)
{
    return text_of_main[22];
}
static void make_wide(void)
{
    fwide(stdout, 1);
}
static int is_wide(void)
{
    return fwide(stdout, 0) > 0;
}
static void leave_error(void)
{
    errno = ENOENT;
}
static int get_error(void)
{
    return errno;
}
static void print(void)
{
    printf("something\n");
    fprintf(stderr, "more\n");
}
static int print_more(void)
{
    return printf("%d of %s\n", 5, "these");
}
static void use_static(void)
{
    struct tm t = { .tm_year = 99, .tm_mday = 1 };
    strftime((char[40]){ 0 }, 40, "%c", &t);
    strerror(12345);
    asctime(gmtime(&(time_t){ 1000 }));
}
static int use_it_again(void)
{
    return (int)strlen(strerror(54321)) + gmtime(&(time_t){ 5000 })->tm_min + strcmp(asctime(localtime(&(time_t){ 0 })), "x");
}

static const struct {
    const char *name;
    void (*write)(void);
    int (*read)(void);
} pairs[] = { { "variable", set_variable, get_variable },
              { "unset_variable", unset_variable, get_path },
              { "put_variable", put_variable, get_variable },
              { "environ", set_variable, walk_variables },
              { "tokens", begin_tokens, more_tokens },
              { "key", set_key, get_key },
              { "slot", set_slot, get_slot },
              { "new_key", new_key, next_key },
              { "locale", use_locale, used_locale },
              { "options", get_options, option_index },
              { "table", make_table, find_in_table },
              { "domain", set_domain, get_domain },
              { "buffer", write_text, read_text },
              { "output_orientation", make_wide, print_more },
              { "orientation", make_wide, is_wide },
              { "no_error", leave_error, get_error },
              { "no_output", print, print_more },
              { "no_caches", use_static, use_it_again },
              { "no_shift", shift_state, print_more } };
static size_t chosen;

HR_MESSAGE(Write);
HR_MESSAGE(Read);
HR_MESSAGE(Tick, int n;);
struct actor {
    int seen;
    hr_ref peer;
};
static void on_write(struct actor *self, const struct Write *m)
{
    pairs[chosen].write();
    self->seen = 1;
}
static void on_read(struct actor *self, const struct Read *m)
{
    self->seen = pairs[chosen].read();
}
enum { MANY = 700 };
static void on_tick(struct actor *self, const struct Tick *m)
{
    self->seen++;
    if (m->n < MANY) {
        hr_send(hr_self(), Tick, .n = m->n + 1);
    } else {
        hr_send(self->peer, Write);
    }
}
HR_ACTOR(actor, HR_ON(Write, on_write), HR_ON(Read, on_read), HR_ON(Tick, on_tick));

int main(int argc, char **argv)
{
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (argc < 3) {
            puts(pairs[i].name);
        } else if (strcmp(pairs[i].name, argv[1]) == 0) {
            chosen = i;
        }
    }
    if (argc < 3) {
        return 0;
    }
    pthread_key_create(&key, NULL);
    tss_create(&slot, NULL);
    other = duplocale(LC_GLOBAL_LOCALE);
    text_of_main = asctime(&(struct tm){ .tm_year = 70, .tm_mday = 1 });
    hr_ref one = hr_spawn(actor), two = hr_spawn(actor);
    if (strcmp(argv[2], "after") == 0) {
        int before = pairs[chosen].read();
        hr_send(one, Write);
        hr_run();
        return pairs[chosen].read() != before;
    }
    if (strcmp(argv[2], "writer") == 0) {
        hr_send(one, Write);
        hr_send(two, Read);
    } else if (strcmp(argv[2], "reader") == 0) {
        hr_send(one, Read);
        hr_send(two, Write);
    } else {
        hr_send(one, Read);
        hr_send(hr_spawn(actor, .peer = two), Tick);
    }
    return hr_run();
}
