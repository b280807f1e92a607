The running example of the papers, where messages keep their order.

  $ harrier graph ./server
  digraph "server" {
    graph [ranksep=0.4, nodesep=0.3, fontname="Helvetica"];
    node [shape=box, style="rounded,filled", fillcolor=white, fontname="Helvetica", fontsize=10, margin="0.06,0.03"];
    edge [fontname="Helvetica", fontsize=9, arrowsize=0.6];
    start [shape=point, tooltip="start"];
    start -> s0;
    s0 [label=<<table border="0" cellborder="0" cellspacing="0" cellpadding="1"><tr><td align="left">server {value=0}</td></tr><tr><td align="left">client {v1=0, v2=0}</td></tr><hr/><tr><td align="left"><font color="#1f4e9c">Start{claim=false} to client</font></td></tr></table>>, fillcolor="#eaf3e6", tooltip="state 0"];
    s1 [label=<<table border="0" cellborder="0" cellspacing="0" cellpadding="1"><tr><td align="left">server {value=0}</td></tr><tr><td align="left">client waiting for a reply {v1=0, v2=0}</td></tr><hr/><tr><td align="left"><font color="#1f4e9c">Set{value=5} to server</font></td></tr><tr><td align="left"><font color="#1f4e9c">Get to server</font></td></tr></table>>, tooltip="state 1"];
    s2 [label=<<table border="0" cellborder="0" cellspacing="0" cellpadding="1"><tr><td align="left">server {value=5}</td></tr><tr><td align="left">client waiting for a reply {v1=0, v2=0}</td></tr><hr/><tr><td align="left"><font color="#1f4e9c">Get to server</font></td></tr></table>>, tooltip="state 2"];
    s3 [label=<<table border="0" cellborder="0" cellspacing="0" cellpadding="1"><tr><td align="left">server {value=5}</td></tr><tr><td align="left">client waiting for a reply {v1=0, v2=0}</td></tr><hr/><tr><td align="left"><font color="#1f4e9c">reply Value{value=5} to client</font></td></tr></table>>, tooltip="state 3"];
    s4 [label=<<table border="0" cellborder="0" cellspacing="0" cellpadding="1"><tr><td align="left">server {value=5}</td></tr><tr><td align="left">client waiting for a reply {v1=5, v2=0}</td></tr><hr/><tr><td align="left"><font color="#1f4e9c">Get to server</font></td></tr></table>>, tooltip="state 4"];
    s5 [label=<<table border="0" cellborder="0" cellspacing="0" cellpadding="1"><tr><td align="left">server {value=5}</td></tr><tr><td align="left">client waiting for a reply {v1=5, v2=0}</td></tr><hr/><tr><td align="left"><font color="#1f4e9c">reply Value{value=5} to client</font></td></tr></table>>, tooltip="state 5"];
    s6 [label=<<table border="0" cellborder="0" cellspacing="0" cellpadding="1"><tr><td align="left">server {value=5}</td></tr><tr><td align="left">client {v1=5, v2=5}</td></tr><hr/><tr><td align="left"><font color="#1f4e9c">Shutdown to server</font></td></tr></table>>, tooltip="state 6"];
    s7 [label=<<table border="0" cellborder="0" cellspacing="0" cellpadding="1"><tr><td align="left">server destroyed</td></tr><tr><td align="left">client {v1=5, v2=5}</td></tr></table>>, peripheries=2, tooltip="state 7"];
    s0 -> s1 [label="client <- Start{claim=false}"];
    s1 -> s2 [label="server <- Set{value=5}"];
    s2 -> s3 [label="server <- Get"];
    s3 -> s4 [label="client <- reply Value{value=5}"];
    s4 -> s5 [label="server <- Get"];
    s5 -> s6 [label="client <- reply Value{value=5}"];
    s6 -> s7 [label="server <- Shutdown"];
  }

Two callers that may wait for each other: the state that must not be is red, and so is what leads there.

  $ harrier graph ./deadlock ring
  digraph "deadlock ring" {
    graph [ranksep=0.4, nodesep=0.3, fontname="Helvetica"];
    node [shape=box, style="rounded,filled", fillcolor=white, fontname="Helvetica", fontsize=10, margin="0.06,0.03"];
    edge [fontname="Helvetica", fontsize=9, arrowsize=0.6];
    start [shape=point, tooltip="start"];
    start -> s0;
    s0 [label=<<table border="0" cellborder="0" cellspacing="0" cellpadding="1"><tr><td align="left">caller.1</td></tr><tr><td align="left">caller.2</td></tr><hr/><tr><td align="left"><font color="#1f4e9c">Meet{partner=caller.2} to caller.1</font></td></tr><tr><td align="left"><font color="#1f4e9c">Meet{partner=caller.1} to caller.2</font></td></tr></table>>, fillcolor="#eaf3e6", tooltip="state 0"];
    s1 [label=<<table border="0" cellborder="0" cellspacing="0" cellpadding="1"><tr><td align="left">caller.1 waiting for a reply</td></tr><tr><td align="left">caller.2</td></tr><hr/><tr><td align="left"><font color="#1f4e9c">Meet{partner=caller.1} to caller.2</font></td></tr><tr><td align="left"><font color="#1f4e9c">Ask to caller.2</font></td></tr></table>>, tooltip="state 1"];
    s2 [label=<<table border="0" cellborder="0" cellspacing="0" cellpadding="1"><tr><td align="left">caller.1</td></tr><tr><td align="left">caller.2 waiting for a reply</td></tr><hr/><tr><td align="left"><font color="#1f4e9c">Meet{partner=caller.2} to caller.1</font></td></tr><tr><td align="left"><font color="#1f4e9c">Ask to caller.1</font></td></tr></table>>, tooltip="state 2"];
    s3 [label=<<table border="0" cellborder="0" cellspacing="0" cellpadding="1"><tr><td align="left">caller.1 waiting for a reply</td></tr><tr><td align="left">caller.2 waiting for a reply</td></tr><hr/><tr><td align="left"><font color="#1f4e9c">Ask to caller.1</font></td></tr><tr><td align="left"><font color="#1f4e9c">Ask to caller.2</font></td></tr><hr/><tr><td align="left"><font color="#b00020">deadlock: caller.1 waits for caller.2 waits</font></td></tr><tr><td align="left"><font color="#b00020">for caller.1</font></td></tr></table>>, peripheries=2, color="#b00020", fillcolor="#fdeaea", tooltip="state 3"];
    s4 [label=<<table border="0" cellborder="0" cellspacing="0" cellpadding="1"><tr><td align="left">caller.1 waiting for a reply</td></tr><tr><td align="left">caller.2</td></tr><hr/><tr><td align="left"><font color="#1f4e9c">reply Answer to caller.1</font></td></tr><tr><td align="left"><font color="#1f4e9c">Meet{partner=caller.1} to caller.2</font></td></tr></table>>, tooltip="state 4"];
    s5 [label=<<table border="0" cellborder="0" cellspacing="0" cellpadding="1"><tr><td align="left">caller.1</td></tr><tr><td align="left">caller.2 waiting for a reply</td></tr><hr/><tr><td align="left"><font color="#1f4e9c">Meet{partner=caller.2} to caller.1</font></td></tr><tr><td align="left"><font color="#1f4e9c">reply Answer to caller.2</font></td></tr></table>>, tooltip="state 5"];
    s6 [label=<<table border="0" cellborder="0" cellspacing="0" cellpadding="1"><tr><td align="left">caller.1 waiting for a reply</td></tr><tr><td align="left">caller.2 waiting for a reply</td></tr><hr/><tr><td align="left"><font color="#1f4e9c">reply Answer to caller.1</font></td></tr><tr><td align="left"><font color="#1f4e9c">Ask to caller.1</font></td></tr></table>>, tooltip="state 6"];
    s7 [label=<<table border="0" cellborder="0" cellspacing="0" cellpadding="1"><tr><td align="left">caller.1</td></tr><tr><td align="left">caller.2</td></tr><hr/><tr><td align="left"><font color="#1f4e9c">Meet{partner=caller.1} to caller.2</font></td></tr></table>>, tooltip="state 7"];
    s8 [label=<<table border="0" cellborder="0" cellspacing="0" cellpadding="1"><tr><td align="left">caller.1 waiting for a reply</td></tr><tr><td align="left">caller.2 waiting for a reply</td></tr><hr/><tr><td align="left"><font color="#1f4e9c">reply Answer to caller.2</font></td></tr><tr><td align="left"><font color="#1f4e9c">Ask to caller.2</font></td></tr></table>>, tooltip="state 8"];
    s9 [label=<<table border="0" cellborder="0" cellspacing="0" cellpadding="1"><tr><td align="left">caller.1</td></tr><tr><td align="left">caller.2</td></tr><hr/><tr><td align="left"><font color="#1f4e9c">Meet{partner=caller.2} to caller.1</font></td></tr></table>>, tooltip="state 9"];
    s10 [label=<<table border="0" cellborder="0" cellspacing="0" cellpadding="1"><tr><td align="left">caller.1</td></tr><tr><td align="left">caller.2 waiting for a reply</td></tr><hr/><tr><td align="left"><font color="#1f4e9c">Ask to caller.1</font></td></tr></table>>, tooltip="state 10"];
    s11 [label=<<table border="0" cellborder="0" cellspacing="0" cellpadding="1"><tr><td align="left">caller.1 waiting for a reply</td></tr><tr><td align="left">caller.2</td></tr><hr/><tr><td align="left"><font color="#1f4e9c">Ask to caller.2</font></td></tr></table>>, tooltip="state 11"];
    s12 [label=<<table border="0" cellborder="0" cellspacing="0" cellpadding="1"><tr><td align="left">caller.1</td></tr><tr><td align="left">caller.2 waiting for a reply</td></tr><hr/><tr><td align="left"><font color="#1f4e9c">reply Answer to caller.2</font></td></tr></table>>, tooltip="state 12"];
    s13 [label=<<table border="0" cellborder="0" cellspacing="0" cellpadding="1"><tr><td align="left">caller.1 waiting for a reply</td></tr><tr><td align="left">caller.2</td></tr><hr/><tr><td align="left"><font color="#1f4e9c">reply Answer to caller.1</font></td></tr></table>>, tooltip="state 13"];
    s14 [label=<<table border="0" cellborder="0" cellspacing="0" cellpadding="1"><tr><td align="left">caller.1</td></tr><tr><td align="left">caller.2</td></tr></table>>, peripheries=2, tooltip="state 14"];
    s0 -> s1 [label="caller.1 <- Meet{partner=caller.2}"];
    s0 -> s2 [label="caller.2 <- Meet{partner=caller.1}"];
    s1 -> s3 [label="caller.2 <- Meet{partner=caller.1}", color="#b00020"];
    s1 -> s4 [label="caller.2 <- Ask"];
    s2 -> s3 [label="caller.1 <- Meet{partner=caller.2}", color="#b00020"];
    s2 -> s5 [label="caller.1 <- Ask"];
    s4 -> s6 [label="caller.2 <- Meet{partner=caller.1}"];
    s4 -> s7 [label="caller.1 <- reply Answer"];
    s5 -> s8 [label="caller.1 <- Meet{partner=caller.2}"];
    s5 -> s9 [label="caller.2 <- reply Answer"];
    s6 -> s10 [label="caller.1 <- reply Answer"];
    s7 -> s10 [label="caller.2 <- Meet{partner=caller.1}"];
    s8 -> s11 [label="caller.2 <- reply Answer"];
    s9 -> s11 [label="caller.1 <- Meet{partner=caller.2}"];
    s10 -> s12 [label="caller.1 <- Ask"];
    s11 -> s13 [label="caller.2 <- Ask"];
    s12 -> s14 [label="caller.2 <- reply Answer"];
    s13 -> s14 [label="caller.1 <- reply Answer"];
  }

  $ harrier graph --test fails ./outcomes
  digraph "outcomes" {
    graph [ranksep=0.4, nodesep=0.3, fontname="Helvetica"];
    node [shape=box, style="rounded,filled", fillcolor=white, fontname="Helvetica", fontsize=10, margin="0.06,0.03"];
    edge [fontname="Helvetica", fontsize=9, arrowsize=0.6];
    start [shape=point, tooltip="start"];
    start -> s0;
    s0 [label=<<table border="0" cellborder="0" cellspacing="0" cellpadding="1"><tr><td align="left"><font color="#1f4e9c">Go to silent</font></td></tr></table>>, fillcolor="#eaf3e6", tooltip="state 0"];
    s1 [label=<<table border="0" cellborder="0" cellspacing="0" cellpadding="1"><tr><td align="left"><font color="#1f4e9c">nothing pending</font></td></tr><hr/><tr><td align="left"><font color="#b00020">outcomes.c:40: never does not hold at this end</font></td></tr></table>>, peripheries=2, color="#b00020", fillcolor="#fdeaea", tooltip="state 1"];
    s0 -> s1 [label="silent <- Go", color="#b00020"];
  }

Into a file it says what it drew.

  $ harrier graph -c unordered -o dot:server.dot ./server
  21 states, 22 edges, 4 ends, 0 violations; channel unordered, identity exact

  $ harrier graph -c unordered --identity basset -o dot:server.dot ./server assert
  19 states, 21 edges, 3 ends, 1 violation; channel unordered, identity basset

What is beyond the limit is left out.

  $ harrier graph --states 3 -o dot:- ./server
  digraph "server" {
    graph [ranksep=0.4, nodesep=0.3, fontname="Helvetica"];
    node [shape=box, style="rounded,filled", fillcolor=white, fontname="Helvetica", fontsize=10, margin="0.06,0.03"];
    edge [fontname="Helvetica", fontsize=9, arrowsize=0.6];
    start [shape=point, tooltip="start"];
    start -> s0;
    s0 [label=<<table border="0" cellborder="0" cellspacing="0" cellpadding="1"><tr><td align="left">server {value=0}</td></tr><tr><td align="left">client</td></tr><hr/><tr><td align="left"><font color="#1f4e9c">Start{claim=false} to client</font></td></tr></table>>, fillcolor="#eaf3e6", tooltip="state 0"];
    s1 [label=<<table border="0" cellborder="0" cellspacing="0" cellpadding="1"><tr><td align="left">server {value=0}</td></tr><tr><td align="left">client waiting for a reply</td></tr><hr/><tr><td align="left"><font color="#1f4e9c">Set{value=5} to server</font></td></tr><tr><td align="left"><font color="#1f4e9c">Get to server</font></td></tr></table>>, tooltip="state 1"];
    s2 [label=<<table border="0" cellborder="0" cellspacing="0" cellpadding="1"><tr><td align="left">server {value=5}</td></tr><tr><td align="left">client waiting for a reply</td></tr><hr/><tr><td align="left"><font color="#1f4e9c">Get to server</font></td></tr></table>>, tooltip="state 2"];
    c2 [label="...", shape=plaintext, style=""];
    s2 -> c2 [style=dashed];
    s0 -> s1 [label="client <- Start{claim=false}"];
    s1 -> s2 [label="server <- Set{value=5}"];
  }
  harrier: stopped by --states 3: the graph is not complete; '...' stands for what is left out
  [3]

  $ harrier graph --depth 1 -o dot:some.dot ./server
  2 states, 1 edge, 0 ends, 0 violations; channel pairwise, identity exact
  harrier: executions cut off at --depth 1: the graph is not complete; '...' stands for what is left out
  [3]

Where messages overtake each other, the mailbox of pong fills up; what comes behind that is not shown.

  $ harrier graph -c unordered --mailbox-limit 2 -o dot:pingpong.dot ./pingpong
  14 states, 15 edges, 0 ends, 2 violations; channel unordered, identity exact

  $ grep -c 'mailbox overflow' pingpong.dot
  5

With a search along paths it is the tree of executions.

  $ harrier graph -r dcute --order lca -c unordered -o dot:pi.dot ./pi 2
  3 paths explored, 9 left out; 44 nodes drawn, 0 violations; channel unordered, reduction dcute, order lca

  $ harrier graph -r transdpor --sleep -o dot:ring.dot ./deadlock ring
  3 paths explored, 3 left out; 23 nodes drawn, 2 violations; channel pairwise, reduction transdpor with sleep sets, order fifo

  $ grep -c 'color="#b00020"' ring.dot
  2

  $ harrier graph -r persistent --states 10 -o dot:cut.dot ./pi 2
  1 path explored, 0 left out; 10 nodes drawn, 0 violations; channel pairwise, reduction persistent, order fifo
  harrier: stopped by --states 10: the graph is not complete; '...' stands for what is left out
  [3]

  $ grep -c '"[.][.][.]"' cut.dot
  9

What is wrong is said.

  $ harrier graph -r ample ./server
  harrier: harrier graph shows what reductions leave out that follow paths; what ample leaves out are states
  [2]

  $ harrier graph -s random ./server
  harrier: a graph shows all states (--search dfs or bfs) or the tree of executions (--search stateless, or a reduction that follows paths)
  [2]

  $ harrier graph -o json:server.json ./server
  harrier: --output takes KIND:FILE, with the kind dot or svg, not 'json:server.json'
  [2]

  $ harrier graph -o svg: ./server
  harrier: --output takes KIND:FILE, with the kind dot or svg, not 'svg:'
  [2]

  $ harrier graph --states none ./server
  harrier: --states takes a number, not 'none'
  [2]

  $ harrier graph -o dot:no/such/folder ./server
  harrier: cannot write no/such/folder: No such file or directory
  [2]

  $ harrier graph ./outcomes
  harrier: the program has several tests, choose one with --test: passes, fails, skips, erratic, idle
  [2]

  $ PATH=${PATH%%:*} harrier graph -o svg:server.svg ./server; ls *.svg
  harrier: an SVG is drawn by Graphviz, whose 'dot' is not installed: install the package graphviz, or use -o dot:FILE
  ls: cannot access '*.svg': No such file or directory
  [2]
