#include "identity/shape.h"

#include <string.h>

#include "actor/arena.h"
#include "base/hash.h"
#include "base/intern.h"
#include "guard/fence.h"
#include "image/image.h"
#include "model/message.h"
#include "model/names.h"

/* What a word of the form is. */
enum mark { PLAIN, HEAP_POINTER, ARENA_POINTER, REFERENCE, OWN_REFERENCE, BLOCK, STRAY_BLOCK };

/* A form under construction: words, and a mark for each. */
struct writer {
    const struct control *c;
    const unsigned char *heap; /* the heap's bytes in the image */
    size_t heap_size;
    uintptr_t heap_at, arena_from, arena_to;
    bool self_too, references_too;
    bool sees_driver;
    size_t words;
    size_t blocks; /* how many blocks were reached; paper.reached has their offsets into the heap, in order */
};
/* Globals because forms are asked for by the number of a local state, from deep inside the tables of states. */
static struct {
    struct pool words, marks, reached, units, references;
} paper; /* where one form is written */
static struct {
    struct intern forms;
    struct pool actor_lists;
    struct pool of_locals, of_messages; /* struct kept, by number */
} shapes;

static void open_paper(void)
{
    if (paper.words.base == NULL) {
        pool_init(&paper.words, (size_t)1 << 33);
        pool_init(&paper.marks, (size_t)1 << 33);
        pool_init(&paper.reached, (size_t)1 << 33);
        pool_init(&paper.units, (size_t)1 << 33);
        pool_init(&paper.references, (size_t)1 << 33);
    }
    pool_empty(&paper.references);
}

static void put(struct writer *w, enum mark mark, uint64_t word)
{
    ((uint64_t *)paper.words.base)[w->words] = word;
    paper.marks.base[w->words++] = (unsigned char)mark;
}

/* For each unit of 16 bytes of the heap. */
struct unit {
    uint32_t back;   /* how many units back its block's head is, plus one; 0: no used block */
    uint32_t number; /* of a head: the block's, plus one; 0: not reached yet */
};
static struct unit *unit_at(size_t offset)
{
    return (struct unit *)paper.units.base + offset / 16;
}

static void map_blocks(const struct writer *w)
{
    memset(paper.units.base, 0, (w->heap_size / 16 + 1) * sizeof(struct unit));
    for (size_t at = 0; at + 16 <= w->heap_size;) {
        size_t bytes = heap_block_bytes(w->heap + at);
        if (bytes == 0 || bytes > w->heap_size - at) {
            break; /* damaged: the rest is compared byte by byte */
        }
        for (size_t unit = 0; heap_block_used(w->heap + at) && unit < bytes / 16; unit++) {
            unit_at(at + unit * 16)->back = (uint32_t)unit + 1;
        }
        at += bytes;
    }
}

/* The number of the block at this offset: blocks are numbered in the order in which they are reached. */
static uint64_t number_of(struct writer *w, size_t block)
{
    struct unit *head = unit_at(block);
    if (head->number == 0) {
        ((uint64_t *)paper.reached.base)[w->blocks++] = block;
        head->number = (uint32_t)w->blocks;
    }
    return head->number - 1;
}

static void write_word(struct writer *w, uint64_t word)
{
    uint32_t actor;
    if (word - w->heap_at < w->heap_size && unit_at(word - w->heap_at)->back != 0) {
        size_t offset = word - w->heap_at;
        size_t block = offset / 16 * 16 - (size_t)(unit_at(offset)->back - 1) * 16;
        put(w, HEAP_POINTER, number_of(w, block) << 32 | (offset - block));
    } else if (word >= w->arena_from && word < w->arena_to) {
        put(w, ARENA_POINTER, word - w->arena_from);
    } else if (w->self_too && word == w->c->self) {
        put(w, OWN_REFERENCE, 0);
    } else if (w->references_too && word != HR_DRIVER && (actor = names_find(word)) != NO_ACTOR) {
        put(w, REFERENCE, 0);
        *(uint64_t *)pool_take(&paper.references, sizeof(uint64_t)) = actor;
    } else {
        w->sees_driver = w->sees_driver || fence_is_main_memory(word);
        put(w, PLAIN, word);
    }
}

static void write_bytes(struct writer *w, const unsigned char *bytes, size_t size)
{
    uint64_t word;
    for (; size >= sizeof word; bytes += sizeof word, size -= sizeof word) {
        memcpy(&word, bytes, sizeof word);
        write_word(w, word);
    }
    if (size > 0) {
        word = 0;
        memcpy(&word, bytes, size);
        put(w, PLAIN, word);
    }
}

static void write_block(struct writer *w, size_t block)
{
    size_t size = heap_block_asked(w->heap + block);
    put(w, BLOCK, size);
    write_bytes(w, w->heap + block + 16, size);
}

/* Blocks that no pointer leads to may still be used through something that does not look like a pointer, so their place is part of
 * the form. */
static void write_stray_blocks(struct writer *w)
{
    size_t known = w->blocks;
    for (size_t at = 0; at + 16 <= w->heap_size;) {
        size_t bytes = heap_block_bytes(w->heap + at);
        if (bytes == 0 || bytes > w->heap_size - at) {
            put(w, STRAY_BLOCK, at);
            write_bytes(w, w->heap + at, w->heap_size - at);
            return;
        }
        if (heap_block_used(w->heap + at) && number_of(w, at) >= known) {
            put(w, STRAY_BLOCK, at);
            write_block(w, at);
        }
        at += bytes;
    }
}

static void write_image(struct writer *w, const unsigned char *image, size_t size)
{
    struct control c = *(const struct control *)image;
    const struct image_parts p = image_parts(w->c, size);
    memset(&c.heap, 0, sizeof c.heap);
    c.actor = 0;
    map_blocks(w);
    write_bytes(w, (const unsigned char *)&c, sizeof c);
    write_bytes(w, image_stack(w->c, p), p.stack);
    write_bytes(w, image_own(w->c, p), p.own); /* the addresses and sizes in it do not depend on the actor */
    for (size_t i = 0; i < w->blocks; i++) {
        write_block(w, ((const uint64_t *)paper.reached.base)[i]);
    }
    write_stray_blocks(w);
}

static struct writer writer_for(const unsigned char *image)
{
    const struct control *c = (const struct control *)image;
    open_paper();
    return (struct writer){
        .c = c,
        .heap = image + sizeof *c,
        .heap_size = (size_t)(c->heap.top - c->heap.start),
        .heap_at = (uintptr_t)c->heap.start,
        .arena_from = (uintptr_t)arena_stack_bottom(c->actor),
        .arena_to = (uintptr_t)arena_heap_end(c->actor),
    };
}

/* Puts the marks after the words. */
static size_t finish(const struct writer *w)
{
    memcpy(paper.words.base + w->words * sizeof(uint64_t), paper.marks.base, w->words);
    return w->words * (sizeof(uint64_t) + 1);
}

static size_t canonical(const unsigned char *image, size_t size, bool self_too, const void **form)
{
    struct writer w = writer_for(image);
    w.self_too = self_too;
    write_image(&w, image, size);
    *form = paper.words.base;
    return finish(&w);
}

size_t shape_canonical(const unsigned char *image, size_t size, const void **form)
{
    return canonical(image, size, false, form);
}

size_t shape_jacco(const unsigned char *image, size_t size, const void **form)
{
    return canonical(image, size, true, form);
}

/* ---- with open references ---- */

struct kept {
    struct shape shape;
    bool known;
};

static struct kept *kept_at(struct pool *p, uint32_t number)
{
    if (p->base == NULL) {
        pool_init(p, (size_t)1 << 36);
    }
    size_t bytes = (number + (size_t)1) * sizeof(struct kept);
    if (bytes > p->used) {
        pool_account(p, bytes - p->used);
    }
    return (struct kept *)p->base + number;
}

static void keep(struct kept *k, const struct writer *w, uint32_t tag)
{
    if (!intern_in_use(&shapes.forms)) {
        intern_init(&shapes.forms, (size_t)1 << 35);
        pool_init(&shapes.actor_lists, (size_t)1 << 34);
    }
    size_t size = finish(w), count = paper.references.used / sizeof(uint64_t);
    uint32_t *list = pool_take(&shapes.actor_lists, count * sizeof *list);
    for (size_t i = 0; i < count; i++) {
        list[i] = (uint32_t)((const uint64_t *)paper.references.base)[i];
    }
    *k = (struct kept){ .known = true,
                        .shape = { .form = intern_put(&shapes.forms, tag, paper.words.base, size, NULL),
                                   .count = (uint32_t)count,
                                   .actors = list,
                                   .sees_driver = w->sees_driver } };
}

struct shape shape_of_local(uint32_t local)
{
    struct kept *k = kept_at(&shapes.of_locals, local);
    if (!k->known) {
        size_t size;
        const unsigned char *image = local_key(local, &size); /* the key is without what the program excludes */
        struct writer w = writer_for(image);
        w.self_too = w.references_too = true;
        write_image(&w, image, size);
        keep(k, &w, 1);
    }
    return k->shape;
}

struct shape shape_of_message(uint32_t message)
{
    struct kept *k = kept_at(&shapes.of_messages, message);
    if (!k->known) {
        const struct message *m = message_get(message);
        open_paper();
        struct writer w = { .references_too = true };
        write_word(&w, m->sender == DRIVER ? 0 : names_get(m->sender)->ref);
        put(&w, PLAIN, (uint64_t)(uintptr_t)m->type);
        put(&w, PLAIN, (uint64_t)m->life << 32 | (uint64_t)m->flags << 16 | m->timer);
        put(&w, PLAIN, m->clock);
        put(&w, PLAIN, m->delay);
        write_bytes(&w, m->data, m->size);
        keep(k, &w, 2);
    }
    return k->shape;
}

void shape_scan(const void *from, size_t size, void (*found)(void *user, uint32_t actor), void *user)
{
    const uint64_t *word = from;
    for (size_t i = 0; i < size / sizeof *word; i++) {
        uint32_t actor = word[i] == HR_DRIVER ? NO_ACTOR : names_find(word[i]);
        if (actor != NO_ACTOR) {
            found(user, actor);
        }
    }
}
