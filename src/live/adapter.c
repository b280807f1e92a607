/* The functions of harrier/adapter.h, so that programs with an adapter link. Actors of other libraries are not created live, so there is
 * no actor that could call these. */
#include "harrier/adapter.h"

#include "live/runtime.h"

#define API __attribute__((visibility("default")))

API hr_received hr_adapter_wait(void)
{
    live_workers_begin();
    live_die(NULL, 0, "hr_adapter_wait() outside an actor of an adapter");
}

API void hr_adapter_finding(enum hr_finding kind, const char *text, const char *file, int line)
{
    static const char *const kinds[] = {
        [HR_FINDING_ASSERTION] = "assertion", [HR_FINDING_UNHANDLED] = "unhandled", [HR_FINDING_MISUSE] = "misuse"
    };
    live_workers_begin();
    if ((unsigned)kind >= sizeof kinds / sizeof kinds[0] || text == NULL) {
        live_die(NULL, 0, "hr_adapter_finding() of no kind, or without a text");
    }
    live_die_kind(kinds[kind], file, line, "%s", text);
}
