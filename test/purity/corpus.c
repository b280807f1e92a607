/* Ordinary things that handlers do, a chapter of the C library each: none of them may alarm anybody. `corpus NAME` runs one in two actors,
 * twice each, in all orders; `corpus` alone prints the names. */
#define _GNU_SOURCE
#include <argz.h>
#include <arpa/inet.h>
#include <complex.h>
#include <ctype.h>
#include <envz.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <fenv.h>
#include <fnmatch.h>
#include <getopt.h>
#include <glob.h>
#include <harrier.h>
#include <iconv.h>
#include <inttypes.h>
#include <libgen.h>
#include <libintl.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <regex.h>
#include <sched.h>
#include <search.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <threads.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

static void string_copy(void)
{
    char a[40];
    strcpy(a, "one");
    strncat(a, " two", 10);
strlcat_like:
    memmove(a + 1, a, 8);
    hr_assert(a[0] == 'o');
    (void)&&strlcat_like;
}
static void string_search(void)
{
    hr_assert(strstr("haystack", "st") && strchr("abc", 'b') && strpbrk("abc", "xc") && memmem("abcd", 4, "bc", 2));
}
static void string_tokens(void)
{
    char a[] = "a,b;c";
    int n = 0;
    for (char *p = strtok(a, ",;"); p; p = strtok(NULL, ",;")) n++;
    hr_assert(n == 3);
}
static void string_tokens_r(void)
{
    char a[] = "a b c", *save;
    int n = 0;
    for (char *p = strtok_r(a, " ", &save); p; p = strtok_r(NULL, " ", &save)) n++;
    hr_assert(n == 3);
}
static void string_dup(void)
{
    char *s = strdup("text");
    char *t = strndup(s, 2);
    hr_assert(strlen(t) == 2);
    free(s);
    free(t);
}
static void string_error(void)
{
    hr_assert(strlen(strerror(ENOENT)) > 0 && strlen(strerror(99999)) > 0 && strlen(strsignal(SIGINT)) > 0);
}
static void string_collate(void)
{
    hr_assert(strcoll("a", "b") < 0);
    char b[20];
    strxfrm(b, "abc", sizeof b);
}
static void string_case(void)
{
    hr_assert(strcasecmp("ABC", "abc") == 0 && toupper('a') == 'A' && isalpha('x') && !isdigit('x'));
}
static void string_separate(void)
{
    char a[] = "a=b", *p = a;
    hr_assert(strcmp(strsep(&p, "="), "a") == 0);
}
static void paths(void)
{
    char a[] = "/usr/lib/x";
    hr_assert(strcmp(basename(a), "x") == 0 && strcmp(dirname(a), "/usr/lib") == 0);
}
static void argz(void)
{
    char *z;
    size_t n;
    argz_create_sep("a:b:c", ':', &z, &n);
    hr_assert(argz_count(z, n) == 3);
    free(z);
}
static void numbers(void)
{
    char *end;
    hr_assert(atoi("12") == 12 && strtol("0x1f", &end, 0) == 31 && strtod("1.5e3", NULL) == 1500 &&
              strtoull("18446744073709551615", NULL, 10) == UINT64_MAX);
}
static int by_value(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}
static void sorting(void)
{
    int a[500];
    for (int i = 0; i < 500; i++) a[i] = (i * 7919) % 500;
    qsort(a, 500, sizeof *a, by_value);
    int k = 250;
    hr_assert(*(int *)bsearch(&k, a, 500, sizeof *a, by_value) == 250);
}
static void sorting_much(void)
{
    int *a = malloc(20000 * sizeof *a);
    for (int i = 0; i < 20000; i++) a[i] = (i * 7919) % 20000;
    qsort(a, 20000, sizeof *a, by_value);
    hr_assert(a[19999] == 19999);
    free(a);
}
static void memory(void)
{
    char *p = malloc(10);
    p = realloc(p, 1000);
    char *q = calloc(10, 10);
    char *r = aligned_alloc(64, 128);
    void *s;
    hr_assert(posix_memalign(&s, 256, 100) == 0);
    memset(p, 1, 1000);
    free(p);
    free(q);
    free(r);
    free(s);
}
static void environment(void)
{
    hr_assert(getenv("NO_SUCH_VARIABLE_") == NULL);
    getenv("PATH");
}
static void division(void)
{
    div_t d = div(7, 2);
    hr_assert(d.quot == 3 && labs(-3) == 3 && imaxabs(-3) == 3);
}
static void tree(void)
{
    void *root = NULL;
    static const int v[3] = { 2, 1, 3 };
    for (int i = 0; i < 3; i++) tsearch(&v[i], &root, by_value);
    hr_assert(tfind(&v[1], &root, by_value) != NULL);
    for (int i = 0; i < 3; i++) tdelete(&v[i], &root, by_value);
}
static void hash_table(void)
{
    struct hsearch_data h = { 0 };
    hcreate_r(10, &h);
    ENTRY e = { "key", "data" }, *found;
    hsearch_r(e, ENTER, &found, &h);
    hr_assert(found != NULL);
    hdestroy_r(&h);
}
static void print_buffer(void)
{
    char a[200];
    snprintf(a, sizeof a, "%d %s %5.2f %p %zu %a", 1, "x", 3.14159, (void *)0, (size_t)7, 1.5);
    hr_assert(strlen(a) > 10);
}
static void print_allocating(void)
{
    char *s;
    hr_assert(asprintf(&s, "%d-%s", 5, "y") == 3);
    free(s);
}
static void print_standard(void)
{
    printf("hello %d\n", 5);
    fprintf(stderr, "warning %s\n", "x");
    puts("line");
    putchar('c');
    fputs("end\n", stdout);
    fflush(stdout);
}
static void print_much(void)
{
    for (int i = 0; i < 3000; i++) printf("line %d of many\n", i);
}
static void print_floats(void)
{
    char a[2000];
    snprintf(a, sizeof a, "%.300f %Lg %e", 1e200, 1.0L / 3, 1e-300);
}
static void scan_buffer(void)
{
    int a;
    char b[10];
    float f;
    hr_assert(sscanf("12 abc 1.5", "%d %9s %f", &a, b, &f) == 3);
}
static void memory_stream(void)
{
    char *s;
    size_t n;
    FILE *f = open_memstream(&s, &n);
    fprintf(f, "text %d", 5);
    fclose(f);
    hr_assert(n == 6);
    free(s);
}
static void string_stream(void)
{
    char a[] = "one two";
    FILE *f = fmemopen(a, sizeof a, "r");
    char b[10];
    hr_assert(fscanf(f, "%9s", b) == 1);
    fclose(f);
}
static void print_wide(void)
{
    wchar_t a[50];
    swprintf(a, 50, L"%d %ls", 5, L"wide");
    hr_assert(wcslen(a) == 6);
}
static void time_of_day(void)
{
    time_t t = 86400;
    struct tm *m = gmtime(&t);
    hr_assert(m->tm_mday == 2);
    char a[50];
    strftime(a, sizeof a, "%Y-%m-%d", m);
    hr_assert(strcmp(a, "1970-01-02") == 0);
}
static void time_local(void)
{
    time_t t = 86400 * 300;
    struct tm *m = localtime(&t);
    char a[50];
    strftime(a, sizeof a, "%c %Z", m);
    hr_assert(mktime(m) == t);
}
static void time_text(void)
{
    time_t t = 0;
    hr_assert(strlen(ctime(&t)) == 25);
    struct tm m;
    gmtime_r(&t, &m);
    hr_assert(strlen(asctime(&m)) == 25);
}
static void time_parse(void)
{
    struct tm m = { 0 };
    hr_assert(strptime("2020-02-03 04:05", "%Y-%m-%d %H:%M", &m) != NULL && m.tm_min == 5);
}
static void time_difference(void)
{
    hr_assert(difftime(5, 3) == 2);
}
static void locale_query(void)
{
    hr_assert(strcmp(setlocale(LC_ALL, NULL), "C") == 0);
    struct lconv *c = localeconv();
    hr_assert(c->decimal_point[0] == '.');
}
static void locale_set_c(void)
{
    hr_assert(setlocale(LC_ALL, "C") != NULL);
}
static void multibyte(void)
{
    wchar_t w[20];
    hr_assert(mbstowcs(w, "abc", 20) == 3);
    char b[20];
    hr_assert(wcstombs(b, w, 20) == 3);
    mbstate_t s = { 0 };
    wchar_t c;
    mbrtowc(&c, "x", 1, &s);
    hr_assert(c == L'x');
}
static void wide(void)
{
    wchar_t a[20] = L"one";
    wcscat(a, L" two");
    hr_assert(wcsstr(a, L"two") && iswalpha(L'x') && towupper(L'x') == L'X' && wcstol(L"12", NULL, 10) == 12);
}
static void regex(void)
{
    regex_t r;
    regmatch_t m[2];
    hr_assert(regcomp(&r, "a(b+)c", REG_EXTENDED) == 0 && regexec(&r, "xabbbc", 2, m, 0) == 0 && m[1].rm_eo == 5);
    regfree(&r);
}
static void regex_kept(void)
{
    regex_t *r = malloc(sizeof *r); /* never freed: its bit-fields, written in part, are in the state */
    hr_assert(regcomp(r, "a(b+)c", REG_EXTENDED) == 0 && regexec(r, "xabbbc", 0, NULL, 0) == 0);
}
static void bit_fields(void)
{
    struct {
        unsigned set : 3, unset : 5, beyond : 20;
    } *bits = malloc(sizeof *bits);
    bits->set = 5;
    bits->beyond = 1;
    hr_assert(bits->set == 5 && bits->beyond == 1);
}
static void regex_error(void)
{
    regex_t r;
    int e = regcomp(&r, "a(", REG_EXTENDED);
    char b[50];
    regerror(e, &r, b, sizeof b);
    hr_assert(e != 0);
}
static void pattern(void)
{
    hr_assert(fnmatch("*.c", "a.c", 0) == 0 && fnmatch("[a-c]?", "bx", 0) == 0);
}
static void glob_pattern(void)
{
    glob_t g;
    hr_assert(glob("no-magic-here", GLOB_NOCHECK | GLOB_NOMAGIC, NULL, &g) == 0 && g.gl_pathc == 1);
    globfree(&g);
}
static volatile double zero, big = 1e308, one = 1, two = 2;
static void math_functions(void)
{
    hr_assert(fabs(sin(one) * sin(one) + cos(one) * cos(one) - 1) < 1e-12 && pow(two, 10) == 1024 && floor(2.7) == 2);
    tgamma(5);
    lgamma(one * 5);
    erf(one);
}
static void math_exceptions(void)
{
    double x = one / zero, y = big * big, z = sqrt(-one);
    hr_assert(isinf(x) && isinf(y) && isnan(z));
    hr_assert(fetestexcept(FE_DIVBYZERO | FE_OVERFLOW | FE_INVALID) != 0);
    errno = 0;
    hr_assert(isnan(log(-one)) && errno == EDOM);
}
static void math_rounding(void)
{
    fesetround(FE_UPWARD);
    hr_assert(rint(one / 2) == 1);
    fesetround(FE_TONEAREST);
}
static void math_complex(void)
{
    double complex c = csqrt(-1);
    hr_assert(fabs(cimag(c) - 1) < 1e-12);
}
static void options(void)
{
    char *argv[] = { "x", "-a", "-b", "5", "rest", NULL };
    int c, n = 0;
    optind = 1;
    while ((c = getopt(5, argv, "ab:")) != -1) n++;
    hr_assert(n == 2 && optind == 4);
}
static void options_long(void)
{
    static const struct option o[] = { { "size", 1, 0, 's' }, { 0 } };
    char *argv[] = { "x", "--size=5", NULL };
    optind = 1;
    hr_assert(getopt_long(2, argv, "s:", o, NULL) == 's' && strcmp(optarg, "5") == 0);
}
static void jumps(void)
{
    jmp_buf b;
    volatile int n = 0;
    if (setjmp(b) < 3) {
        n++;
        longjmp(b, n);
    }
    hr_assert(n == 3);
}
static int sum(int n, ...)
{
    va_list a;
    va_start(a, n);
    int s = 0;
    while (n-- > 0) s += va_arg(a, int);
    va_end(a);
    return s;
}
static void variadic(void)
{
    hr_assert(sum(3, 1, 2, 3) == 6);
}
static void names_of_process(void)
{
    hr_assert(getpid() > 0 && getppid() >= 0 && getuid() == getuid());
    struct utsname u;
    hr_assert(uname(&u) == 0);
}
static void configuration(void)
{
    hr_assert(sysconf(_SC_PAGESIZE) == 4096 && sysconf(_SC_NPROCESSORS_ONLN) >= 1 && sysconf(_SC_OPEN_MAX) > 0);
}
static void descriptors(void)
{
    struct stat s;
    fstat(1, &s);
    isatty(1);
    isatty(2);
    hr_assert(fileno(stdout) == 1);
}
static void mutexes(void)
{
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    mtx_t t;
    mtx_init(&t, mtx_plain);
    mtx_lock(&t);
    mtx_unlock(&t);
}
static void conditions(void)
{
    pthread_cond_t c = PTHREAD_COND_INITIALIZER;
    pthread_cond_signal(&c);
    pthread_cond_broadcast(&c);
    sem_t s;
    sem_init(&s, 0, 1);
    sem_wait(&s);
    sem_post(&s);
}
static pthread_once_t once_control;
static void once(void)
{
    pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_unlock(&l);
    hr_assert(pthread_equal(pthread_self(), pthread_self()));
    (void)once_control;
}
static void addresses(void)
{
    struct in_addr a;
    hr_assert(inet_pton(AF_INET, "127.0.0.1", &a) == 1);
    char b[20];
    hr_assert(inet_ntop(AF_INET, &a, b, sizeof b) != NULL && htonl(1) == 0x1000000 && strlen(inet_ntoa(a)) == 9);
}
static void signals_unchanged(void)
{
    sigset_t s;
    sigemptyset(&s);
    sigaddset(&s, SIGINT);
    hr_assert(sigismember(&s, SIGINT));
}
static void table_of_process(void)
{
    hr_assert(hcreate(20));
    ENTRY e = { "key", "data" };
    hr_assert(hsearch(e, ENTER) && hsearch(e, FIND));
    hdestroy();
}
static void environment_set(void)
{
    setenv("CORPUS", "value", 1);
    char text[] = "CORPUS_TOO=x";
    putenv(strdup(text));
    hr_assert(strcmp(getenv("CORPUS"), "value") == 0);
    unsetenv("CORPUS");
    hr_assert(getenv("CORPUS") == NULL);
}
static void text_domain(void)
{
    hr_assert(strcmp(textdomain("corpus"), "corpus") == 0);
}
static void print_wide_standard(void)
{
    fwide(stdout, 1);
    wprintf(L"wide %d\n", 5);
}
static void digits(void)
{
    hr_assert(strlen(ecvt(3.14159, 5, &(int){ 0 }, &(int){ 0 })) == 5);
}
static void output_calls(void)
{
    struct iovec parts[2] = { { "some ", 5 }, { "parts\n", 6 } };
    struct stat about;
    hr_assert(writev(1, parts, 2) == 11 && writev(2, parts + 1, 1) == 6 && write(1, "x", 1) == 1 && dprintf(2, "%d\n", 5) == 2);
    hr_assert(pwritev2(1, parts, 2, -1, 0) == 11 && writev(1, parts, -1) == -1 && errno == EINVAL);
    hr_assert(lseek(1, 0, SEEK_CUR) == -1 && errno == ESPIPE && pwrite(1, "x", 1, 0) == -1 && !isatty(2));
    hr_assert(fsync(1) == -1 && errno == EINVAL && fcntl(1, F_GETFL) == O_WRONLY && fstat(2, &about) == 0 && S_ISFIFO(about.st_mode));
    hr_assert(send(1, "x", 1, 0) == -1 && errno == ENOTSOCK);
}
static void sleep_until(void)
{
    struct timespec then = { 0 };
    hr_assert(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &then, NULL) == 0); /* long ago */
    then.tv_nsec = 2000000000;
    hr_assert(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &then, NULL) == EINVAL && nanosleep(&then, NULL) == -1 && errno == EINVAL);
}
static void identity(void)
{
    uid_t a, b, c;
    cpu_set_t set;
    hr_assert(getpgid(0) == getpid() && getsid(0) == getpid() && getresuid(&a, &b, &c) == 0 && a == getuid() && getgroups(0, NULL) == 0);
    hr_assert(sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) == 1);
}
static void jumps_with_signals(void)
{
    sigjmp_buf back;
    if (sigsetjmp(back, 1) == 0) {
        siglongjmp(back, 1);
    }
}
static void on_other_stack(void) {}
static void contexts(void)
{
    ucontext_t *here = malloc(sizeof *here), *there = malloc(sizeof *there);
    char *stack = malloc(32 << 10);
    getcontext(there);
    there->uc_stack = (stack_t){ .ss_sp = stack, .ss_size = 32 << 10 };
    there->uc_link = here;
    makecontext(there, on_other_stack, 0);
    hr_assert(swapcontext(here, there) == 0);
    free(stack);
    free(here);
    free(there);
}
static void errors_printed(void)
{
    int copy = dup(2);
    errno = ENOENT;
    perror("what");
    psignal(SIGINT, "which");
    hr_assert(copy > 2 && write(copy, "x", 1) == 1 && close(copy) == 0);
}
static void too_much(void)
{
    volatile size_t size = SIZE_MAX / 2;
    hr_assert(malloc(size) == NULL && errno == ENOMEM && calloc(size, 4) == NULL && realloc(NULL, size / 16) == NULL);
}
static void pending_signals(void)
{
    sigset_t set;
    char name[16];
    hr_assert(sigpending(&set) == 0 && !sigismember(&set, SIGINT) && pthread_getname_np(pthread_self(), name, sizeof name) == 0);
}
static void resolution(void)
{
    struct timespec t;
    hr_assert(clock_getres(CLOCK_MONOTONIC, &t) == 0 && t.tv_sec == 0);
}
static void at_end(void)
{
    hr_assert(atexit(table_of_process) == 0);
}
static void base64(void)
{
    hr_assert(strlen(l64a(12345)) > 0 && a64l("kz0") != 0);
}
static void bytes(void)
{
    char a[8] = { 0 };
    swab("abcd", a, 4);
    hr_assert(ffs(8) == 4 && a[0] == 'b');
    memccpy(a, "xyz", 'y', 3);
}

#define THING(name) \
    {               \
#name, name \
    }
static const struct thing {
    const char *name;
    void (*run)(void);
} things[] = {
    THING(string_copy),
    THING(string_search),
    THING(string_tokens),
    THING(string_tokens_r),
    THING(string_dup),
    THING(string_error),
    THING(string_collate),
    THING(string_case),
    THING(string_separate),
    THING(paths),
    THING(argz),
    THING(numbers),
    THING(sorting),
    THING(sorting_much),
    THING(memory),
    THING(environment),
    THING(division),
    THING(tree),
    THING(hash_table),
    THING(print_buffer),
    THING(print_allocating),
    THING(print_standard),
    THING(print_much),
    THING(print_floats),
    THING(scan_buffer),
    THING(memory_stream),
    THING(string_stream),
    THING(print_wide),
    THING(time_of_day),
    THING(time_local),
    THING(time_text),
    THING(time_parse),
    THING(time_difference),
    THING(locale_query),
    THING(locale_set_c),
    THING(multibyte),
    THING(wide),
    THING(regex),
    THING(regex_kept),
    THING(bit_fields),
    THING(regex_error),
    THING(pattern),
    THING(glob_pattern),
    THING(math_functions),
    THING(math_exceptions),
    THING(math_rounding),
    THING(math_complex),
    THING(options),
    THING(options_long),
    THING(jumps),
    THING(variadic),
    THING(names_of_process),
    THING(configuration),
    THING(descriptors),
    THING(mutexes),
    THING(conditions),
    THING(once),
    THING(addresses),
    THING(signals_unchanged),
    THING(base64),
    THING(bytes),
    THING(table_of_process),
    THING(environment_set),
    THING(text_domain),
    THING(print_wide_standard),
    THING(digits),
    THING(at_end),
    THING(output_calls),
    THING(sleep_until),
    THING(identity),
    THING(jumps_with_signals),
    THING(contexts),
    THING(resolution),
    THING(errors_printed),
    THING(too_much),
    THING(pending_signals),
};
enum { THINGS = sizeof things / sizeof *things };
static const struct thing *chosen; /* by main */

HR_MESSAGE(Go);
struct worker {
    int done;
};
static void on_go(struct worker *self, const struct Go *m)
{
    chosen->run();
    if (++self->done < 3) {
        hr_send(hr_self(), Go);
    }
}
HR_ACTOR(worker, HR_ON(Go, on_go));

int main(int argc, char **argv)
{
    for (int i = 0; i < THINGS; i++) {
        if (argc < 2) {
            puts(things[i].name);
        } else if (strcmp(argv[1], things[i].name) == 0) {
            chosen = &things[i];
        }
    }
    if (chosen == NULL) {
        return argc < 2 ? 0 : 2;
    }
    hr_send(hr_spawn(worker), Go);
    hr_send(hr_spawn(worker), Go);
    return hr_run();
}
