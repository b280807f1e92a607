#include "trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ends_text.h"

const char *fault_name(enum fault f)
{
    static const char *const names[] = { "nothing",
                                         "no result",
                                         "an end is lost",
                                         "an end too many",
                                         "another verdict",
                                         "another count",
                                         "a schedule leads elsewhere",
                                         "a schedule is too long" };
    return names[f];
}

void trial_table(const struct trial *t, struct table *out)
{
    if (t->allowed == 0) {
        generate(out, t->seed, t->draw);
    } else {
        generate_varied(out, t->seed, t->draw, t->allowed);
    }
}

/* ---- the command ---- */

static void add_option(struct words *w, const char *name, const char *value)
{
    words_add(w, name);
    words_add(w, value);
}

static void faults_of(const struct table *table, struct option_words *out)
{
    const struct faults_allowed *f = &table->settings.faults;
    snprintf(out->faults, sizeof out->faults,
             "loss=%d,dup=%d,crash=%d,restart=%d,partition=%d,callers=%s%s,messages=Poke+Push+Parcel+Tick%s%s", f->loss, f->twice, f->crash,
             f->restart, f->partitions, f->callers_wait ? "wait" : "error", f->pending_lost ? ",pending=lost" : "",
             f->calls ? "+Ask+Get+Answer+Packet" : "",
             f->some              ? ",actors=alpha+gamma"
             : f->partitions != 0 ? ",actors=alpha+beta+gamma+delta"
                                  : "");
    add_option(&out->words, "--faults", out->faults);
}

/* What belongs to the program rather than to the search: a replay needs it too. */
static void settings_of(const struct trial *t, const struct table *table, struct option_words *out)
{
    static const char *const environments[ENVIRONMENTS] = { NULL, "total", "empty", "own" };
    static const char *const unhandled[UNHANDLEDS] = { NULL, "error", "keep", "drop" };
    const struct settings *s = &table->settings;
    *out = (struct option_words){ 0 };
    add_option(&out->words, "--channel", channel_names[t->channel]);
    if (s->environment != ENVIRONMENT_UNSAID) {
        add_option(&out->words, "--env", environments[s->environment]);
    }
    if (s->unhandled != UNHANDLED_UNSAID) {
        add_option(&out->words, "--unhandled", unhandled[s->unhandled]);
    }
    if (s->mailbox_limit != 0) {
        snprintf(out->limit, sizeof out->limit, "%d", s->mailbox_limit);
        add_option(&out->words, "--mailbox-limit", out->limit);
    }
    if (s->any_timers) {
        add_option(&out->words, "--timers", "any");
    }
    if (has(table, WITH_CLOCKS)) {
        snprintf(out->late, sizeof out->late, "%dms", s->late_ms == 0 ? 1 : s->late_ms);
        snprintf(out->late_looks, sizeof out->late_looks, "%d", s->late_looks);
        add_option(&out->words, "--late", out->late);
        add_option(&out->words, "--late-looks", out->late_looks);
    }
    if (has(table, WITH_FAULTS)) {
        faults_of(table, out);
    }
}

void trial_options(const struct trial *t, const struct table *table, struct option_words *out)
{
    settings_of(t, table, out);
    for (size_t i = 0; t->mode->options[i] != NULL; i++) {
        words_add(&out->words, t->mode->options[i]);
    }
    if (t->order != NULL) {
        add_option(&out->words, "--order", t->order);
    }
}

/* Reductions are told from each other by histories; stateful searches shall have equal states to match, and with histories nothing commutes. */
static bool with_history(const struct trial *t)
{
    return t->mode->ordered && !t->mode->commutes;
}

struct argument_words {
    struct words words;
    char numbers[3][20];
};

static void arguments(const struct trial *t, struct argument_words *out)
{
    *out = (struct argument_words){ 0 };
    if (t->file != NULL) {
        words_add(&out->words, t->file);
    } else {
        snprintf(out->numbers[0], 20, "%u", t->seed);
        snprintf(out->numbers[1], 20, "%u", t->draw);
        words_add(&out->words, out->numbers[0]);
        words_add(&out->words, out->numbers[1]);
        if (t->allowed != 0) {
            snprintf(out->numbers[2], 20, "%u", t->allowed);
            words_add(&out->words, "varied");
            words_add(&out->words, out->numbers[2]);
        }
    }
    if (with_history(t)) {
        words_add(&out->words, "history");
    }
}

void trial_command(const struct site *s, const struct trial *t, const struct table *table, char *out)
{
    struct option_words options;
    struct argument_words rest;
    trial_options(t, table, &options);
    arguments(t, &rest);
    harrier_command(s->harrier, s->program, &options.words, &rest.words, out);
}

/* ---- replays ---- */

/* Whether every word of the one is in the other. */
static bool has_words(const char *all, const char *some)
{
    for (some += strspn(some, " ,"); *some != '\0'; some += strspn(some, " ,")) {
        size_t n = strcspn(some, " ,");
        const char *at = all + strspn(all, " ,");
        while (*at != '\0' && (strcspn(at, " ,") != n || strncmp(at, some, n) != 0)) {
            at += strcspn(at, " ,");
            at += strspn(at, " ,");
        }
        if (*at == '\0') {
            return false;
        }
        some += n;
    }
    return true;
}

/* In which order actors are named depends on the order in which the search met them. */
static bool same_text(const char *a, const char *b)
{
    return has_words(a, b) && has_words(b, a);
}

/* A search that goes on behind violations finds some beyond others, so there may be several on the way. */
static bool leads_there(const struct found *f, const struct said *met)
{
    bool there = false;
    for (int i = 0; i < met->found_count; i++) {
        const struct found *m = &met->found[i];
        there = there || (m->what == f->what && m->steps == f->steps && same_text(m->text, f->text));
    }
    return there && met->readable;
}

static void compare_replay(struct complaint *c, const struct found *f, struct said met)
{
    if (!leads_there(f, &met)) {
        const struct found none = { .kind = "nothing" }, *first = met.found_count != 0 ? &met.found[0] : &none;
        complain(c, FAULT_REPLAY, "%s after %lu deliveries: %s\n    replayed: %s after %lu: %s\n%s", f->kind, (unsigned long)f->steps,
                 f->text, met.readable ? first->kind : "cannot be followed", (unsigned long)first->steps, first->text,
                 f->schedule != NULL ? f->schedule : "");
    }
    said_free(&met);
}

/* All schedules in this process, or the one that the command has written. */
static void replay_all(struct complaint *c, const struct site *s, const struct trial *t, const struct table *table, const struct said *r,
                       struct compared *compared)
{
    struct option_words settings;
    struct argument_words rest;
    settings_of(t, table, &settings);
    add_option(&settings.words, "--undeliverable", "off");
    arguments(t, &rest);
    for (int i = 0; i < r->found_count; i++) {
        const struct found *f = &r->found[i];
        if (f->schedule != NULL && f->what != BAD_SITE && f->what != BAD_SITE_TOO) { /* no schedule leads to what never happens */
            compare_replay(c, f, harrier_replay(s, f->schedule, &settings.words, &rest.words));
            compared->replays++;
        }
    }
    if (r->trace[0] != '\0') {
        compare_replay(c, &r->found[0], harrier_replay_file(s, r->trace, &rest.words));
        compared->replays++;
    }
}

enum fault trial_run(const struct site *s, const struct trial *t, const struct table *table, const struct enumeration *e,
                     struct counted *before, struct compared *compared, char *why, size_t size)
{
    struct option_words options;
    struct argument_words rest;
    struct complaint c = { .why = why, .size = size };
    trial_options(t, table, &options);
    arguments(t, &rest);
    struct said r = harrier_run(s, &options.words, &rest.words, t->fast);
    if (!r.readable) {
        complain(&c, FAULT_BROKEN, "exit status %d and no result", r.exit_status);
    } else if (!r.exhaustive && !t->mode->inexact && !t->mode->samples) {
        complain(&c, FAULT_BROKEN, "not exhaustive");
    } else {
        r.ends = ends_tidy(r.ends);
        compare(&c, t->mode, table, e, with_history(t) ? e->histories : e->ends, &r, before, compared);
        compare_bound(&c, t, &r, before, compared);
    }
    if (c.fault == FAULT_NONE && t->replays) {
        replay_all(&c, s, t, table, &r, compared);
    }
    said_free(&r);
    return c.fault;
}
