# An actor whose assertion fails, and what the variables in its condition hold.    awk -v seed=N -v expected=FILE -f values.awk > PROGRAM.c
# The assertion is in a handler or a process, at once or after it has waited, in its function or in one that it calls, perhaps in a block that hides
# variables of the function. What everything holds follows from the number 7 that a message brings, so that no compiler knows it. FILE has a
# line for each expression that has a value, in order: `kept` or `free`, and what is said of it. A kept one is in memory that others know.
function below(n) { return int(rand() * n) }
function condition(text, value, kept) {
    asked = asked (asked == "" ? "" : below(2) ? " && " : " ||\n              ") (below(3) ? text : "(" text ")") (below(2) ? " == 0" : " != 0")
    if (value != "")
        print (kept ? "kept" : "free"), text " is " value > expected
}
function declare(text, name) { body = body "    " text ";\n" (name != "" ? "    look(&" name ");\n" : "") }
function expression(i,   name, kind, k, kept) {
    name = "v" i
    do
        kind = below(16)
    while (kind in once)
    if (kind == 1 || kind == 2 || kind == 3 || kind == 6)
        once[kind] # there is one such field
    k = below(1000)
    kept = below(2)
    if (kind == 0) { declare("int " name " = n - " k, kept ? name : ""); condition(name, 7 - k, kept) }
    if (kind == 1) { declare("self->count = n + " k); condition("self->count", 7 + k, 1) }
    if (kind == 2) { declare("int " name " = n - 5", name); declare("self->list[" name "] = " k); condition("self->list[" name "]", k, 1); print "kept", name " is 2" > expected }
    if (kind == 3) { declare("self->next = malloc(sizeof *self->next)"); declare("self->next->count = n * " k); condition("self->next->count", 7 * k, 1) }
    if (kind == 4) { declare("int " name " = n + " k, name); declare("const int *p" i " = &" name, "p" i); condition("*p" i, 7 + k, 1) }
    if (kind == 5) { declare("struct pair " name " = { n, " k " - n }", name); condition(name ".b", k - 7, 1) }
    if (kind == 6) { declare("self->inner = (short)(n - " k ")"); condition("self->inner", 7 - k, 1) }
    if (kind == 7) { declare("hr_ref " name " = n == 7 ? hr_self() : 0", kept ? name : ""); condition(name, "failing", kept) }
    if (kind == 8) { declare("enum color " name " = (enum color)(n - 6)", kept ? name : ""); condition(name, "GREEN", kept) }
    if (kind == 9) { declare("const char *" name " = n == 7 ? \"a, b is 3\" : \"\"", kept ? name : ""); condition(name, "\"a, b is 3\"", kept) }
    if (kind == 10) { declare("int " name "[3] = { n, " k ", -n }", name); condition(name "[2]", -7, 1) }
    if (kind == 11) { declare("int " name "[3] = { n, " k ", -n }", name); declare("const int *p" i " = " name, "p" i); condition("p" i "[1]", k, 1) }
    if (kind == 12) { declare("static int " name " = " k, name); condition(name, "", 0) } # no part of the actor's state
    if (kind == 13) { declare("struct pair " name " = { n, 1 }", name); condition("look_at(&" name ")->a", "", 0) }
    if (kind == 14 && blocks) { declare("int hid" i " = " k, "hid" i); inside = inside "        int hid" i " = n - " k ";\n        look(&hid" i ");\n"; condition("hid" i, 7 - k, 1) }
    if (kind == 15 && blocks) { declare("int hid" i " = " k, "hid" i); inside = inside "        static int hid" i " = 3;\n        look(&hid" i ");\n"; condition("hid" i, "", 0) }
}
BEGIN {
    srand(seed)
    style = seed % 4 # a handler, at once or after a call; a process, after a message or after a call
    helper = int(seed / 4) % 3 # none, one that may be inlined, one that is not
    blocks = below(2)
    print "#include <harrier.h>\n#include <stdlib.h>\nHR_MESSAGE(Start, int n;);\nHR_MESSAGE(Ask, int n;);\nHR_MESSAGE(Told, int n;);\nenum color { RED, GREEN, BLUE };"
    print "struct pair { int a; long b; };\nstruct failing { hr_ref other; int count, list[4]; struct { short inner; }; struct failing *next; };"
    print "__attribute__((noinline)) static void look(const void *at)\n{\n    __asm__ volatile(\"\" : : \"r\"(at) : \"memory\");\n}"
    print "__attribute__((noinline, unused)) static const struct pair *look_at(const struct pair *at)\n{\n    look(at);\n    return at;\n}"
    print "struct other { int unused; };\nstatic void on_ask(struct other *self, const struct Ask *m)\n{\n    (void)self;\n    hr_reply(Told, .n = m->n);\n}\nHR_ACTOR(other, HR_ON(Ask, on_ask));"
    asked = body = inside = ""
    if (helper == 0 && style < 2)
        condition("m->n", 7, 1)
    if (helper == 0 && style == 2)
        condition("hr_as(m, Start)->n", "", 0)
    if (helper == 0 && style == 2)
        print "free m is Start{n=7} from main" > expected
    if (helper != 0)
        condition("n", 7, 0)
    for (i = 1; i <= 4; i++)
        expression(i)
    condition("self->last", "", 0)
    sub(/ (&&|\|\|)[ \n]*\(?self->last\)? [!=]= 0$/, "", asked) # which only made a separator
    if (asked ~ /self->last/) { asked = "n == 0"; print "free n is 7" > expected }
    check = inside == "" ? "    hr_assert((" asked ") && zero);\n" : "    {\n" inside "        hr_assert((" asked ") && zero);\n    }\n"
    work = "    int zero = n - 7;\n    look(&zero);\n" body check
    print "kept zero is 0" > expected
    if (helper != 0)
        printf "%s static void part(struct failing *self, int n)\n{\n%s    look(self);\n}\n", helper == 1 ? "inline" : "__attribute__((noinline))", work
    call = "hr_call(self->other, Told, Ask, .n = "
    first = style == 0 ? "m->n" : style == 1 ? call "m->n).n" : style == 2 ? "hr_as(m, Start)->n" : call "hr_as(m, Start)->n).n"
    head = style < 2 ? "static void run(struct failing *self, const struct Start *m)\n{\n" : "static void run(struct failing *self)\n{\n    hr_received m = hr_receive(Start);\n"
    printf "%s    int n = %s;\n%s    look(self);\n}\n", head, first, helper != 0 ? "    part(self, n);\n" : work
    print style < 2 ? "HR_ACTOR(failing, HR_ON(Start, run));" : "HR_PROCESS(failing, run);"
    print "int main(void)\n{\n    hr_ref other = hr_spawn(other);\n    hr_send(hr_spawn(failing, .other = other), Start, .n = 7);\n    return hr_run();\n}"
}
