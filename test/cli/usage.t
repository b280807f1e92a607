Commands.

  $ harrier --help
  Usage: harrier COMMAND [OPTION]... PROGRAM [ARGS]...

    check       explore every order in which the program's messages can be delivered
    cover       run schedules that bring pairs of messages into every order, where checking all orders takes too long
    replay      run schedules again: harrier replay TRACE... PROGRAM [ARGS]...
    graph       show all states of a small program, and what leads from one to the other, in Graphviz's language or as SVG
    report      make a page for a browser of schedules: harrier report SCHEDULE... [--output html:FILE] PROGRAM [ARGS]...
    run         tell one execution step by step: messages in order of sending, or in an order that --seed decides
    list        searches, reductions, orders, criteria, channels, identities, stores, environments, checks, or: tests PROGRAM
    init        write a first test, and a CMakeLists.txt that builds it
    completion  print what completes command lines in bash, zsh or fish: source <(harrier completion bash)
    help        this, or the options of a command; help progress: what the line shown during a search says

  The program is an ordinary executable linked with libharrier.
  'harrier COMMAND --help' shows a command's options. Exit status: 0 passed, 1 a violation, 2 not usable
  (options, program, schedule), 3 inconclusive, 4 the program is not deterministic, 77 skipped, 99 a bug in harrier.

  $ harrier 2> /dev/null
  [2]

  $ harrier --version | sed 's/[0-9][0-9]*/N/g'
  harrier N.N.N

  $ harrier chekc ./server
  harrier: unknown command 'chekc'; did you mean 'check'?
  Try 'harrier --help'.
  [2]

  $ harrier frobnicate
  harrier: unknown command 'frobnicate'
  Try 'harrier --help'.
  [2]

Options and their values.

  $ harrier check --serach dfs ./server
  harrier: unknown option '--serach'; did you mean '--search'?
  Try 'harrier --help'.
  [2]

  $ harrier check --frobnicate ./server
  harrier: unknown option '--frobnicate'
  Try 'harrier --help'.
  [2]

  $ harrier check --search dsf ./server
  harrier: unknown search 'dsf'; did you mean 'dfs'? ('harrier list search' shows all)
  [2]

  $ harrier check --channel paiwise ./server
  harrier: unknown channel 'paiwise'; did you mean 'pairwise'? ('harrier list channel' shows all)
  [2]

  $ harrier check --search
  harrier: --search needs a value: NAME
  [2]

  $ harrier check --keep-going=yes ./server
  harrier: --keep-going takes no value
  [2]

  $ harrier check --memory 5X ./server
  harrier: --memory takes a size such as 500M, not '5X'
  [2]

  $ harrier check --time soon ./server
  harrier: --time takes a duration such as 90s, not 'soon'
  [2]

  $ harrier check --depth -1 ./server
  harrier: --depth takes a number, not '-1'
  [2]

  $ harrier check --depth 99999999999999999999 ./server
  harrier: --depth takes a number, not '99999999999999999999'
  [2]

  $ harrier check --audit 4294967297 ./server
  harrier: --audit takes a number, not '4294967297'
  [2]

  $ harrier check --output xml:file ./server
  harrier: --output takes KIND:FILE, with the kind json, ends, coverage, junit, progress, tap, html, sarif, mermaid or shiviz, not 'xml:file'
  [2]

  $ harrier check --output json:/nowhere/file -q ./server
  harrier: cannot write /nowhere/file: No such file or directory
  [2]

  $ harrier check --search stateless --store exact ./server
  harrier: --search stateless stores no states: --store and --identity have no meaning with it
  [2]

  $ harrier check --color sometimes ./server
  harrier: --color takes auto, always or never, not 'sometimes'
  [2]

Programs.

  $ harrier check
  harrier: nothing to run given: harrier check [OPTION]... PROGRAM [ARGS]...
  [2]

  $ harrier check ./nothing
  harrier: ./nothing: No such file or directory
  [2]

  $ harrier check nothing
  harrier: nothing: no such program
  [2]

  $ harrier check /
  harrier: /: not an executable program
  [2]

  $ harrier check /bin/true
  harrier: /bin/true ended (status 0) without calling hr_run(): is it linked with libharrier, and are its arguments right?
  [2]

  $ harrier check ./pi 0
  harrier: ./pi ended (status 2) without calling hr_run(): is it linked with libharrier, and are its arguments right?
  [2]

Schedules.

  $ harrier replay
  harrier: nothing to run given: harrier replay [OPTION]... TRACE... PROGRAM [ARGS]...
  [2]

  $ harrier replay ./server
  harrier: replay needs a schedule and a program: harrier replay TRACE... PROGRAM [ARGS]...
  [2]

  $ harrier replay nothing.schedule ./server
  harrier: nothing.schedule: No such file or directory
  [2]

  $ harrier replay /dev/null ./server
  harrier: /dev/null: not a schedule (its first line must be 'harrier schedule 1')
  [2]

Options of another command, and one that needs another.

  $ harrier check --criterion pr ./server
  harrier: --criterion is an option of harrier cover
  Try 'harrier --help'.
  [2]

  $ harrier cover --bug-depth 2 ./server
  harrier: --bug-depth is an option of harrier check
  Try 'harrier --help'.
  [2]

  $ harrier cover --workers 2 ./server
  harrier: harrier cover is made by one process, but for ranks of a cluster, which share out --runs: --workers goes with --cluster
  [2]

  $ harrier cover --seed 2 ./server
  harrier: --seed says which executions harrier cover draws, to cover from each: say how many with --runs
  [2]

  $ harrier replay --break 2 a.schedule ./server
  harrier: --break goes with --gdb
  [2]

Lists.

  $ harrier list
  harrier: list what?
  Usage: harrier list WHAT, one of: searches, reductions, orders, criteria, steps, channels, identities, stores, environments, unhandled, undeliverable, timers, libraries, checks, tests PROGRAM
  [2]

  $ harrier list nothing
  harrier: list what?
  Usage: harrier list WHAT, one of: searches, reductions, orders, criteria, steps, channels, identities, stores, environments, unhandled, undeliverable, timers, libraries, checks, tests PROGRAM
  [2]

  $ harrier list searches
    dfs            depth first, every state once
    bfs            breadth first, every state once: shortest schedules
    stateless      every path, nothing stored
    random         sampling: any deliverable message, each with the same probability
    pos            sampling: partial order sampling, a random priority per message, drawn anew after races
    pct            sampling: random priorities of lanes and --bug-depth - 1 drops; a bound for rare bugs
    pctcp          sampling: PCT over causal chains; the bound holds on every channel
    delay          executions in sending order with 0, 1, 2, ... delays, each once
    auto           dfs with ample sets, bfs, optimal, samples and cover in turn, as the program needs it
    cover          schedules that bring pairs of receives into orders not seen yet (Bita); no proof

  $ harrier list tests ./outcomes
  passes
  fails
  skips
  erratic
  idle

  $ harrier list tests ./server
  harrier: ./server has no HR_TEST: its main() is the only one
  [2]

  $ harrier list tests ./nothing
  harrier: ./nothing: No such file or directory
  [2]

What goes wrong is said on standard error.

  $ harrier check ./nothing 2> /dev/null
  [2]

  $ harrier list --help > /dev/null

  $ harrier check --help 2>&1 > /dev/null

Options behind the program are the program's own.

  $ harrier check ./server --channel unordered
  harrier: note: '--channel' is handed to ./server; options of harrier come before the program (and after --, nothing is taken for one)
  PASS     server --channel unordered   all orders explored
           8 states, 7 deliveries, 6 handler runs, TIME s; channel pairwise, search auto (ample)

  $ harrier check ./server --channel=unordered 2>&1 > /dev/null
  harrier: note: '--channel=unordered' is handed to ./server; options of harrier come before the program (and after --, nothing is taken for one)

  $ harrier check -- ./server --channel unordered 2>&1 > /dev/null

  $ harrier check -q ./server --channel unordered 2>&1 > /dev/null

  $ harrier check ./server -k 2>&1 > /dev/null
  harrier: note: '-k' is handed to ./server; options of harrier come before the program (and after --, nothing is taken for one)

  $ harrier check ./server --channels -z -kc - 2>&1 > /dev/null
