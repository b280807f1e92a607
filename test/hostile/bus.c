/* SIGBUS: a mapped file that is shorter than its mapping. */
#define _GNU_SOURCE /* memfd_create */
#include <sys/mman.h>
#include <unistd.h>

#include "victim.h"

static volatile char *mapped;

static void beyond(void)
{
    hr_note("%d", mapped[5000]); /* here */
}

int main(void)
{
    int fd = memfd_create("short", 0);
    if (fd < 0 || ftruncate(fd, 10) != 0) {
        return 9;
    }
    mapped = mmap(NULL, 8192, PROT_READ, MAP_SHARED, fd, 0);
    hr_send(hr_spawn(victim, .act = beyond), Go);
    return hr_run();
}
