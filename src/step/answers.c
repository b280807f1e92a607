/* Requests with several possible answers: choices, and looks at the clock. */
#include "actor/request.h"
#include "step/abandon.h"
#include "step/clock.h"
#include "step/serve_parts.h"

void serve_choice(void)
{
    if (serving.setting_up) {
        abandon(KIND_MISUSE, "hr_choose() before hr_run(): what the driver does is not explored, so choose in a handler",
                border.request.place, border.request.pc);
    }
    size_t i = serving.choices_taken++;
    if (i == CHOICES_MAX) {
        abandon(KIND_MISUSE, "more than 64 hr_choose() in one step: all their combinations cannot be explored", border.request.place,
                border.request.pc);
    }
    uint64_t pick = answer_choice(serving.choices, serving.choice_count, i);
    if (pick >= border.request.number) {
        abandon(KIND_NONDETERMINISM, "hr_choose() offers fewer values than when the same step ran before", border.request.place,
                border.request.pc);
    }
    effects_add(serving.out, &(struct effect){ .kind = EFFECT_CHOICE, .number = pick, .of = (uint32_t)border.request.number });
    border.request.result = pick;
}

/* A look at the clock. Where it may come late, both cases are explored. */
void serve_look(void)
{
    struct board *board = server.board;
    struct control *c = border.running;
    if (serving.quiet) { /* questions must not change anything, so the clock does not advance */
        border.request.result = c->clock > logical_driver_clock() ? c->clock : logical_driver_clock();
        serving.looks++;
        return;
    }
    uint32_t look = ++serving.looks;
    bool exploring = board->state == RUN_EXPLORING, may_be_late = exploring && !serving.setting_up && clock_may_be_late(c);
    bool late = answer_late(serving.choices, serving.choice_count, look);
    if (may_be_late && serving.looks_offered == LOOKS_MAX) {
        may_be_late = false;
        board->choices_left = true;
    }
    if (late && !may_be_late) {
        abandon(KIND_NONDETERMINISM, "a look at the clock that came late when the same step ran before cannot come late now",
                border.request.place, border.request.pc);
    }
    uint64_t passed;
    border.request.result = clock_look(c, late, &passed);
    if (exploring) {
        board->looked = true;
    }
    if (may_be_late) {
        serving.looks_offered++;
        effects_add(serving.out,
                    &(struct effect){ .kind = EFFECT_LOOK, .actor = look, .number = late, .of = 2, .head = { .clock = passed } });
    }
}
