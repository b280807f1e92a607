/* A program whose names, contents, output and failures are what its argument says, whatever that is.    hostile TEXT */
#include <stdio.h>
#include <string.h>

#include <harrier.h>

static char text[2000], name[2000];

struct Word {
    char *text;
};
static const struct hr_part hr_parts_Word[] = { HR_STRING(Word, text), { .kind = HR_PART_END } };
static const struct hr_type hr_type_Word = { name, sizeof(struct Word), name, 7, hr_parts_Word };
HR_MESSAGE(Field, char *text;); /* whose struct has its name, so that its fields are shown */
HR_CARRIES(Field, HR_STRING(Field, text));

struct victim {
    char kept[100];
};

static void on_word(struct victim *self, const struct Word *m)
{
    printf("%s\n", text);
    fprintf(stderr, "%s", text);
    hr_note("%s", text);
    snprintf(self->kept, sizeof self->kept, "%s", m->text);
    hr_send(hr_self(), Field, .text = text);
}

static void on_field(struct victim *self, const struct Field *m)
{
    hr_assert_failed_(text, (struct hr_place){ name, 9 });
}

static const struct hr_clause clauses[] = { HR_ON(Word, on_word), HR_ON(Field, on_field), { .kind = HR_CLAUSE_END } };
static const struct hr_actor_type hr_actor_victim = { { name, clauses, name, __LINE__ }, sizeof(struct victim), NULL, NULL };

int main(int argc, char **argv)
{
    snprintf(text, sizeof text, "%s", argc > 1 ? argv[1] : "plain");
    snprintf(name, sizeof name, "%s", text);
    for (char *at = name; *at != '\0'; at++) {
        *at = strchr(" \t\r\n\v\f", *at) != NULL ? '_' : *at; /* names are words */
    }
    hr_send(hr_spawn(victim), Word, .text = text);
    hr_send(hr_spawn(victim), Word, .text = text);
    return hr_run();
}
