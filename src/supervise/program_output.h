/* What a program prints outside its handlers. All of it is read, so that the program never blocks, and the beginning is kept. */
#ifndef HARRIER_SUPERVISE_PROGRAM_OUTPUT_H
#define HARRIER_SUPERVISE_PROGRAM_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

struct program_output {
    int read_fd, write_fd; /* a pipe; -1: closed */
    size_t size;
    char text[64 << 10]; /* ends with a zero */
};

bool output_open(struct program_output *o);
/* Reads what is there. False at the end, when no process has the pipe open any more. */
bool output_take(struct program_output *o);
void output_close(struct program_output *o);

#endif
