/* All searches, by name. */
#ifndef HARRIER_ENGINE_EXPLORERS_H
#define HARRIER_ENGINE_EXPLORERS_H

#include "explore/search.h"

const struct explorer *explorer_for(const struct job *job);
extern const struct explorer explorer_auto; /* engine/auto.c */

#endif
