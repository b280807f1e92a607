#include "engine/engine.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "actor/request.h"
#include "audit/audit.h"
#include "engine/driver.h"
#include "guard/guard.h"
#include "identity/shape.h"
#include "image/image.h"
#include "image/outlines.h"
#include "model/message.h"
#include "model/names.h"
#include "model/timers.h"
#include "moves/world.h"
#include "step/execute.h"
#include "step/serve.h"

struct engine engine;

/* ---- ends ---- */

void engine_quit(enum run_state state)
{
    engine.board->state = state;
    border.in_program = false;
    syscall(SYS_exit_group, 0);
    __builtin_unreachable();
}

void engine_give_up(enum limit_kind limit)
{
    if (engine.search.crew != NULL && engine.search.crew->member) {
        workers_give_up(&engine.search, limit);
    }
    engine.board->limit = limit;
    if (engine.search.board != NULL) {
        search_publish(&engine.search);
    }
    engine_quit(RUN_STOPPED);
}

void engine_failed_in_setup(const struct finding *f)
{
    engine.board->findings[0] = *f;
    engine.board->findings[0].times = 1;
    engine.board->finding_count = 1;
    engine.board->limit = LIMIT_VIOLATION;
    engine_quit(RUN_STOPPED);
}

static void out_of_memory(size_t wanted)
{
    engine_give_up(pool_bytes() + wanted > engine.board->job.memory_max ? LIMIT_MEMORY : LIMIT_ROOM);
}

/* ---- taking over ---- */

static void refuse_sanitizers(void)
{
    static const char *const marks[] = { "__asan_init", "__tsan_init", "__msan_init" };
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (dlsym(RTLD_DEFAULT, marks[i]) != NULL) {
            guard_unusable("the program is built with a sanitizer, whose own malloc and shadow memory leave no place for the "
                           "checker's; build it without for 'harrier check' (run live, sanitizers work)");
        }
    }
}

/* Makes the random bytes that the kernel gives each process (AT_RANDOM), which programs may read, the same in each run. */
static void fix_random_bytes(void)
{
    enum { BYTES = 16 };
    unsigned char *random = (unsigned char *)getauxval(AT_RANDOM);
    for (int i = 0; random != NULL && i < BYTES; i++) {
        random[i] = (unsigned char)(0x3d * (i + 1));
    }
}

static __attribute__((constructor)) void take_over(void)
{
    const char *fd = getenv(BOARD_ENV);
    if (fd == NULL) {
        static const char text[] = "libharrier-check: not to be preloaded by hand; use 'harrier check PROGRAM'\n";
        syscall(SYS_write, 2, text, sizeof text - 1);
        syscall(SYS_exit_group, 2);
    }
    engine.board = mmap(NULL, SHARED_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, BOARD_FD, 0);
    if (engine.board == MAP_FAILED || engine.board->version != BOARD_VERSION) {
        syscall(SYS_exit_group, 99);
    }
    guard_tell(engine.board);
    unsetenv(BOARD_ENV); /* programs that main() starts are not checked */
    unsetenv("LD_PRELOAD");
    driver_init();
    pool_exhausted = out_of_memory;
    serve_limit_by(engine_give_up);
    engine.board->state = RUN_STARTED;
    refuse_sanitizers();
    fix_random_bytes();
    names_init();
    messages_init();
    locals_init();
    components_init();
    mailboxes_init(NULL, true); /* until hr_run() messages come in order of sending */
    timers_init(engine.board->job.timers == TIMERS_ORDERED);
    image_compare_by(engine.board->job.identity == IDENTITY_CANONICAL ? shape_canonical
                     : engine.board->job.identity == IDENTITY_JACCO   ? shape_jacco
                                                                      : NULL);
    if (!arenas_init(engine.board->job.arena_bytes, engine.board->job.stack_bytes, !engine.board->job.gdb)) {
        guard_unusable("no address space for the actors' arenas: is there a limit (ulimit -v)?");
    }
    outlines_init(engine.board);
    execute_init(engine.board);
    audit_init(engine.board);
    world_init();
    checks_init(&engine.checks, &engine.board->job);
    effects_init(&engine.driver_effects);
    effects_init(&engine.once);
    effects_init(&engine.again);
    guard_init(engine.board);
    engine.board->ready = 1;
}
