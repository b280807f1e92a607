/* Which files a checkpoint is in: the manifest, which the user names, and one of two data files beside it. */
#include "checkpoint/files.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "report/say.h"

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* The path of a file beside another one. */
static void beside(char *out, size_t size, const char *path, const char *name)
{
    snprintf(out, size, "%.*s%s", (int)(base_name(path) - path), path, name);
}

static bool cannot(const char *what, const char *path)
{
    const char *why = errno == EAGAIN ? "another run writes to it" : errno == EBADMSG ? "the checkpoint is damaged" : strerror(errno);
    say_error("cannot %s %s: %s", what, path, why);
    return false;
}

static bool open_resumed(struct checkpoint *c)
{
    char why[PATH_MAX + 300], path[PATH_MAX + NAME_MAX];
    if (!manifest_read(&c->from, c->o->resume, why, sizeof why)) {
        say_error("cannot resume %s", why);
        return false;
    }
    struct identity now = { 0 };
    identity_add_options(&now, c->o);
    bool differs = identity_differs(&c->from.identity, &now, "option ", why, sizeof why) ||
                   identity_differs(&c->from.identity, &now, "argument ", why, sizeof why);
    identity_free(&now);
    if (differs) {
        say_error("cannot resume %s: it is of another check: %s", c->o->resume, why);
        return false;
    }
    beside(path, sizeof path, c->o->resume, c->from.data);
    if (c->same_file) {
        memcpy(c->to.data, c->from.data, sizeof c->to.data);
        if (!data_file_append(&c->out, path, c->from.data_bytes, c->from.data_hash)) {
            return cannot("go on with", path);
        }
    }
    return data_file_read_open(&c->in, path, c->from.data_bytes, c->from.data_hash, !c->same_file) || cannot("resume from", path);
}

/* The name of the data file: there are two, and the manifest that is there now may need the other one. */
static void choose_data(struct checkpoint *c)
{
    struct manifest old;
    char why[PATH_MAX + 300], second[NAME_MAX + 1];
    snprintf(c->to.data, sizeof c->to.data, "%s.1", base_name(c->o->checkpoint));
    snprintf(second, sizeof second, "%s.2", base_name(c->o->checkpoint));
    if (manifest_read(&old, c->o->checkpoint, why, sizeof why) && strcmp(old.data, c->to.data) == 0) {
        memcpy(c->to.data, second, sizeof second);
    }
    manifest_free(&old);
}

static bool open_written(struct checkpoint *c)
{
    char path[PATH_MAX + NAME_MAX];
    choose_data(c);
    beside(path, sizeof path, c->o->checkpoint, c->to.data);
    return data_file_create(&c->out, path) || cannot("write", path);
}

bool checkpoint_open(struct checkpoint *c, const struct options *o, const char *program)
{
    *c = (struct checkpoint){ .o = o, .program = program, .writes = o->checkpoint != NULL, .resumes = o->resume != NULL };
    c->in.fd = c->out.fd = -1;
    c->fed = !c->resumes;
    c->on_demand = o->job.workers > 1 || o->cluster || o->job.search == SEARCH_STATELESS;
    parts_open(&c->parts, o->job.rank, o->job.ranks);
    c->same_file = c->writes && c->resumes && !c->on_demand && strcmp(o->checkpoint, o->resume) == 0;
    identity_add_options(&c->to.identity, o);
    bool opens = c->writes && !c->same_file && c->parts.rank == 0; /* the first rank of a cluster writes for all */
    return (!c->resumes || open_resumed(c)) && (!opens || open_written(c));
}

void checkpoint_close(struct checkpoint *c)
{
    char path[PATH_MAX + NAME_MAX];
    if (c->writes && !c->same_file && c->written == 0 && c->out.fd >= 0) {
        beside(path, sizeof path, c->o->checkpoint, c->to.data);
        unlink(path); /* no checkpoint needs it */
    }
    data_file_close(&c->in);
    data_file_close(&c->out);
    manifest_free(&c->from);
    manifest_free(&c->to);
    parts_close(&c->parts);
}

void files_remove_other(const struct checkpoint *c)
{
    char name[NAME_MAX + 1], path[PATH_MAX + NAME_MAX];
    bool second = c->to.data[strlen(c->to.data) - 1] == '2';
    snprintf(name, sizeof name, "%s.%c", base_name(c->o->checkpoint), second ? '1' : '2');
    beside(path, sizeof path, c->o->checkpoint, name);
    unlink(path);
}
