'use strict';
// What a reader can do with a report. Everything is there without this script, but for: marking a step in chart and table at once, moving
// from step to step with keys, hiding and reordering lanes, the choice between light and dark, and copying commands.
(function () {
  function make(name, parent, properties) {
    var element = Object.assign(document.createElement(name), properties);
    parent.appendChild(element);
    return element;
  }

  // ---- light and dark ----
  var root = document.documentElement;
  function isDark() {
    return root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  }
  var tools = document.querySelector('.tools');
  var theme = make('button', tools, { type: 'button', className: 'theme' });
  function nameTheme() { theme.textContent = isDark() ? 'Light' : 'Dark'; }
  theme.onclick = function () { root.dataset.theme = isDark() ? 'light' : 'dark'; nameTheme(); };
  nameTheme();

  // ---- copying ----
  document.querySelectorAll('.commands dd').forEach(function (place) {
    var text = place.textContent, button = make('button', place, { type: 'button', textContent: 'Copy' });
    button.onclick = function () {
      navigator.clipboard.writeText(text).then(function () { button.textContent = 'Copied'; }, function () { button.textContent = 'Not allowed'; });
    };
  });

  // ---- one execution: its chart and its table ----
  function Execution(article) {
    var chart = article.querySelector('.chart'), table = article.querySelector('.steps');
    var rows = table.querySelectorAll('tr[data-step]'), selected = 0;

    function center(box, element, again) { // scrolls the box, not the page; what comes into sight then may have another height
      if (again !== 0) requestAnimationFrame(function () { center(box, element, (again || 3) - 1); });
      if (box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth) return;
      var outer = box.getBoundingClientRect(), inner = element.getBoundingClientRect();
      box.scrollTop += inner.top - outer.top - (box.clientHeight - inner.height) / 2;
      if (box === chart) box.scrollLeft += inner.left - outer.left - (box.clientWidth - inner.width) / 2;
    }
    function select(number, from) {
      if (number < 1 || number > rows.length) return;
      article.querySelectorAll('.on').forEach(function (e) { e.classList.remove('on'); });
      article.querySelectorAll('[data-step="' + number + '"]').forEach(function (e) { e.classList.add('on'); });
      selected = number;
      var pill = chart.querySelector('a[data-step="' + number + '"] .pill');
      if (from !== table) center(table, rows[number - 1]);
      if (from !== chart && pill) center(chart, pill);
    }
    this.select = select;

    article.addEventListener('click', function (event) {
      var step = event.target.closest('[data-step]'), link = event.target.closest('a[href^="#"]');
      if (link && !link.dataset.step) { // from the table: another step, or this one
        var target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
        if (!target || !target.dataset.step) return;
        step = target;
      }
      if (!step || (!link && event.target.closest('details'))) return;
      event.preventDefault();
      history.replaceState(null, '', '#' + rows[step.dataset.step - 1].id);
      select(+step.dataset.step, event.target.closest('.chart') ? chart : event.target.closest('tr') === step ? table : null);
    });
    [chart, table].forEach(function (box) {
      box.addEventListener('keydown', function (event) {
        if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, summary')) return;
        var by = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
        if (event.key === 'Home') by = 1 - selected;
        if (event.key === 'End') by = rows.length - selected;
        if (by === undefined) return;
        event.preventDefault();
        select(Math.min(rows.length, Math.max(1, selected + by)), null);
        history.replaceState(null, '', '#' + rows[selected - 1].id);
      });
    });
    new Lanes(chart, function (element) { center(chart, element); });
    if (table.scrollHeight > table.clientHeight) { // of a long execution, first what went wrong
      var wrong = table.querySelectorAll('tr.wrong');
      select(wrong.length ? +wrong[wrong.length - 1].dataset.step : rows.length, null);
    }
  }

  // ---- lanes ----
  function Lanes(chart, center) {
    var heads = chart.querySelector('.heads'), width = +chart.dataset.width, row = +chart.dataset.row;
    var room = Math.max(30, +chart.dataset.room); // for labels, on both sides
    var all = Array.prototype.map.call(heads.children, function (head, i) {
      return { head: head, number: i, name: head.dataset.name, shown: true, near: 'near' in head.dataset,
        born: +head.dataset.born, ended: +head.dataset.ended };
    });
    var order = all.slice(), parts = chart.querySelectorAll('.part');
    var lines = chart.querySelectorAll('line[data-f]'), groups = chart.querySelectorAll('g[data-l]'), steps = [];
    var label = 17, open = 46, x = []; // from a lane to its label; length of an arrow that begins or ends in the open

    chart.querySelectorAll('a[data-step]').forEach(function (a) { steps[a.dataset.step] = a; });

    function layout() {
      var shown = order.filter(function (l) { return l.shown; });
      all.forEach(function (l) { x[l.number] = null; l.head.hidden = !l.shown; l.head.style.display = l.shown ? '' : 'none'; });
      shown.forEach(function (l, i) { x[l.number] = room + i * width + width / 2; heads.appendChild(l.head); });
      var total = shown.length * width + 2 * room;
      heads.style.width = total + 'px';
      heads.style.paddingLeft = room + 'px';
      parts.forEach(function (part) {
        var height = part.dataset.rows * row, first = +part.dataset.first;
        part.setAttribute('width', total);
        part.setAttribute('viewBox', '0 0 ' + total + ' ' + height);
        part.querySelector('.lines').setAttribute('d', shown.map(function (l) {
          var from = l.born <= first ? 0 : Math.min(height, (l.born - first) * row + row / 2);
          var to = l.ended < 0 ? height : Math.min(height, (l.ended - first) * row + row / 2);
          return from < to ? 'M' + x[l.number] + ' ' + from + 'V' + to : '';
        }).join(''));
      });
      groups.forEach(function (g) {
        var at = x[g.dataset.l];
        g.style.display = at === null ? 'none' : '';
        if (at !== null) g.setAttribute('transform', 'translate(' + at + ')');
      });
      lines.forEach(function (line) {
        var from = x[line.dataset.f], to = x[line.dataset.t];
        line.style.display = from === null || to === null ? 'none' : '';
        if (from === null || to === null) return;
        var side = from < to ? -1 : 1, into = line.classList.contains('in'), out = line.classList.contains('out');
        line.setAttribute('x1', out ? from : into ? to + side * open : from);
        line.setAttribute('x2', out ? from - side * open : to + side * label);
        var way = line.closest('.way'), step = way && steps[way.dataset.step];
        if (!step) return;
        step.querySelectorAll('.label, .change').forEach(function (text) { // the label is where the arrow is not
          text.setAttribute('x', -side * label);
          text.setAttribute('text-anchor', side > 0 ? 'end' : 'start');
        });
      });
      summary.textContent = 'Lanes: ' + shown.length + ' of ' + all.length;
    }

    var bar = document.createElement('div');
    bar.className = 'toolbar';
    chart.closest('.panes').before(bar);
    var details = make('details', bar, {}), summary = make('summary', details, {});
    var picker = make('div', details, { className: 'picker' }), buttons = make('div', picker, { className: 'buttons' });
    var search = make('input', buttons, { type: 'search', placeholder: 'names with …', ariaLabel: 'Show only lanes whose names contain' });
    var every = make('button', buttons, { type: 'button', textContent: 'All' }), none = make('button', buttons, { type: 'button', textContent: 'None' });
    var list = make('ul', picker, {});
    var near = make('button', bar, { type: 'button', textContent: 'Only lanes near the marked step' });
    near.onclick = function () { // those of ten steps before and after it
      var used = new Set(), marked = chart.querySelector('a.on'), at = marked ? +marked.dataset.step : steps.length - 1;
      for (var i = Math.max(1, at - 10); i <= at + 10; i++) {
        chart.querySelectorAll('.way[data-step="' + i + '"] [data-f]').forEach(function (l) { used.add(+l.dataset.f).add(+l.dataset.t); });
        if (steps[i]) used.add(+steps[i].querySelector('g[data-l]').dataset.l);
      }
      show(function (l) { return used.has(l.number); });
      if (marked) center(marked.querySelector('.pill'));
    };
    make('span', bar, { textContent: 'Click a step to mark it in chart and table; arrow keys, j and k go from step to step.' });

    function fill() { // when it is opened, because there may be many
      list.textContent = '';
      order.forEach(function (l, i) {
        var item = make('li', list, {}), mark = make('label', item, { title: l.name });
        var box = make('input', mark, { type: 'checkbox', checked: l.shown });
        mark.append(' ' + l.name);
        box.onchange = function () { l.shown = box.checked; layout(); };
        [['↑', -1, 'Move left'], ['↓', 1, 'Move right']].forEach(function (move) {
          var button = make('button', item, { type: 'button', textContent: move[0], title: move[2], ariaLabel: move[2] + ': ' + l.name });
          button.disabled = i + move[1] < 0 || i + move[1] >= order.length;
          button.onclick = function () {
            order.splice(i, 1);
            order.splice(i + move[1], 0, l);
            layout();
            fill();
            list.children[i + move[1]].querySelector('button:not([disabled])').focus();
          };
        });
      });
    }
    function show(rule) { all.forEach(function (l) { l.shown = rule(l); }); layout(); fill(); }
    details.ontoggle = function () { if (details.open) fill(); };
    details.onkeydown = function (event) { if (event.key === 'Escape') { details.open = false; summary.focus(); } };
    every.onclick = function () { search.value = ''; show(function () { return true; }); };
    none.onclick = function () { show(function () { return false; }); };
    search.oninput = function () { show(function (l) { return l.name.indexOf(search.value) >= 0; }); };
    document.addEventListener('click', function (event) { if (!details.contains(event.target) && event.target.isConnected) details.open = false; });
    summary.textContent = 'Lanes: ' + all.length + ' of ' + all.length;
    if (chart.querySelector('[data-near]')) { // of many lanes, first those that matter for what went wrong
      show(function (l) { return l.near; });
      var more = make('button', bar, { type: 'button', textContent: 'All lanes' });
      more.onclick = function () { every.onclick(); more.remove(); };
      bar.insertBefore(more, near);
    }
  }

  var executions = new Map();
  document.querySelectorAll('article').forEach(function (article) {
    if (article.querySelector('.chart')) executions.set(article, new Execution(article));
  });
  function follow() {
    var target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target && target.dataset.step) executions.get(target.closest('article')).select(+target.dataset.step, null);
  }
  addEventListener('hashchange', follow);
  follow();
})();
