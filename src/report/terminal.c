#include "report/terminal.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "report/autos.h"
#include "report/print.h"
#include "report/values.h"

struct story_style terminal_style(const char *color, FILE *out)
{
    const char *wish = getenv("NO_COLOR");
    bool no_color = wish != NULL && wish[0] != '\0';
    bool on = strcmp(color, "always") == 0 || (strcmp(color, "auto") == 0 && isatty(fileno(out)) && !no_color);
    return on ? (struct story_style){ print_strong, print_red, print_dim, print_plain } : (struct story_style){ "", "", "", "" };
}

static void print_growth(FILE *out, const struct result *r)
{
    char grows[600] = "";
    struct text t = text_in(grows, sizeof grows);
    autos_growth(r, &t);
    if (grows[0] != '\0') {
        print(out, "         grows: %s\n", grows);
    }
}

/* By which store and by how many it was explored, where that says something. */
static void print_how(FILE *out, const struct board *b)
{
    if (b->records_at != 0) {
        print(out, ", store tree (whole records since %lu states)", b->records_at);
    }
    if (b->job.workers > 1) {
        print(out, ", %u workers", b->job.workers);
    }
    if (b->job.ranks != 0) {
        uint32_t workers = b->job.rank_workers, ranks = mpi_processes(&b->job);
        print(out, ", %u rank%s", ranks, ranks == 1 ? "" : "s");
        if (workers > 1) {
            print(out, " of %u workers", workers);
        }
    }
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
    if (r->board->job.search == SEARCH_AUTO) {
        char parts[100] = "";
        struct text t = text_in(parts, sizeof parts);
        autos_parts(r->board, &t);
        if (parts[0] != '\0') {
            print(out, " (%s)", parts);
        }
    }
    print_how(out, r->board);
    if (r->board->sometimes_count != 0) {
        print(out, "; sometimes: %u of %u reached", r->board->sometimes_reached, r->board->sometimes_count);
    }
    fputc('\n', out);
    char time[200];
    result_time(r, time, sizeof time);
    if (time[0] != '\0') {
        print(out, "         time: %s\n", time);
    }
    char what[600];
    result_faults(r, what, sizeof what);
    if (what[0] != '\0') {
        print(out, "         faults: %s\n", what);
    }
    print_growth(out, r);
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
    char place[300], text[600], function[128], values[600];
    finding_place(r, f, place, sizeof place, function, sizeof function);
    finding_text(r, f, text, sizeof text);
    struct text t = text_in(values, sizeof values);
    values_of(r, f, &t);
    const char *severity = f->kind == KIND_UNDELIVERABLE && r->board->job.undeliverable != UNDELIVERABLE_ERROR ? "warning" : "error";
    print(out, "%s%s%s%s%s: %s%s%s", style->strong, place, place[0] != '\0' ? ": " : "", severity[0] == 'e' ? style->red : "", severity,
          style->plain, text, values);
    if (f->actor[0] != '\0' && f->kind != KIND_OVERFLOW) { /* whose text says it */
        print(out, " (in %s%s%s)", f->actor, function[0] != '\0' ? ", " : "", function);
    }
    print(out, "  [%s]\n", axis_check.values[f->kind].name);
}

/* Limits that a run needs, too, and that a schedule does not keep. */
static void print_limits(FILE *out, const struct job *j)
{
    if (j->arena_bytes != DEFAULT_ARENA) {
        print(out, " --arena %luK", j->arena_bytes >> 10);
    }
    if (j->stack_bytes != DEFAULT_STACK) {
        print(out, " --stack %luK", j->stack_bytes >> 10);
    }
    if (j->watchdog_cpu_ms != DEFAULT_WATCHDOG_MS) {
        print(out, " --watchdog %lums", j->watchdog_cpu_ms);
    }
    print(out, j->guards ? "" : " --no-guards");
}

void terminal_command(FILE *out, const struct result *r, const char *trace, const char *option)
{
    bool dashed = trace[0] == '-' || r->program[0] == '-';
    print_word(out, r->self);
    print(out, " replay%s", option);
    print_limits(out, &r->board->job);
    print(out, dashed ? " -- " : " ");
    print_word(out, trace);
    print(out, " ");
    print_word(out, r->program);
    for (size_t i = 0; r->arguments[i] != NULL; i++) {
        print(out, " ");
        print_word(out, r->arguments[i]);
    }
}

char *terminal_replay(const struct result *r, uint32_t i)
{
    char *line = NULL;
    size_t size;
    const char *trace = result_trace(r, i);
    FILE *words = trace != NULL ? open_memstream(&line, &size) : NULL;
    if (words != NULL) {
        terminal_command(words, r, trace, "");
        fclose(words);
    }
    return line;
}

void terminal_next(FILE *out, const struct result *r, const struct story_style *style)
{
    const struct finding *f = &r->board->findings[0];
    (void)style;
    bool shortest = r->shortest || f->steps <= 1;
    if (r->found_steps != 0) {
        print(out, "\n  %s: %lu step%s", shortest ? "no shorter schedule exists" : "schedule", f->steps, f->steps == 1 ? "" : "s");
        if (r->found_steps > f->steps) {
            print(out, r->board->job.mode == JOB_FOLLOW ? " (it had %lu)" : " (the search met it after %lu)", r->found_steps);
        }
        print(out, shortest ? "" : "; there may be a shorter one");
        print(out, result_all_known(r) || f->steps == 1 ? "" : "; another violation may have a shorter one");
        fputc('\n', out);
    }
    if (r->board->job.keep_going && f->times > 1) {
        print(out, "  met %lu times\n", f->times);
    }
    if (!debuginfo_available(r->debug)) {
        print(out, "\n  %s has no debug information: built with -g, the steps show lines, fields and values\n", r->program);
    }
    if (r->trace[0] != '\0') {
        print(out, "\n  replay   ");
        terminal_command(out, r, r->trace, "");
        print(out, "\n  debug    ");
        terminal_command(out, r, r->trace, " --gdb");
        print(out, "\n");
    }
}

void terminal_further(FILE *out, const struct result *r, bool commands, const struct story_style *style)
{
    const struct board *b = r->board;
    for (uint32_t i = 1; i < b->finding_count; i++) {
        const struct finding *f = &b->findings[i];
        char *command = commands ? terminal_replay(r, i) : NULL;
        print(out, i == 1 ? "\n  further violations:\n  " : "  ");
        terminal_finding(out, r, f, style);
        if (command != NULL) {
            print(out, "           %lu step%s, met %lu time%s; replay   %s\n", f->steps, f->steps == 1 ? "" : "s", f->times,
                  f->times == 1 ? "" : "s", command);
        }
        free(command);
    }
    if (b->findings_beyond != 0) {
        print(out, "  ... and others, which were met %lu time%s\n", b->findings_beyond, b->findings_beyond == 1 ? "" : "s");
    }
}

/* ---- progress ---- */

static bool shown;

/* What the line says, in this order. On a narrow terminal those that matter least, with the highest ranks, are left out. */
enum { FIELDS = 12, FIELD_SIZE = 200 };
struct field {
    int rank;
    char text[FIELD_SIZE];
};
struct line {
    struct field fields[FIELDS];
    int count;
};

__attribute__((format(printf, 3, 4))) static void add_field(struct line *l, int rank, const char *format, ...)
{
    va_list args;
    struct field *f = &l->fields[l->count++];
    f->rank = rank;
    va_start(args, format);
    vsnprintf(f->text, sizeof f->text, format, args);
    va_end(args);
}

/* How long it will take. Of samples the number is known, and the rest will take about as long as what was; of an exhaustive search nobody
 * knows how many states there are, so all that can be said is when it will be stopped. */
static void add_left(struct line *l, const struct board *b)
{
    const volatile struct counts *c = &b->counts;
    double limit = b->job.time_max_ms == UINT64_MAX ? 0 : (double)b->job.time_max_ms / 1000;
    if (c->runs != 0 && b->job.runs_max != UINT64_MAX && b->job.search != SEARCH_COVER) {
        double left = c->seconds / (double)c->runs * ((double)b->job.runs_max - (double)c->runs);
        add_field(l, 0, "left ~%.0fs", limit > 0 && left > limit - c->seconds ? limit - c->seconds : left);
    } else if (limit > 0) {
        add_field(l, 0, "left at most %.0fs", limit > c->seconds ? limit - c->seconds : 0.0);
    } else {
        add_field(l, 0, "left unknown");
    }
}

static struct line line_of(const struct board *b)
{
    const volatile struct counts *c = &b->counts;
    struct line l = { .count = 0 };
    char estimate[160] = "";
    result_estimate(b, estimate, sizeof estimate);
    if (c->runs != 0) {
        add_field(&l, 1, "runs %lu", c->runs);
    }
    add_field(&l, 0, "states %lu", c->tally.states);
    add_field(&l, 6, "deliveries %lu", c->tally.deliveries);
    add_field(&l, 2, "rate %.2gM/s", (double)c->tally.deliveries / c->seconds / 1e6);
    add_field(&l, 7, "open %lu", c->tally.pending);
    add_field(&l, 3, "depth %lu", c->tally.depth);
    add_field(&l, b->finding_count != 0 ? 0 : 4, "found %u", b->finding_count);
    add_field(&l, 8, "handler runs %lu", c->handler_runs);
    add_field(&l, 0, "elapsed %.0fs", c->seconds);
    add_field(&l, 1, "mem %.1fG", (double)c->peak_bytes / (1 << 30));
    if (estimate[0] != '\0') {
        add_field(&l, 5, "%s", estimate);
    }
    add_left(&l, b);
    return l;
}

void terminal_explain_progress(FILE *out)
{
    fputs(
        "The line that is shown while a search runs; into a file, one is written every ten seconds. On a narrow terminal a part of it is left out.\n\n"
        "  runs          executions sampled so far\n"
        "  states        states met so far, each as often as it was met where none are stored\n"
        "  deliveries    messages delivered so far, in all orders\n"
        "  rate          deliveries in a second, since the beginning\n"
        "  open          states that are known and not explored yet; when there are none left, the search is over\n"
        "  depth         deliveries of the longest execution so far\n"
        "  found         violations\n"
        "  handler runs  how often the program's code ran; the rest was remembered\n"
        "  elapsed       time since the beginning\n"
        "  mem           most memory that was needed\n"
        "  about N classes of orders (\xc2\xb1 E %), P % seen\n"
        "                with --reduction optimal: how many executions there are, by random descents; E is their standard error. Where a few\n"
        "                orders have most of the executions below them, it can be too low by much, and says 'at least' when that is known\n"
        "  left ~T       of a number of samples: as long as the ones so far took\n"
        "  left at most T, left unknown\n"
        "                of any other search: how many states there are is not known before the last one, so all that is known is the limit\n"
        "                (--time)\n",
        out);
}

static size_t columns_of(const char *text)
{
    size_t columns = 0;
    for (; *text != '\0'; text++) {
        columns += (*text & 0xc0) != 0x80; /* not in the middle of a character */
    }
    return columns;
}

/* Leaves out what does not fit: a line that goes on in the next row could not be cleared any more. */
static void make_fit(struct line *l, size_t columns)
{
    for (;;) {
        size_t needed = 0;
        struct field *least = &l->fields[0];
        for (struct field *f = l->fields; f < l->fields + l->count; f++) {
            needed += f->text[0] != '\0' ? columns_of(f->text) + 2 : 0;
            least = f->text[0] != '\0' && (least->text[0] == '\0' || f->rank >= least->rank) ? f : least;
        }
        if (needed <= columns || least->text[0] == '\0') {
            return;
        }
        least->text[0] = '\0';
    }
}

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
    struct winsize window;
    struct line l = line_of(b);
    if (terminal && ioctl(fileno(out), TIOCGWINSZ, &window) == 0 && window.ws_col > 1) {
        make_fit(&l, window.ws_col - 1u);
    }
    print(out, "%s", terminal ? print_clear : "");
    for (int i = 0; i < l.count; i++) {
        print(out, "%s%s", l.fields[i].text[0] != '\0' ? "  " : "", l.fields[i].text);
    }
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
