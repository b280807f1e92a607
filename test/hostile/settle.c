/* What runs before hr_run(): hr_settle() and init functions deliver and create without exploring; what goes wrong there is found all the same,
 * and main() goes on as if nothing had happened. */
#include <errno.h>
#include <fenv.h>
#include <unistd.h>

#include "victim.h"

static void nothing(void) {}

static void crashes(void)
{
    abort(); /* here: settles_badly */
}

static void settles(void)
{
    for (int i = 0; i < 5; i++) {
        hr_send(hr_spawn(victim, .act = nothing), Go);
    }
    hr_settle();
    hr_send(hr_spawn(victim, .act = nothing), Go);
}

static void settles_badly(void)
{
    hr_send(hr_spawn(victim, .act = crashes), Go);
    hr_settle();
}

/* ---- init functions ---- */

static int global;
static char global_buffer[5000];

struct quiet {
    char *text;
};
static void begin_quietly(struct quiet *self)
{
    self->text = strdup("text");
    errno = 77;
    fesetround(FE_UPWARD);
    strtok(self->text, "x");
}
HR_ACTOR(quiet, HR_INIT(begin_quietly));

struct writing {
    int *where;
};
static void begin_writing(struct writing *self)
{
    *self->where = 1; /* here: init_writes */
}
HR_ACTOR(writing, HR_INIT(begin_writing));

static void init_writes(void)
{
    hr_spawn(writing, .where = &global);
}

/* The page is open for main(), and closed again for the next step. */
static void init_writes_after_main(void)
{
    hr_spawn(quiet);
    global = 5;
    hr_spawn(writing, .where = &global);
}

static void init_writes_main_heap(void)
{
    int *mine = malloc(sizeof *mine);
    hr_spawn(quiet);
    *mine = 5;
    hr_spawn(writing, .where = mine);
}

static void init_writes_main_stack(void)
{
    int mine = 5;
    hr_spawn(quiet);
    mine++;
    hr_spawn(writing, .where = &mine);
}

static void writes_global(void)
{
    global = 2; /* here: settled_step_writes */
}

static void settled_step_writes(void)
{
    hr_send(hr_spawn(victim, .act = writes_global), Go);
    hr_settle();
}

/* Between two steps main() writes, allocates, and has the kernel write, wherever it likes: in its data, on its heap, on a stack that grows. */
static int deep(int n)
{
    volatile char room[10000];
    room[0] = (char)n;
    return n == 0 ? 0 : deep(n - 1) + room[0] - room[0] + 1;
}

static void main_goes_on(void)
{
    int ends[2];
    char *blocks[50], line[200];
    hr_assert(pipe(ends) == 0);
    for (int i = 0; i < 50; i++) {
        char words[] = "one two three";
        errno = 5;
        fesetround(FE_DOWNWARD);
        strtok(words, " ");
        hr_spawn(quiet);
        hr_assert(errno == 5 && fegetround() == FE_DOWNWARD && strcmp(strtok(NULL, " "), "two") == 0);
        fesetround(FE_TONEAREST);
        hr_assert(write(ends[1], "0123456789", 10) == 10);
        if (i % 3 == 0) {
            hr_spawn(quiet); /* the kernel is the first one that writes */
        }
        hr_assert(read(ends[0], global_buffer + 100 * i, 10) == 10 && global_buffer[100 * i + 9] == '9');
        global++;
        blocks[i] = malloc(1000);
        memset(blocks[i], i, 1000);
        hr_assert(deep(i * 10) == i * 10);
        snprintf(line, sizeof line, "%d", i);
        setenv("SETTLE", line, 1);
        hr_send(hr_spawn(victim, .act = nothing), Go);
        hr_settle();
        hr_assert(strcmp(getenv("SETTLE"), line) == 0 && global == i + 1 && blocks[i / 2][999] == i / 2);
    }
    for (int i = 0; i < 50; i++) {
        free(blocks[i]);
    }
}

DRIVERS(ACT(settles), ACT(settles_badly), ACT(init_writes), ACT(init_writes_after_main), ACT(init_writes_main_heap),
        ACT(init_writes_main_stack), ACT(settled_step_writes), ACT(main_goes_on))
