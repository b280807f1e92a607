/* Starting the program so that nothing of it outlives this command. A process in between keeps it: the keeper. It becomes the parent of
 * whatever the program starts and abandons, and ends all of that when the program has ended, when it is asked to, or when this command is
 * gone, however that came about. */
#ifndef HARRIER_SUPERVISE_KEEPER_H
#define HARRIER_SUPERVISE_KEEPER_H

#include <stdbool.h>
#include <sys/types.h>

struct keeper {
    pid_t pid;
    int lifeline; /* our end of a pipe: once it is closed, by us or by our death, the keeper ends everything; -1: closed */
    int result;   /* readable when nothing of the program is left */
};

/* Runs `become(user)` in a new process; it is to become the program, and must not return. False with errno. */
bool keeper_start(struct keeper *k, void (*become)(void *user), void *user);
/* Asks the keeper to end everything of the program; does not wait for it. */
void keeper_kill(struct keeper *k);
/* Waits until nothing of the program is left. How it ended, as waitpid says it; negative: no process was to be had, and why (-errno). */
int keeper_status(struct keeper *k);

#endif
