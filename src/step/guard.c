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

enum { RANGES_MAX = 32, PAGE = 4096 };
struct range {
    uintptr_t from, to;
};
static struct range writable[RANGES_MAX], code[RANGES_MAX]; /* of the program and its own libraries */
static size_t writable_count, code_count;
static struct range main_stack;

/* Declared globals, and the pages they keep writable with a copy of what is beside them. */
static struct range excepted[RANGES_MAX];
static size_t excepted_count;
static unsigned char *beside[RANGES_MAX];

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
    for (size_t i = 0; !of_main && i < writable_count; i++) {
        visit((const void *)writable[i].from, writable[i].to - writable[i].from);
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
        if (p->p_type == PT_LOAD && (p->p_flags & PF_W) && writable_count < RANGES_MAX) {
            writable[writable_count++] = (struct range){ page_down(from), page_up(to) };
        } else if (p->p_type == PT_LOAD && (p->p_flags & PF_X) && code_count < RANGES_MAX) {
            code[code_count++] = (struct range){ from, to };
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

static void protect(struct range r, bool read_only)
{
    if (r.to > r.from) {
        mprotect((void *)r.from, r.to - r.from, read_only ? PROT_READ : PROT_READ | PROT_WRITE);
    }
}

static bool has_exception(uintptr_t page)
{
    for (size_t i = 0; i < excepted_count; i++) {
        if (page < excepted[i].to && page + PAGE > excepted[i].from) {
            return true;
        }
    }
    return false;
}

void guard_except(void *from, size_t size)
{
    if (excepted_count < RANGES_MAX) {
        excepted[excepted_count++] = (struct range){ (uintptr_t)from, (uintptr_t)from + size };
    }
}

void guard_driver(bool read_only)
{
    if (!board->job.guards) {
        return;
    }
    size_t kept = 0;
    for (size_t i = 0; i < writable_count; i++) {
        for (uintptr_t page = writable[i].from; page < writable[i].to; page += PAGE) {
            if (!has_exception(page)) {
                continue;
            }
            if (kept < RANGES_MAX && beside[kept] == NULL) {
                beside[kept] = table_new(PAGE + sizeof page);
            }
            if (kept < RANGES_MAX) {
                memcpy(beside[kept], &page, sizeof page);
                memcpy(beside[kept++] + sizeof page, (void *)page, PAGE);
            }
        }
        uintptr_t from = writable[i].from;
        for (uintptr_t page = from; page <= writable[i].to; page += PAGE) {
            if (page == writable[i].to || has_exception(page)) {
                protect((struct range){ from, page }, read_only);
                from = page + PAGE;
            }
        }
    }
    protect(main_stack, read_only);
    driver_heap_protect(read_only);
    if (tls_size != 0) {
        memcpy(tls_copy, tls_block, tls_size);
    }
}

static bool in_exception(uintptr_t address)
{
    for (size_t i = 0; i < excepted_count; i++) {
        if (address >= excepted[i].from && address < excepted[i].to) {
            return true;
        }
    }
    return false;
}

static bool check_beside(struct finding *out)
{
    for (size_t k = 0; k < RANGES_MAX && beside[k] != NULL; k++) {
        uintptr_t page;
        memcpy(&page, beside[k], sizeof page);
        const unsigned char *before = beside[k] + sizeof page;
        unsigned char *now = (unsigned char *)page;
        for (size_t i = 0; i < PAGE; i++) {
            if (now[i] != before[i] && !in_exception(page + i)) {
                out->kind = KIND_ISOLATION;
                out->address = page + i;
                text_add(&(struct text){ out->text, 0, sizeof out->text, false }, "writes a global variable");
                now[i] = before[i];
                return true;
            }
        }
    }
    return false;
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
    return excepted_count != 0 && check_beside(out);
}

static bool in_ranges(const struct range *ranges, size_t count, uint64_t a)
{
    for (size_t i = 0; i < count; i++) {
        if (a >= ranges[i].from && a < ranges[i].to) {
            return true;
        }
    }
    return false;
}

bool guard_in_program_text(uint64_t pc)
{
    return in_ranges(code, code_count, pc);
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
    } else if (in_ranges(writable, writable_count, f->address) && write) {
        f->kind = KIND_ISOLATION;
        text_add(&t, "writes a global variable");
    } else if (driver_heap_has(address) && write) {
        f->kind = KIND_ISOLATION;
        text_add(&t, "writes memory that main() allocated");
    } else if (in_ranges(&main_stack, 1, f->address) && write) {
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
