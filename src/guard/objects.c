#include "guard/objects.h"

#include <elf.h>
#include <link.h>
#include <string.h>

#include "actor/arena.h"

/* A global because malloc() and signal handlers, which get no context, use it. */
static struct {
    struct pool all; /* struct object */
    struct ranges all_code, own_code, system_code, silent_code, copied;
    struct ranges library_code[LIBRARY_COUNT]; /* code of libraries named by --library, by kind */
    char settings[1000];                       /* the program's settings, then the command line's, which win */
    bool looking;                              /* objects_find() runs, which may allocate */
} objects;

/* The argument of __tls_get_addr(), which compiled code calls for thread-local variables of libraries that were loaded late. */
struct tls_index {
    unsigned long module, offset;
};
void *__tls_get_addr(struct tls_index *where);

static const char *file_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* Taking another library for one of these only hides a finding: what it writes is put back all the same. */
static bool is_system(const char *path)
{
    static const char *const names[] = { "libc.so.",       "ld-linux",  "libm.so.",  "libgcc_s.so.",  "libstdc++.so.",
                                         "libpthread.so.", "libdl.so.", "librt.so.", "linux-vdso.so." };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strncmp(file_of(path), names[i], strlen(names[i])) == 0) {
            return true;
        }
    }
    return false;
}

/* Libraries of the system have no lines to show. */
static bool came_with_program(const char *path)
{
    return strncmp(path, "/lib", 4) != 0 && strncmp(path, "/usr/lib", 8) != 0 && !is_system(path);
}

static bool is_engine(const struct dl_phdr_info *info)
{
    uintptr_t here = (uintptr_t)&objects.all;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        uintptr_t from = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        if (info->dlpi_phdr[i].p_type == PT_LOAD && here >= from && here < from + info->dlpi_phdr[i].p_memsz) {
            return true;
        }
    }
    return false;
}

static void add_segment(struct object *o, const struct dl_phdr_info *info, const ElfW(Phdr) * p)
{
    uintptr_t from = info->dlpi_addr + p->p_vaddr, to = from + p->p_memsz;
    size_t segment = 0;
    if (p->p_type == PT_LOAD && (p->p_flags & PF_W)) {
        while (segment + 1 < sizeof o->data / sizeof *o->data && o->data[segment].to != 0) {
            segment++;
        }
        /* If there are more segments than entries, the last entry covers the rest. */
        o->data[segment] = (struct range){ o->data[segment].to != 0 ? o->data[segment].from : page_down(from), page_up(to) };
    } else if (p->p_type == PT_LOAD && (p->p_flags & PF_X)) {
        ranges_add(&objects.all_code, from, to);
        if (o->own_code || o->kind == OBJECT_SYSTEM) {
            ranges_add(o->own_code ? &objects.own_code : &objects.system_code, from, to);
        }
        if ((o->kind == OBJECT_SYSTEM && strncmp(file_of(o->path), "libstdc++", 9) != 0) || o->put_back) {
            ranges_add(&objects.silent_code, from, to);
        }
        if (o->put_back || o->own || o->shared) {
            ranges_add(&objects.library_code[o->own ? LIBRARY_OWN : o->shared ? LIBRARY_SHARED : LIBRARY_RESTORED], from, to);
        }
    } else if (p->p_type == PT_TLS && p->p_memsz != 0) {
        void *block = info->dlpi_tls_data;
        if (block == NULL && info->dlpi_tls_modid != 0) {
            block = __tls_get_addr(&(struct tls_index){ info->dlpi_tls_modid, 0 });
        }
        o->tls = (struct range){ (uintptr_t)block, (uintptr_t)block + p->p_memsz };
    }
}

/* What the dynamic section of the program says. The loader has replaced offsets by addresses, but for those that it needs only once. */
struct dynamic {
    const ElfW(Rela) * relocations;
    size_t relocation_bytes;
    const ElfW(Sym) * symbols;
    const char *names;
    const ElfW(Half) * versions;  /* by symbol */
    const ElfW(Verneed) * needed; /* versions, by library */
};

static struct dynamic read_dynamic(const ElfW(Dyn) * d, uintptr_t bias)
{
    struct dynamic all = { 0 };
    for (; d->d_tag != DT_NULL; d++) {
        const void *at = (const void *)(d->d_un.d_ptr + (d->d_un.d_ptr < bias ? bias : 0));
        switch (d->d_tag) {
        case DT_RELA: all.relocations = at; break;
        case DT_RELASZ: all.relocation_bytes = d->d_un.d_val; break;
        case DT_SYMTAB: all.symbols = at; break;
        case DT_STRTAB: all.names = at; break;
        case DT_VERSYM: all.versions = at; break;
        case DT_VERNEED: all.needed = at; break;
        default: break;
        }
    }
    return all;
}

/* Whether a symbol that the program uses is defined by a library of the system. A relocation does not name the library, but the version
 * that the symbol must have does, and all symbols of those libraries have one. */
static bool is_of_system(const struct dynamic *d, size_t symbol)
{
    enum { FIRST_VERSION = 2, HIDDEN = 0x8000 };
    ElfW(Half) version = d->versions == NULL ? 0 : d->versions[symbol] & (ElfW(Half)) ~HIDDEN;
    const unsigned char *library = (const unsigned char *)d->needed;
    while (version >= FIRST_VERSION && library != NULL) {
        const ElfW(Verneed) *of = (const ElfW(Verneed) *)library;
        const unsigned char *at = library + of->vn_aux;
        for (size_t i = 0; i < of->vn_cnt; i++) {
            const ElfW(Vernaux) *one = (const ElfW(Vernaux) *)at;
            if (one->vna_other == version) {
                return is_system(d->names + of->vn_file);
            }
            at += one->vna_next;
        }
        library = of->vn_next != 0 ? library + of->vn_next : NULL;
    }
    return false;
}

/* Finds copy relocations of the program. Variables of other libraries that are copied this way are treated as the program's. */
static void find_copied(const struct dl_phdr_info *info, const ElfW(Dyn) * section)
{
    struct dynamic d = read_dynamic(section, info->dlpi_addr);
    for (size_t i = 0; d.relocations != NULL && d.symbols != NULL && i < d.relocation_bytes / sizeof *d.relocations; i++) {
        size_t symbol = ELF64_R_SYM(d.relocations[i].r_info);
        if (ELF64_R_TYPE(d.relocations[i].r_info) == R_X86_64_COPY && is_of_system(&d, symbol)) {
            uintptr_t at = info->dlpi_addr + d.relocations[i].r_offset;
            ranges_add(&objects.copied, at, at + d.symbols[symbol].st_size);
        }
    }
}

bool objects_settings(const char *text)
{
    size_t new = strlen(text), old = strlen(objects.settings);
    if (new == 0) {
        return true;
    }
    if (new + old + 2 > sizeof objects.settings) {
        return false;
    }
    memmove(objects.settings + new + (old != 0), objects.settings, old + 1);
    memcpy(objects.settings, text, new);
    if (old != 0) {
        objects.settings[new] = ',';
    }
    return true;
}

/* "jansson", "libjansson" and "libjansson.so.4" all name the same library. */
static bool is_named(const char *path, const char *name, size_t length)
{
    const char *file = file_of(path);
    for (int skip = 0; skip <= 3; skip += 3) {
        bool same = (skip == 0 || strncmp(file, "lib", 3) == 0) && strncmp(file + skip, name, length) == 0;
        char next = same ? file[(size_t)skip + length] : 'x';
        if (same && (next == '\0' || next == '.' || next == '-')) {
            return true;
        }
    }
    return false;
}

static void apply_settings(struct object *o)
{
    for (const char *at = objects.settings; *at != '\0' && o->kind == OBJECT_LIBRARY;) {
        size_t item = strcspn(at, ","), name = strcspn(at, "=");
        if (is_named(o->path, at, name)) {
            o->shared = strncmp(at + name, "=shared", 7) == 0;
            o->own = strncmp(at + name, "=own", 4) == 0;
            o->put_back = !o->shared && !o->own;
        }
        at += item + (at[item] == ',');
    }
}

void object_advice(const struct object *o, struct text *t)
{
    const char *file = file_of(o->path);
    file += strncmp(file, "lib", 3) == 0 ? 3 : 0;
    int length = (int)strcspn(file, ".");
    text_printf(
        t,
        "; say what its data are with --library %.*s=WHAT or, in main, hr_library(\"%.*s\", \"WHAT\"), where WHAT is own (each actor has a "
        "copy), restored (caches) or shared (part of the state), and use it once in main for what it sets up at first",
        length, file, length, file);
}

static int add_object(struct dl_phdr_info *info, size_t size, void *bias)
{
    (void)size;
    bool first = objects.all.used == 0;
    struct object *o = pool_take(&objects.all, sizeof *o);
    *o = (struct object){ .path = info->dlpi_name, .bias = info->dlpi_addr, .own_code = first || came_with_program(info->dlpi_name) };
    o->kind = first ? OBJECT_PROGRAM : is_engine(info) ? OBJECT_ENGINE : is_system(o->path) ? OBJECT_SYSTEM : OBJECT_LIBRARY;
    o->own_code = o->own_code && o->kind != OBJECT_ENGINE;
    apply_settings(o);
    if (first) {
        *(uintptr_t *)bias = info->dlpi_addr;
    }
    for (int i = 0; i < info->dlpi_phnum; i++) {
        add_segment(o, info, &info->dlpi_phdr[i]);
        if (first && info->dlpi_phdr[i].p_type == PT_DYNAMIC) {
            find_copied(info, (const ElfW(Dyn) *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr));
        }
    }
    return 0;
}

uintptr_t objects_find(void)
{
    uintptr_t bias = 0;
    if (objects.all.base == NULL) {
        pool_init(&objects.all, (size_t)1 << 30);
    }
    pool_give_back(&objects.all, objects.all.used);
    ranges_clear(&objects.all_code);
    ranges_clear(&objects.own_code);
    ranges_clear(&objects.system_code);
    ranges_clear(&objects.silent_code);
    for (int i = 0; i < LIBRARY_COUNT; i++) {
        ranges_clear(&objects.library_code[i]);
    }
    ranges_clear(&objects.copied);
    dl_iterate_phdr(add_object, &bias);
    return bias;
}

size_t objects_count(void)
{
    return objects.all.used / sizeof(struct object);
}

const struct object *object_at(size_t i)
{
    return (const struct object *)objects.all.base + i;
}

const struct object *object_of_data(uintptr_t address)
{
    for (size_t i = 0; i < objects_count(); i++) {
        const struct object *o = object_at(i);
        for (size_t k = 0; k < sizeof o->data / sizeof *o->data; k++) {
            if (address >= o->data[k].from && address < o->data[k].to) {
                return o;
            }
        }
    }
    return NULL;
}

bool objects_own_code(uintptr_t address)
{
    return ranges_have(&objects.own_code, address);
}

bool objects_system_code(uintptr_t address)
{
    return ranges_have(&objects.system_code, address);
}

struct heap *objects_heap_for(uintptr_t address)
{
    if (objects.settings[0] != '\0' && !objects.looking && !ranges_have(&objects.all_code, address)) {
        objects.looking = true;
        objects_find(); /* unknown code: a library was loaded meanwhile */
        objects.looking = false;
    }
    if (objects_system_code(address)) {
        return system_heap();
    }
    for (int i = 0; i < LIBRARY_COUNT; i++) {
        if (ranges_have(&objects.library_code[i], address)) {
            return library_heap((enum library_kind)i);
        }
    }
    return driver_heap();
}

bool objects_silent_code(uintptr_t address)
{
    return ranges_have(&objects.silent_code, address);
}

const struct ranges *objects_copied(void)
{
    return &objects.copied;
}
