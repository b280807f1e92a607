/* Local states in windows. What a predicate looks at must be loaded where it can only be read, which takes system calls. In a window it could be written, too, so that
 * loading is copying; instead, whether it was is looked for afterwards. */
#ifndef HARRIER_IMAGE_WINDOW_H
#define HARRIER_IMAGE_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

/* Whether this local state can be shown in a window: it is small, and has no stack. */
bool window_suits(uint32_t local);
/* Makes the arena a window, if it is none yet, that shows this local state. The arena holds another state of the actor. */
void window_load(uint32_t local);
/* Whether the window shows this state still. */
bool window_shows(uint32_t local);
/* Of a window that does: whether all else that is in it is zero, as it was. */
bool window_is_blank(uint32_t actor);

#endif
