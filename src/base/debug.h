/* Assertions that are too expensive for the product.
 *
 * assert: what costs a comparison or two, where the engine would otherwise go on with nonsense. It is always there, because a wrong verdict
 * is worse than none.
 * debug_assert: what computes something a second time in another way, walks over all of something, or stands in the inner loop of a search.
 * It is there with -DHARRIER_DEBUG=ON alone; else nothing of it is executed, but it is compiled, so that it cannot rot.
 * Neither is for mistakes of the program under test: those are findings. */
#ifndef HARRIER_BASE_DEBUG_H
#define HARRIER_BASE_DEBUG_H

#include <assert.h>

#ifdef HARRIER_DEBUG
enum { DEBUG_ON = 1 };
#define debug_assert(condition) assert(condition)
#else
enum { DEBUG_ON = 0 };
#define debug_assert(condition) ((void)(DEBUG_ON && (condition)))
#endif

#endif
