/* What printed programs begin with. */
#include "print_parts.h"

const char *const printed_classes[CLASSES] = { "alpha", "beta", "gamma", "delta" };
const char *const printed_types[TYPES] = { "Poke", "Push", "Tick", "Ask", "Get" };

static const char head[] =
    "#include <harrier.h>\n"
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
    "\n"
    "HR_MESSAGE(Poke, int depth; int value; int serial;);\n"
    "HR_MESSAGE(Push, int depth; int value; int serial;);\n"
    "HR_MESSAGE(Tick);\n"
    "HR_MESSAGE(Ask, int depth; int value; int serial;);\n"
    "HR_MESSAGE(Get, int depth; int value; int serial;);\n"
    "HR_MESSAGE(Answer, int value;);\n"
    "HR_MESSAGE(Epitaph, unsigned history;);\n"
    "\n"
    "#define FIELDS int id; unsigned history; int sent, state, sum, got, level, depth, children, restarts; hr_ref child, caller; \\\n"
    "    bool changed, quiet; hr_timer timer; int *kept; int visits;\n"
    "/* An actor's history tells in which order it received what; a message's serial number is the same in every execution. */\n"
    "#define NOTE(self, what) ((self)->history = ((self)->history ^ ((unsigned)(what) + 1)) * 16777619u)\n"
    "#define SERIAL(self) ((self)->id * 1000 + ++(self)->sent)\n";

static const char parcels[] =
    "\n"
    "/* A Push and an Answer with content that follows from their value. */\n"
    "struct Extra {\n"
    "    long twice;\n"
    "    char *word;\n"
    "};\n"
    "HR_CARRIES(Extra, HR_STRING(Extra, word));\n"
    "HR_MESSAGE(Parcel, int depth; int value; int serial; int count; int *items; char *label; struct Extra *extra;);\n"
    "HR_CARRIES(Parcel, HR_ARRAY(Parcel, items, count), HR_STRING(Parcel, label), HR_STRUCT(Parcel, extra, Extra));\n"
    "HR_MESSAGE(Packet, int value; char *word;);\n"
    "HR_CARRIES(Packet, HR_STRING(Packet, word));\n"
    "static char *const labels[] = { \"\", \"a\", \"ab\", \"abc\" };\n"
    "static inline void send_packet(hr_ref caller, int value) { hr_reply_to(caller, Packet, .value = value, .word = labels[value]); }\n"
    "static void pack(struct Parcel *p, int value, int *items, struct Extra *extra)\n"
    "{\n"
    "    *p = (struct Parcel){ .value = value, .count = 3 * value + 1, .items = items, .label = labels[value] };\n"
    "    for (int i = 0; i < p->count; i++) {\n"
    "        items[i] = value + i;\n"
    "    }\n"
    "    *extra = (struct Extra){ .twice = 2 * value, .word = p->label };\n"
    "    p->extra = value == 3 ? NULL : extra;\n"
    "}\n"
    "static inline void send_parcel(hr_ref to, int depth, int value, int serial)\n"
    "{\n"
    "    int items[10];\n"
    "    struct Extra extra;\n"
    "    struct Parcel p;\n"
    "    pack(&p, value, items, &extra);\n"
    "    hr_send(to, Parcel, .depth = depth, .value = value, .serial = serial, .count = p.count, .items = items, .label = p.label,\n"
    "            .extra = p.extra);\n"
    "}\n"
    "static inline hr_timer set_parcel_timer(int ms, int depth, int value, int serial)\n"
    "{\n"
    "    int items[10];\n"
    "    struct Extra extra;\n"
    "    struct Parcel p;\n"
    "    pack(&p, value, items, &extra);\n"
    "    return hr_after(ms, Parcel, .depth = depth, .value = value, .serial = serial, .count = p.count, .items = items, .label = p.label,\n"
    "                    .extra = p.extra);\n"
    "}\n"
    "static inline void check_parcel(const struct Parcel *m)\n"
    "{\n"
    "    int items[10];\n"
    "    struct Extra extra;\n"
    "    struct Parcel p;\n"
    "    pack(&p, m->value, items, &extra);\n"
    "    hr_assert(m->count == p.count && memcmp(m->items, items, (size_t)p.count * sizeof *items) == 0);\n"
    "    hr_assert(strcmp(m->label, p.label) == 0 && (m->extra == NULL) == (p.extra == NULL));\n"
    "    hr_assert(m->extra == NULL || (m->extra->twice == extra.twice && strcmp(m->extra->word, extra.word) == 0));\n"
    "}\n";

static const char sites[] = "\n"
                            "static inline void first_site(bool holds) { hr_sometimes(holds); }\n"
                            "static inline void second_site(bool holds) { hr_sometimes(holds); }\n";

static const char taking[] =
    "\n"
    "enum { POKE = 1, PUSH = 2, TICK = 4, ASK = 8, GET = 16 };\n"
    "static inline bool takes(const hr_received *m, unsigned types, bool small, bool not_main)\n"
    "{\n"
    "    unsigned type = hr_is(*m, Poke) ? POKE : hr_is(*m, Ask) ? ASK : hr_is(*m, Tick) ? TICK : hr_is(*m, Get) ? GET : PUSH;\n"
    "    int value = type == TICK ? 0 : ((const struct Poke *)m->data)->value;\n"
    "    return (types & type) != 0 && !(small && value >= 2) && !(not_main && m->sender == HR_DRIVER);\n"
    "}\n";

static const char grave[] =
    "\n"
    "/* Takes nothing: what the ended have left stays visible. */\n"
    "struct grave {\n"
    "    int unused;\n"
    "};\n"
    "HR_DECLARE_ACTOR(grave);\n"
    "static bool grave_accepts(const struct grave *self, const hr_received *m) { (void)self; (void)m; return false; }\n"
    "static void grave_epitaph(struct grave *self, const struct Epitaph *m) { (void)self; (void)m; }\n"
    "HR_ACTOR(grave, HR_ACCEPTS(grave_accepts), HR_ON(Epitaph, grave_epitaph), HR_ENVIRONMENT, HR_MAILBOX_LIMIT(0));\n";

void print_beginning(const struct printer *p, const bool used[CLASSES])
{
    fputs(head, p->out);
    for (int c = 0; c < CLASSES; c++) {
        if (used[c]) {
            fprintf(p->out, "struct %s { FIELDS };\nHR_DECLARE_ACTOR(%s);\n", printed_classes[c], printed_classes[c]);
        }
    }
    fprintf(p->out, "static hr_ref actors[%d], grave;\n", ACTORS_MAX);
    if (has(p->table, WITH_SHARED)) {
        fprintf(p->out, "static int cells[%d];\n", CELLS);
    }
    if (has(p->table, WITH_PARCELS)) {
        fputs(parcels, p->out);
    }
    if (has(p->table, WITH_SITES)) {
        fputs(sites, p->out);
    }
    fputs(taking, p->out);
    fputs(grave, p->out);
}
