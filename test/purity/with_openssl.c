#include <assert.h>
#include <openssl/evp.h>
#include <string.h>

static void thing(void)
{
    static const char *const digests[] = { "SHA256", "SHA1", "MD5" };
    for (int i = 0; i < 3; i++) {
        unsigned char out[EVP_MAX_MD_SIZE];
        unsigned size = 0;
        EVP_MD_CTX *c = EVP_MD_CTX_new();
        assert(EVP_DigestInit_ex(c, EVP_get_digestbyname(digests[i]), NULL) && EVP_DigestUpdate(c, "text", 4) &&
               EVP_DigestFinal_ex(c, out, &size));
        EVP_MD_CTX_free(c);
        assert(size >= 16);
    }
}
#include "thing.h"
