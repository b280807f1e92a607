#include "supervise/program_kind.h"

#include <elf.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#ifdef __x86_64__
enum { OWN_MACHINE = EM_X86_64 };
#else
enum { OWN_MACHINE = EM_AARCH64 };
#endif

static bool has_interpreter(int file, const Elf64_Ehdr *head)
{
    for (int i = 0; i < head->e_phnum; i++) {
        Elf64_Phdr part;
        if (pread(file, &part, sizeof part, (off_t)(head->e_phoff + (uint64_t)i * head->e_phentsize)) == sizeof part &&
            part.p_type == PT_INTERP) {
            return true;
        }
    }
    return false;
}

static const char *refusal_of_file(int file)
{
    Elf64_Ehdr head = { 0 };
    ssize_t n = pread(file, &head, sizeof head, 0);
    if (n >= 2 && memcmp(head.e_ident, "#!", 2) == 0) {
        return "it is a script, and what runs it is not linked dynamically";
    }
    if (n != sizeof head || memcmp(head.e_ident, ELFMAG, SELFMAG) != 0) {
        return "it is no ELF file";
    }
    if (head.e_ident[EI_CLASS] != ELFCLASS64 || head.e_machine != OWN_MACHINE) {
        return "it is for another machine";
    }
    return has_interpreter(file, &head) ? NULL : "it is linked statically";
}

const char *program_refuses_preload(const char *path)
{
    struct stat s;
    char ignored[64];
    if (stat(path, &s) == 0 && (s.st_mode & (S_ISUID | S_ISGID)) != 0) {
        return "it runs with the rights of its owner (setuid or setgid), where the loader preloads nothing";
    }
    if (getxattr(path, "security.capability", ignored, sizeof ignored) > 0) {
        return "its file has capabilities, with which the loader preloads nothing";
    }
    int file = open(path, O_RDONLY | O_CLOEXEC);
    const char *why = file < 0 ? NULL : refusal_of_file(file);
    if (file >= 0) {
        close(file);
    }
    return why;
}
