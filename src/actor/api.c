/* The public functions, as they are under `harrier check`. The live runtime has functions of the same names; the engine's library is
 * preloaded, so these are used. */
#include "harrier.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "actor/adapter.h"
#include "actor/context.h"
#include "actor/exclude.h"
#include "actor/request.h"
#include "actor/sites.h"
#include "model/names.h"

struct border border = { .modes = CONTEXT_DEFAULT_MODES };
struct driver_calls driver_calls;

static struct hr_test *tests;

#define API __attribute__((visibility("default")))
#define CALLER ((uint64_t)(uintptr_t)__builtin_return_address(0) - 1)

void request_ask(void)
{
    if (border.running == NULL) {
        border.modes = context_take_modes();
        driver_calls.request();
        context_change_modes(context_default_modes, border.modes);
        return;
    }
    border.in_program = false;
    struct context_modes modes = context_take_modes();
    context_switch(&border.running->sp, border.engine_sp);
    context_change_modes(border.modes, modes);
}

void request_finding(enum finding_kind kind, const char *text, struct hr_place place, uint64_t pc)
{
    border.request = (struct request){ .kind = REQUEST_FINDING, .finding = kind, .data = text, .place = place, .pc = pc };
    request_ask();
    __builtin_unreachable();
}

static const struct hr_place nowhere;

/* Never inlined: its buffer would enlarge the frames of functions that wait, which are saved in states, with unwritten bytes. */
static __attribute__((noinline, cold, noreturn)) void outside_an_actor(const char *function, uint64_t pc)
{
    char text[100];
    snprintf(text, sizeof text, "%s() outside an actor", function);
    request_finding(KIND_MISUSE, text, nowhere, pc);
}

/* Functions that only make sense inside an actor. */
static void need_actor(const char *function, uint64_t pc)
{
    if (border.running == NULL || border.running->type == NULL) {
        outside_an_actor(function, pc);
    }
}

API hr_ref hr_spawn_(const struct hr_actor_type *type, const void *state, size_t size)
{
    context_after_program();
    border.request = (struct request){ .kind = REQUEST_SPAWN, .actor_type = type, .data = state, .size = size, .pc = CALLER };
    request_ask();
    return border.request.result;
}

API void hr_send_(hr_ref to, const struct hr_type *type, const void *data, size_t size, struct hr_place place)
{
    context_after_program();
    border.request = (struct request){ .kind = REQUEST_SEND, .to = to, .type = type, .data = data, .size = size, .place = place };
    request_ask();
}

API void hr_call_(hr_ref to, const struct hr_type *type, const void *data, size_t size, const struct hr_type *reply_type, void *reply,
                  struct hr_place place)
{
    context_after_program();
    need_actor("hr_call", CALLER);
    if (reply_type == NULL || (reply == NULL && reply_type->size != 0)) {
        request_finding(KIND_MISUSE, "hr_call() without a type of reply, or without room for it", place, CALLER);
    }
    border.running->reply_type = reply_type;
    border.running->reply = reply;
    border.request = (struct request){ .kind = REQUEST_CALL, .to = to, .type = type, .data = data, .size = size, .place = place };
    request_ask();
}

API int hr_call_error(void)
{
    context_after_program();
    need_actor("hr_call_error", CALLER);
    return border.running->call_error;
}

API void hr_reply_(hr_ref caller, const struct hr_type *type, const void *data, size_t size, struct hr_place place)
{
    context_after_program();
    need_actor("hr_reply", CALLER);
    border.request = (struct request){ .kind = REQUEST_REPLY, .to = caller, .type = type, .data = data, .size = size, .place = place };
    request_ask();
}

API hr_ref hr_self(void)
{
    context_after_program();
    return border.running == NULL || border.running->type == NULL ? HR_DRIVER : border.running->self;
}

API hr_ref hr_sender(void)
{
    context_after_program();
    return border.running == NULL ? HR_NOBODY : border.running->sender;
}

API void hr_stop(void)
{
    context_after_program();
    need_actor("hr_stop", CALLER);
    border.request = (struct request){ .kind = REQUEST_STOP, .pc = CALLER };
    request_ask();
    __builtin_unreachable();
}

API void hr_fail(int reason)
{
    context_after_program();
    need_actor("hr_fail", CALLER);
    border.request = (struct request){ .kind = REQUEST_FAIL, .number = (uint64_t)(int64_t)reason, .pc = CALLER };
    request_ask();
    __builtin_unreachable();
}

API void hr_restart(hr_ref process)
{
    context_after_program();
    border.request = (struct request){ .kind = REQUEST_RESTART, .to = process, .pc = CALLER };
    request_ask();
}

API void hr_become_(const struct hr_behaviour *behaviour)
{
    context_after_program();
    need_actor("hr_become", CALLER);
    if (behaviour != NULL && (behaviour->name == NULL || behaviour->clauses == NULL)) {
        request_finding(KIND_MISUSE, "hr_become() of a behaviour without a name or clauses", nowhere, CALLER);
    }
    border.running->behaviour = border.became = behaviour != NULL ? behaviour : &border.running->type->behaviour;
}

API unsigned hr_choose(unsigned n)
{
    context_after_program();
    if (n <= 1) {
        return 0;
    }
    border.request = (struct request){ .kind = REQUEST_CHOOSE, .number = n, .pc = CALLER };
    request_ask();
    return (unsigned)border.request.result;
}

API uint64_t hr_now(void)
{
    context_after_program();
    return logical_now();
}

API hr_timer hr_after_(uint64_t ms, const struct hr_type *type, const void *data, size_t size, struct hr_place place)
{
    context_after_program();
    need_actor("hr_after", CALLER);
    border.request = (struct request){ .kind = REQUEST_AFTER, .number = ms, .type = type, .data = data, .size = size, .place = place };
    request_ask();
    return (hr_timer)border.request.result;
}

API void hr_cancel(hr_timer timer)
{
    context_after_program();
    need_actor("hr_cancel", CALLER);
    border.request = (struct request){ .kind = REQUEST_CANCEL, .number = timer, .pc = CALLER };
    request_ask();
}

API void hr_assert_failed_(const char *condition, struct hr_place place)
{
    context_after_program();
    char text[300];
    snprintf(text, sizeof text, "assertion failed: %s", condition != NULL ? condition : "NULL");
    request_finding(KIND_ASSERTION, text, place, 0);
}

API void hr_note(const char *format, ...)
{
    context_after_program();
    char text[400];
    va_list args;
    if (format == NULL) {
        request_finding(KIND_MISUSE, "hr_note(NULL)", nowhere, CALLER);
    }
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    border.request = (struct request){ .kind = REQUEST_NOTE, .data = text, .pc = CALLER };
    request_ask();
}

API void hr_reached_(const struct hr_site *site)
{
    context_after_program();
    border.request = (struct request){ .kind = REQUEST_REACHED, .site = site, .pc = CALLER };
    request_ask();
}

API void hr_exclude(const void *from, size_t size)
{
    context_after_program();
    need_actor("hr_exclude", CALLER);
    if (!exclude_add(border.running, from, size)) {
        request_finding(KIND_MISUSE, "hr_exclude() of memory that is not inside this actor's struct or a block that it allocated", nowhere,
                        CALLER);
    }
}

/* ---- receiving ---- */

static hr_received receive(const struct hr_type *const *types, bool (*predicate)(void *, const hr_received *), void *context)
{
    border.running->wanted = types;
    border.running->predicate = predicate;
    border.running->predicate_context = context;
    adapter_wait(border.running);
    return (hr_received){ .type = border.running->message_type, .data = border.running->message, .sender = border.running->sender };
}

static void need_process(const char *function, uint64_t pc)
{
    need_actor(function, pc);
    if (border.running->type->run == NULL) {
        request_finding(KIND_MISUSE, "hr_receive() in a handler: only a process can ask for messages", nowhere, pc);
    }
}

API hr_received hr_receive_(const struct hr_type *const *types)
{
    context_after_program();
    need_process("hr_receive", CALLER);
    return receive(types, NULL, NULL);
}

API hr_received hr_receive_if(bool (*predicate)(void *context, const hr_received *m), void *context)
{
    context_after_program();
    need_process("hr_receive_if", CALLER);
    if (predicate == NULL) {
        request_finding(KIND_MISUSE, "hr_receive_if() without a predicate", nowhere, CALLER);
    }
    return receive(NULL, predicate, context);
}

API const void *hr_as_(hr_received m, const struct hr_type *type)
{
    context_after_program();
    if (m.type != type || type == NULL) {
        char text[200];
        snprintf(text, sizeof text, "hr_as(m, %s) on a message of type %s", type != NULL ? type->name : "NULL",
                 m.type != NULL ? m.type->name : "none");
        request_finding(KIND_MISUSE, text, nowhere, CALLER);
    }
    return m.data;
}

API const void *hr_peek_(hr_ref ref, const struct hr_actor_type *type)
{
    struct shown *known = shown_find(ref); /* so little is done there that the program's flags do not matter */
    if (known != NULL) {
        return known->type == type ? known->state : NULL;
    }
    context_after_program();
    border.request = (struct request){ .kind = REQUEST_PEEK, .to = ref, .actor_type = type, .pc = CALLER };
    request_ask();
    return (const void *)(uintptr_t)border.request.result;
}

/* ---- the driver ---- */

static void need_driver(const char *function, uint64_t pc)
{
    if (border.running != NULL || border.main_goes_on) {
        char text[100];
        snprintf(text, sizeof text, border.running != NULL ? "%s() inside an actor: only main() may call it" : "%s() after hr_run()",
                 function);
        request_finding(KIND_MISUSE, text, nowhere, pc);
    }
}

static void declare_predicate(enum hr_when when, const char *name, const struct predicate_code *predicate, struct hr_place place,
                              uint64_t pc)
{
    need_driver(when == HR_ALWAYS ? "hr_always" : when == HR_AT_END ? "hr_at_end" : "hr_environment", pc);
    if (predicate->function == NULL || name == NULL) {
        request_finding(KIND_MISUSE, "hr_always(), hr_at_end() or hr_environment() of NULL", place, pc);
    }
    for (uint32_t i = 0; i < predicate->count; i++) {
        uint32_t actor = names_find(predicate->named[i]);
        if (actor == NO_ACTOR || actor == DRIVER) {
            request_finding(KIND_MISUSE, "hr_always() or hr_at_end() names an actor that does not exist", place, pc);
        }
    }
    driver_calls.predicate(when, name, predicate, place);
}

API void hr_predicate_(enum hr_when when, const char *name, bool (*predicate)(void), struct hr_place place)
{
    context_after_program();
    declare_predicate(when, name, &(struct predicate_code){ .function = (void (*)(void))predicate }, place, CALLER);
}

API void hr_named_predicate_(enum hr_when when, const char *name, void (*predicate)(void), bool has_parameters, struct hr_place place,
                             const hr_ref *named, size_t count)
{
    context_after_program();
    struct predicate_code p = { .function = predicate, .has_parameters = has_parameters, .count = (uint32_t)count };
    if (named == NULL || count == 0 || count > PREDICATE_NAMES_MAX) {
        request_finding(KIND_MISUSE, "hr_named_predicate_() with no actors, or more than eight", place, CALLER);
    }
    memcpy(p.named, named, count * sizeof *named);
    declare_predicate(when, name, &p, place, CALLER);
}

API void hr_shared(void *from, size_t size)
{
    context_after_program();
    need_driver("hr_shared", CALLER);
    driver_calls.shared(from, size);
}

API void hr_library(const char *name, const char *what)
{
    context_after_program();
    need_driver("hr_library", CALLER);
    driver_calls.library(name, what);
}

API void hr_channel(const char *name)
{
    context_after_program();
    need_driver("hr_channel", CALLER);
    driver_calls.channel(name != NULL ? name : "");
}

API void hr_settle(void)
{
    context_after_program();
    need_driver("hr_settle", CALLER);
    driver_calls.settle();
}

API int hr_run(void)
{
    context_after_program();
    need_driver("hr_run", CALLER);
    return driver_calls.run();
}

API void hr_skip(const char *why)
{
    context_after_program();
    need_driver("hr_skip", CALLER);
    driver_calls.skip(why != NULL ? why : "");
}

API void hr_sites_(const struct hr_site *from, const struct hr_site *to)
{
    context_after_program();
    sites_declare(from, to);
}

API void hr_test_(struct hr_test *test)
{
    context_after_program();
    struct hr_test **last = &tests;
    if (test == NULL) {
        request_finding(KIND_MISUSE, "a test that is NULL", nowhere, CALLER);
    }
    while (*last != NULL) {
        last = &(*last)->next;
    }
    *last = test;
}

API int hr_test_main_(int argc, char **argv)
{
    context_after_program();
    (void)argc, (void)argv;
    return driver_calls.tests(tests);
}
