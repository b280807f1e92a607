#include <assert.h>
#include <libxml/parser.h>
#include <libxml/xpath.h>
#include <string.h>

static void thing(void)
{
    static const char text[] = "<a><b n='1'>one</b><b n='2'>two</b></a>";
    xmlDocPtr d = xmlReadMemory(text, (int)strlen(text), "a.xml", NULL, 0);
    assert(d != NULL);
    xmlXPathContextPtr c = xmlXPathNewContext(d);
    xmlXPathObjectPtr o = xmlXPathEvalExpression((const xmlChar *)"//b[@n='2']", c);
    assert(o != NULL && o->nodesetval->nodeNr == 1);
    xmlXPathFreeObject(o);
    xmlXPathFreeContext(c);
    xmlFreeDoc(d);
}
#include "thing.h"
