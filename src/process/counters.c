#include "process/counters.h"

#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "process/objects.h"

/* A file in memory. Whatever it says of itself is checked against its size. */
struct file {
    const unsigned char *bytes;
    size_t size;
};

static const void *part(const struct file *f, uint64_t from, uint64_t size)
{
    return from <= f->size && size <= f->size - from ? f->bytes + from : NULL;
}

/* gcov's counters are variables; those of -fprofile-instr-generate are sections, whose variables have no names. */
static bool is_counter(const char *name)
{
    static const char *const beginnings[] = { "__gcov", "__llvm_gcov", "__llvm_prf_cnts", "__llvm_prf_bits" };
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        if (strncmp(name, beginnings[i], strlen(beginnings[i])) == 0) {
            return true;
        }
    }
    return false;
}

/* A table of names, if it is one: with an end. */
static const char *names_in(const struct file *f, const Elf64_Shdr *strings)
{
    const char *names = part(f, strings->sh_offset, strings->sh_size);
    return names != NULL && strings->sh_size != 0 && names[strings->sh_size - 1] == '\0' ? names : NULL;
}

static void add_symbols(const struct file *f, const Elf64_Shdr *table, const Elf64_Shdr *strings, uintptr_t bias, struct ranges *out)
{
    const Elf64_Sym *symbols = part(f, table->sh_offset, table->sh_size);
    const char *names = names_in(f, strings);
    if (symbols == NULL || names == NULL) {
        return;
    }
    for (size_t i = 0; i < table->sh_size / sizeof *symbols; i++) {
        const Elf64_Sym *s = &symbols[i];
        if (ELF64_ST_TYPE(s->st_info) == STT_OBJECT && s->st_size != 0 && s->st_name < strings->sh_size && is_counter(names + s->st_name)) {
            ranges_add(out, bias + s->st_value, bias + s->st_value + s->st_size);
        }
    }
}

static void read_symbols(const struct file *f, uintptr_t bias, struct ranges *out)
{
    const Elf64_Ehdr *head = part(f, 0, sizeof *head);
    if (head == NULL || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 || head->e_shentsize != sizeof(Elf64_Shdr)) {
        return;
    }
    const Elf64_Shdr *sections = part(f, head->e_shoff, (uint64_t)head->e_shnum * sizeof *sections);
    const char *names = sections != NULL && head->e_shstrndx < head->e_shnum ? names_in(f, &sections[head->e_shstrndx]) : NULL;
    for (size_t i = 0; names != NULL && i < head->e_shnum; i++) {
        const Elf64_Shdr *s = &sections[i];
        if ((s->sh_flags & SHF_WRITE) != 0 && s->sh_name < sections[head->e_shstrndx].sh_size && is_counter(names + s->sh_name)) {
            ranges_add(out, bias + s->sh_addr, bias + s->sh_addr + s->sh_size);
        }
        if (sections[i].sh_type == SHT_SYMTAB && sections[i].sh_link < head->e_shnum) {
            add_symbols(f, &sections[i], &sections[sections[i].sh_link], bias, out);
        }
    }
}

void counters_find(struct ranges *out)
{
    for (size_t i = 0; i < objects_count(); i++) {
        const struct object *o = object_at(i);
        if (o->kind != OBJECT_PROGRAM && o->kind != OBJECT_LIBRARY) {
            continue;
        }
        struct stat about;
        int fd = (int)syscall(SYS_openat, AT_FDCWD, o->kind == OBJECT_PROGRAM ? "/proc/self/exe" : o->path, O_RDONLY | O_CLOEXEC, 0);
        if (fd >= 0 && fstat(fd, &about) == 0 && about.st_size > 0) {
            void *bytes = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
            if (bytes != MAP_FAILED) {
                read_symbols(&(struct file){ bytes, (size_t)about.st_size }, o->bias, out);
                munmap(bytes, (size_t)about.st_size);
            }
        }
        if (fd >= 0) {
            syscall(SYS_close, fd);
        }
    }
}
