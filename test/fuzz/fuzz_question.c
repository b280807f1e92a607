/* Questions of an engine that may have been overwritten, about a real program: each is answered, and the answer makes sense. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "supervise/answer.h"

static struct answers *answers;
static const char *program;

/* The program that is asked about: FUZZ_PROGRAM. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    program = getenv("FUZZ_PROGRAM");
    program = program != NULL ? program : "/proc/self/exe";
    answers = answers_new();
    return 0;
}

/* u8 kind, u8 which file, u8 holder, u16 size, u32 offset, the name: as many questions as there are bytes for, which may be about the answers
 * before. */
static size_t read_question(struct question *q, const unsigned char *at, size_t size)
{
    enum { HEAD = 9, NAME_MOST = 24 };
    if (size < HEAD + 1) {
        return 0;
    }
    q->kind = at[0] % 6;
    q->holder = at[2];
    q->size = at[3] | (uint64_t)at[4] << 8;
    q->offset = at[5] | (uint64_t)at[6] << 8 | (uint64_t)at[7] << 16 | (uint64_t)at[8] << 24;
    q->offset |= at[1] & 128 ? (uint64_t)at[5] << 56 : 0;
    strncpy(q->file, at[1] & 1 ? "/dev/null" : at[1] & 2 ? (const char *)"not there" : program, sizeof q->file - 1);
    memset(q->file + sizeof q->file - 1, at[1] & 4 ? 'x' : 0, 1);
    size_t length = at[HEAD] % NAME_MOST < size - HEAD - 1 ? at[HEAD] % NAME_MOST : size - HEAD - 1;
    memset(q->name, at[1] & 8 ? 'y' : 0, sizeof q->name);
    memcpy(q->name, at + HEAD + 1, length);
    return HEAD + 1 + length;
}

int LLVMFuzzerTestOneInput(const unsigned char *input, size_t size)
{
    static struct question q;
    for (size_t used; (used = read_question(&q, input, size)) != 0; input += used, size -= used) {
        answer_question(answers, &q);
        assert(q.run_count <= OUTLINE_RUNS_MAX && memchr(q.text, 0, sizeof q.text) != NULL && memchr(q.place, 0, sizeof q.place) != NULL);
        for (uint32_t i = 0; q.known != 0 && i < q.run_count; i++) {
            assert(q.runs[i].kind <= RUN_TEXT && q.runs[i].size != 0 && q.runs[i].at <= q.size && q.runs[i].size <= q.size - q.runs[i].at);
        }
    }
    return 0;
}
