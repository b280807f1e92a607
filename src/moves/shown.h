/* Local states that are known by how their library describes them (hr_shows with `whole`): those of an actor with equal descriptions are one state. */
#ifndef HARRIER_MOVES_SHOWN_H
#define HARRIER_MOVES_SHOWN_H

#include <stdint.h>

/* The first local state that was described as this one is; the state itself where descriptions are not whole, or fail. */
uint32_t shown_as(uint32_t local, uint32_t shared);

#endif
