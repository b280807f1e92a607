/* main() goes on after hr_run(): with --after-run, at each distinct end. */
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <harrier.h>

HR_MESSAGE(Add, int n;);
HR_MESSAGE(Double);

static int shared_total;

struct account {
    int total;
    char *text;
};
static void on_add(struct account *self, const struct Add *m)
{
    self->total += m->n;
    shared_total = self->total;
    free(self->text);
    self->text = strdup("added");
}
static void on_double(struct account *self, const struct Double *m)
{
    self->total *= 2;
    shared_total = self->total;
}
HR_ACTOR(account, HR_ON(Add, on_add), HR_ON(Double, on_double));

struct sender {
    hr_ref account;
    bool doubles;
};
HR_MESSAGE(Go);
static void on_go(struct sender *self, const struct Go *m)
{
    if (self->doubles) {
        hr_send(self->account, Double);
    } else {
        hr_send(self->account, Add, .n = 1);
    }
}
HR_ACTOR(sender, HR_ON(Go, on_go));

static int *volatile nothing;

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    char *mine = strdup("main's");
    hr_shared_global(shared_total);
    hr_ref a = hr_spawn(account), s = hr_spawn(sender, .account = a), t = hr_spawn(sender, .account = a, .doubles = true);
    hr_send(s, Go);
    hr_send(t, Go);
    int status = hr_run();
    const struct account *end = hr_peek(a, account);
    bool doubled = shared_total == 2; /* else the other order */
    if (status != 0 || end == NULL || strcmp(mine, "main's") != 0 || end->total != shared_total || strcmp(end->text, "added") != 0) {
        return 99;
    }
    free(mine);
    if (strcmp(what, "prints") == 0) {
        printf("total %d\n", end->total);
    } else if (strcmp(what, "returns") == 0) {
        return doubled ? 7 : 0;
    } else if (strcmp(what, "exits") == 0) {
        exit(doubled ? 8 : 0);
    } else if (strcmp(what, "asserts") == 0) {
        hr_assert(!doubled); /* here: asserts */
    } else if (strcmp(what, "asserts_plainly") == 0) {
        assert(!doubled); /* here: asserts_plainly */
    } else if (strcmp(what, "crashes") == 0 && doubled) {
        *nothing = 1; /* here: crashes */
    } else if (strcmp(what, "aborts") == 0 && doubled) {
        abort();
    } else if (strcmp(what, "crashes_inside") == 0 && doubled) {
        return (int)strlen((const char *)nothing); /* here: crashes_inside */
    } else if (strcmp(what, "hangs") == 0 && doubled) {
        for (;;) {}
    } else if (strcmp(what, "writes") == 0 && doubled) {
        ((struct account *)end)->total = 5; /* here: writes */
    } else if (strcmp(what, "sends") == 0 && doubled) {
        hr_send(a, Double); /* here: sends */
    } else if (strcmp(what, "runs_again") == 0 && doubled) {
        hr_run();
    } else if (strcmp(what, "kills_itself") == 0 && doubled) {
        kill(getpid(), SIGKILL);
    }
    return 0;
}
