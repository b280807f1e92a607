# A process with local variables of all kinds, and their values.    awk -v seed=N -v expected=FILE -f locals.awk > PROGRAM.c
# The process and the functions that it calls wait inside each other. What each variable holds follows from the number 7 that a message brings, so
# that no compiler knows it. FILE has `kept` or `free`, function, name and value of each: a kept one has an address that others know, so that
# the compiler must have it in memory; of a free one an optimiser may lose sight.
function below(n) { return int(rand() * n) }
function say(name, type, value, shown, kept) {
    body = body "    " type " = " value ";\n"
    if (kept)
        after = after "    look(&" name ");\n"
    print (kept ? "kept" : "free"), current, name, shown > expected
}
function variable(i,   name, kind, k, kept) {
    name = "v" i
    kind = below(13)
    k = below(1000)
    kept = below(2)
    if (kind == 0) { say(name, "int " name, "n - " k, 7 - k, kept); after = after "    sum += " name ";\n" }
    if (kind == 1) { say(name, "unsigned char " name, "(unsigned char)(n + " (k % 200) ")", 7 + k % 200, kept); after = after "    sum += " name ";\n" }
    if (kind == 2) { say(name, "long " name, "(long)n * -" k "000000000L", k == 0 ? 0 : -7 * k "000000000", kept); after = after "    sum += " name ";\n" }
    if (kind == 3) { say(name, "bool " name, "n > " (k % 15), 7 > k % 15 ? "true" : "false", kept); after = after "    sum += " name ";\n" }
    if (kind == 4) { say(name, "enum color " name, "(enum color)(n - 5 - " (k % 2) ")", k % 2 ? "GREEN" : "BLUE", kept); after = after "    sum += (long)" name ";\n" }
    if (kind == 5) { say(name, "double " name, "n * 0.25 + " k, 1.75 + k, kept); after = after "    sum += (long)" name ";\n" }
    if (kind == 6) { say(name, "struct pair " name, "{ n, " k " }", "{a=7, b=" k "}", kept); after = after "    sum += " name ".a;\n" }
    if (kind == 7) { say(name, "int " name "[3]", "{ n, " k ", -n }", "[7, " k ", -7]", 1) }
    if (kind == 8) { say(name, "char " name "[8]", "{ (char)('a' + n), 'b', 0 }", "\"hb\"", 1) }
    if (kind == 9) { say(name, "hr_ref " name, "n == 7 ? hr_self() : 0", "waiter", kept); after = after "    sum += (long)" name ";\n" }
    if (kind == 10) { say(name, "const char *" name, "n == 7 ? \"<&>\" : \"\"", "\"<&>\"", kept); after = after "    sum += " name "[0];\n" }
    if (kind == 11) { say(name, "short " name, "(short)(n - " k ")", 7 - k, kept); after = after "    sum += " name ";\n" }
    if (kind == 12) {
        body = body "    static int " name " = " k ";\n    look(&" name ");\n" # it is not the process's own, and not shown
        after = after "    sum += " name ";\n"
    }
}
BEGIN {
    srand(seed)
    depth = 1 + below(3)
    print "#include <harrier.h>\nHR_MESSAGE(Start, int n;);\nHR_MESSAGE(Never);\nenum color { RED, GREEN, BLUE };\nstruct pair { int a; long b; };"
    print "struct waiter { int unused; };"
    print "__attribute__((noinline)) static void look(const void *at)\n{\n    __asm__ volatile(\"\" : : \"r\"(at) : \"memory\");\n}"
    for (d = 1; d <= depth; d++) {
        body = after = ""
        current = d == depth ? "run_waiter" : "part" d
        most = 2 + below(6)
        if (d < depth)
            print "free", current, "n", 7 > expected
        for (i = 1; i <= most; i++)
            variable(i)
        call = d == 1 ? "    hr_receive(Never);\n" : "    sum += part" (d - 1) "(n);\n"
        seen = after
        gsub(/sum [^\n]*\n/, "", seen) # the addresses are known before and after it waits
        if (d < depth) {
            inline = below(2) ? "static inline" : "__attribute__((noinline)) static"
            printf "%s long part%d(int n)\n{\n%s%s    long sum = 0;\n%s%s    return sum;\n}\n", inline, d, body, seen, call, after
            print "free", current, "sum", 0 > expected
        } else {
            printf "static void run_waiter(struct waiter *self)\n{\n    int n = hr_as(hr_receive(Start), Start)->n;\n"
            printf "%s%s    long sum = 0;\n%s%s    self->unused = (int)sum;\n}\n", body, seen, call, after
            print "free run_waiter n 7\nfree run_waiter sum 0" > expected
        }
    }
    print "HR_PROCESS(waiter, run_waiter);\nint main(void)\n{\n    hr_send(hr_spawn(waiter), Start, .n = 7);\n    return hr_run();\n}"
}
