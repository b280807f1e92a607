/* harrier/adapter.h - checking programs whose actors belong to another library.
 *
 * An adapter is a table of functions through which the checker creates the library's actors, asks what they accept and
 * delivers to them. An actor belongs to an adapter when the `adapter` field of its struct hr_actor_type points to the table;
 * it is created with hr_spawn_(). The functions may call whatever harrier.h offers to a handler, unless said otherwise.
 * docs/adapters.md explains how to write one, with an example.
 *
 * Adapters are for checking: live, the other library runs its actors itself. */
#ifndef HARRIER_ADAPTER_H
#define HARRIER_ADAPTER_H

#include <harrier.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Which form of struct hr_adapter this is. The checker refuses actors whose adapter was compiled for another one. */
#define HR_ADAPTER_VERSION 1u

struct hr_adapter {
    unsigned version; /* HR_ADAPTER_VERSION */
    const char *name; /* of the library */

    /* Runs once, in the step that creates the actor: its struct is at `state` and holds what hr_spawn_() was given.
     * May be NULL. */
    void (*create)(const struct hr_actor_type *type, void *state);
    /* May this pending message be delivered now? A message that is refused stays pending, and is asked about again when the
     * actor has changed. Called any number of times; it only looks: it must not change anything, send or wait. */
    bool (*accepts)(const struct hr_actor_type *type, const void *state, const hr_received *m);
    /* Handles a message with this content, from hr_sender(), or an event. Not called for an actor that waits in
     * hr_adapter_wait(): that one goes on where it waits. */
    void (*deliver)(const struct hr_actor_type *type, void *state, const struct hr_type *message, const void *content);
    /* The function that handles messages of this type, for the report of an execution; NULL: not known. `behaviour` is what
     * hr_become() set last. The actor's memory is out of reach. May be NULL. */
    const void *(*describe)(const struct hr_actor_type *type, const struct hr_behaviour *behaviour, const struct hr_type *message);
    /* The i-th event that may happen to the actor now (a timer of the library, a completed operation), named by a message
     * type without fields; NULL: there are no more. It only looks, as `accepts` does. May be NULL. */
    const struct hr_type *(*event)(const struct hr_actor_type *type, const void *state, size_t i);
    /* The i-th range of memory that all actors of the library share, which becomes part of the program's state; false: there
     * are no more. Called when hr_run() begins. May be NULL. */
    bool (*memory)(size_t i, void **from, size_t *size);
};

/* In `create` or `deliver`, at any depth of calls: waits until a message that `accepts` accepts, or an event, is delivered to
 * this actor, and returns it. The content of the message handled before is gone then. */
hr_received hr_adapter_wait(void);

/* In main(), before hr_run(): in reports, actors of this type are shown as `show` describes them, in place of the fields of their struct. It works for
 * actors of every style, so a library on top of harrier.h can use it, too. `show` is given the actor's struct, must only look, and calls hr_show() for
 * each pair of a name and a value, always in the same order.
 * `whole`: the description says everything that matters. Then states of an actor with equal descriptions are the same state to a search, whatever else is in its memory.
 * Nothing checks that: what is left out of such a description is not explored. */
void hr_shows(const struct hr_actor_type *type, void (*show)(const void *state), bool whole);
/* In such a function: a pair. Names have at most 99 characters and no `=`, values at most 299, and neither an end of a line: otherwise the description fails,
 * and the actor is known and shown by its fields. */
void hr_show(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What a library can find wrong with the program that uses it; the names are those of `harrier list checks`. */
enum hr_finding {
    HR_FINDING_ASSERTION, /* something that must hold does not */
    HR_FINDING_UNHANDLED, /* a message that its receiver has no code for */
    HR_FINDING_MISUSE,    /* a call of the library that makes no sense where it is made */
    HR_FINDING_INVARIANT  /* the same as the first, of what must hold in every state */
};
/* In any function but `describe` and `memory`: reports a violation, with this text and this place in the source (file NULL: the
 * place of the caller), and ends the step. */
void hr_adapter_finding(enum hr_finding kind, const char *text, const char *file, int line) __attribute__((noreturn));

#ifdef __cplusplus
}
#endif

#endif
