#!/bin/sh
# A C file with the style and the script of HTML reports as strings, and the script's hash as a Content-Security-Policy names it.
#     embed.sh STYLE SCRIPT
set -eu
string() { # string NAME FILE
    echo "const char $1[] ="
    sed 's/\\/\\\\/g; s/"/\\"/g; s/^/    "/; s/$/\\n"/' "$2"
    echo "    ;"
}
# SHA-256 in base64: three bytes are four letters.
hash=$(sha256sum < "$2" | awk '{
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    digits = "0123456789abcdef"
    for (i = 1; i <= 64; i += 6) {
        bits = 0
        for (k = 0; k < 6; k++) bits = bits * 16 + (i + k <= 64 ? index(digits, substr($1, i + k, 1)) - 1 : 0)
        for (shift = 262144; shift >= 1; shift /= 64) {
            last = i > 60 && shift < 64
            printf "%s", last ? "=" : substr(letters, int(bits / shift) % 64 + 1, 1)
        }
    }
}')
echo '#include "page/assets.h"'
string page_style "$1"
string page_script "$2"
echo "const char page_script_hash[] = \"sha256-$hash\";"
