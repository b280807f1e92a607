/* What is on a server's disk, where servers may crash: term, vote, log and snapshot. It lies inside the actor's struct, as what outlives a crash must
 * (hr_persist), so it has a fixed size. Writes are on the disk when they complete, in the order in which libraft asked for them. */
#include "server.h"

#include <harrier/adapter.h>

/* An append that is under way, and what libraft asked for right behind it. */
struct write {
    raft_index truncate; /* 0: nothing */
    unsigned count;
    struct disk_entry entries[];
};

static void refuse(const char *text)
{
    hr_adapter_finding(HR_FINDING_MISUSE, text, NULL, 0);
}

static bool is_kept(const struct server *self)
{
    return self->cluster->bounds.disks != 0;
}

static void copy_entry(struct disk_entry *to, raft_term term, unsigned short type, const void *data, size_t size)
{
    if (size > DISK_BYTES) {
        refuse("an entry of more than 64 bytes, and .disks is set: the disk of a server that may crash has no room for it");
    }
    *to = (struct disk_entry){ .term = term, .type = type, .size = (unsigned short)size };
    memcpy(to->data, data, size);
}

/* ---- starting ---- */

void disk_begin(struct server *self)
{
    const struct raft_buffer *first = &self->cluster->first_configuration;
    if (!is_kept(self)) {
        if (hr_restarted()) {
            refuse("a server is restarted that has no disk: set .disks = 1 in struct hr_raft");
        }
        return;
    }
    hr_persist_field(self->disk);
    if (hr_restarted()) {
        hr_note("server %llu is back, in term %llu, with %u entries", self->id, self->disk.term, self->disk.count);
        return;
    }
    self->disk = (struct disk){ .start = 1 };
    if (self->id <= self->cluster->bounds.members) {
        self->disk.term = 1;
        self->disk.count = 1;
        copy_entry(&self->disk.entries[0], 1, RAFT_CHANGE, first->base, first->len);
    }
}

bool disk_load(struct server *self, raft_term *term, raft_id *vote, struct raft_snapshot **snapshot, raft_index *start,
               struct raft_entry *entries[], size_t *count)
{
    const struct disk *d = &self->disk;
    if (!is_kept(self)) {
        return false;
    }
    *term = d->term;
    *vote = d->vote;
    *start = d->start;
    *count = d->count;
    *entries = d->count != 0 ? raft_calloc(d->count, sizeof **entries) : NULL;
    for (unsigned i = 0; i < d->count; i++) {
        const struct disk_entry *e = &d->entries[i];
        struct raft_entry *to = &(*entries)[i];
        *to = (struct raft_entry){ .term = e->term, .type = e->type, .buf = { raft_malloc(e->size + 1u), e->size } };
        memcpy(to->buf.base, e->data, e->size);
        to->batch = to->buf.base;
    }
    *snapshot = NULL;
    if (d->snapshot.index != 0) {
        snapshot_keep(self, &d->snapshot);
        *snapshot = snapshot_copy(self->snapshot);
    }
    return true;
}

/* ---- writing ---- */

void disk_set_term(struct server *self, raft_term term)
{
    if (is_kept(self)) {
        self->disk.term = term;
        self->disk.vote = 0;
        hr_sync();
    }
}

void disk_set_vote(struct server *self, raft_id id)
{
    if (is_kept(self)) {
        self->disk.vote = id;
        hr_sync();
    }
}

struct write *disk_append(const struct server *self, const struct raft_entry entries[], unsigned n)
{
    if (!is_kept(self)) {
        return NULL;
    }
    struct write *w = calloc(1, sizeof *w + n * sizeof w->entries[0]);
    w->count = n;
    for (unsigned i = 0; i < n; i++) {
        copy_entry(&w->entries[i], entries[i].term, entries[i].type, entries[i].buf.base, entries[i].buf.len);
    }
    return w;
}

static void cut(struct disk *d, raft_index from)
{
    unsigned count = from > d->start ? (unsigned)(from - d->start) : 0;
    for (unsigned i = count; i < d->count; i++) {
        d->entries[i] = (struct disk_entry){ 0 }; /* so that equal disks are equal bytes */
    }
    d->count = count < d->count ? count : d->count;
}

void disk_truncate(struct server *self, struct write *behind, raft_index from)
{
    if (!is_kept(self)) {
        return;
    }
    if (behind != NULL) {
        behind->truncate = behind->truncate == 0 || from < behind->truncate ? from : behind->truncate;
        return;
    }
    cut(&self->disk, from);
    hr_sync();
}

/* The write has completed, well or not. */
void disk_written(struct server *self, struct write *w, bool well)
{
    struct disk *d = &self->disk;
    if (w == NULL) {
        return;
    }
    for (unsigned i = 0; i < w->count && well; i++) {
        if (d->count == DISK_ENTRIES) {
            refuse(
                "more than 12 entries, and .disks is set: the disk of a server that may crash has no room for them; fewer requests, or snapshots");
        }
        d->entries[d->count++] = w->entries[i];
    }
    if (w->truncate != 0) {
        cut(d, w->truncate);
    }
    free(w);
    hr_sync();
}

/* ---- snapshots ---- */

/* The newest snapshot is on the disk; of the entries in it that many are kept. */
void disk_snapshot_written(struct server *self)
{
    struct disk *d = &self->disk;
    const struct stored_snapshot *s = self->snapshot;
    if (!is_kept(self) || s == NULL) {
        return;
    }
    if (s->data.len > DISK_BYTES) {
        refuse("a snapshot of more than 64 bytes, and .disks is set: the disk of a server that may crash has no room for it");
    }
    d->snapshot = (struct disk_snapshot){ .index = s->index,
                                          .configuration_index = s->configuration_index,
                                          .term = s->term,
                                          .servers_count = s->servers_count,
                                          .size = (unsigned)s->data.len };
    memcpy(d->snapshot.servers, s->servers, s->servers_count * sizeof *s->servers);
    memcpy(d->snapshot.data, s->data.base, s->data.len);
    raft_index keep_from = s->trailing == 0 ? s->index + 1 : s->index >= s->trailing ? s->index - s->trailing + 1 : 1;
    if (s->trailing == 0) {
        cut(d, d->start); /* another server's: whatever was in the log, it is in the snapshot or wrong */
    }
    unsigned gone = keep_from > d->start ? (unsigned)(keep_from - d->start) : 0;
    gone = gone < d->count ? gone : d->count;
    memmove(d->entries, d->entries + gone, (d->count - gone) * sizeof d->entries[0]);
    memset(d->entries + (d->count - gone), 0, gone * sizeof d->entries[0]);
    d->count -= gone;
    d->start = d->count == 0 && keep_from > d->start ? keep_from : d->start + gone;
    hr_sync();
}
