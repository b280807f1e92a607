#include "report/facts.h"

#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct fact *)a)->name, ((const struct fact *)b)->name);
}

static char *joined(const char *name, const char *more)
{
    char *both = NULL;
    return asprintf(&both, "%s\n%s", name, more) < 0 ? NULL : both;
}

void facts_note(struct facts *f, const char *name, const char *more, const char *value)
{
    struct fact *fact = calloc(1, sizeof *fact);
    if (fact == NULL || (fact->name = joined(name, more)) == NULL) {
        free(fact);
        return;
    }
    struct fact **at = tsearch(fact, &f->tree, by_name);
    if (at == NULL || *at != fact) {
        free(fact->name);
        free(fact);
    }
    if (at == NULL) {
        return;
    }
    fact = *at;
    fact->varies = fact->varies || (fact->value != NULL && strcmp(fact->value, value) != 0);
    fact->value = fact->value != NULL ? fact->value : strdup(value);
    fact->times++;
}

const struct fact *facts_get(const struct facts *f, const char *name, const char *more)
{
    struct fact wanted = { .name = joined(name, more) };
    struct fact *const *at = wanted.name == NULL ? NULL : tfind(&wanted, &f->tree, by_name);
    free(wanted.name);
    return at == NULL ? NULL : *at;
}

static void free_fact(void *fact)
{
    free(((struct fact *)fact)->name);
    free(((struct fact *)fact)->value);
    free(fact);
}

void facts_free(struct facts *f)
{
    tdestroy(f->tree, free_fact);
    f->tree = NULL;
}
