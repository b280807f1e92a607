/* A library as many are: a global list, a setting, a count for each thread. */
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};
static struct node *first;
static int length, limit = 3;
static __thread int pushed;

void list_push(int value)
{
    struct node *n = malloc(sizeof *n);
    *n = (struct node){ value, first };
    first = n;
    length++;
    pushed++;
}

int list_sum(void)
{
    int sum = 0;
    for (const struct node *n = first; n != NULL; n = n->next) {
        sum += n->value;
    }
    return sum;
}

int list_counts_agree(int count)
{
    return length == count && pushed == count;
}

int *list_limit(void)
{
    return &limit;
}
