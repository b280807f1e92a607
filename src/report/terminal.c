#include "report/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/print.h"

struct story_style terminal_style(const char *color, FILE *out)
{
    const char *wish = getenv("NO_COLOR");
    bool no_color = wish != NULL && wish[0] != '\0';
    bool on = strcmp(color, "always") == 0 || (strcmp(color, "auto") == 0 && isatty(fileno(out)) && !no_color);
    return on ? (struct story_style){ print_strong, print_red, print_dim, print_plain } : (struct story_style){ "", "", "", "" };
}

void terminal_verdict(FILE *out, const struct result *r, const struct story_style *style)
{
    static const char *const words[] = { "PASS", "FAIL", "UNKNOWN", "ERRATIC" };
    const volatile struct counts *c = &r->board->counts;
    char strength[400];
    result_strength(r, strength, sizeof strength);
    bool bad = r->verdict == VERDICT_VIOLATION || r->verdict == VERDICT_NONDETERMINISTIC;
    print(out, "%s%s%-7s%s  %s", style->strong, bad ? style->red : "", words[r->verdict], style->plain,
          r->test[0] != '\0' ? r->test : basename(r->program));
    for (size_t i = 0; r->arguments[i] != NULL && r->test[0] == '\0'; i++) {
        print(out, " %s", r->arguments[i]);
    }
    print(out, "   %s\n", strength);
    print(out, "         %lu state%s, %lu deliver%s, %lu handler run%s, %.2f s; channel %s, search %s", c->tally.states,
          c->tally.states == 1 ? "" : "s", c->tally.deliveries, c->tally.deliveries == 1 ? "y" : "ies", c->handler_runs,
          c->handler_runs == 1 ? "" : "s", c->seconds, axis_channel.values[r->board->channel].name,
          axis_search.values[r->board->job.search].name);
    if (r->board->job.workers > 1) {
        print(out, ", %u workers", r->board->job.workers);
    }
    if (r->board->sometimes_count != 0) {
        print(out, "; sometimes: %u of %u reached", r->board->sometimes_reached, r->board->sometimes_count);
    }
    fputc('\n', out);
    char time[200];
    result_time(r, time, sizeof time);
    if (time[0] != '\0') {
        print(out, "         time: %s\n", time);
    }
    if (r->board->log_dropped != 0) {
        print(out,
              "         %swarning%s: what there was to tell took more than %lu GB: ends, a graph, coverage or schedules are not complete\n",
              style->strong, style->plain, (unsigned long)(BOARD_BYTES >> 30));
    }
    if (c->tally.deliveries == 0 && r->verdict == VERDICT_PASS) {
        print(out, "         %swarning%s: no message was delivered after hr_run() began, so nothing could come in another order\n",
              style->strong, style->plain);
    }
    if (c->tally.deliveries != 0 && r->verdict == VERDICT_PASS && r->board->ends_awaited && c->tally.end_states == 0) {
        print(out, "         %swarning%s: no execution ends, so hr_at_end() was never asked\n", style->strong, style->plain);
    }
}

void terminal_finding(FILE *out, const struct result *r, const struct finding *f, const struct story_style *style)
{
    char place[300], text[600], function[128];
    finding_place(r, f, place, sizeof place, function, sizeof function);
    finding_text(r, f, text, sizeof text);
    const char *severity = f->kind == KIND_UNDELIVERABLE && r->board->job.undeliverable != UNDELIVERABLE_ERROR ? "warning" : "error";
    print(out, "%s%s%s%s%s: %s%s", style->strong, place, place[0] != '\0' ? ": " : "", severity[0] == 'e' ? style->red : "", severity,
          style->plain, text);
    if (f->actor[0] != '\0' && f->kind != KIND_OVERFLOW) { /* whose text says it */
        print(out, " (in %s%s%s)", f->actor, function[0] != '\0' ? ", " : "", function);
    }
    print(out, "  [%s]\n", axis_check.values[f->kind].name);
}

/* What follows `harrier replay`, to be copied into a shell. */
static void print_command(FILE *out, const struct result *r)
{
    print(out, r->trace[0] == '-' ? " -- " : " ");
    print_word(out, r->trace);
    print(out, " ");
    print_word(out, r->program);
    for (size_t i = 0; r->arguments[i] != NULL; i++) {
        print(out, " ");
        print_word(out, r->arguments[i]);
    }
    print(out, "\n");
}

void terminal_next(FILE *out, const struct result *r, const struct story_style *style)
{
    const struct finding *f = &r->board->findings[0];
    (void)style;
    if (r->found_steps != 0) {
        print(out, "\n  %s: %lu step%s", r->shortest ? "no shorter schedule exists" : "schedule", f->steps, f->steps == 1 ? "" : "s");
        if (r->found_steps > f->steps) {
            print(out, " (the search met it after %lu)", r->found_steps);
        }
        fputc('\n', out);
    }
    if (!debuginfo_available(r->debug)) {
        print(out, "\n  %s has no debug information: built with -g, the steps show lines, fields and values\n", r->program);
    }
    if (r->trace[0] != '\0') {
        print(out, "\n  replay   harrier replay");
        print_command(out, r);
        print(out, "  debug    harrier replay --gdb");
        print_command(out, r);
    }
}

/* ---- progress ---- */

static bool shown;

void terminal_progress(FILE *out, const struct board *b)
{
    static double last;
    const volatile struct counts *c = &b->counts;
    bool terminal = isatty(fileno(out));
    double every = terminal ? 0.5 : 10;
    if (b->state != RUN_EXPLORING || c->seconds < 1 || (c->seconds - last < every && c->seconds >= last)) {
        return;
    }
    last = c->seconds;
    if (c->runs != 0) {
        print(out, "%s  runs %lu", terminal ? print_clear : "", c->runs);
    }
    print(out, "%s  states %lu  deliveries %lu  rate %.2gM/s  open %lu  depth %lu  found %u  handler runs %lu  elapsed %.0fs  mem %.1fG",
          terminal && c->runs == 0 ? print_clear : "", c->tally.states, c->tally.deliveries, (double)c->tally.deliveries / c->seconds / 1e6,
          c->tally.pending, c->tally.depth, b->finding_count, c->handler_runs, c->seconds, (double)c->peak_bytes / (1 << 30));
    print(out, terminal ? "" : "\n");
    fflush(out);
    shown = terminal;
}

void terminal_progress_clear(FILE *out)
{
    if (shown) {
        print(out, "%s", print_clear);
        fflush(out);
        shown = false;
    }
}
