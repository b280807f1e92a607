#include <cassert>
#include <map>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

static int thrower(int x)
{
    if (x > 2) {
        throw std::runtime_error("too large");
    }
    return x;
}

extern "C" void thing(void);
void thing(void)
{
    std::map<std::string, std::vector<int>> m;
    std::ostringstream out;
    for (int i = 0; i < 5; i++) {
        try {
            m[std::to_string(i)].push_back(thrower(i));
        } catch (const std::exception &e) {
            out << e.what() << ' ' << 1.5;
        }
    }
    std::smatch match;
    const std::string text = "xxabbbc 123";
    assert(std::regex_search(text, match, std::regex("a(b+)c.*[0-9]{2,3}")) && match[1].length() == 3);
    assert(!out.str().empty() && m.size() == 5);
}
