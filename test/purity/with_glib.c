#include <assert.h>
#include <glib.h>

static void thing(void)
{
    GHashTable *t = g_hash_table_new(g_str_hash, g_str_equal);
    g_hash_table_insert(t, "key", "value");
    assert(g_hash_table_lookup(t, "key") != NULL);
    g_hash_table_destroy(t);
    GPtrArray *a = g_ptr_array_new();
    g_ptr_array_add(a, t);
    g_ptr_array_free(a, TRUE);
    GList *l = NULL;
    for (int i = 0; i < 100; i++) {
        l = g_list_prepend(l, GINT_TO_POINTER(i));
    }
    assert(g_list_length(l) == 100);
    g_list_free(l);
    GString *s = g_string_new("text");
    g_string_append_printf(s, " %d", 5);
    assert(s->len == 6);
    g_string_free(s, TRUE);
    GTree *tree = g_tree_new((GCompareFunc)g_strcmp0);
    g_tree_insert(tree, "a", "b");
    g_tree_destroy(tree);
}
#include "thing.h"
