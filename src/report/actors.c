#include "report/actors.h"

#include <stdio.h>
#include <stdlib.h>

#include "trace/recording.h"

struct actors {
    struct {
        uint64_t ref;
        const char *name;
    } * all;
    size_t count, capacity;
};

struct actors *actors_new(void)
{
    return calloc(1, sizeof(struct actors));
}

void actors_free(struct actors **a)
{
    free((*a)->all);
    free(*a);
    *a = NULL;
}

void actors_add(struct actors *a, const struct record_actor *r)
{
    if (a->count == a->capacity) {
        a->capacity = a->capacity == 0 ? 64 : a->capacity * 2;
        a->all = realloc(a->all, a->capacity * sizeof *a->all);
    }
    a->all[a->count].ref = r->ref;
    a->all[a->count++].name = r->name;
}

bool actors_name(void *user, uint64_t ref, char *out, size_t size)
{
    const struct actors *a = user;
    for (size_t i = 0; i < a->count; i++) {
        if (a->all[i].ref == ref) {
            snprintf(out, size, "%s", a->all[i].name);
            return true;
        }
    }
    return false;
}
