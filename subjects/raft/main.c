/* raft [NAME=NUMBER]...: see README.md. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "raft.h"

struct bounds bounds = {
    .nodes = 3,
    .candidates = 2,
    .terms = 2,
    .timeouts = 2,
    .entries = 1,
    .heartbeats = 0,
    .compact = 0,
    .invariants = OVER_ALL,
};
hr_ref nodes[NODES_MAX], client;

static const struct argument {
    const char *name, *what;
    unsigned *value, least, most;
} arguments[] = {
    { "nodes", "how many", &bounds.nodes, 2, NODES_MAX },
    { "candidates", "how many of them ever ask for votes", &bounds.candidates, 1, NODES_MAX },
    { "terms", "the last term in which somebody asks for votes", &bounds.terms, 1, 1000 },
    { "timeouts", "how often each of these asks", &bounds.timeouts, 0, 1000 },
    { "entries", "commands of the client's", &bounds.entries, 0, 31 },
    { "heartbeats", "of each leader", &bounds.heartbeats, 0, 1000 },
    { "compact", "a snapshot is made after this many committed entries; 0: never", &bounds.compact, 0, 1000 },
    { "invariants", "0: nothing is checked; 1: over all nodes; 2: by pairs of nodes", &bounds.invariants, UNCHECKED, BY_PAIRS },
};
enum { ARGUMENTS = sizeof arguments / sizeof *arguments };

static void usage(const char *program)
{
    fprintf(stderr, "usage: %s [NAME=NUMBER]...\n", program);
    for (size_t i = 0; i < ARGUMENTS; i++) {
        const struct argument *a = &arguments[i];
        fprintf(stderr, "    %-10s  %u to %-4u  %s (%u)\n", a->name, a->least, a->most, a->what, *a->value);
    }
    exit(2);
}

static bool take_argument(const char *text)
{
    const char *equals = strchr(text, '=');
    for (size_t i = 0; i < ARGUMENTS && equals != NULL; i++) {
        const struct argument *a = &arguments[i];
        if (strlen(a->name) == (size_t)(equals - text) && strncmp(a->name, text, strlen(a->name)) == 0) {
            char *end;
            unsigned long number = strtoul(equals + 1, &end, 10);
            *a->value = (unsigned)number;
            return end != equals + 1 && *end == '\0' && number >= a->least && number <= a->most;
        }
    }
    return false;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (!take_argument(argv[i])) {
            fprintf(stderr, "%s: no such argument, or not with this number: %s\n", argv[0], argv[i]);
            usage(argv[0]);
        }
    }
    client = client_start();
    for (unsigned i = 0; i < bounds.nodes; i++) {
        nodes[i] = hr_spawn(node, .number = i, .timeouts = i < bounds.candidates ? bounds.timeouts : 0);
    }
    if (bounds.invariants != UNCHECKED) {
        declare_invariants();
    }
#ifdef RAFT_MILESTONES
    declare_milestones();
#endif
    return hr_run();
}
