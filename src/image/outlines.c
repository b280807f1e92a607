#include "image/outlines.h"

#include <linux/futex.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/map.h"
#include "base/pool.h"
#include "guard/guard.h"
#include "process/mappings.h"

static struct {
    struct questions *questions;
    struct question *slot; /* NULL: there is no command to ask */
    struct pool outlines;  /* struct outline: their numbers begin at 1 */
    struct pool runs;
    struct map of_what; /* by the address of an hr_type, hr_actor_type or hr_part */
    struct map checked; /* pairs of behaviour and type that fit */
} known;

void outlines_init(struct board *board)
{
    known.questions = board->job.gdb ? NULL : board_questions(board);
    pool_init(&known.outlines, (size_t)1 << 30);
    pool_init(&known.runs, (size_t)1 << 32);
    map_init(&known.of_what);
    map_init(&known.checked);
    outlines_slot(0);
}

void outlines_slot(uint32_t number)
{
    known.slot = known.questions != NULL ? &known.questions->slots[number] : NULL;
}

/* ---- asking ---- */

/* Wakes the command up. The program may have closed this descriptor and opened something else there: then nothing is written, and the
 * command will look by itself soon. */
static void ring_bell(void)
{
    static const char wanted[] = "anon_inode:[eventfd]";
    char path[40], there[sizeof wanted];
    struct text t = text_in(path, sizeof path);
    text_printf(&t, "/proc/self/fd/%d", QUESTION_BELL_FD);
    long size = syscall(SYS_readlink, path, there, sizeof there);
    if (size == sizeof wanted - 1 && memcmp(there, wanted, sizeof wanted - 1) == 0) {
        uint64_t one = 1;
        syscall(SYS_write, QUESTION_BELL_FD, &one, sizeof one);
    }
}

/* Asks the question in `slot` and waits for the answer. For the watchdog no step runs meanwhile, because the program is not to blame
 * for the wait. */
static void ask_command(void)
{
    bool stepping = guard.stepping;
    guard.stepping = false;
    uint32_t mine = known.slot->asked + 1;
    __atomic_store_n(&known.slot->asked, mine, __ATOMIC_RELEASE);
    ring_bell();
    for (uint32_t seen; (seen = __atomic_load_n(&known.slot->answered, __ATOMIC_ACQUIRE)) != mine;) {
        syscall(SYS_futex, &known.slot->answered, FUTEX_WAIT, seen, NULL, NULL, 0);
    }
    guard.step++;
    guard.stepping = stepping;
}

static bool set_name(const char *name)
{
    struct text t = text_in(known.slot->name, sizeof known.slot->name);
    text_add(&t, name);
    return !t.cut;
}

/* Whether the answer is sane: a wild write of the program may have damaged it. */
static bool makes_sense(const struct question *q, size_t size)
{
    bool sane = q->run_count <= OUTLINE_RUNS_MAX;
    for (uint32_t i = 0; sane && i < q->run_count; i++) {
        const struct outline_run *r = &q->runs[i];
        sane = r->at <= size && r->size <= size - r->at && r->size != 0 && r->kind <= RUN_TEXT &&
               (r->kind != RUN_POINTERS || r->size % sizeof(void *) == 0);
    }
    return sane;
}

/* Keeps the answer in the slot under `key`, or that nothing is known. */
static const struct outline *keep(const void *key, size_t size, bool answered)
{
    struct outline *o = pool_take(&known.outlines, sizeof *o);
    o->size = size;
    if (answered && known.slot->known != 0 && makes_sense(known.slot, size)) {
        size_t bytes = known.slot->run_count * sizeof *known.slot->runs;
        *o = (struct outline){ .known = true,
                               .number = known.slot->number,
                               .size = size,
                               .run_count = known.slot->run_count,
                               .runs = memcpy(pool_take(&known.runs, bytes + 1), known.slot->runs, bytes) };
    }
    map_put(&known.of_what, (uint64_t)(uintptr_t)key, (uint32_t)(known.outlines.used / sizeof *o));
    return o;
}

/* NULL: not met yet, or another type was at that address. */
static const struct outline *find(const void *key, size_t size)
{
    uint32_t number = map_get(&known.of_what, (uint64_t)(uintptr_t)key);
    const struct outline *o = number != 0 ? (const struct outline *)known.outlines.base + (number - 1) : NULL;
    return o != NULL && o->size == size ? o : NULL;
}

static const struct outline *of_struct(const void *declared, const char *name, size_t size)
{
    const struct outline *o = find(declared, size);
    if (o != NULL) {
        return o;
    }
    bool asks = known.slot != NULL && set_name(name) &&
                mappings_file((uintptr_t)declared, known.slot->file, sizeof known.slot->file, &known.slot->offset);
    if (asks) {
        known.slot->kind = ASK_TYPE;
        known.slot->size = size;
        ask_command();
    }
    return keep(declared, size, asks);
}

const struct outline *outline_of_message(const struct hr_type *type)
{
    return of_struct(type, type->name, type->size);
}

const struct outline *outline_of_actor(const struct hr_actor_type *type)
{
    return of_struct(type, type->behaviour.name, type->size);
}

const struct outline *outline_of_part(const struct outline *holder, const struct hr_part *part)
{
    const struct outline *o = find(part, part->element);
    if (o != NULL) {
        return o;
    }
    bool asks = known.slot != NULL && holder->known;
    if (asks) {
        known.slot->kind = ASK_PART;
        known.slot->holder = holder->number;
        known.slot->offset = part->pointer;
        known.slot->size = part->element;
        ask_command();
    }
    return keep(part, part->element, asks);
}

/* ---- what an outline says ---- */

void outline_clear(const struct outline *o, unsigned char *bytes, size_t count)
{
    for (uint32_t i = 0; i < o->run_count; i++) {
        const struct outline_run *r = &o->runs[i];
        for (size_t k = 0; r->kind == RUN_PADDING && k < count; k++) {
            unsigned char *at = bytes + k * o->size + r->at;
            for (size_t b = 0; b < r->size; b++) {
                at[b] &= (unsigned char)r->mask;
            }
        }
    }
}

size_t outline_next_address(const struct outline *o, size_t from, size_t size)
{
    if (!o->known) {
        size_t at = (from + sizeof(void *) - 1) / sizeof(void *) * sizeof(void *);
        return size >= sizeof(void *) && at <= size - sizeof(void *) ? at : SIZE_MAX;
    }
    size_t element = o->size != 0 ? from / o->size : 0, within = from - element * o->size;
    for (; o->size != 0 && (element + 1) * o->size <= size; element++, within = 0) {
        for (uint32_t i = 0; i < o->run_count && o->runs[i].kind == RUN_POINTERS; i++) {
            const struct outline_run *r = &o->runs[i];
            if (within <= r->at) {
                return element * o->size + r->at;
            }
            size_t next = r->at + (within - r->at + sizeof(void *) - 1) / sizeof(void *) * sizeof(void *);
            if (next < r->at + r->size) {
                return element * o->size + next;
            }
        }
    }
    return SIZE_MAX;
}

bool outline_may_be_unwritten(const struct outline *o, const unsigned char *bytes, size_t at)
{
    bool may = !o->known;
    for (uint32_t i = 0; i < o->run_count && !may; i++) {
        const struct outline_run *r = &o->runs[i];
        if (at >= r->at && at - r->at < r->size) {
            may = r->kind == RUN_LOOSE || (r->kind == RUN_TEXT && memchr(bytes + r->at, 0, at - r->at) != NULL);
        }
    }
    return may;
}

void outline_field_name(const struct outline *o, size_t at, struct text *out)
{
    if (known.slot != NULL && o->known) {
        known.slot->kind = ASK_FIELD;
        known.slot->holder = o->number;
        known.slot->offset = at;
        known.slot->size = o->size;
        ask_command();
        if (known.slot->known != 0) {
            text_add_bytes(out, known.slot->text, strnlen(known.slot->text, sizeof known.slot->text));
        }
    }
}

/* ---- handlers ---- */

static bool function_misfit(const struct hr_actor_type *type, const struct outline *o, void (*function)(void), struct finding *out)
{
    if (function == NULL || !mappings_file((uintptr_t)function, known.slot->file, sizeof known.slot->file, &known.slot->offset)) {
        return false;
    }
    known.slot->kind = ASK_SELF;
    known.slot->holder = o->number;
    known.slot->size = type->size;
    ask_command();
    if (known.slot->known == 0) {
        return false;
    }
    *out = (struct finding){ .kind = KIND_MISUSE, .line = (int)(known.slot->line & 0xffffff), .pc = (uint64_t)(uintptr_t)function };
    struct text t = text_in(out->text, sizeof out->text);
    text_add_bytes(&t, known.slot->text, strnlen(known.slot->text, sizeof known.slot->text));
    t = text_in(out->file, sizeof out->file);
    text_add_bytes(&t, known.slot->place, strnlen(known.slot->place, sizeof known.slot->place));
    return true;
}

bool outline_misfit(const struct hr_actor_type *type, const struct hr_behaviour *behaviour, struct finding *out)
{
    uint64_t key = hash_mix((uint64_t)(uintptr_t)type) ^ (uint64_t)(uintptr_t)behaviour;
    if (map_get(&known.checked, key) != 0) {
        return false;
    }
    const struct outline *o = outline_of_actor(type);
    bool asks = known.slot != NULL && o->known && type->adapter == NULL && set_name(type->behaviour.name);
    if (asks && behaviour == &type->behaviour && function_misfit(type, o, type->run, out)) {
        return true;
    }
    for (const struct hr_clause *c = behaviour->clauses; asks && c->kind != HR_CLAUSE_END; c++) {
        bool called = c->kind == HR_CLAUSE_ON || c->kind == HR_CLAUSE_ACCEPTS || c->kind == HR_CLAUSE_INIT;
        if (called && function_misfit(type, o, c->function, out)) {
            return true;
        }
    }
    map_put(&known.checked, key, 1); /* a misfit is not remembered: it is reported each time that the step runs */
    return false;
}
