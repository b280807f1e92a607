// A program in C++: classes inside handlers, structs that are copied byte by byte as messages and actors.
#include <harrier.h>

#include <string>
#include <vector>

HR_MESSAGE(Add, int amount;);
HR_MESSAGE(Words, int count; char *text;);
HR_CARRIES(Words, HR_STRING(Words, text));
HR_MESSAGE(Get);
HR_MESSAGE(Total, int value;);

struct total {
    int value;
    int length;
};

static void on_add(struct total *self, const struct Add *m)
{
    std::vector<int> parts(static_cast<size_t>(m->amount), 1);
    for (int part : parts) {
        self->value += part;
    }
}

static void on_words(struct total *self, const struct Words *m)
{
    self->length = static_cast<int>(std::string(m->text).size()) * m->count;
}

static void on_get(struct total *self, const struct Get *)
{
    hr_reply(Total, .value = self->value);
}

HR_ACTOR(total, HR_ON(Add, on_add), HR_ON(Words, on_words), HR_ON(Get, on_get), HR_UNHANDLED(error));

struct reader {
    hr_ref total;
    int expected;
};

static void run(struct reader *self)
{
    hr_received m = hr_receive(Add, Get);
    hr_send(self->total, Add, .amount = hr_as(m, Add)->amount);
    hr_assert(hr_call(self->total, Total, Get).value == self->expected);
}

HR_PROCESS(reader, run);

int main(int argc, char **)
{
    char text[] = "word";
    hr_ref total = hr_spawn(total);
    hr_ref reader = hr_spawn(reader, .total = total, .expected = argc > 1 ? 5 : 2); // 5: only if the other Add comes first
    hr_send(total, Words, .count = 2, .text = text);
    if (argc > 1) {
        hr_send(hr_spawn(reader, .total = total, .expected = 3), Add, .amount = 3);
    }
    hr_send(reader, Add, .amount = 2);
    return hr_run();
}
