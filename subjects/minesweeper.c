/* Minesweeper with a deadlock (TransDPOR, Table 2): every square of a board is an actor. A square that is opened calls its neighbours to
 * count the mines around it and, if there are none, opens them. Two neighbours that are opened at the same time may call each other,
 * and wait for ever.
 *
 *     minesweeper COLUMNS           two rows, one mine, in the last square; 3 columns are enough for the deadlock
 *     minesweeper COLUMNS fixed     the squares know their numbers from the start: nobody has to call
 *     minesweeper 3 cross           three rows; the neighbours of a square are the four that share a side with it, and a display is shown each
 *                                   number. The first order of sending deadlocks; with the earliest or the latest created first that takes long
 *
 * The paper does not show the program; the idea is its. That of a cross fails in its first path where the paper's does, after as many
 * deliveries, and late where that does; the other counts are not its. */
#include <harrier.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_MAX = 3, COLUMNS_MAX = 8 };

HR_MESSAGE(Open);
HR_MESSAGE(IsMine);
HR_MESSAGE(Answer, bool mine;);
HR_MESSAGE(Show, int row, column, around;);

struct square {
    int row, column, rows, columns;
    bool cross, mine, told, open;
    int around;
};

/* Nobody changes these once main() has filled them. */
static hr_ref field[ROWS_MAX][COLUMNS_MAX];
static hr_ref display; /* nobody: there is none */

static hr_ref neighbour(const struct square *self, int i)
{
    int row = self->row + i / 3 - 1, column = self->column + i % 3 - 1;
    bool itself = row == self->row && column == self->column, corner = row != self->row && column != self->column;
    bool outside = (self->cross && corner) || row < 0 || row >= self->rows || column < 0 || column >= self->columns;
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
    if (display != HR_NOBODY) {
        hr_send(display, Show, .row = self->row, .column = self->column, .around = self->around);
    }
    for (int i = 0; i < 9 && self->around == 0; i++) {
        if (neighbour(self, i) != HR_NOBODY) {
            hr_send(neighbour(self, i), Open);
        }
    }
}

HR_ACTOR(square, HR_ON(Open, on_open), HR_ON(IsMine, on_is_mine));

struct display {
    int shown;
};

static void on_show(struct display *self, const struct Show *m)
{
    self->shown++;
}

HR_ACTOR(display, HR_ON(Show, on_show));

int main(int argc, char **argv)
{
    int columns = argc > 1 ? atoi(argv[1]) : 3;
    bool fixed = argc > 2 && strcmp(argv[2], "fixed") == 0, cross = argc > 2 && strcmp(argv[2], "cross") == 0;
    int rows = cross ? 3 : 2;
    if (columns < 2 || columns > COLUMNS_MAX) {
        return 2;
    }
    if (cross) {
        display = hr_spawn(display);
    }
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            bool mine = cross ? row == 1 && column == 0 : row == 1 && column == columns - 1;
            field[row][column] = hr_spawn(square, .row = row, .column = column, .rows = rows, .columns = columns, .cross = cross,
                                          .mine = mine, .told = fixed, .around = fixed && !mine && column >= columns - 2);
        }
    }
    hr_send(field[0][cross ? 1 : 0], Open);
    return hr_run();
}
