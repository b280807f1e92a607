#include "differential.h"

int main(int argc, char **argv)
{
    return differential(argc, argv);
}
