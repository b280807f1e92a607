/* The actors of with_exceptions.cpp: the macros of harrier.h are C. */
void thing(void);
#include "thing.h"
