/* A library with a variable that programs use: in programs that are not compiled for it, the linker puts it among their own (a copy relocation). */
int counted;
