/* How other tools name a file of the program's source. */
#ifndef HARRIER_FORMATS_SOURCE_NAME_H
#define HARRIER_FORMATS_SOURCE_NAME_H

/* Below the folder of the project (GITHUB_WORKSPACE, else the present one) relative to it; else as it is. Points into `file`. */
const char *source_name(const char *file);
/* The same as an address: a path in which only what may stand there does, with file:// before an absolute one. Allocated. */
char *source_address(const char *file);

#endif
