/* A program whose names, contents and output try to be more than text in a report. */
#include <stdio.h>

#include <harrier.h>

#define NAME "<script>alert(1)</script>\"'><svg/onload=alert(2)>&amp;]]>-->\033[31m\001\xff\xfe" /* schedules keep names apart by blanks */
#define MEAN "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>&amp;]]>-->"
#define BYTES "\033[31m\001\r\n\xff\xfe\xe2\x80\xae</style></title>`$(x)`"

struct Mean {
    char *text;
};
static const struct hr_part hr_parts_Mean[] = { HR_STRING(Mean, text), { .kind = HR_PART_END } };
static const struct hr_type hr_type_Mean = { NAME, sizeof(struct Mean), __FILE__, __LINE__, hr_parts_Mean };

struct victim {
    char name[100];
    int steps;
};

static void on_mean(struct victim *self, const struct Mean *m)
{
    printf("%s%s\n", MEAN, BYTES);
    hr_note("%s%s", MEAN, BYTES);
    snprintf(self->name, sizeof self->name, "%s", m->text);
    self->steps++;
    if (self->steps == 1) {
        hr_send(hr_self(), Mean, .text = MEAN BYTES);
        return;
    }
    hr_assert(self->steps < 2 && "<script>alert(3)</script>\033[0m\"' onload='x'");
}

static const struct hr_clause clauses[] = { HR_ON(Mean, on_mean), { .kind = HR_CLAUSE_END } };
static const struct hr_actor_type hr_actor_victim = { { NAME, clauses, "<b>mean</b>.c", __LINE__ }, sizeof(struct victim), NULL, NULL };

int main(void)
{
    hr_send(hr_spawn(victim), Mean, .text = BYTES MEAN);
    return hr_run();
}
