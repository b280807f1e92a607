#include <assert.h>
#include <jansson.h>
#include <stdlib.h>

static void thing(void)
{
    json_t *o = json_loads("{\"a\": [1, 2.5, \"x\"], \"b\": {\"c\": null}}", 0, NULL);
    assert(o != NULL);
    char *text = json_dumps(o, JSON_SORT_KEYS);
    assert(text != NULL);
    free(text);
    json_decref(o);
}
#define PREPARE json_object_seed(1) /* else it reads /dev/urandom */
#include "thing.h"
