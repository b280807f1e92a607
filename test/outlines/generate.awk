# Writes a program with types of every kind of member next to every other kind, each a message, an actor's struct, and what a message carries.
#     awk -v types=N -v seed=S -f generate.awk < members.txt > types.c
# A line of members.txt: address? | declaration, with @ for the name | the leaf | how it is written | the name that a finding shows
BEGIN { FS = " *\\| *"; srand(seed); count = 0 }
/^#/ || NF < 5 { next }
{ address[count] = $1; declaration[count] = $2; leaf[count] = $3; how[count] = $4; shown[count] = $5; count++ }
function named(text, name) { gsub(/@/, name, text); return text }
END {
    print "#include \"driver.h\""
    for (t = 0; t < types; t++) {
        n = 3 + int(rand() * 4)
        body = ""
        for (i = 0; i < n; i++) {
            kind[i] = i == 0 ? t % count : int(rand() * count) # every kind is the first of some type
            body = body named(declaration[kind[i]], "m" i) "; "
        }
        printf "HR_MESSAGE(M%d, %s);\nHR_MESSAGE(A%d, int count; struct M%d *items;);\n", t, body, t, t
        printf "HR_CARRIES(A%d, HR_ARRAY(A%d, items, count));\n", t, t
        printf "struct S%d { %s};\nHR_ACTOR(S%d);\n", t, body, t
        printf "static void fill%d(struct M%d *x, int skip, int place, void *p)\n{\n", t, t
        for (i = 0; i < n; i++) {
            printf "    if (skip != %d) { %s; }\n", i, named(how[kind[i]], "x->m" i)
            if (address[kind[i]] != "-")
                printf "    if (place == %d) { put(&%s, sizeof %s, p); }\n", i, named(leaf[kind[i]], "x->m" i), named(leaf[kind[i]], "x->m" i)
            printf "    LEAF(%d, %d, \"%s\", \"%s\");\n", t, i, address[kind[i]], named(shown[kind[i]], "m" i) > "leaves.h"
        }
        printf "}\nDRIVE(%d)\n", t
        all = all sprintf("    case %d: drive%d(to); break;\n", t, t)
    }
    printf "static void drive(hr_ref to)\n{\n    switch (asked.type) {\n%s    }\n}\n#include \"driver_main.h\"\n", all
}
