#include "supervise/answer.h"

#include <limits.h>
#include <linux/futex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "dwarf/handler_fits.h"
#include "dwarf/outline.h"

enum { TYPES_MAX = 1 << 16, DEFINITIONS_MAX = 16 };

struct known_type {
    struct debuginfo *debug;
    struct type type;
};

struct known_file {
    char *path;
    struct debuginfo *debug;
};

struct answers {
    size_t file_count, type_count;
    struct known_file *files;
    struct known_type *types; /* a type's number is its place here, counted from 1 */
    struct question copy;
};

struct answers *answers_new(void)
{
    return calloc(1, sizeof(struct answers));
}

void answers_free(struct answers *a)
{
    for (size_t i = 0; a != NULL && i < a->file_count; i++) {
        free(a->files[i].path);
        debuginfo_close(&a->files[i].debug);
    }
    if (a != NULL) {
        free(a->types);
        free(a->files);
    }
    free(a);
}

/* ---- files and types ---- */

/* The kernel writes a newline in a path as \012. */
static void unescape(char *path)
{
    char *out = path;
    for (const char *in = path; *in != '\0'; out++) {
        bool newline = strncmp(in, "\\012", 4) == 0;
        *out = newline ? '\n' : *in;
        in += newline ? 4 : 1;
    }
    *out = '\0';
}

/* NULL when it cannot be read. */
static struct debuginfo *open_file(struct answers *a, const char *path)
{
    struct stat s;
    for (size_t i = 0; i < a->file_count; i++) {
        if (strcmp(a->files[i].path, path) == 0) {
            return a->files[i].debug;
        }
    }
    if (path[0] != '/' || stat(path, &s) != 0 || !S_ISREG(s.st_mode)) {
        return NULL;
    }
    struct known_file *more = reallocarray(a->files, a->file_count + 1, sizeof *more);
    if (more == NULL) {
        return NULL;
    }
    a->files = more;
    char *name = strdup(path);
    struct debuginfo *debug = name != NULL ? debuginfo_open(path) : NULL;
    if (debug == NULL) {
        free(name);
        return NULL;
    }
    a->files[a->file_count++] = (struct known_file){ name, debug };
    return debug;
}

/* Its number; 0: no room. */
static uint32_t add_type(struct answers *a, struct debuginfo *debug, const struct type *t)
{
    if (a->type_count == TYPES_MAX) {
        return 0;
    }
    bool is_full = (a->type_count & (a->type_count - 1)) == 0; /* it doubles at powers of two */
    struct known_type *more = is_full ? reallocarray(a->types, a->type_count != 0 ? a->type_count * 2 : 1, sizeof *more) : a->types;
    if (more == NULL) {
        return 0;
    }
    a->types = more;
    a->types[a->type_count++] = (struct known_type){ debug, *t };
    return (uint32_t)a->type_count;
}

static const struct known_type *get_type(const struct answers *a, uint32_t number)
{
    return number != 0 && number <= a->type_count ? &a->types[number - 1] : NULL;
}

/* ---- the kinds of questions ---- */

static void answer_outline(struct answers *a, struct question *q, struct debuginfo *debug, const struct type *types, size_t count)
{
    if (count != 0 && outline_runs(debug, types, count, q->size, q->runs, &q->run_count)) {
        q->number = add_type(a, debug, &types[0]);
        q->known = q->number != 0;
    }
}

static void answer_type(struct answers *a, struct question *q)
{
    struct debuginfo *debug = open_file(a, q->file);
    struct value_context c = { .debug = debug };
    const void *found[DEFINITIONS_MAX];
    struct type types[DEFINITIONS_MAX];
    size_t count = debug != NULL ? debuginfo_structs(debug, q->name, q->size, found, DEFINITIONS_MAX) : 0;
    for (size_t i = 0; i < count; i++) {
        Dwarf_Die die;
        memcpy(&die, found[i], sizeof die);
        types[i] = type_peel(&c, &die);
    }
    answer_outline(a, q, debug, types,
                   count < DEFINITIONS_MAX ? count : 0); /* with so many definitions some may have been left out: unknown */
}

static void answer_part(struct answers *a, struct question *q)
{
    const struct known_type *holder = get_type(a, q->holder);
    struct type target;
    if (holder != NULL && outline_target(holder->debug, &holder->type, q->offset, &target) && target.size == q->size) {
        answer_outline(a, q, holder->debug, &target, 1);
    }
}

static void answer_field(struct answers *a, struct question *q)
{
    const struct known_type *holder = get_type(a, q->holder);
    struct text out = text_in(q->text, sizeof q->text);
    if (holder != NULL) {
        outline_field(holder->debug, &holder->type, q->offset, &out);
        q->known = out.length != 0;
    }
}

static void answer_self(struct answers *a, struct question *q)
{
    struct debuginfo *code = open_file(a, q->file);
    const struct known_type *actor = get_type(a, q->holder);
    struct text why = text_in(q->text, sizeof q->text);
    struct source_place place;
    uint64_t address;
    if (code != NULL && actor != NULL && debuginfo_at_file_offset(code, q->offset, &address) &&
        !handler_fits(code, address, actor->debug, q->name, q->size, &why, &place)) {
        q->known = 1;
        q->line = (uint32_t)place.line;
        struct text file = text_in(q->place, sizeof q->place);
        text_add(&file, place.file);
    }
}

void answer_question(struct answers *a, struct question *q)
{
    bool ends = memchr(q->name, '\0', sizeof q->name) != NULL && memchr(q->file, '\0', sizeof q->file) != NULL;
    q->known = q->number = q->line = q->run_count = 0;
    q->text[0] = q->place[0] = '\0';
    if (!ends || q->size > OUTLINE_BYTES_MAX) {
        return;
    }
    unescape(q->file);
    switch (q->kind) {
    case ASK_TYPE: answer_type(a, q); break;
    case ASK_PART: answer_part(a, q); break;
    case ASK_FIELD: answer_field(a, q); break;
    case ASK_SELF: answer_self(a, q); break;
    default: break;
    }
}

/* ---- the slots ---- */

static void give(struct answers *a, struct question *slot, uint32_t asked)
{
    slot->known = 0;
    if (a != NULL) {
        memcpy(&a->copy, slot, offsetof(struct question, known));
        answer_question(a, &a->copy);
        size_t from = offsetof(struct question, known);
        size_t runs = a->copy.known ? a->copy.run_count * sizeof *slot->runs : 0;
        memcpy((char *)slot + from, (const char *)&a->copy + from, offsetof(struct question, runs) - from + runs);
    }
    __atomic_store_n(&slot->answered, asked, __ATOMIC_RELEASE);
    syscall(SYS_futex, &slot->answered, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

bool answers_give(struct answers *a, struct questions *q, size_t slots)
{
    bool any = false;
    for (size_t i = 0; i < slots && i <= WORKERS_MAX; i++) {
        uint32_t asked = __atomic_load_n(&q->slots[i].asked, __ATOMIC_ACQUIRE);
        if (asked != q->slots[i].answered) {
            give(a, &q->slots[i], asked);
            any = true;
        }
    }
    return any;
}
