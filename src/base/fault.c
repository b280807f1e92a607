#include "base/fault.h"

#include <string.h>

struct faults faults;

struct item {
    const char *key, *value;
    size_t key_size, value_size;
};

static bool is(const char *at, size_t size, const char *word)
{
    return strlen(word) == size && memcmp(at, word, size) == 0;
}

bool faults_name(const char *names, const char *name)
{
    for (const char *at = names; *at != '\0';) {
        size_t size = strcspn(at, "+");
        if (is(at, size, name)) {
            return true;
        }
        at += size + (at[size] == '+');
    }
    return false;
}

static bool read_number(struct item i, uint32_t *out, struct text *error)
{
    uint32_t n = 0;
    for (size_t k = 0; k < i.value_size; k++) {
        if (i.value[k] < '0' || i.value[k] > '9' || n > FAULT_BUDGET_MAX) {
            n = FAULT_BUDGET_MAX + 1;
            break;
        }
        n = n * 10 + (uint32_t)(i.value[k] - '0');
    }
    *out = n;
    if (i.value_size == 0 || n > FAULT_BUDGET_MAX) {
        text_printf(error, "%.*s= takes a number from 0 to %d, not '%.*s'", (int)i.key_size, i.key, FAULT_BUDGET_MAX, (int)i.value_size,
                    i.value);
        return false;
    }
    return true;
}

static bool read_names(struct item i, char *out, struct text *error)
{
    struct text t = text_in(out, FAULT_WORDS);
    text_add_bytes(&t, i.value, i.value_size);
    if (i.value_size == 0 || t.cut) {
        text_printf(error, "%.*s= takes names, as in %.*s=A+B, of at most %d characters", (int)i.key_size, i.key, (int)i.key_size, i.key,
                    FAULT_WORDS - 1);
        return false;
    }
    return true;
}

static bool read_word(struct item i, const char *no, const char *yes, bool *out, struct text *error)
{
    *out = is(i.value, i.value_size, yes);
    if (!*out && !is(i.value, i.value_size, no)) {
        text_printf(error, "%.*s= takes %s or %s, not '%.*s'", (int)i.key_size, i.key, no, yes, (int)i.value_size, i.value);
        return false;
    }
    return true;
}

static bool read_item(struct faults *f, struct item i, uint32_t *numbers, struct text *error)
{
    static const char *const counted[FAULT_BUDGETED + 1] = { "loss", "dup", "crash", "restart", "partition" };
    for (size_t k = 0; k < FAULT_BUDGETED + 1; k++) {
        if (is(i.key, i.key_size, counted[k])) {
            return read_number(i, &numbers[k], error);
        }
    }
    if (is(i.key, i.key_size, "messages")) {
        return read_names(i, f->messages, error);
    }
    if (is(i.key, i.key_size, "actors")) {
        return read_names(i, f->actors, error);
    }
    if (is(i.key, i.key_size, "callers")) {
        return read_word(i, "error", "wait", &f->callers_wait, error);
    }
    if (is(i.key, i.key_size, "pending")) {
        return read_word(i, "kept", "lost", &f->pending_lost, error);
    }
    text_printf(error,
                "there is no '%.*s': known are loss=N, dup=N, crash=N, restart=N, partition=N, messages=A+B, actors=A+B, "
                "callers=error|wait and pending=kept|lost",
                (int)i.key_size, i.key);
    return false;
}

bool faults_read(struct faults *f, const char *text, struct text *error)
{
    uint32_t numbers[FAULT_BUDGETED + 1] = { 0 };
    *f = (struct faults){ 0 };
    if (strcmp(text, "none") == 0) {
        return true;
    }
    for (const char *at = text; *at != '\0';) {
        size_t size = strcspn(at, ","), key = strcspn(at, "=,");
        struct item i = { .key = at, .key_size = key, .value = at + key + (key < size), .value_size = key < size ? size - key - 1 : 0 };
        if (!read_item(f, i, numbers, error)) {
            return false;
        }
        at += size + (at[size] == ',');
    }
    if (numbers[FAULT_RESTART] > numbers[FAULT_CRASH]) {
        text_add(error, "more restarts than crashes: only an actor that crashed is restarted");
        return false;
    }
    numbers[FAULT_CRASH] -= numbers[FAULT_RESTART];
    for (unsigned k = 0; k < FAULT_BUDGETED; k++) {
        f->budget |= numbers[k] << (8 * k);
    }
    f->partitions = numbers[FAULT_SPLIT];
    f->on = f->budget != 0 || f->partitions != 0;
    return true;
}
