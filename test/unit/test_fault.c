/* What --faults and hr_faults() say, and how many faults fit into an execution. */
#include "unit.h"

#include "base/fault.h"

static bool reads(const char *text, struct faults *f, char *why)
{
    struct text error = text_in(why, 300);
    return faults_read(f, text, &error);
}

static void reads_what_is_said(void **state)
{
    (void)state;
    struct faults f;
    char why[300];
    assert_true(reads("loss=1,dup=2,crash=3,restart=1,messages=A+Bc,actors=node,callers=wait", &f, why));
    assert_true(f.on && f.callers_wait);
    assert_int_equal(fault_count(f.budget, FAULT_LOSS), 1);
    assert_int_equal(fault_count(f.budget, FAULT_TWICE), 2);
    assert_int_equal(fault_count(f.budget, FAULT_CRASH), 2); /* one of the three is followed by a restart */
    assert_int_equal(fault_count(f.budget, FAULT_RESTART), 1);
    assert_true(faults_name(f.messages, "A") && faults_name(f.messages, "Bc") && faults_name(f.actors, "node"));
    assert_false(faults_name(f.messages, "B") || faults_name(f.messages, "A+Bc") || faults_name(f.messages, ""));
    assert_true(reads("partition=2,pending=lost", &f, why));
    assert_true(f.on && f.pending_lost && f.partitions == 2 && f.budget == 0);
    assert_true(reads("partition=0,pending=kept", &f, why) && !f.on && !f.pending_lost);
    assert_true(reads("", &f, why) && !f.on);
    assert_true(reads("none", &f, why) && !f.on);
    assert_true(reads("loss=0", &f, why) && !f.on);
}

static void refuses_the_rest(void **state)
{
    (void)state;
    static const char *const bad[] = { "los=1",         "loss",         "loss=",           "loss=x",    "loss=1x",
                                       "loss=-1",       "loss=61",      "loss=4294967297", "restart=1", "crash=1,restart=2",
                                       "callers=never", "pending=gone", "partition=x",     "messages=", "=1",
                                       ",loss=1",       "none,loss=1",  "loss=1,none" };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct faults f;
        char why[300] = "";
        assert_false(reads(bad[i], &f, why));
        assert_true(why[0] != '\0');
    }
}

/* Against counting kind by kind. */
static void counts_each_kind(void **state)
{
    (void)state;
    for (int i = 0; i < 20000; i++) {
        uint32_t spent = 0, more = 0;
        bool fits = true;
        faults.budget = 0;
        for (unsigned k = 0; k < FAULT_BUDGETED; k++) {
            uint32_t most = (uint32_t)(random_bits() % (FAULT_BUDGET_MAX + 1)), had = (uint32_t)(random_bits() % (most + 1));
            uint32_t new = (uint32_t)(random_bits() % 3);
            new = new > FAULT_BUDGET_MAX ? FAULT_BUDGET_MAX : new;
            faults.budget |= most << 8 * k;
            spent |= had << 8 * k;
            more |= new << 8 * k;
            fits = fits && had + new <= most;
        }
        assert_int_equal(faults_fit(spent, more), fits);
    }
    faults = (struct faults){ 0 };
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_is_said),
        cmocka_unit_test(refuses_the_rest),
        cmocka_unit_test(counts_each_kind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
