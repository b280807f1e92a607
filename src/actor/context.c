#include "actor/context.h"

#include <cpuid.h>
#include <stddef.h>
#include <sys/auxv.h>
#include <ucontext.h>

/* Everything here and in context_x86_64.S belongs to one machine; another one adds its own pair. */
#ifndef __x86_64__
#error "no context switch for this machine yet: add context_<machine>.S and its part here"
#endif

void context_start(void);

void *context_prepare(void *top, void (*entry)(void))
{
    /* As context_switch leaves a stack: r15 r14 r13 r12 rbx rbp, then where to go; and two words more, because the ABI
     * wants the stack pointer to be a multiple of 16 before the call in context_start. */
    uint64_t *sp = (uint64_t *)top - 9;
    for (int i = 0; i < 9; i++) {
        sp[i] = 0;
    }
    sp[3] = (uint64_t)(uintptr_t)entry;
    sp[6] = (uint64_t)(uintptr_t)context_start;
    return sp;
}

enum { SSE_RAISED = 0x3f };

const struct context_modes context_default_modes = CONTEXT_DEFAULT_MODES;

void context_reset_fpu(void)
{
    context_load_fpu((struct context_fpu){ .mxcsr = context_default_modes.sse, .control = (uint16_t)context_default_modes.x87 });
}

struct context_modes context_modes(void)
{
    struct context_fpu now = context_save_fpu();
    /* an actor that waits keeps its modes, but not the exception flags that were raised */
    return (struct context_modes){ .sse = now.mxcsr & ~(uint32_t)SSE_RAISED, .x87 = now.control };
}

/* Loading modes takes longer than reading them, and nearly always they are the same. */
struct context_modes context_take_modes(void)
{
    struct context_modes modes = context_modes();
    if (modes.sse != context_default_modes.sse || modes.x87 != context_default_modes.x87) {
        context_reset_fpu();
    }
    return modes;
}

void context_change_modes(struct context_modes from, struct context_modes to)
{
    uint16_t word = (uint16_t)to.x87;
    if (from.sse != to.sse || from.x87 != to.x87) {
        __asm__ volatile("ldmxcsr %0\n\tfldcw %1" : : "m"(to.sse), "m"(word));
    }
}

struct context_fpu context_save_fpu(void)
{
    struct context_fpu saved;
    __asm__ volatile("stmxcsr %0\n\tfnstcw %1" : "=m"(saved.mxcsr), "=m"(saved.control));
    return saved;
}

void context_load_fpu(struct context_fpu saved)
{
    __asm__ volatile("fninit\n\tfldcw %1\n\tldmxcsr %0" : : "m"(saved.mxcsr), "m"(saved.control));
}

/* The mark is where the compiler expects it on this machine. This function must not be protected by the mark that it changes. */
__attribute__((no_stack_protector)) uint64_t context_stack_mark(uint64_t mark)
{
    uint64_t before;
    __asm__ volatile("mov %%fs:0x28, %0\n\tmov %1, %%fs:0x28" : "=&r"(before) : "r"(mark));
    return before;
}

static const greg_t *registers(const void *ucontext)
{
    return ((const ucontext_t *)ucontext)->uc_mcontext.gregs;
}

uintptr_t context_thread_pointer(void)
{
    uintptr_t at;
    __asm__("mov %%fs:0, %0" : "=r"(at));
    return at;
}

uint64_t context_pc(const void *ucontext)
{
    return (uint64_t)registers(ucontext)[REG_RIP];
}

uint64_t context_sp(const void *ucontext)
{
    return (uint64_t)registers(ucontext)[REG_RSP];
}

long context_syscall_number(const void *ucontext)
{
    return (long)registers(ucontext)[REG_RAX];
}

long context_syscall_argument(const void *ucontext, int i)
{
    static const int order[] = { REG_RDI, REG_RSI, REG_RDX, REG_R10, REG_R8, REG_R9 };
    return (long)registers(ucontext)[order[i]];
}

void context_syscall_result(void *ucontext, long result)
{
    ((ucontext_t *)ucontext)->uc_mcontext.gregs[REG_RAX] = result;
}

void context_syscall_again(void *ucontext)
{
    enum { INSTRUCTION = 2 };
    ((ucontext_t *)ucontext)->uc_mcontext.gregs[REG_RIP] -= INSTRUCTION;
}

bool context_fault_is_write(const void *ucontext)
{
    return (registers(ucontext)[REG_ERR] & 2) != 0; /* bit 1 of the page fault's error code */
}

bool context_fault_is_jump(const void *ucontext)
{
    return (registers(ucontext)[REG_ERR] & 16) != 0; /* bit 4: fetching an instruction */
}

bool context_at_return(const void *ucontext)
{
    const unsigned char *code = (const unsigned char *)context_pc(ucontext);
    return code[0] == 0xc3 || code[0] == 0xc2 || (code[0] == 0xf3 && code[1] == 0xc3);
}

void context_single_step(void *ucontext, bool on)
{
    enum { TRAP_FLAG = 0x100 };
    greg_t *flags = &((ucontext_t *)ucontext)->uc_mcontext.gregs[REG_EFL];
    *flags = on ? *flags | TRAP_FLAG : *flags & ~(greg_t)TRAP_FLAG;
}

bool context_follows_call(const unsigned char *return_address)
{
    /* call rel32, or call through a register or memory in its short and long forms */
    return return_address[-5] == 0xe8 || (return_address[-2] == 0xff && (return_address[-1] & 0x38) == 0x10) ||
           (return_address[-3] == 0xff && (return_address[-2] & 0x38) == 0x10) ||
           (return_address[-6] == 0xff && (return_address[-5] & 0x38) == 0x10);
}

bool context_at_time_stamp(const void *ucontext)
{
    const unsigned char *code = (const unsigned char *)context_pc(ucontext);
    return code[0] == 0x0f && (code[1] == 0x31 || (code[1] == 0x01 && code[2] == 0xf9)); /* rdtsc, rdtscp */
}

/* ---- what only some processors have ---- */

/* A global because programs pass no context. All zero where the processor, or the kernel, does not have it. */
static struct {
    uint32_t wide; /* vector registers beyond SSE, as bits of XCR0 */
    bool bases;
    uint64_t fs, gs;
    bool keys; /* the kernel lets programs use protection keys */
    uint32_t rights;
    uint64_t words[3]; /* see thread_words() */
} machine;

/* The words at the beginning of the control block that must stay: two pointers to itself, and the key that scrambles addresses in jmp_bufs. */
static void thread_words(uint64_t out[3])
{
    __asm__ volatile("mov %%fs:0x00, %0\n\tmov %%fs:0x10, %1\n\tmov %%fs:0x30, %2" : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]));
}

static void set_thread_words(const uint64_t to[3])
{
    __asm__ volatile("mov %0, %%fs:0x00\n\tmov %1, %%fs:0x10\n\tmov %2, %%fs:0x30" : : "r"(to[0]), "r"(to[1]), "r"(to[2]) : "memory");
}

/* What may be done to pages with each protection key: a register of the thread that any code can change. */
static uint32_t key_rights(void)
{
    uint32_t rights, zero;
    __asm__ volatile("rdpkru" : "=a"(rights), "=d"(zero) : "c"(0));
    return rights;
}

static void set_key_rights(uint32_t to)
{
    __asm__ volatile("wrpkru" : : "a"(to), "c"(0), "d"(0) : "memory");
}

static uint64_t extended_control(uint32_t number)
{
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(number));
    return (uint64_t)high << 32 | low;
}

void context_keep_thread(void)
{
    enum { HWCAP2_FSGSBASE = 1 << 1, OSXSAVE = 1 << 27, TELLS_USE = 1 << 2, KEYS = 1 << 4, AVX = 0x04, AVX512 = 0xe0 };
    uint32_t a, b, c = 0, d;
    if (__get_cpuid(1, &a, &b, &c, &d) != 0 && (c & OSXSAVE) != 0 && __get_cpuid_count(13, 1, &a, &b, &c, &d) != 0 &&
        (a & TELLS_USE) != 0) {
        machine.wide = (uint32_t)extended_control(0) & (AVX | AVX512);
    }
    machine.bases = (getauxval(AT_HWCAP2) & HWCAP2_FSGSBASE) != 0;
    if (machine.bases) {
        __asm__ volatile("rdfsbase %0\n\trdgsbase %1" : "=r"(machine.fs), "=r"(machine.gs));
    }
    machine.keys = __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (c & KEYS) != 0;
    machine.rights = machine.keys ? key_rights() : 0;
    thread_words(machine.words);
}

static bool bases_changed(void)
{
    uint64_t fs, gs;
    if (!machine.bases) {
        return false;
    }
    __asm__ volatile("rdfsbase %0\n\trdgsbase %1" : "=r"(fs), "=r"(gs));
    return fs != machine.fs || gs != machine.gs;
}

const char *context_restore_thread(void)
{
    uint64_t now[3];
    bool bases = bases_changed();
    if (bases) {
        __asm__ volatile("wrfsbase %0\n\twrgsbase %1" : : "r"(machine.fs), "r"(machine.gs) : "memory");
    }
    thread_words(now);
    bool words = now[0] != machine.words[0] || now[1] != machine.words[1] || now[2] != machine.words[2];
    if (words) {
        set_thread_words(machine.words);
    }
    return bases ? "changes the base of a segment register (FS or GS)" : words ? "overwrites the thread's control block" : NULL;
}

bool context_restore_keys(void)
{
    bool changed = machine.keys && key_rights() != machine.rights;
    if (changed) {
        set_key_rights(machine.rights);
    }
    return changed;
}

void context_clear_wide(void)
{
    /* What XRSTOR loads: of all registers that it is asked for, their first state. */
    static const struct {
        uint32_t before[6], modes, after[137];
    } __attribute__((aligned(64))) first = { .modes = 0x1f80 };
    if (machine.wide == 0 || (extended_control(1) & machine.wide) == 0) { /* most programs do not use them */
        return;
    }
    __asm__ volatile("xrstor %0" : : "m"(first), "a"(machine.wide), "d"(0));
}
