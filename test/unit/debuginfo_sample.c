/* The program that test_debuginfo looks at. Run, it prints where its own parts are, one `name value` per line. The test
 * includes it too, with DEBUGINFO_SAMPLE_TYPES, to build values of the same structs. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <complex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint64_t hr_ref;
typedef const hr_ref const_ref;
typedef int (*operation)(int);
enum color { RED, GREEN = 200, BLUE = 70000 };
enum signed_color { BELOW = -1, NONE, ABOVE };

struct empty {
};
struct number {
    int value;
};
struct integers {
    signed char i8;
    unsigned char u8;
    short i16;
    unsigned short u16;
    int i32;
    unsigned u32;
    int64_t i64;
    uint64_t u64;
    char c;
    bool yes;
    _Bool no;
    __extension__ __int128 i128;
};
struct floats {
    float f;
    double d;
    long double l;
    float nan;
    double inf;
    double third;
    double zero;
};
struct enums {
    enum color plain, high, unknown;
    enum signed_color below, strange;
};
struct point {
    int x, y;
};
struct nested {
    struct point at;
    struct {
        int deep;
    } inner;
    struct empty nothing;
};
struct anonymous {
    int kind;
    union {
        int circle;
        double square;
    };
    struct {
        int left, right;
    };
};
struct with_union {
    union {
        int number;
        char text[8];
        struct point at;
    } u;
    union {
        int only;
    } single;
};
struct bits {
    unsigned a : 3;
    int b : 5;
    unsigned : 2;
    unsigned c : 20;
    bool d : 1;
    enum color e : 18;
    uint64_t f : 40;
};
struct arrays {
    int three[3];
    int ten[10];
    int grid[2][3];
    char names[2][4];
    uint8_t raw[3];
    struct point points[2];
};
struct strings {
    char text[16];
    char full[4];
    char *pointer;
    const char *literal;
    char *gone;
    char large[80];
};
struct qualified {
    const int a;
    volatile unsigned b;
    const volatile struct point at;
    _Atomic int atomic;
};
struct references {
    hr_ref server, nobody, stranger;
    const_ref constant;
    hr_ref list[2];
};
struct item {
    int value;
    struct item *next;
};
struct tree {
    int key;
    struct tree *left, *right;
};
struct opaque;
struct pointers {
    int *number;
    struct item *head;
    operation call;
    int *global;
    int *inside;
    void *any;
    struct opaque *hidden;
    int **twice;
    struct item **slot;
    int (*row)[3];
};
struct flexible {
    int count;
    int items[];
};
struct zero {
    int count;
    int items[0];
};
struct self {
    int value;
    struct self *me;
};
typedef struct {
    int tag_free;
} untagged;
struct odd {
    double complex c;
};
struct changing {
    int value;
    int queue[4];
    struct point pos;
    char name[8];
    char *label;
    struct item *head;
    struct item *tail;
    enum color color;
    hr_ref peer;
    int *number;
    struct item **slot;
    int (*row)[3];
    operation call;
    union {
        int number;
        struct point at;
    } u;
};
struct many {
    int v[20];
};

#ifndef DEBUGINFO_SAMPLE_TYPES
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>

enum { GLOBAL_LINE = __LINE__ + 1 };
int global_table[4] = { 1, 2, 3, 4 };
static long file_static = 5;
const char *literal_text = "of the program";
_Thread_local long tls_first = 1;
_Thread_local int tls_table[4] = { 2 };
static uint64_t bump_static, return_address;
static uint64_t tls_base, call_line;

enum { BUMP_LINE = __LINE__ + 1, COUNTER_LINE = __LINE__ + 3 };
__attribute__((noinline)) static int bump(int by)
{
    static int counter[2] = { 7, 8 };
    bump_static = (uintptr_t)&counter[1];
    return counter[0] += by;
}

enum { TWICE_LINE = __LINE__ + 1 };
__attribute__((noinline)) int twice(int by)
{
    return_address = (uintptr_t)__builtin_return_address(0);
    return bump(by) + bump(by);
}

__attribute__((noinline)) static int caller(void)
{
    enum { LINE = __LINE__ + 2 };
    call_line = LINE;
    int n = twice(3);
    return n + 1;
}

static int show_library(struct dl_phdr_info *info, size_t size, void *user)
{
    (void)size;
    if (*(int *)user == 0) {
        printf("bias %#lx\n", (unsigned long)info->dlpi_addr);
        tls_base = (uintptr_t)info->dlpi_tls_data;
    } else if (info->dlpi_name[0] == '/') {
        printf("library:%s %#lx\n", info->dlpi_name, (unsigned long)info->dlpi_addr);
    }
    ++*(int *)user;
    return 0;
}

static void show(const char *name, uint64_t value)
{
    printf("%s %#lx\n", name, (unsigned long)value);
}

/* Without a use in a variable a compiler drops the type. */
#define KEEP(s) struct s *keep_##s
KEEP(empty);
KEEP(number);
KEEP(integers);
KEEP(floats);
KEEP(enums);
KEEP(nested);
KEEP(anonymous);
KEEP(with_union);
KEEP(bits);
KEEP(arrays);
KEEP(strings);
KEEP(qualified);
KEEP(references);
KEEP(tree);
KEEP(pointers);
KEEP(flexible);
KEEP(zero);
KEEP(self);
KEEP(odd);
KEEP(changing);
KEEP(many);
untagged *keep_untagged;

int main(void)
{
    struct local {
        short s;
    } here = { (short)caller() };
    int count = 0;
    dl_iterate_phdr(show_library, &count);
    show("bump", (uintptr_t)bump);
    show("twice", (uintptr_t)twice);
    show("return_address", return_address);
    show("global_table", (uintptr_t)global_table);
    show("file_static", (uintptr_t)&file_static);
    show("counter", bump_static);
    show("literal", (uintptr_t)literal_text);
    show("tls_table", (uintptr_t)tls_table - tls_base);
    show("tls_first", (uintptr_t)&tls_first - tls_base);
    show("getenv", (uintptr_t)dlsym(RTLD_NEXT, "getenv"));
    show("stdout_object", (uintptr_t)stdout);
    show("line:global_table", GLOBAL_LINE);
    show("line:bump", BUMP_LINE);
    show("line:counter", COUNTER_LINE);
    show("line:twice", TWICE_LINE);
    show("line:call", call_line);
    return here.s == 0;
}
#endif
