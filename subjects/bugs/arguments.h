/* What all programs here are given: PROGRAM [SIZE [fixed]]. Handlers may read both: they do not change after main(). */
#ifndef SUBJECTS_BUGS_ARGUMENTS_H
#define SUBJECTS_BUGS_ARGUMENTS_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int size;
static bool fixed;

static void read_arguments(int argc, char **argv, int usual, int least, int most)
{
    size = argc > 1 ? atoi(argv[1]) : usual;
    fixed = argc > 2 && strcmp(argv[2], "fixed") == 0;
    if (size < least || size > most || argc > 3 || (argc == 3 && !fixed)) {
        fprintf(stderr, "%s: usage: %s [SIZE [fixed]], SIZE from %d to %d\n", argv[0], argv[0], least, most);
        exit(2);
    }
}

#endif
