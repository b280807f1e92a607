/* The program under test: `program SEED DRAW` is the generated program of that number, as actors; `program FILE` one that was
 * saved. As further arguments:
 *   varied FEATURES  SEED and DRAW are those of a program with some of these features
 *   first            nothing is chosen: every hr_choose is taken to be 0
 *   history          every message has a serial number and every actor remembers in which order it received what, so that executions
 *                    which differ in the order of some receiver have different ends
 * Built with TIMERS, the program of a SEED and a DRAW is the timed one. */
#include <stdlib.h>
#include <string.h>

#include "actors.h"

struct program program;

/* ---- predicates ---- */

static bool claim_of(const struct claim *c, hr_ref first, hr_ref second)
{
    const struct body *one = peek(first, class_of(&program.table, c->actor));
    const struct body *other = peek(second, class_of(&program.table, c->other));
    if (one == NULL || other == NULL || (c->gate != 0 && cells[c->gate - 1] < 2)) {
        return true;
    }
    return one->sum % 4 != c->sum || (c->state != ANY_STATE && other->state != c->state);
}

static bool claim_holds(const struct claim *c)
{
    return claim_of(c, program.actors[c->actor], program.actors[c->other]);
}

static bool first_always(void)
{
    return claim_holds(&program.table.always[0]);
}
static bool second_always(void)
{
    return claim_holds(&program.table.always[1]);
}
static bool at_end(void)
{
    return claim_holds(&program.table.at_end);
}
static bool environment(void)
{
    return claim_holds(&program.table.environment);
}

/* The same, told whom they are about. The second one looks for itself, unless it is about twins. */
static bool first_always_of(hr_ref one, hr_ref other)
{
    return claim_of(&program.table.always[0], one, other);
}
static bool second_always_of(hr_ref one, hr_ref other)
{
    return claim_of(&program.table.always[1], one, other);
}
static bool at_end_of(hr_ref one, hr_ref other)
{
    return claim_of(&program.table.at_end, one, other);
}

static hr_ref ref_of(int index, const hr_ref *twins)
{
    return index < program.table.actor_count ? program.actors[index] : twins[index - program.table.actor_count];
}

static void declare_named(const hr_ref *twins)
{
    const struct table *t = &program.table;
    const struct claim *one = &t->always[0], *two = &t->always[1], *end = &t->at_end;
    if (one->used) {
        hr_always(first_always_of, ref_of(one->actor, twins), ref_of(one->other, twins));
    }
    if (two->used && is_about_twins(t, two)) {
        hr_always(second_always_of, ref_of(two->actor, twins), ref_of(two->other, twins));
    } else if (two->used) {
        hr_always(second_always, ref_of(two->actor, twins), ref_of(two->other, twins));
    }
    if (end->used) {
        hr_at_end(at_end_of, ref_of(end->actor, twins), ref_of(end->other, twins));
    }
}

static void declare_unnamed(void)
{
    const struct table *t = &program.table;
    if (t->always[0].used) {
        hr_always(first_always);
    }
    if (t->always[1].used) {
        hr_always(second_always);
    }
    if (t->at_end.used) {
        hr_at_end(at_end);
    }
}

static void declare(void)
{
    const struct table *t = &program.table;
    if (has(t, WITH_SHARED)) {
        hr_shared_global(cells);
    }
    if (has(t, WITH_SITES)) {
        hr_sites_(sites, sites + SITES);
    }
}

/* When the actors are there that predicates name. */
static void declare_predicates(const hr_ref *twins)
{
    const struct table *t = &program.table;
    if (has(t, WITH_NAMED)) {
        declare_named(twins);
    } else {
        declare_unnamed();
    }
    if (t->environment.used) {
        hr_environment(environment);
    }
}

/* ---- the driver ---- */

static void create_actors(void)
{
    const struct table *t = &program.table;
    if (program.keeps_history) {
        program.grave = create_grave();
    }
    for (int i = 0; i < t->actor_count; i++) {
        program.actors[i] = create(t->actors[i], i + 1, 0, 2, true);
    }
}

static void send_first(int from, int to)
{
    for (int i = from; i < to; i++) {
        const struct first_message *m = &program.table.first[i];
        send_message(program.actors[m->to], m->type, m->depth, m->value, program.keeps_history ? i + 1 : 0);
    }
}

static void create_twins(hr_ref *twins)
{
    const struct twins *t = &program.table.twins;
    for (int i = 0; i < t->count; i++) {
        twins[i] = create(t->class, TWIN_ID, 0, 2, true);
    }
    for (int i = 0; i < t->count; i++) {
        send_message(twins[i], t->message.type, t->message.depth, t->message.value, 0);
    }
}

static bool takes_word(int *argc, char **argv, const char *word)
{
    bool found = *argc > 1 && strcmp(argv[*argc - 1], word) == 0;
    *argc -= found;
    return found;
}

static bool read_arguments(int argc, char **argv)
{
    program.keeps_history = takes_word(&argc, argv, "history");
    program.takes_first = takes_word(&argc, argv, "first");
    if (argc == 2) {
        return table_load(&program.table, argv[1]);
    }
    unsigned seed = argc >= 3 ? (unsigned)atoi(argv[1]) : 0, draw = argc >= 3 ? (unsigned)atoi(argv[2]) : 0;
    if (argc == 5 && strcmp(argv[3], "varied") == 0) {
        generate_varied(&program.table, seed, draw, (unsigned)strtoul(argv[4], NULL, 10));
        return true;
    }
#ifdef TIMERS
    generate_timed(&program.table, seed, draw);
#else
    generate(&program.table, seed, draw);
#endif
    return argc == 3;
}

int main(int argc, char **argv)
{
    if (!read_arguments(argc, argv)) {
        return 2;
    }
    make_types();
    declare();
    create_actors();
    if (has(&program.table, WITH_SETTLED)) {
        send_first(0, program.table.settled);
        hr_settle();
    }
    hr_ref twins[TWINS_MAX];
    create_twins(twins);
    declare_predicates(twins);
    send_first(program.table.settled, program.table.first_count);
    return hr_run();
}
