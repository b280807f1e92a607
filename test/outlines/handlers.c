/* Handlers and the struct that they take. The argument says which actor; `good` ones pass, the others are told. */
#include <dlfcn.h>
#include <harrier.h>
#include <stdlib.h>
#include <string.h>

HR_MESSAGE(Go, int n;);

struct part {
    int x;
};
struct base {
    struct part part;
    long y;
};
struct derived {
    struct base base;
    int z;
};
struct other {
    long a, b, c;
};
union either {
    struct derived derived;
    struct other other;
};

static void own(struct derived *self, const struct Go *m)
{
    self->z += m->n;
}
static void of_base(struct base *self, const struct Go *m)
{
    self->y += m->n;
}
static void of_part(struct part *self, const struct Go *m)
{
    self->x += m->n;
}
static void of_int(int *self, const struct Go *m)
{
    *self += m->n;
}
static void of_void(void *self, const struct Go *m)
{
    *(int *)self += m->n;
}
static void of_either(union either *self, const struct Go *m)
{
    self->derived.z += m->n;
}
static void of_other(struct other *self, const struct Go *m)
{
    self->c += m->n;
}
static void of_long(long *self, const struct Go *m)
{
    *self += m->n;
}
static bool accepts_other(const struct other *self, const struct hr_received *m)
{
    return self->c == 0 || m != NULL;
}
static void starts_other(struct other *self)
{
    self->c = 1;
}
static void run_other(struct other *self)
{
    self->b = 2;
}

HR_BEHAVIOUR(second, HR_ON(Go, own));
HR_BEHAVIOUR(wrong, HR_ON(Go, of_other));
static void becomes_second(struct derived *self, const struct Go *m)
{
    (void)self, (void)m;
    hr_become(second);
}
static void becomes_wrong(struct derived *self, const struct Go *m)
{
    (void)self, (void)m;
    hr_become(wrong);
}

/* Two handlers that a compiler, or a linker, may make one of. */
struct twin {
    struct base base;
    int z;
};
static void twin_first(struct derived *self, const struct Go *m)
{
    self->z += m->n * 7;
}
static void twin_second(struct twin *self, const struct Go *m)
{
    self->z += m->n * 7;
}
HR_ACTOR(twin, HR_ON(Go, twin_second));

#define KIND(name, ...)                                                                          \
    static const struct hr_clause clauses_##name[] = { __VA_ARGS__, { .kind = HR_CLAUSE_END } }; \
    static const struct hr_actor_type type_##name = {                                            \
        { "derived", clauses_##name, __FILE__, __LINE__ }, sizeof(struct derived), NULL, NULL    \
    }
KIND(own, HR_ON(Go, own));
KIND(base, HR_ON(Go, of_base));
KIND(part, HR_ON(Go, of_part));
KIND(int, HR_ON(Go, of_int));
KIND(void, HR_ON(Go, of_void));
KIND(either, HR_ON(Go, of_either));
KIND(second, HR_ON(Go, becomes_second));
KIND(twin, HR_ON(Go, twin_first));
KIND(other, HR_ON(Go, of_other));
KIND(long, HR_ON(Go, of_long));
KIND(accepts, HR_ON(Go, own), HR_ACCEPTS(accepts_other));
KIND(starts, HR_ON(Go, own), HR_INIT(starts_other));
KIND(becomes, HR_ON(Go, becomes_wrong));
static const struct hr_clause no_clauses[] = { { .kind = HR_CLAUSE_END } };
static const struct hr_actor_type type_runs = {
    { "derived", no_clauses, __FILE__, __LINE__ }, sizeof(struct derived), (void (*)(void))run_other, NULL
};

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        const struct hr_actor_type *type;
    } kinds[] = {
        { "own", &type_own },         { "base", &type_base },     { "part", &type_part },       { "int", &type_int },
        { "void", &type_void },       { "either", &type_either }, { "second", &type_second },   { "twin", &type_twin },
        { "other", &type_other },     { "long", &type_long },     { "accepts", &type_accepts }, { "starts", &type_starts },
        { "becomes", &type_becomes }, { "runs", &type_runs },
    };
    struct derived d = { .z = 1 };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (argc > 1 && strcmp(argv[1], kinds[i].name) == 0) {
            hr_ref a = hr_spawn_(kinds[i].type, &d, sizeof d);
            hr_send(a, Go, .n = 1);
        }
    }
    hr_send(hr_spawn(twin, .z = 1), Go, .n = 1);
    if (argc > 2) { /* the same in a library that is loaded late */
        void *library = dlopen(argv[2], RTLD_NOW);
        void (*begin)(const char *) = library != NULL ? (void (*)(const char *))dlsym(library, "begin") : NULL;
        if (begin == NULL) {
            return 1;
        }
        begin(argv[1]);
    }
    return hr_run();
}
