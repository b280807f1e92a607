/* Minesweeper with a deadlock (TransDPOR, Table 2): every square of a board of two rows is an actor. A square that is opened
 * calls its neighbours to count the mines around it and, if there are none, opens them. Two neighbours that are opened at the
 * same time may call each other, and wait for ever.
 *
 *     minesweeper COLUMNS           one mine, in the last square; 3 columns are enough for the deadlock
 *     minesweeper COLUMNS fixed     the squares know their numbers from the start: nobody has to call
 *
 * The paper does not show the program; the idea is its, the counts are not. */
#include <harrier.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 2, COLUMNS_MAX = 8 };

HR_MESSAGE(Open);
HR_MESSAGE(IsMine);
HR_MESSAGE(Answer, bool mine;);

struct square {
    int row, column, columns;
    bool mine, told, open;
    int around;
};

static hr_ref field[ROWS][COLUMNS_MAX]; /* nobody changes it once main() has filled it */

static hr_ref neighbour(const struct square *self, int i)
{
    int row = self->row + i / 3 - 1, column = self->column + i % 3 - 1;
    bool itself = row == self->row && column == self->column;
    bool outside = row < 0 || row >= ROWS || column < 0 || column >= self->columns;
    return itself || outside ? HR_NOBODY : field[row][column];
}

static void on_is_mine(struct square *self, const struct IsMine *m)
{
    hr_reply(Answer, .mine = self->mine);
}

static void on_open(struct square *self, const struct Open *m)
{
    if (self->open) {
        return;
    }
    self->open = true;
    hr_assert(!self->mine);
    for (int i = 0; i < 9 && !self->told; i++) {
        if (neighbour(self, i) != HR_NOBODY) {
            self->around += hr_call(neighbour(self, i), Answer, IsMine).mine;
        }
    }
    for (int i = 0; i < 9 && self->around == 0; i++) {
        if (neighbour(self, i) != HR_NOBODY) {
            hr_send(neighbour(self, i), Open);
        }
    }
}

HR_ACTOR(square, HR_ON(Open, on_open), HR_ON(IsMine, on_is_mine));

int main(int argc, char **argv)
{
    int columns = argc > 1 ? atoi(argv[1]) : 3;
    bool fixed = argc > 2 && strcmp(argv[2], "fixed") == 0;
    if (columns < 2 || columns > COLUMNS_MAX) {
        return 2;
    }
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < columns; column++) {
            bool mine = row == ROWS - 1 && column == columns - 1;
            field[row][column] = hr_spawn(square, .row = row, .column = column, .columns = columns, .mine = mine, .told = fixed,
                                          .around = fixed && !mine && column >= columns - 2);
        }
    }
    hr_send(field[0][0], Open);
    return hr_run();
}
