/* A small actor library that knows nothing of Harrier's two styles. Its actors are objects: a class lists the methods, an
 * object may have one operation under way, and that operation completes, or fails, by itself at some later time. Completed
 * operations are numbered by a counter that all objects share. objects.c is its adapter. */
#ifndef OBJECTS_H
#define OBJECTS_H

#include <harrier/adapter.h>

enum { METHODS_MAX = 4 };

struct method {
    const struct hr_type *type;
    void (*function)(void *self, const void *message);
};

struct object_class {
    struct hr_actor_type actor; /* first: what the engine knows of the class */
    void (*completed)(void *self, uint64_t ticket);
    void (*failed)(void *self); /* NULL: its operations cannot fail */
    struct method methods[METHODS_MAX + 1];
};

/* The first member of every object's struct. */
struct object {
    uint64_t busy; /* 1: an operation is under way */
};

extern const struct hr_adapter adapter_objects;
extern const struct hr_clause object_clauses[];

/* OBJECT_CLASS(disk, on_completed, on_failed, METHOD(Read, on_read), ...): objects whose state is `struct disk`. */
#define OBJECT_CLASS(Name, completed_, failed_, ...)                                                                                       \
    static const struct object_class class_##Name = {                                                                                      \
        .actor = { .behaviour = { #Name, object_clauses, __FILE__, __LINE__ }, .size = sizeof(struct Name), .adapter = &adapter_objects }, \
        .completed = completed_,                                                                                                           \
        .failed = failed_,                                                                                                                 \
        .methods = { __VA_ARGS__ }                                                                                                         \
    }
#define METHOD(Type, function_)    \
    {                              \
        &hr_type_##Type, function_ \
    }

#define object_new(Name, ...)                               \
    (__extension__({                                        \
        struct Name new_ = { __VA_ARGS__ };                 \
        hr_spawn_(&class_##Name.actor, &new_, sizeof new_); \
    }))

/* Starts its operation; a violation if one is under way already. */
#define object_begin(self) object_begin_((self), __FILE__, __LINE__)
void object_begin_(struct object *self, const char *file, int line);
/* In a method: starts its operation and waits for its end. Returns the ticket, 0 if the operation failed. */
uint64_t object_do(struct object *self);
uint64_t object_tickets(void);    /* operations completed so far, by all objects */
void object_limit(uint64_t most); /* for main(): no more operations than that complete, or fail */

#endif
