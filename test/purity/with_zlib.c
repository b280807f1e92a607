#include <assert.h>
#include <string.h>
#include <zlib.h>

static void thing(void)
{
    unsigned char in[1000], packed[2000], out[1000];
    for (int i = 0; i < 1000; i++) {
        in[i] = (unsigned char)(i % 7);
    }
    uLongf size = sizeof packed, back = sizeof out;
    assert(compress(packed, &size, in, sizeof in) == Z_OK);
    assert(uncompress(out, &back, packed, size) == Z_OK && memcmp(in, out, sizeof in) == 0);
    assert(crc32(0, in, sizeof in) != 0);
}
#include "thing.h"
