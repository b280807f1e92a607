/* A library with data of its own, linked or loaded late: zero and not, thread-local and not. */
int library_data = 5;
int library_zero;
__thread int library_local = 7;
static __thread int library_local_zero;

void *library_place(int which)
{
    switch (which) {
    case 0: return &library_data;
    case 1: return &library_zero;
    case 2: return &library_local;
    case 3: return &library_local_zero;
    default: return 0;
    }
}
