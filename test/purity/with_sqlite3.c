#include <assert.h>
#include <sqlite3.h>
#include <stddef.h>

static int add_up(void *sum, int columns, char **values, char **names)
{
    *(int *)sum += values[0][0] - '0';
    return 0;
}

static void thing(void)
{
    sqlite3 *db;
    int sum = 0;
    assert(sqlite3_open(":memory:", &db) == SQLITE_OK);
    assert(sqlite3_exec(db, "create table t (n integer primary key, s text); insert into t values (1, 'x'), (2, 'y')", NULL, NULL, NULL) ==
           SQLITE_OK);
    assert(sqlite3_exec(db, "select n from t order by s desc", add_up, &sum, NULL) == SQLITE_OK && sum == 3);
    sqlite3_close(db);
}
#include "thing.h"
