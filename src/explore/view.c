#include "explore/view.h"

#include <string.h>

#include "actor/arena.h"
#include "base/text.h"
#include "base/visible.h"
#include "explore/narrate.h"
#include "model/local.h"
#include "model/message.h"
#include "model/names.h"
#include "model/pack.h"
#include "trace/schedule.h"

enum { LINES_MOST = 1 << 28 }; /* address space; pages come when they are used */

void view_init(struct view *v)
{
    pool_init(&v->lines, LINES_MOST);
    pool_init(&v->contents, (size_t)1 << 34);
}

static void add(struct text *t, const char *word)
{
    text_char(t, '\t');
    visible_add(t, word, strlen(word));
}

/* KIND RECEIVER TYPE SENDER N FLAGS ADDRESS SIZE: the content is unpacked, so its pointers point into the copy. */
static void add_message(struct view *v, struct text *t, const struct sent *s)
{
    char name[SCHEDULE_NAME];
    const struct message *m = message_get(s->message);
    unsigned char *copy = pool_take(&v->contents, m->size + 1);
    memcpy(copy, m->data, m->size);
    if (m->type != NULL) {
        unpack(m->type, copy);
    }
    add(t, narrate_name(s->to, name));
    add(t, message_name(m));
    add(t, narrate_name(m->sender, name));
    text_printf(t, "\t%u\t%s\t%lx\t%zu", s->n,
                m->flags & MESSAGE_TIMER   ? "timer"
                : m->flags & MESSAGE_REPLY ? "reply"
                : m->flags & MESSAGE_CALL  ? "call"
                                           : "message",
                (unsigned long)(uintptr_t)copy, m->type != NULL ? m->type->size : 0);
}

/* actor REFERENCE NAME TYPE STATUS ADDRESS-OF-A-COPY ADDRESS SIZE */
static void add_actor(struct text *t, uint32_t actor)
{
    char name[SCHEDULE_NAME];
    size_t size;
    const struct actor_name *who = names_get(actor);
    text_printf(t, "actor\t%lx", (unsigned long)who->ref);
    add(t, narrate_name(actor, name));
    if (actor == DRIVER || world_local(actor) == 0) {
        text_add(t, "\t\t\t0\t0\t0\n");
        return;
    }
    const struct control *c = local_image(world_local(actor), &size);
    const unsigned char *heap = (const unsigned char *)(c + 1);
    bool there = c->state != NULL && c->type != NULL && (unsigned char *)c->state >= (unsigned char *)c->heap.start &&
                 (unsigned char *)c->state < (unsigned char *)c->heap.top;
    size_t offset = there ? (size_t)((unsigned char *)c->state - (unsigned char *)c->heap.start) : 0;
    add(t, who->type->behaviour.name);
    add(t, actor_status_name(local_get(world_local(actor))->status));
    text_printf(t, "\t%lx\t%lx\t%zu\n", there ? (unsigned long)(uintptr_t)(heap + offset) : 0,
                there ? (unsigned long)(uintptr_t)c->state : 0, there ? c->type->size : 0);
}

const char *view_before(struct view *v, uint64_t step, const struct sent *s)
{
    struct text t = text_in((char *)v->lines.base, LINES_MOST);
    struct narrated_place place = narrate_place(s);
    pool_give_back(&v->contents, v->contents.used);
    text_printf(&t, "step\t%lu\t%lx\t%lx", step, place.handler, place.resumes_at);
    add_message(v, &t, s);
    text_char(&t, '\n');
    for (uint32_t a = 0; a < names_count(); a++) {
        add_actor(&t, a);
    }
    for (size_t i = 0; i < world_sent_count(); i++) {
        if (!world_sent(i)->delivered) {
            text_add(&t, "pending");
            add_message(v, &t, world_sent(i));
            text_char(&t, '\n');
        }
    }
    return t.at;
}
