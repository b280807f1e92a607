/* Writes one byte somewhere from a handler: `everywhere N` at the N-th of all places that can be written to, as /proc/self/maps and the
 * libraries say. Another step looks whether the byte is still what it was. So either the write is a finding, or nobody else sees it: a
 * failed assertion is a hole. `everywhere N init` and `everywhere N settle` write it before hr_run(). `everywhere` alone prints the list. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <harrier.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <unistd.h>

HR_MESSAGE(Write);
HR_MESSAGE(Look);

enum { PLACES_MAX = 400, LINE = 400 };
static struct place {
    unsigned char *at;
    char what[160];
} places[PLACES_MAX];
static int count;
static unsigned char *target; /* written by main only */
static unsigned char before;

static int program_data = 3, program_zero;
static __thread int program_local = 4, program_local_zero;
void *library_place(int which);

struct actor {
    hr_ref other;
};
static void on_write(struct actor *self, const struct Write *m)
{
    *(volatile unsigned char *)target = (unsigned char)(before + 1);
    hr_send(self->other, Look);
}
static void on_look(struct actor *self, const struct Look *m)
{
    hr_assert(*(volatile unsigned char *)target == before);
}
HR_ACTOR(actor, HR_ON(Write, on_write), HR_ON(Look, on_look));

/* The same before hr_run(), in an init function. */
struct early {
    int nothing;
};
static void on_early(struct early *self)
{
    *(volatile unsigned char *)target = (unsigned char)(before + 1);
}
HR_ACTOR(early, HR_INIT(on_early));

static void add(void *at, const char *what)
{
    if (count < PLACES_MAX) {
        places[count].at = at;
        snprintf(places[count++].what, sizeof places[0].what, "%s", what);
    }
}

/* Whether the data of some object reach to this address; engine: whether they are the checker's. */
struct asked {
    unsigned long address;
    bool found, engine;
};
static int look_up(struct dl_phdr_info *info, size_t size, void *user)
{
    struct asked *a = user;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        unsigned long from = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr, to = from + info->dlpi_phdr[i].p_memsz;
        if (info->dlpi_phdr[i].p_type == PT_LOAD && a->address >= (from & ~4095ul) && a->address < to) {
            a->found = true;
            a->engine = strstr(info->dlpi_name, "libharrier-check") != NULL;
        }
    }
    return 0;
}

/* First, middle and last byte of each mapping, but for the checker's own: its library, its board, and its tables. Those have no name; so of
 * mappings without one only zeroed data of an object are taken, and what has this thread's variables. (What main() itself maps is in the
 * other list.) */
static void add_mappings(void)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[LINE], what[LINE + 20];
    unsigned long local = (unsigned long)&program_local;
    while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
        unsigned long from, to;
        char mode[8];
        int name = 0;
        if (sscanf(line, "%lx-%lx %7s %*s %*s %*s %n", &from, &to, mode, &name) != 3) {
            continue;
        }
        line[strcspn(line, "\n")] = '\0';
        const char *path = line + name;
        struct asked object = { .address = from };
        dl_iterate_phdr(look_up, &object);
        bool known = *path != '\0' || object.found || (local >= from && local < to);
        if (mode[1] != 'w' || !known || object.engine || strstr(path, "harrier-board") != NULL) {
            continue;
        }
        const unsigned long offsets[] = { 0, (to - from) / 2, to - from - 1 };
        for (int i = 0; i < 3; i++) {
            snprintf(what, sizeof what, "%s +%lu of %lu", *path != '\0' ? path : "(no name)", offsets[i], to - from);
            add((unsigned char *)from + offsets[i], what);
        }
    }
    if (maps != NULL) {
        fclose(maps);
    }
}

/* What main() can make: each kind of memory that two actors could talk through. */
static void add_own(void)
{
    static const char *const parts[] = { "data", "zeroed data", "thread-local data", "zeroed thread-local data" };
    void *late = dlopen(getenv("EVERYWHERE_LIBRARY"), RTLD_NOW);
    void *(*late_place)(int) = late != NULL ? (void *(*)(int))dlsym(late, "library_place") : NULL;
    void *program[] = { &program_data, &program_zero, &program_local, &program_local_zero };
    char what[100];
    for (int i = 0; i < 4; i++) {
        snprintf(what, sizeof what, "program: %s", parts[i]);
        add(program[i], what);
        snprintf(what, sizeof what, "linked library: %s", parts[i]);
        add(library_place(i), what);
        snprintf(what, sizeof what, "late library: %s", parts[i]);
        add(late_place != NULL ? late_place(i) : NULL, what);
    }
    int file = memfd_create("place", 0), segment = shmget(IPC_PRIVATE, 8192, 0600);
    if (file < 0 || ftruncate(file, 8192) != 0 || segment < 0) {
        exit(2);
    }
    add(mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), "mmap private");
    add(mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0), "mmap shared");
    add(mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), "memfd");
    add(shmat(segment, NULL, 0), "System V shared memory");
    shmctl(segment, IPC_RMID, NULL);
    add(sbrk(8192), "sbrk");
    add(malloc(100), "main's heap");
    add(strdup("text"), "main's heap, by the C library");
    add((unsigned char *)__builtin_frame_address(0) - 60000, "below main's stack pointer"); /* deeper than anything that main() calls */
    add((unsigned char *)__builtin_frame_address(0) + 200, "main's frames");
    add(stdout, "stdout");
    add(&environ, "environ");
}

int main(int argc, char **argv)
{
    add_own();
    add_mappings();
    if (argc < 2) {
        for (int i = 0; i < count; i++) {
            printf("%d %s\n", i, places[i].what);
        }
        return 0;
    }
    target = places[atoi(argv[1])].at;
    if (target == NULL) {
        hr_skip("no such place here");
    }
    before = *target;
    const char *when = argc > 2 ? argv[2] : "run";
    hr_ref b = hr_spawn(actor);
    hr_ref a = hr_spawn(actor, .other = b);
    if (strcmp(when, "init") == 0) {
        hr_spawn(early);
    } else {
        hr_send(a, Write);
    }
    if (strcmp(when, "settle") == 0) {
        hr_settle();
    }
    hr_assert(*target == before); /* nor does main() see it */
    hr_send(b, Look);
    return hr_run();
}
