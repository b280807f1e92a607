/* Every function of harrier.h with nothing where something should be: NULL for each pointer, 0 for each number, in main(), in a handler, and in a process.
 * Not written by hand: the functions that the header declares are the cases, and run.sh compares the two lists.
 *     nulls                     names all cases
 *     nulls main|handler|process CASE   does one */
#include <harrier.h>
#include <stdio.h>
#include <string.h>

HR_MESSAGE(Go, int n;);
HR_MESSAGE(Kick);
static struct Go go;
static struct hr_type nameless = { NULL, 4, NULL, 0, NULL };
static struct hr_actor_type hollow; /* neither name nor clauses */
static const struct hr_place here = { __FILE__, __LINE__ }, nowhere;
static bool never(void *context, const hr_received *m)
{
    (void)context, (void)m;
    return false;
}

struct server {
    int n;
};
static void on_go(struct server *self, const struct Go *m)
{
    self->n += m->n;
}
HR_ACTOR(server, HR_ON(Go, on_go));

static hr_ref target;

/* A case: the function, which of its arguments is the missing one, and the call. */
#define CASES(X)                                                                                              \
    X(hr_spawn_, type, hr_spawn_(NULL, &go, sizeof go))                                                       \
    X(hr_spawn_, state, hr_spawn_(&hr_actor_server, NULL, sizeof(struct server)))                             \
    X(hr_spawn_, hollow, hr_spawn_(&hollow, &go, 0))                                                          \
    X(hr_send_, to, hr_send_(0, &hr_type_Go, &go, sizeof go, here))                                           \
    X(hr_send_, type, hr_send_(target, NULL, &go, sizeof go, here))                                           \
    X(hr_send_, data, hr_send_(target, &hr_type_Go, NULL, sizeof go, here))                                   \
    X(hr_send_, size, hr_send_(target, &hr_type_Go, &go, 0, here))                                            \
    X(hr_send_, place, hr_send_(0, &hr_type_Go, &go, sizeof go, nowhere))                                     \
    X(hr_send_, name, hr_send_(target, &nameless, &go, sizeof go, here))                                      \
    X(hr_call_, to, hr_call_(0, &hr_type_Go, &go, sizeof go, &hr_type_Go, &go, here))                         \
    X(hr_call_, type, hr_call_(target, NULL, &go, sizeof go, &hr_type_Go, &go, here))                         \
    X(hr_call_, data, hr_call_(target, &hr_type_Go, NULL, sizeof go, &hr_type_Go, &go, here))                 \
    X(hr_call_, reply_type, hr_call_(target, &hr_type_Go, &go, sizeof go, NULL, &go, here))                   \
    X(hr_call_, reply, hr_call_(target, &hr_type_Go, &go, sizeof go, &hr_type_Go, NULL, here))                \
    X(hr_call_error, nothing, hr_call_error())                                                                \
    X(hr_reply_, type, hr_reply_(0, NULL, &go, sizeof go, here))                                              \
    X(hr_reply_, data, hr_reply_(0, &hr_type_Go, NULL, sizeof go, here))                                      \
    X(hr_self, nothing, hr_self())                                                                            \
    X(hr_sender, nothing, hr_sender())                                                                        \
    X(hr_stop, nothing, hr_stop())                                                                            \
    X(hr_fail, reason, hr_fail(0))                                                                            \
    X(hr_restart, process, hr_restart(0))                                                                     \
    X(hr_become_, behaviour, hr_become_(NULL))                                                                \
    X(hr_become_, hollow, hr_become_(&hollow.behaviour))                                                      \
    X(hr_receive_, types, hr_receive_(NULL))                                                                  \
    X(hr_receive_if, predicate, hr_receive_if(NULL, NULL))                                                    \
    X(hr_receive_if, context, hr_receive_if(never, NULL))                                                     \
    X(hr_choose, n, hr_choose(0))                                                                             \
    X(hr_now, nothing, hr_now())                                                                              \
    X(hr_after_, type, hr_after_(0, NULL, &go, sizeof go, here))                                              \
    X(hr_after_, data, hr_after_(0, &hr_type_Go, NULL, sizeof go, here))                                      \
    X(hr_cancel, timer, hr_cancel(0))                                                                         \
    X(hr_assert_failed_, condition, hr_assert_failed_(NULL, here))                                            \
    X(hr_assert_failed_, place, hr_assert_failed_("x", nowhere))                                              \
    X(hr_predicate_, name, hr_predicate_(HR_ALWAYS, NULL, NULL, here))                                        \
    X(hr_predicate_, predicate, hr_predicate_(HR_AT_END, "p", NULL, nowhere))                                 \
    X(hr_predicate_, environment, hr_predicate_(HR_OWN_ENVIRONMENT, "p", NULL, nowhere))                      \
    X(hr_named_predicate_, named, hr_named_predicate_(HR_ALWAYS, "p", NULL, true, here, NULL, 1))             \
    X(hr_named_predicate_, nobody, hr_named_predicate_(HR_ALWAYS, "p", NULL, true, here, &target, 0))         \
    X(hr_named_predicate_, many, hr_named_predicate_(HR_AT_END, "p", NULL, true, here, &target, 100))         \
    X(hr_named_predicate_, predicate, hr_named_predicate_(HR_AT_END, NULL, NULL, false, nowhere, &target, 1)) \
    X(hr_peek_, ref, hr_peek_(0, &hr_actor_server))                                                           \
    X(hr_peek_, type, hr_peek_(target, NULL))                                                                 \
    X(hr_reached_, site, hr_reached_(NULL))                                                                   \
    X(hr_sites_, from, hr_sites_(NULL, NULL))                                                                 \
    X(hr_note, format, hr_note(NULL))                                                                         \
    X(hr_note, argument, hr_note("%s", (char *)NULL))                                                         \
    X(hr_exclude, from, hr_exclude(NULL, 8))                                                                  \
    X(hr_exclude, size, hr_exclude(NULL, 0))                                                                  \
    X(hr_shared, from, hr_shared(NULL, 8))                                                                    \
    X(hr_shared, size, hr_shared(&go, 0))                                                                     \
    X(hr_library, name, hr_library(NULL, "own"))                                                              \
    X(hr_library, what, hr_library("c", NULL))                                                                \
    X(hr_channel, name, hr_channel(NULL))                                                                     \
    X(hr_faults, what, hr_faults(NULL))                                                                       \
    X(hr_faults, nonsense, hr_faults("loss=,=1"))                                                             \
    X(hr_faults, on, hr_faults("crash=1,restart=1"))                                                          \
    X(hr_persist, from, hr_persist(NULL, 8))                                                                  \
    X(hr_persist, size, hr_persist(NULL, 0))                                                                  \
    X(hr_sync, nothing, hr_sync())                                                                            \
    X(hr_restarted, nothing, hr_restarted())                                                                  \
    X(hr_settle, nothing, hr_settle())                                                                        \
    X(hr_run, nothing, hr_run())                                                                              \
    X(hr_skip, why, hr_skip(NULL))                                                                            \
    X(hr_as_, type, hr_as_((hr_received){ 0 }, NULL))                                                         \
    X(hr_as_, message, hr_as_((hr_received){ 0 }, &hr_type_Go))                                               \
    X(hr_test_, test, hr_test_(NULL))                                                                         \
    X(hr_test_main_, nothing, hr_test_main_(0, NULL))

static const char *asked;

static void act(void)
{
#define X(function, missing, call)                    \
    if (strcmp(asked, #function "." #missing) == 0) { \
        (void)(call);                                 \
    }
    CASES(X)
#undef X
}

struct actor {
    int n;
};
static void on_kick(struct actor *self, const struct Kick *m)
{
    (void)m;
    self->n = 1;
    act();
}
HR_ACTOR(actor, HR_ON(Kick, on_kick));

struct process {
    int n;
};
static void run(struct process *self)
{
    hr_receive(Kick);
    self->n = 1;
    act();
}
HR_PROCESS(process, run);

int main(int argc, char **argv)
{
    if (argc < 3) {
#define X(function, missing, call) puts(#function "." #missing);
        CASES(X)
        return 0;
    }
    asked = argv[2];
    target = hr_spawn(server);
    if (strcmp(argv[1], "main") == 0) {
        act();
    } else if (strcmp(argv[1], "handler") == 0) {
        hr_send(hr_spawn(actor), Kick);
    } else {
        hr_send(hr_spawn(process), Kick);
    }
    return hr_run();
}
