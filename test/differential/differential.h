/* The driver: see differential.c. A library, because two executables are made of it: one beside the engine, one beside the engine
 * with rules that can be switched off. */
#ifndef DIFFERENTIAL_DIFFERENTIAL_H
#define DIFFERENTIAL_DIFFERENTIAL_H

int differential(int argc, char **argv);

#endif
