/* Steps of two actors in turn, for bench/guards.sh: `steps KIND STEPS`. The states are few and the steps all different, so that what is measured is
 * the execution of a step.
 *     KIND  a number: KB of plain memory on the heap, of which a step writes one word
 *           json    a tree of jansson's, of which a step changes a leaf
 *           sql     a database of SQLite's in memory, of which a step updates a row */
#include <harrier.h>
#include <jansson.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

HR_MESSAGE(Go, int left; hr_ref other;);
static const char *kind; /* written by main only */

struct node {
    hr_ref other; /* HR_NOBODY: a message says it */
    int *plain;
    json_t *tree;
    sqlite3 *db;
};

static void begin(struct node *self)
{
    if (strcmp(kind, "json") == 0) {
        self->tree = json_object();
        for (int i = 0; i < 50; i++) {
            char key[10];
            snprintf(key, sizeof key, "key %d", i);
            json_object_set_new(self->tree, key, json_pack("{s:i,s:[i,i]}", "n", i, "list", i, i));
        }
    } else if (strcmp(kind, "sql") == 0) {
        hr_assert(sqlite3_open(":memory:", &self->db) == SQLITE_OK);
        sqlite3_exec(self->db, "create table t (n integer primary key, v integer); insert into t values (1, 0), (2, 0), (3, 0)", NULL, NULL,
                     NULL);
    } else {
        size_t size = (size_t)atoi(kind) << 10;
        self->plain = malloc(size);
        memset(self->plain, 1, size);
    }
}

static void on_go(struct node *self, const struct Go *m)
{
    int value = m->left / 2 % 4;
    if (self->tree != NULL) {
        json_object_set_new(json_object_get(self->tree, "key 25"), "n", json_integer(value));
    } else if (self->db != NULL) {
        char text[100];
        snprintf(text, sizeof text, "update t set v = %d where n = 2", value);
        hr_assert(sqlite3_exec(self->db, text, NULL, NULL, NULL) == SQLITE_OK);
    } else {
        self->plain[100] = value;
    }
    if (m->left > 0) {
        hr_send(self->other != HR_NOBODY ? self->other : m->other, Go, .left = m->left - 1, .other = m->other);
    }
}
HR_ACTOR(node, HR_INIT(begin), HR_ON(Go, on_go));

int main(int argc, char **argv)
{
    kind = argc > 1 ? argv[1] : "1";
    hr_library("sqlite3", "own");
    json_object_seed(1);
    sqlite3 *first;
    if (sqlite3_open(":memory:", &first) == SQLITE_OK) { /* what it sets up at its first use */
        sqlite3_exec(first, "create table t (n integer primary key); insert into t values (1)", NULL, NULL, NULL);
        sqlite3_close(first);
    }
    hr_ref a = hr_spawn(node), b = hr_spawn(node, .other = a); /* the first one learns of the second by messages */
    hr_send(a, Go, .left = argc > 2 ? atoi(argv[2]) : 1000, .other = b);
    return hr_run();
}
