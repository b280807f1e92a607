#include "page/chart.h"

#include <stdlib.h>
#include <string.h>

#include "page/html.h"

enum {
    ROW = 44,  /* height of a step */
    PART = 40, /* rows of one SVG element: a browser draws only those in sight, and a printer cuts between them */
    FAR = 14,  /* a message that was on its way for more rows has an arrow that begins and ends in the open */
    NEAR = 12, /* so many lanes are shown first of a chart with more than FEW */
    FEW = 20,
    WIDE = 12,   /* a chart with more lanes is not printed: it would not be readable */
    OPEN = 46,   /* length of an open arrow */
    LABEL = 17,  /* from a lane to its label */
    LETTER = 7,  /* width of a letter, at most */
    MARGIN = 30, /* at the sides, at least */
    NO_LANE = -1,
};

struct chart {
    FILE *out;
    const char *id;
    const struct told_steps *steps;
    const struct explanation *why; /* NULL: not known */
    int *lane_of;                  /* by actor; NO_LANE: takes no part */
    bool *near;                    /* by lane: it matters for what went wrong */
    size_t *born, *ended;          /* rows in which a lane begins and ends, by lane; SIZE_MAX: it does not end */
    int lanes;
    int width;       /* of a lane */
    int left, right; /* margins: room for the labels of the outer lanes */
    size_t letters;  /* of a label, at most */
};

/* Row 0 is what was before the first step. */
static int y_in_part(size_t row, size_t first)
{
    return ((int)row - (int)first) * ROW + ROW / 2;
}

static int x_of(const struct chart *c, int lane)
{
    return c->left + lane * c->width + c->width / 2;
}

static int lane_of(const struct chart *c, int actor)
{
    return actor == NO_ACTOR ? NO_LANE : c->lane_of[actor];
}

static bool find_lanes(struct chart *c)
{
    const struct told_steps *s = c->steps;
    c->lane_of = calloc(s->actor_count + 1, sizeof *c->lane_of);
    c->born = calloc(s->actor_count + 1, sizeof *c->born);
    c->ended = calloc(s->actor_count + 1, sizeof *c->ended);
    c->near = calloc(s->actor_count + 1, sizeof *c->near);
    if (c->lane_of == NULL || c->born == NULL || c->ended == NULL || c->near == NULL) {
        return false;
    }
    for (size_t i = 0; i < s->actor_count; i++) {
        c->lane_of[i] = s->actors[i].takes_part ? c->lanes : NO_LANE;
        if (s->actors[i].takes_part) {
            c->born[c->lanes] = s->actors[i].created_by;
            c->ended[c->lanes++] = SIZE_MAX;
        }
    }
    for (size_t i = 1; i < s->count; i++) {
        for (size_t k = 0; k < s->list[i].told_count; k++) {
            int lane = lane_of(c, s->list[i].to);
            if (s->list[i].told[k].kind == TOLD_ENDS && lane != NO_LANE) {
                c->ended[lane] = i;
            }
        }
    }
    return true;
}

static int take_lane(struct chart *c, int lane)
{
    bool fresh = lane != NO_LANE && !c->near[lane];
    if (fresh) {
        c->near[lane] = true;
    }
    return fresh;
}

/* The step that last went wrong; if none did, the last one. */
static size_t wrong_step(const struct told_steps *s)
{
    for (size_t i = s->count - 1; i > 0; i--) {
        if (step_is_wrong(&s->list[i])) {
            return i;
        }
    }
    return s->count - 1;
}

/* The lanes of the critical step and its rival, then those of the causal past of what went wrong, the nearest first: each step needs the one
 * that sent its message, and the one before it in its own lane. */
static void find_near(struct chart *c)
{
    const struct told_steps *s = c->steps;
    size_t marked[] = { c->why != NULL ? c->why->critical : 0, c->why != NULL ? c->why->rival : 0 };
    bool *needed = calloc(s->count, sizeof *needed);
    int taken = 0;
    for (size_t i = 0; i < 2; i++) {
        taken += marked[i] != 0 && take_lane(c, lane_of(c, s->list[marked[i]].to));
    }
    size_t last = wrong_step(s);
    if (needed != NULL) {
        needed[last] = true;
    }
    for (size_t i = last; needed != NULL && i > 0 && taken < NEAR; i--) {
        if (!needed[i]) {
            continue;
        }
        taken += take_lane(c, lane_of(c, s->list[i].to));
        taken += taken < NEAR && take_lane(c, lane_of(c, s->list[i].from));
        needed[s->list[i].sent_by] = true;
        for (size_t k = i - 1; k > 0; k--) {
            if (s->list[k].to == s->list[i].to) {
                needed[k] = true;
                break;
            }
        }
    }
    free(needed);
}

static int total_width(const struct chart *c)
{
    return c->left + c->lanes * c->width + c->right;
}

/* A label is on the side where its arrow is not: -1 left, 1 right. */
static int label_side(const struct chart *c, const struct told_step *s)
{
    int from = lane_of(c, s->from), to = lane_of(c, s->to);
    return from != NO_LANE && from > to ? -1 : 1;
}

static const char *first_change(const struct told_step *s)
{
    for (size_t k = 0; k < s->told_count; k++) {
        if (s->told[k].kind == TOLD_CHANGE || s->told[k].kind == TOLD_CHOOSES) {
            return s->told[k].text;
        }
    }
    return NULL;
}

/* How far a label goes beyond its lane. */
static int label_room(const struct chart *c, size_t letters)
{
    return LABEL + (int)((letters < c->letters ? letters : c->letters) + 2) * LETTER - c->width / 2;
}

static void find_widths(struct chart *c)
{
    c->width = c->lanes <= 8 ? 128 : c->lanes <= 20 ? 112 : 96;
    c->letters = c->lanes <= 4 ? 40 : c->lanes <= 8 ? 34 : c->lanes <= 20 ? 26 : 20;
    c->left = c->right = MARGIN;
    for (size_t i = 1; i < c->steps->count; i++) {
        const struct told_step *s = &c->steps->list[i];
        const char *change = first_change(s);
        size_t longest = strlen(s->message), other = change != NULL ? strlen(change) : 0;
        longest = other > longest ? other : longest;
        int needs = label_room(c, longest), lane = lane_of(c, s->to);
        if (lane != NO_LANE && label_side(c, s) < 0) {
            c->left = needs - lane * c->width > c->left ? needs - lane * c->width : c->left;
        } else if (lane != NO_LANE) {
            int beyond = needs - (c->lanes - 1 - lane) * c->width;
            c->right = beyond > c->right ? beyond : c->right;
        }
    }
}

/* ---- parts of a row ---- */

/* A lane's name at the top. */
static void write_heads(const struct chart *c)
{
    html(c->out, "<div class=\"heads\" style=\"width:%dpx;padding-left:%dpx\">", total_width(c), c->left);
    for (size_t i = 0; i < c->steps->actor_count; i++) {
        const struct steps_actor *a = &c->steps->actors[i];
        int lane = c->lane_of[i];
        if (lane == NO_LANE) {
            continue;
        }
        html(
            c->out,
            "<span class=\"head\" data-l=\"%d\" data-name=\"%s\" data-born=\"%zu\" data-ended=\"%ld\"%s style=\"width:%dpx\" title=\"%s%s%s\"><b>",
            lane, a->name, c->born[lane], c->ended[lane] == SIZE_MAX ? -1 : (long)c->ended[lane],
            c->lanes > FEW && c->near[lane] ? " data-near" : "", c->width, a->name, a->type[0] != '\0' ? ", an actor of type " : "",
            a->type);
        html_short(c->out, a->name, (size_t)c->width / LETTER);
        html(c->out, "</b></span>");
    }
    html(c->out, "</div>");
}

/* The lines of all lanes, as one path. */
static void write_lines(const struct chart *c, size_t first, size_t end)
{
    int height = (int)(end - first) * ROW;
    html(c->out, "<path class=\"lines\" d=\"");
    for (int l = 0; l < c->lanes; l++) {
        int from = c->born[l] <= first ? 0 : c->born[l] < end ? y_in_part(c->born[l], first) : height;
        int to = c->ended[l] < first ? 0 : c->ended[l] < end ? y_in_part(c->ended[l], first) : height;
        if (from < to) {
            html(c->out, "M%d %dV%d", x_of(c, l), from, to);
        }
    }
    html(c->out, "\"/>");
}

/* A message of an actor to itself, or a timer: a bow to the right of its lane. */
static void write_bow(const struct chart *c, int lane, int y1, int y2)
{
    html(c->out, "<g data-l=\"%d\" transform=\"translate(%d)\"><path class=\"arrow\" d=\"M0 %dC26 %d 26 %d 13 %d\"/></g>", lane,
         x_of(c, lane), y1, y1 + 4, y2 - 14, y2 - 5);
}

/* The arrow of step i, in the part that begins with row `first`. */
static void write_arrow(const struct chart *c, size_t i, size_t first)
{
    const struct told_step *s = &c->steps->list[i];
    int to = lane_of(c, s->to), from = lane_of(c, s->from);
    int y = y_in_part(i, first), sent = y_in_part(s->sent_by, first);
    bool far = i - s->sent_by > FAR;
    if (to == NO_LANE) {
        return;
    }
    if (from == NO_LANE || from == to) {
        write_bow(c, to, far || s->sent_by == 0 ? y - ROW / 2 : sent, y);
        return;
    }
    int side = from < to ? -1 : 1; /* where it comes from */
    if (far) {
        html(c->out, "<line class=\"arrow in\" data-f=\"%d\" data-t=\"%d\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>", from, to,
             x_of(c, to) + side * OPEN, y - ROW / 3, x_of(c, to) + side * LABEL, y - 2);
    } else {
        html(c->out, "<line class=\"arrow\" data-f=\"%d\" data-t=\"%d\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>", from, to, x_of(c, from),
             sent, x_of(c, to) + side * LABEL, y);
    }
}

/* Where an open arrow begins: a short line that says which step it leads to. */
static void write_far_sends(const struct chart *c, size_t row, size_t first)
{
    const struct told_step *s = &c->steps->list[row];
    for (size_t k = 0; k < s->told_count; k++) {
        size_t at = s->told[k].delivered_by;
        if (s->told[k].kind != TOLD_SENDS || at <= row + FAR) {
            continue;
        }
        int from = lane_of(c, c->steps->list[at].from), to = lane_of(c, c->steps->list[at].to);
        if (from != NO_LANE && from != to) {
            int side = to < from ? -1 : 1, y = y_in_part(row, first);
            html(
                c->out,
                "<line class=\"out\" data-f=\"%d\" data-t=\"%d\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"><title>delivered in step %zu</title></line>",
                from, to, x_of(c, from), y, x_of(c, from) + side * OPEN, y + ROW / 3, at);
        }
    }
}

/* The pair whose order decides: a dashed line between the two, beside the lane if both are in one. */
static void write_race(const struct chart *c, size_t first, size_t end)
{
    size_t a = c->why != NULL ? c->why->departs : 0, b = c->why != NULL ? c->why->rival : 0;
    size_t low = a < b ? a : b, high = a < b ? b : a;
    int from = low != 0 ? lane_of(c, c->steps->list[a].to) : NO_LANE, to = low != 0 ? lane_of(c, c->steps->list[b].to) : NO_LANE;
    if (from == NO_LANE || to == NO_LANE || high < first || low >= end) {
        return;
    }
    int y1 = y_in_part(a, first), y2 = y_in_part(b, first);
    static const char title[] = "in the other order it passes";
    if (from == to) {
        int side = -label_side(c, &c->steps->list[a]), x = side * 14, bow = side * 36;
        html(
            c->out,
            "<g data-l=\"%d\" transform=\"translate(%d)\"><path class=\"race\" d=\"M%d %dC%d %d %d %d %d %d\"><title>%s</title></path></g>",
            from, x_of(c, from), x, y1, bow, y1, bow, y2, x, y2, title);
    } else {
        html(c->out, "<line class=\"race\" data-f=\"%d\" data-t=\"%d\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"><title>%s</title></line>",
             from, to, x_of(c, from), y1, x_of(c, to) + (from < to ? -1 : 1) * LABEL, y2, title);
    }
}

static void write_label(const struct chart *c, const char *class, int side, int y, const char *text)
{
    html(c->out, "<text class=\"%s\" x=\"%d\" y=\"%d\" text-anchor=\"%s\">", class, side * LABEL, y, side < 0 ? "end" : "start");
    html_short(c->out, text, c->letters);
    html(c->out, "</text>");
}

static void write_step(const struct chart *c, size_t i, size_t first)
{
    const struct told_step *s = &c->steps->list[i];
    int lane = lane_of(c, s->to), y = y_in_part(i, first), side = label_side(c, s);
    const char *change = first_change(s);
    if (lane == NO_LANE) {
        return;
    }
    bool critical = c->why != NULL && c->why->critical == i;
    html(c->out, "<a class=\"step%s%s%s\" id=\"%sc%zu\" data-step=\"%zu\" href=\"#%ss%zu\">", step_is_wrong(s) ? " wrong" : "",
         s->beyond ? " beyond" : "", critical ? " critical" : "", c->id, i, i, c->id, i);
    html(c->out, "<title>step %zu: %s &#8592; %s%s</title>", i, c->steps->actors[s->to].name, s->message, critical ? " (critical)" : "");
    html(c->out,
         "<g data-l=\"%d\" transform=\"translate(%d)\"><rect class=\"pill\" x=\"-14\" y=\"%d\" width=\"28\" height=\"20\" rx=\"10\"/>",
         lane, x_of(c, lane), y - 10);
    html(c->out, "<text class=\"number\" y=\"%d\">%zu</text>", y + 4, i);
    write_label(c, "label", side, change != NULL ? y - 2 : y + 4, s->message);
    if (change != NULL) {
        write_label(c, "change", side, y + 12, change);
    }
    html(c->out, "</g></a>");
}

/* On paper a chart is made smaller, and its head must be, too: names inside the picture, in place of those above it. */
static void write_names(const struct chart *c)
{
    for (size_t i = 0; c->lanes <= WIDE && i < c->steps->actor_count; i++) {
        int lane = c->lane_of[i];
        if (lane != NO_LANE) {
            html(c->out, "<g data-l=\"%d\" transform=\"translate(%d)\"><text class=\"name\" y=\"12\">", lane, x_of(c, lane));
            html_short(c->out, c->steps->actors[i].name, (size_t)c->width / LETTER);
            html(c->out, "</text></g>");
        }
    }
}

/* Rows [first, end): arrows below, steps above them. Arrows that lead to the next part are drawn in both, and cut off by the edge. */
static void write_part(const struct chart *c, size_t first, size_t end)
{
    int width = total_width(c), height = (int)(end - first) * ROW;
    html(c->out, "<svg class=\"part\" data-first=\"%zu\" data-rows=\"%zu\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">", first,
         end - first, width, height, width, height);
    write_lines(c, first, end);
    for (size_t i = first > 0 ? first : 1; i < c->steps->count && i < end + FAR; i++) {
        const struct told_step *s = &c->steps->list[i];
        if (i < end || (s->sent_by < end && i - s->sent_by <= FAR && s->from != NO_ACTOR)) {
            html(c->out, "<g class=\"way%s%s\" data-step=\"%zu\">", step_is_wrong(s) ? " wrong" : "", s->beyond ? " beyond" : "", i);
            write_arrow(c, i, first);
            html(c->out, "</g>");
        }
    }
    for (size_t i = first; i < end; i++) {
        write_far_sends(c, i, first);
    }
    write_race(c, first, end);
    for (size_t i = first > 0 ? first : 1; i < end; i++) {
        write_step(c, i, first);
    }
    if (first == 0) {
        write_names(c);
        html(c->out, "<text class=\"begin\" x=\"8\" y=\"%d\">before the first step</text>", ROW / 2 - 8);
    }
    html(c->out, "</svg>");
}

void chart_write(FILE *out, const char *id, const struct told_steps *s, const struct explanation *why)
{
    struct chart c = { .out = out, .id = id, .steps = s, .why = why };
    if (s->count > 1 && find_lanes(&c)) {
        find_widths(&c);
        find_near(&c);
        html(
            out,
            "<div class=\"chart%s%s\" data-width=\"%d\" data-left=\"%d\" data-room=\"%d\" data-row=\"%d\" tabindex=\"0\" role=\"region\" aria-label=\"Sequence chart\">",
            c.lanes > WIDE ? " wide" : "", c.lanes > 8 ? " many" : "", c.width, c.left, label_room(&c, c.letters), ROW);
        write_heads(&c);
        for (size_t first = 0; first < s->count; first += PART) {
            write_part(&c, first, first + PART < s->count ? first + PART : s->count);
        }
        html(out, "</div>");
        if (c.lanes > WIDE) {
            html(out, "<p class=\"printed\">The chart has %d lanes and is left out on paper.</p>", c.lanes);
        }
    }
    free(c.lane_of);
    free(c.born);
    free(c.ended);
    free(c.near);
}
