/* The style and the script of a page, from page.css and page.js: tools/embed.sh makes strings of them when Harrier is built. */
#ifndef HARRIER_PAGE_ASSETS_H
#define HARRIER_PAGE_ASSETS_H

extern const char page_style[], page_script[];
/* Of the script, as a Content-Security-Policy names it: a browser runs this script and no other. */
extern const char page_script_hash[];

#endif
