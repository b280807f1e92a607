/* Names of actor references, as a recording gives them. */
#ifndef HARRIER_REPORT_ACTORS_H
#define HARRIER_REPORT_ACTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct record_actor;
struct actors;

struct actors *actors_new(void);
void actors_free(struct actors **a);
/* The record must outlive the list, which keeps its texts. */
void actors_add(struct actors *a, const struct record_actor *r);
/* For value printing: `user` is a struct actors. */
bool actors_name(void *user, uint64_t ref, char *out, size_t size);

#endif
