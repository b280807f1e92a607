/* Agreeing that all ranks run the same: options, arguments, files, where they are in memory, and the first state. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/journal.h"
#include "cluster/cluster.h"

void cluster_refuse(struct board *b, const char *why)
{
    struct journal *j = board_journal(b);
    if (j->refused[0] == '\0' && !j->confirmed && why[0] != '\0') {
        snprintf(j->refused + 1, sizeof j->refused - 1, "%.900s", why + 1);
        __atomic_store_n(&j->refused[0], why[0], __ATOMIC_RELEASE); /* the engine reads it when it is complete */
    }
}

/* Once the engine has listed the program's files. */
void cluster_identify(struct cluster *c, struct board *b)
{
    const struct journal *j = board_journal(b);
    char unread[4097], why[4300], root[20];
    char *objects = strndup(j->objects, sizeof j->objects - 1);
    c->identified = true;
    identity_add_options(&c->mine, c->o);
    if (!identity_add_files(&c->mine, c->program, objects, unread, sizeof unread)) {
        snprintf(why, sizeof why, "ranks cannot compare what they run: %s cannot be read", unread);
        cluster_refuse(b, why);
    }
    identity_add_places(&c->mine, objects);
    snprintf(root, sizeof root, "%016lx", (unsigned long)j->root);
    identity_add(&c->mine, "state first", root);
    identity_add(&c->mine, "option --checkpoint", c->kept != NULL && c->kept->writes ? "yes" : "no");
    snprintf(root, sizeof root, "%016lx", c->kept != NULL ? (unsigned long)c->kept->from.data_hash : 0);
    identity_add(&c->mine, "option --resume", root);
    free(objects);
    size_t most = LINK_FRAME_MOST, size = c->mine.size < most ? c->mine.size : most;
    while (!link_write(&c->link->out[LINK_COMMAND], LINK_IDENTITY, 0, c->mine.lines, (uint32_t)size)) {}
}

/* What of a rank is other than here. */
static bool compare(const struct cluster *c, uint32_t rank, char *why, size_t size)
{
    static const struct {
        const char *key, *what;
    } parts[] = { { "option ", "another check" },
                  { "argument ", "another check" },
                  { "file ", "another program" },
                  { "place ", "at other addresses" },
                  { "state ", "in another first state, so that it must read something that differs between them (files, environment)" } };
    char what[9000], its[60], first[60];
    cluster_name(c->link, rank, its, sizeof its);
    cluster_name(c->link, 0, first, sizeof first);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (identity_differs(&c->theirs[0], &c->theirs[rank], parts[i].key, what, sizeof what)) {
            snprintf(why, size, "the program is not the same on all ranks: on %s (%s) it is %s than on %s (%s): %.500s", its,
                     c->link->rows[rank].host, parts[i].what, first, c->link->rows[0].host, what);
            return false;
        }
    }
    return true;
}

void cluster_take_identity(struct cluster *c, uint32_t from, const char *text, size_t length)
{
    struct identity *i = &c->theirs[from];
    if (i->lines != NULL) {
        return;
    }
    *i = (struct identity){ .lines = strndup(text, length), .size = length };
    if (++c->known < c->ranks) {
        return;
    }
    char why[1000] = "";
    for (uint32_t r = 1; r < c->ranks && compare(c, r, why, sizeof why); r++) {}
    for (uint32_t r = 0; r < c->ranks; r++) {
        while (!link_write(&c->link->out[LINK_COMMAND], LINK_AGREED, r, why, (uint32_t)strlen(why) + 1)) {}
    }
}
