#include "report/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/answer.h"
#include "dwarf/value.h"
#include "model/message.h"
#include "report/actors.h"
#include "report/describe.h"
#include "report/facts.h"
#include "trace/recording.h"

enum { LINE = 4000, SHOWN = 90 /* characters of a line */ };

struct reader {
    const struct result *result;
    struct actors *names;
    struct facts statuses, fields, senders;
    struct graph *graph;
    const unsigned char *from, *end;
};

/* ---- lines ---- */

static char *shortened(const char *text)
{
    char *line = NULL;
    size_t length = strlen(text);
    bool cut = length > SHOWN;
    return asprintf(&line, "%.*s%s", cut ? SHOWN - 3 : (int)length, text, cut ? "..." : "") < 0 ? NULL : line;
}

static void add_line(char ***lines, size_t *count, const char *text)
{
    *lines = realloc(*lines, (*count + 1) * sizeof **lines);
    (*lines)[(*count)++] = shortened(text);
}

/* The next `name=value` of `{a=1, b={c=2, d="x, y"}}`, in place; false at the end. Without debug information it is one without
 * a name. */
static bool next_field(char **at, char **name, char **value)
{
    char *c = *at + strspn(*at, "{, ");
    int depth = 0;
    bool quoted = false;
    if (*c == '\0' || *c == '}') {
        return false;
    }
    *name = c;
    for (; *c != '\0' && (quoted || depth > 0 || (*c != ',' && *c != '}')); c++) {
        if (*c == '\\' && quoted && c[1] != '\0') {
            c++;
        } else if (*c == '"') {
            quoted = !quoted;
        } else if (!quoted) {
            depth += (*c == '{' || *c == '[') - (*c == '}' || *c == ']');
        }
    }
    *at = *c == '\0' ? c : c + 1;
    *c = '\0';
    *value = strchr(*name, '=');
    if (*value == NULL) {
        *value = *name;
        *name = c; /* "" */
    } else {
        *(*value)++ = '\0';
    }
    return true;
}

/* The fields of an actor's state; "" when the actor has ended or has none. */
static void fields_of(struct reader *r, const struct record_state *record, struct text *out)
{
    const unsigned char *bytes = describe_struct(record);
    if (bytes == NULL || record->size == 0) {
        return;
    }
    struct value_memory memory = { .address = record->heap.address, .bytes = record->heap.at, .size = record->heap.size };
    struct value_context c = {
        .debug = r->result->debug, .memory = &memory, .memory_count = 1, .actor_name = actors_name, .user = r->names
    };
    value_print_struct(&c, record->type, bytes, record->size, out);
}

/* ---- first: what differs ---- */

static void note_actor(struct reader *r, const struct record_state *record)
{
    char text[LINE] = "", *at = text, *name, *value;
    struct text t = text_in(text, sizeof text);
    fields_of(r, record, &t);
    facts_note(&r->statuses, record->actor, "", record->status);
    while (next_field(&at, &name, &value)) {
        facts_note(&r->fields, record->actor, name, value);
    }
}

static void note_sender(struct reader *r, const struct record_message *m)
{
    char text[LINE];
    struct text t = text_in(text, sizeof text);
    describe_message(r->result->debug, r->names, m, false, &t);
    facts_note(&r->senders, m->to, text, m->from);
}

static void note_all(struct reader *r)
{
    const unsigned char *at = r->from;
    struct record record;
    while (recording_next(&at, r->end, &record)) {
        switch (record.kind) {
        case RECORD_ACTOR: actors_add(r->names, &record.actor); break;
        case RECORD_NODE: r->graph->state_count++; break;
        case RECORD_STATE: note_actor(r, &record.state); break;
        case RECORD_EDGE:
            r->graph->edge_count++;
            note_sender(r, &record.edge.message);
            break;
        case RECORD_PENDING: note_sender(r, &record.pending); break;
        default: break;
        }
    }
}

/* ---- then: what is shown ---- */

static void show_actor(struct reader *r, struct graph_state *s, const struct record_state *record)
{
    char text[LINE] = "", line[2 * LINE], *at = text, *name, *value;
    struct text t = text_in(text, sizeof text), out = text_in(line, sizeof line);
    const struct fact *status = facts_get(&r->statuses, record->actor, "");
    bool normal = strcmp(record->status, "waiting") == 0;
    bool interesting = !normal || status == NULL || status->varies || status->times != r->graph->state_count;
    text_add(&out, record->actor);
    if (!normal) {
        text_printf(&out, " %s", record->status);
    }
    fields_of(r, record, &t);
    size_t shown = 0;
    while (next_field(&at, &name, &value)) {
        const struct fact *field = facts_get(&r->fields, record->actor, name);
        if (field == NULL || field->varies) {
            text_printf(&out, "%s%s%s%s", shown++ == 0 ? " {" : ", ", name, name[0] != '\0' ? "=" : "", value);
        }
    }
    text_add(&out, shown != 0 ? "}" : "");
    if (interesting || shown != 0) {
        add_line(&s->actors, &s->actor_count, line);
    }
}

/* `Get to server`, or `server <- Get`; the sender only where it is not clear. */
static void message_text(struct reader *r, const struct record_message *m, bool arrow, struct text *out)
{
    char text[LINE];
    struct text t = text_in(text, sizeof text);
    describe_message(r->result->debug, r->names, m, false, &t);
    const struct fact *sender = facts_get(&r->senders, m->to, text);
    text_printf(out, arrow ? "%s <- %s" : "%s to %s", arrow ? m->to : text, arrow ? text : m->to);
    if (sender != NULL && sender->varies && !(m->flags & (MESSAGE_TIMER | MESSAGE_EVENT))) {
        text_printf(out, " from %s", m->from);
    }
}

static void show_pending(struct reader *r, struct graph_state *s, const struct record_message *m)
{
    char text[2 * LINE];
    struct text t = text_in(text, sizeof text);
    message_text(r, m, false, &t);
    add_line(&s->pending, &s->pending_count, text);
}

static char *finding_line(struct reader *r, const struct record_bytes *recorded)
{
    struct finding f;
    if (recorded->size != sizeof f) {
        return NULL;
    }
    memcpy(&f, recorded->at, sizeof f);
    char place[300], text[600], *line = NULL;
    finding_place(r->result, &f, place, sizeof place, NULL, 0);
    finding_text(r->result, &f, text, sizeof text);
    return asprintf(&line, "%s%s%s", place, place[0] != '\0' ? ": " : "", text) < 0 ? NULL : line;
}

static void show_edge(struct reader *r, struct graph_edge *e, const struct record_edge *record)
{
    char text[2 * LINE];
    struct text t = text_in(text, sizeof text);
    message_text(r, &record->message, true, &t);
    *e = (struct graph_edge){ .from = record->from, .to = record->to, .label = shortened(text) };
}

/* `word` is there before the first of its kind. */
static void add_answer(struct graph_edge *e, const char *word, uint64_t value)
{
    char *longer = NULL;
    if (asprintf(&longer, "%s%s %lu", e->label, word, value) >= 0) {
        free(e->label);
        e->label = longer;
    }
}

/* The same message several times over is one line. */
static void merge_pending(struct graph_state *s)
{
    size_t kept = 0;
    for (size_t i = 0, n; i < s->pending_count; i += n) {
        char *line = s->pending[i];
        for (n = 1; i + n < s->pending_count && strcmp(s->pending[i + n], line) == 0; n++) {
            free(s->pending[i + n]);
        }
        char *counted = NULL;
        if (n > 1 && asprintf(&counted, "%zu times %s", n, line) >= 0) {
            free(line);
            line = counted;
        }
        s->pending[kept++] = line;
    }
    s->pending_count = kept;
}

/* False when the records make no sense: the process that wrote them may have run wild. */
static bool show_all(struct reader *r)
{
    struct graph *g = r->graph;
    struct graph_state *state = NULL;
    struct graph_edge *edge = NULL;
    const unsigned char *at = r->from;
    struct record record;
    enum record_kind answered = RECORD_EDGE; /* what the edge's last answer was */
    while (recording_next(&at, r->end, &record)) {
        bool of_edge = record.kind == RECORD_CHOICE || record.kind == RECORD_LATE || record.kind == RECORD_FAULT;
        bool of_state = record.kind == RECORD_STATE || record.kind == RECORD_PENDING || record.kind == RECORD_FINDING;
        bool astray = record.kind == RECORD_EDGE && (record.edge.from >= g->state_count || record.edge.to >= g->state_count);
        if (astray || (of_edge && edge == NULL) || (of_state && state == NULL)) {
            return false;
        }
        switch (record.kind) {
        case RECORD_NODE:
            state = state == NULL ? g->states : state + 1;
            state->marks = (unsigned)record.node.marks;
            state->rank = record.node.rank;
            break;
        case RECORD_STATE: show_actor(r, state, &record.state); break;
        case RECORD_PENDING: show_pending(r, state, &record.pending); break;
        case RECORD_EDGE:
            edge = edge == NULL ? g->edges : edge + 1;
            show_edge(r, edge, &record.edge);
            answered = RECORD_EDGE;
            break;
        case RECORD_CHOICE:
            add_answer(edge, answered == RECORD_CHOICE ? "" : " choose", record.choice.chosen);
            answered = RECORD_CHOICE;
            break;
        case RECORD_LATE:
            add_answer(edge, answered == RECORD_LATE ? "" : " late", record.late.look);
            answered = RECORD_LATE;
            break;
        case RECORD_FAULT: {
            struct answer a = { .look = (uint32_t)record.fault.answer };
            static const char *const words[] = { " lost", " twice", " crash", " restart", " split", " heal" };
            add_answer(edge, answer_is_fault(a) && answer_fault(a) < FAULT_KINDS ? words[answer_fault(a)] : "", answer_place(a));
            answered = RECORD_FAULT;
            break;
        }
        case RECORD_FINDING: *(edge != NULL ? &edge->finding : &state->finding) = finding_line(r, &record.finding.finding); break;
        default: break;
        }
    }
    for (size_t i = 0; i < g->state_count; i++) {
        merge_pending(&g->states[i]);
    }
    return true;
}

bool graph_read(const struct result *result, struct graph *out)
{
    const struct board *b = result->board;
    *out = (struct graph){ 0 };
    if (b->graph == 0) {
        return false;
    }
    struct reader r = { .result = result, .names = actors_new(), .graph = out, .from = b->log + b->graph, .end = b->log + b->log_size };
    note_all(&r);
    out->states = calloc(out->state_count + 1, sizeof *out->states);
    out->edges = calloc(out->edge_count + 1, sizeof *out->edges);
    bool good = out->states != NULL && out->edges != NULL;
    good = good && show_all(&r);
    facts_free(&r.statuses);
    facts_free(&r.fields);
    facts_free(&r.senders);
    actors_free(&r.names);
    return good;
}

void graph_free(struct graph *g)
{
    for (size_t i = 0; i < g->state_count; i++) {
        struct graph_state *s = &g->states[i];
        for (size_t k = 0; k < s->actor_count; k++) {
            free(s->actors[k]);
        }
        for (size_t k = 0; k < s->pending_count; k++) {
            free(s->pending[k]);
        }
        free(s->actors);
        free(s->pending);
        free(s->finding);
    }
    for (size_t i = 0; i < g->edge_count; i++) {
        free(g->edges[i].label);
        free(g->edges[i].finding);
    }
    free(g->states);
    free(g->edges);
    *g = (struct graph){ 0 };
}
