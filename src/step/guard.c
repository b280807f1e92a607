#include "step/guard.h"

#include <elf.h>
#include <errno.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "actor/arena.h"
#include "actor/context.h"
#include "actor/request.h"
#include "base/pool.h"
#include "base/text.h"
#include "model/names.h"
#include "step/traps.h"

jmp_buf guard_jump;
struct finding guard_finding;
volatile uint64_t guard_step;
volatile bool guard_stepping;
bool guard_untrusted;

static struct board *board;

enum { PAGE = 4096 };
struct range {
    uintptr_t from, to;
};
struct ranges {
    struct pool list; /* struct range */
};

static size_t count_of(const struct ranges *r)
{
    return r->list.used / sizeof(struct range);
}

static const struct range *range_at(const struct ranges *r, size_t i)
{
    return (const struct range *)r->list.base + i;
}

static void range_add(struct ranges *r, uintptr_t from, uintptr_t to)
{
    if (r->list.base == NULL) {
        pool_init(&r->list, (size_t)1 << 30);
    }
    *(struct range *)pool_take(&r->list, sizeof(struct range)) = (struct range){ from, to };
}

/* Whether some range has a part of [from, to). */
static bool ranges_meet(const struct ranges *r, uintptr_t from, uintptr_t to)
{
    for (size_t i = 0; i < count_of(r); i++) {
        if (from < range_at(r, i)->to && to > range_at(r, i)->from) {
            return true;
        }
    }
    return false;
}

static bool in_ranges(const struct ranges *r, uint64_t a)
{
    return ranges_meet(r, a, a + 1);
}

static struct ranges writable, code; /* of the program and its own libraries */
static struct range main_stack;

/* Declared globals, and the pages that they keep writable although other globals are there: with a copy, to compare. */
static struct ranges excepted;
struct page_beside {
    uintptr_t page;
    unsigned char bytes[PAGE];
};
static struct pool beside; /* struct page_beside */

static unsigned char *tls_block, *tls_copy;
static size_t tls_size;

static uintptr_t page_down(uintptr_t a)
{
    return a & ~(uintptr_t)(PAGE - 1);
}

static uintptr_t page_up(uintptr_t a)
{
    return page_down(a + PAGE - 1);
}

bool guard_is_main_memory(uint64_t address)
{
    return driver_heap_has((const void *)(uintptr_t)address) || (address >= main_stack.from && address < main_stack.to);
}

void guard_each_range(bool of_main, void (*visit)(const void *from, size_t size))
{
    for (size_t i = 0; !of_main && i < count_of(&writable); i++) {
        const struct range *r = range_at(&writable, i);
        visit((const void *)r->from, r->to - r->from);
    }
    if (of_main) {
        const struct heap *h = driver_heap();
        visit(h->start, (size_t)(h->top - h->start));
        visit((const void *)main_stack.from, main_stack.to - main_stack.from);
    }
}

/* Libraries of the system keep what they need in their own data; the guards are for the program and what came with it. */
static bool is_system_library(const char *path)
{
    return strncmp(path, "/lib", 4) == 0 || strncmp(path, "/usr/lib", 8) == 0 || strstr(path, "linux-vdso") != NULL ||
           strstr(path, "libharrier") != NULL;
}

static int add_object(struct dl_phdr_info *info, size_t size, void *user)
{
    (void)size;
    bool *first = user;
    bool is_program = *first;
    *first = false;
    if (is_program) {
        board->bias = info->dlpi_addr;
    } else if (is_system_library(info->dlpi_name)) {
        return 0;
    }
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uintptr_t from = info->dlpi_addr + p->p_vaddr, to = from + p->p_memsz;
        if (p->p_type == PT_LOAD && (p->p_flags & PF_W)) {
            range_add(&writable, page_down(from), page_up(to));
        } else if (p->p_type == PT_LOAD && (p->p_flags & PF_X)) {
            range_add(&code, from, to);
        } else if (p->p_type == PT_TLS && is_program && info->dlpi_tls_data != NULL) {
            tls_block = info->dlpi_tls_data;
            tls_size = p->p_memsz;
        }
    }
    return 0;
}

/* Main's stack from here upwards: nothing runs on it any more once the engine has its own. */
void guard_main_stack(void)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[400];
    unsigned long from, to;
    uintptr_t here = (uintptr_t)&from;
    while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
        if (sscanf(line, "%lx-%lx", &from, &to) == 2 && here >= from && here < to) {
            main_stack = (struct range){ page_down(here), to };
        }
    }
    if (maps != NULL) {
        fclose(maps);
    }
}

void guard_init(struct board *b)
{
    board = b;
    bool first = true;
    dl_iterate_phdr(add_object, &first);
    if (tls_size != 0) {
        tls_copy = table_new(tls_size);
    }
    traps_init(b);
}

static void protect(struct range r)
{
    if (r.to > r.from) {
        mprotect((void *)r.from, r.to - r.from, PROT_READ);
    }
}

void guard_except(void *from, size_t size)
{
    range_add(&excepted, (uintptr_t)from, (uintptr_t)from + size);
}

/* A page with a declared global stays writable. Unless it has nothing else, it is copied. */
static void leave_writable(uintptr_t page)
{
    for (size_t i = 0; i < count_of(&excepted); i++) {
        if (range_at(&excepted, i)->from <= page && range_at(&excepted, i)->to >= page + PAGE) {
            return;
        }
    }
    if (beside.base == NULL) {
        pool_init(&beside, (size_t)1 << 32);
    }
    struct page_beside *b = pool_take(&beside, sizeof *b);
    b->page = page;
    memcpy(b->bytes, (const void *)page, PAGE);
}

static void protect_globals(struct range r)
{
    uintptr_t from = r.from;
    for (uintptr_t page = from; page <= r.to; page += PAGE) {
        bool shared = page < r.to && ranges_meet(&excepted, page, page + PAGE);
        if (shared) {
            leave_writable(page);
        }
        if (shared || page == r.to) {
            protect((struct range){ from, page });
            from = page + PAGE;
        }
    }
}

void guard_driver(void)
{
    if (!board->job.guards) {
        return;
    }
    for (size_t i = 0; i < count_of(&writable); i++) {
        protect_globals(*range_at(&writable, i));
    }
    protect(main_stack);
    driver_heap_protect(true);
    if (tls_size != 0) {
        memcpy(tls_copy, tls_block, tls_size);
    }
}

static bool check_page_beside(const struct page_beside *b, struct finding *out)
{
    unsigned char *now = (unsigned char *)b->page;
    bool same = memcmp(now, b->bytes, PAGE) == 0;
    for (size_t i = 0; !same && i < PAGE; i++) {
        if (now[i] == b->bytes[i] || in_ranges(&excepted, b->page + i)) {
            continue;
        }
        *out = (struct finding){ .kind = KIND_ISOLATION, .address = b->page + i };
        struct text t = text_in(out->text, sizeof out->text);
        text_add(&t, "writes a global variable");
        for (; i < PAGE; i++) {
            now[i] = in_ranges(&excepted, b->page + i) ? now[i] : b->bytes[i];
        }
        return true;
    }
    return false;
}

static bool check_beside(struct finding *out)
{
    bool written = false;
    const struct page_beside *b = (const struct page_beside *)beside.base;
    for (size_t k = 0; k < beside.used / sizeof *b; k++) {
        written = check_page_beside(&b[k], out) || written;
    }
    return written;
}

bool guard_check_written(struct finding *out)
{
    if (!board->job.guards) {
        return false;
    }
    for (size_t i = 0; i < tls_size; i++) {
        if (tls_block[i] != tls_copy[i]) {
            *out = (struct finding){ .kind = KIND_ISOLATION, .address = i, .address_is_tls = true };
            struct text t = text_in(out->text, sizeof out->text);
            text_add(&t, "writes a thread-local variable");
            memcpy(tls_block, tls_copy, tls_size);
            return true;
        }
    }
    return check_beside(out);
}

bool guard_in_program_text(uint64_t pc)
{
    return in_ranges(&code, pc);
}

void guard_return_addresses(const uint64_t *words, size_t count, uint64_t callers[8])
{
    int found = 0;
    for (size_t i = 0; i < count && found < 8; i++) {
        uint64_t w = words[i];
        if (guard_in_program_text(w) && guard_in_program_text(w - 8) && context_follows_call((const unsigned char *)(uintptr_t)w)) {
            callers[found++] = w - 1;
        }
    }
}

void guard_callers(uint32_t actor, uint64_t sp, uint64_t callers[8])
{
    const uint64_t *top = (const uint64_t *)arena_stack_top(actor);
    if (sp >= (uint64_t)(uintptr_t)top) {
        return;
    }
    if (sp < (uint64_t)(uintptr_t)arena_stack_bottom(actor)) {
        sp = (uint64_t)(uintptr_t)arena_stack_bottom(actor); /* after an overflow */
    }
    const uint64_t *from = (const uint64_t *)(uintptr_t)(sp & ~(uint64_t)7);
    guard_return_addresses(from, (size_t)(top - from), callers);
}

/* What a fault at this address means. */
void traps_explain(struct finding *f, const void *address, uint64_t sp, bool write)
{
    struct text t = text_in(f->text, sizeof f->text);
    uint32_t owner;
    f->address = (uint64_t)(uintptr_t)address;
    bool below = running != NULL && sp < (uint64_t)(uintptr_t)arena_stack_bottom(running->actor) &&
                 sp + ((size_t)1 << 32) > (uint64_t)(uintptr_t)arena_stack_bottom(running->actor);
    if (below || (running != NULL && arena_is_stack_guard(address) && arena_of(address, &owner) && owner == running->actor)) {
        f->kind = KIND_STACK;
        f->address = 0;
        text_add(&t, "stack overflow: deep recursion or a large local array (--stack gives more room)");
    } else if (arena_of(address, &owner)) {
        f->kind = KIND_ISOLATION;
        text_printf(&t, "%s memory that belongs to ", write ? "writes" : "reads");
        if (owner < names_count() && running != NULL && owner != running->actor) {
            names_label(owner, &t);
        } else {
            text_add(&t, "no actor");
        }
    } else if (in_ranges(&writable, f->address) && write) {
        f->kind = KIND_ISOLATION;
        text_add(&t, "writes a global variable");
    } else if (driver_heap_has(address) && write) {
        f->kind = KIND_ISOLATION;
        text_add(&t, "writes memory that main() allocated");
    } else if (f->address >= main_stack.from && f->address < main_stack.to && write) {
        f->kind = KIND_ISOLATION;
        text_add(&t, "writes main()'s stack");
    }
}

void guard_broken(const char *why)
{
    in_program = false;
    if (board != NULL && board->state != RUN_BROKEN) {
        struct text t = text_in(board->why, sizeof board->why);
        text_add(&t, why);
        board->state = RUN_BROKEN;
    }
    syscall(SYS_exit_group, 99);
    __builtin_unreachable();
}
