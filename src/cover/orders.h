/* In which orders messages of two types came to actors of one type, in all executions that were followed. */
#ifndef HARRIER_COVER_ORDERS_H
#define HARRIER_COVER_ORDERS_H

#include "base/board.h"
#include "cover/goals.h"

/* Writes it to the log, as a table for each type of actor. */
void orders_write(struct board *b, const struct goals *g);

#endif
