/* A process that waits inside a catch, while others throw and catch: the exception is there afterwards. */
#include <exception>
#include <stdexcept>
#include <string>

extern "C" {
void wait_for_next(void);
int catch_and_wait(int n);
}
int catch_and_wait(int n)
{
    try {
        throw std::runtime_error("number " + std::to_string(n));
    } catch (const std::exception &) {
        wait_for_next();
        try {
            throw; /* what is being handled */
        } catch (const std::runtime_error &again) {
            return std::string(again.what()) == "number " + std::to_string(n) && std::uncaught_exceptions() == 0;
        }
    }
}
