/* Generated machines of another library, which share no memory: tables of what they accept, which events they offer, and what they do. Each
 * remembers in which order it received what, so that two executions end alike only if no machine can tell them apart.
 *     machines SEED FUEL       a machine sends, and offers events, in its first FUEL steps only */
#include <stdlib.h>

#include <harrier/adapter.h>

enum { MACHINES = 3, STATES = 4, MESSAGES = 2, EVENTS = 2, INPUTS = MESSAGES + EVENTS, NOBODY = MACHINES };

HR_MESSAGE(First, uint64_t told;);
HR_MESSAGE(Second, uint64_t told;);
HR_MESSAGE(Wake);
HR_MESSAGE(Expire);

struct machine {
    uint64_t number, state, fuel, history;
};

static struct {
    unsigned accepts, offers; /* a bit per message, a bit per event */
    struct {
        unsigned next, to, second;
    } does[INPUTS];
} tables[MACHINES][STATES]; /* made before hr_run(), only read afterwards, as is */
static hr_ref all[MACHINES];

static const struct hr_type *const inputs[INPUTS] = { &hr_type_First, &hr_type_Second, &hr_type_Wake, &hr_type_Expire };

static int input_of(const struct hr_type *type)
{
    int k = 0;
    while (inputs[k] != type) {
        k++;
    }
    return k;
}

static uint64_t mix(uint64_t a, uint64_t b)
{
    a = (a ^ b) * 0x9e3779b97f4a7c15u;
    return a ^ a >> 29;
}

static bool accepts(const struct hr_actor_type *type, const void *state, const hr_received *offered)
{
    const struct machine *m = state;
    return (tables[m->number][m->state].accepts >> input_of(offered->type) & 1) != 0;
}

static void deliver(const struct hr_actor_type *type, void *state, const struct hr_type *message, const void *content)
{
    struct machine *m = state;
    int k = input_of(message);
    unsigned next = tables[m->number][m->state].does[k].next, to = tables[m->number][m->state].does[k].to;
    m->history = mix(m->history + (uint64_t)k + 1, k < MESSAGES ? ((const struct First *)content)->told : 0);
    if (m->fuel != 0 && to != NOBODY) {
        if (tables[m->number][m->state].does[k].second != 0) {
            hr_send(all[to], Second, .told = mix(m->history, m->number + 1));
        } else {
            hr_send(all[to], First, .told = mix(m->history, m->number + 1));
        }
    }
    m->fuel -= m->fuel != 0;
    m->state = next;
}

static const struct hr_type *event(const struct hr_actor_type *type, const void *state, size_t i)
{
    const struct machine *m = state;
    for (int k = 0; k < EVENTS && m->fuel != 0; k++) {
        if ((tables[m->number][m->state].offers >> k & 1) != 0 && i-- == 0) {
            return inputs[MESSAGES + k];
        }
    }
    return NULL;
}

static const struct hr_adapter adapter_machines = {
    .version = HR_ADAPTER_VERSION, .name = "machines", .accepts = accepts, .deliver = deliver, .event = event
};
static const struct hr_clause clauses[] = { { .kind = HR_CLAUSE_END } };
static const struct hr_actor_type machine_type = { .behaviour = { "machine", clauses, __FILE__, __LINE__ },
                                                   .size = sizeof(struct machine),
                                                   .adapter = &adapter_machines };

static unsigned draw(uint64_t *random, unsigned below)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*random >> 33) % below;
}

static void fill_tables(uint64_t random)
{
    for (int n = 0; n < MACHINES * STATES; n++) {
        tables[n / STATES][n % STATES].accepts = 1 + draw(&random, 3);
        tables[n / STATES][n % STATES].offers = draw(&random, 4) & draw(&random, 4);
        for (int k = 0; k < INPUTS; k++) {
            tables[n / STATES][n % STATES].does[k].next = draw(&random, STATES);
            tables[n / STATES][n % STATES].does[k].to = draw(&random, MACHINES + 1);
            tables[n / STATES][n % STATES].does[k].second = draw(&random, 2);
        }
    }
}

int main(int argc, char **argv)
{
    uint64_t fuel = argc > 2 ? strtoull(argv[2], NULL, 10) : 2;
    fill_tables(argc > 1 ? strtoull(argv[1], NULL, 10) * 7919 + 1 : 1);
    for (int n = 0; n < MACHINES; n++) {
        struct machine first = { .number = (uint64_t)n, .fuel = fuel };
        all[n] = hr_spawn_(&machine_type, &first, sizeof first);
    }
    hr_send(all[0], First, .told = 1);
    hr_send(all[1], Second, .told = 2);
    hr_send(all[2], First, .told = 3);
    return hr_run();
}
