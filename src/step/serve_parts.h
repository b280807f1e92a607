/* The functions that serve single requests; only for the files of the server. */
#ifndef HARRIER_STEP_SERVE_PARTS_H
#define HARRIER_STEP_SERVE_PARTS_H

#include "image/outlines.h"
#include "step/partition.h"
#include "step/serve.h"

/* What the server keeps from one execution to the next. A global, like the request that is served. */
extern struct server {
    struct board *board;
    struct pool scratch;        /* memory for the copy of a message, or of a new actor's struct */
    struct pool disk;           /* memory for the struct of the actor whose step it is, as it is on the disk: see step/crash.h */
    struct partition partition; /* see step/partition.h */
    uint32_t driver_children;   /* how many actors main() has created */
    void (*limit)(enum limit_kind limit);
} server;

/* serve_send.c */
uint32_t serve_self(void); /* the actor that makes the request */
uint32_t serve_receiver(hr_ref ref);
void serve_log(uint32_t to, const struct message *head, const void *bytes);
/* faults.c: whether anything may go wrong; whether it may for an actor; a place where a fault may strike, and whether it does */
bool serve_may_go_wrong(void);
bool serve_may_strike(const struct control *c);
bool serve_strikes(enum fault_kind kind, struct effect what);
/* The same where messages may be lost or come twice (faults.c). */
void serve_log_or_lose(uint32_t to, const struct message *head, const void *bytes);
void serve_refuse_pointers(const struct outline *o, const unsigned char *bytes, size_t size, const char *what);
void serve_send(unsigned flags);
void serve_call(void);
void serve_reply(void);
void serve_fail(void);
void serve_fail_callers(struct control *c, int reason);
void serve_after(void);
void serve_cancel(void);
/* serve_spawn.c */
void serve_spawn(void);
/* answers.c: hr_choose(), and a look at the clock */
void serve_choice(void);
void serve_look(void);

#endif
