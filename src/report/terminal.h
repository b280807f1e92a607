/* What a person reads on the terminal. */
#ifndef HARRIER_REPORT_TERMINAL_H
#define HARRIER_REPORT_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

#include "report/result.h"
#include "report/story.h"

struct story_style terminal_style(const char *color, FILE *out);
/* PASS, FAIL, UNKNOWN or ERRATIC, the test, and how strong that is. */
void terminal_verdict(FILE *out, const struct result *r, const struct story_style *style);
/* `file:line: error: what` of a finding. */
void terminal_finding(FILE *out, const struct result *r, const struct finding *f, const struct story_style *style);
/* The command that replays a schedule, with an option such as " --gdb", to be copied into a shell. */
void terminal_command(FILE *out, const struct result *r, const char *trace, const char *option);
/* The command that shows the i-th violation again, as a string to be freed; NULL: no schedule was kept. */
char *terminal_replay(const struct result *r, uint32_t i);
/* How the schedule was shortened, and the commands to go on with. */
void terminal_next(FILE *out, const struct result *r, const struct story_style *style);
/* The violations after the first; with the commands that replay them, and how often they were met. */
void terminal_further(FILE *out, const struct result *r, bool commands, const struct story_style *style);
/* One line on the state of a search that runs; call it often. Quiet when `out` is no terminal, but for a line per 10 s. */
void terminal_progress(FILE *out, const struct board *b);
void terminal_progress_clear(FILE *out);
/* What that line says, for `harrier help progress`. */
void terminal_explain_progress(FILE *out);

#endif
