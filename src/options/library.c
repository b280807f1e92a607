/* Options whose value is a list of settings: --library, how the global data of a library are treated; --faults, what may go wrong. */
#include <stdio.h>
#include <string.h>

#include "base/fault.h"
#include "options/table.h"
#include "report/say.h"

/* "NAME=own,NAME=restored", added to what was said before. */
bool library_set(struct options *o, const char *value)
{
    const char *at = value;
    do {
        size_t item = strcspn(at, ",");
        const char *equals = memchr(at, '=', item);
        size_t what = equals != NULL ? item - (size_t)(equals + 1 - at) : 0;
        char word[20];
        snprintf(word, sizeof word, "%.*s", (int)what, equals != NULL ? equals + 1 : "");
        if (equals == NULL || equals == at || what >= sizeof word || axis_find(&axis_library, word) < 0) {
            say_error("--library takes NAME=own, NAME=restored or NAME=shared, not '%.*s'", (int)item, at);
            return false;
        }
        at += item + (at[item] == ',');
    } while (*at != '\0');
    size_t used = strlen(o->job.libraries), room = sizeof o->job.libraries - used;
    if ((size_t)snprintf(o->job.libraries + used, room, "%s%s", used != 0 ? "," : "", value) >= room) {
        say_error("--library: more than %zu characters in all", sizeof o->job.libraries - 1);
        return false;
    }
    return true;
}

/* Read here, so that mistakes are told before the program is started; the engine reads it again. */
bool faults_set(struct options *o, const char *value)
{
    char why[300];
    struct faults read;
    struct text error = text_in(why, sizeof why);
    if (!faults_read(&read, value, &error)) {
        say_error("--faults: %s", why);
        return false;
    }
    if ((size_t)snprintf(o->job.faults, sizeof o->job.faults, "%s", value) >= sizeof o->job.faults) {
        say_error("--faults: more than %zu characters", sizeof o->job.faults - 1);
        return false;
    }
    return true;
}
