#include "cli/watching.h"

#include <errno.h>
#include <string.h>

#include "report/say.h"
#include "report/terminal.h"

static bool cannot_write(const char *file)
{
    say_error("cannot write %s: %s", file, strerror(errno));
    return false;
}

bool watching_begin(struct watching *w, const struct options *o)
{
    *w = (struct watching){ .test = "" };
    for (size_t i = 0; i < o->output_count; i++) {
        if (o->outputs[i].kind != OUTPUT_PROGRESS) {
            continue;
        }
        w->names[w->count] = o->outputs[i].file;
        if (!progress_open(&w->files[w->count], o->outputs[i].file)) {
            cannot_write(o->outputs[i].file);
            watching_end(w);
            return false;
        }
        w->count++;
    }
    return true;
}

bool watching_end(struct watching *w)
{
    bool good = true;
    for (size_t i = 0; i < w->count; i++) {
        good = (progress_close(&w->files[i]) || cannot_write(w->names[i])) && good;
    }
    return good;
}

void watching_look(const struct board *b, void *user)
{
    struct watching *w = user;
    terminal_progress(stderr, b);
    timeline_take(&w->timeline, b, false);
    for (size_t i = 0; i < w->count; i++) {
        progress_row(&w->files[i], b, w->test);
    }
}

void watching_ended(struct watching *w, const struct board *b)
{
    timeline_take(&w->timeline, b, true);
    for (size_t i = 0; i < w->count; i++) {
        progress_last_row(&w->files[i], b, w->test);
    }
}
