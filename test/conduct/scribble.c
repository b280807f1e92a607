/* A program that writes where it must not: on the board, which is mapped in its process.    scribble WHAT [MORE]
 * `where OFFSET SIZE VALUE WHEN`: so many bytes of that value at that place; `shrink`, `seal`: its file; `later`: a child that goes on
 * writing after the program has ended. WHEN: main, handler. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/board.h"
#include "harrier.h"

static unsigned char *board;
static size_t offset, size;
static int value;

static void scribble(void)
{
    memset(board + offset, value, size);
}

HR_MESSAGE(Go, bool write;);
struct one {
    int count;
};
static void on_go(struct one *self, const struct Go *m)
{
    self->count++;
    if (m->write) {
        scribble();
    }
    hr_assert(self->count != 2);
}
HR_ACTOR(one, HR_ON(Go, on_go));

static unsigned char *find_board(void)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[500];
    void *from = NULL;
    while (maps != NULL && from == NULL && fgets(line, sizeof line, maps) != NULL) {
        if (strstr(line, "harrier-board") != NULL) {
            sscanf(line, "%p", &from);
        }
    }
    if (maps != NULL) {
        fclose(maps);
    }
    return from;
}

static void write_for_ever(void)
{
    if (fork() == 0) {
        setsid();
        for (;;) {
            scribble();
        }
    }
}

int main(int argc, char **argv)
{
    bool in_handler = argc > 5 && strcmp(argv[5], "handler") == 0;
    board = find_board();
    offset = argc > 2 ? strtoul(argv[2], NULL, 0) : offsetof(struct board, tests);
    size = argc > 3 ? strtoul(argv[3], NULL, 0) : 1;
    value = argc > 4 ? atoi(argv[4]) : 0;
    if (strcmp(argv[1], "sizes") == 0) { /* for the test: which places there are */
        printf("%zu %zu\n", sizeof(struct board), sizeof(struct job));
        return 0;
    } else if (strcmp(argv[1], "shrink") == 0) {
        (void)!ftruncate(BOARD_FD, 4096);
    } else if (strcmp(argv[1], "seal") == 0) {
        fcntl(BOARD_FD, F_ADD_SEALS, F_SEAL_SEAL);
    } else if (strcmp(argv[1], "later") == 0) {
        write_for_ever();
    } else if (!in_handler) {
        scribble();
    }
    hr_ref one = hr_spawn(one);
    hr_send(one, Go, .write = in_handler);
    hr_send(one, Go);
    return hr_run();
}
