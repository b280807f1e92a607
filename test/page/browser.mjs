// Reports in a real browser.    node browser.mjs CHROMIUM PLAYWRIGHT-FOLDER PAGES-FOLDER PICTURES-FOLDER
// Prints a line per check that fails, then the sum; PICTURES-FOLDER gets screenshots, for people to look at.
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const [chromium, modules, pages, pictures] = process.argv.slice(2).map((path) => resolve(path));
const playwright = createRequire(join(modules, 'x.js'))('playwright-core');
let passed = 0, failed = 0;
function check(what, good, more = '') {
  if (good) passed++;
  else { failed++; console.log(`FAIL  ${what} ${more}`); }
}

const browser = await playwright.chromium.launch({ executablePath: chromium, args: ['--no-sandbox'] });

// A page with everything that it must not do written down.
async function open(name, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  page.wrong = [];
  page.on('console', (m) => { if (m.type() === 'error' || m.type() === 'warning') page.wrong.push(m.text()); });
  page.on('pageerror', (e) => page.wrong.push(e.message));
  page.on('dialog', (d) => { page.wrong.push('a dialog: ' + d.message()); d.dismiss(); });
  page.on('request', (r) => { if (!r.url().startsWith('file://' + pages)) page.wrong.push('loads ' + r.url()); });
  await page.goto('file://' + join(pages, name + '.html'));
  return page;
}
async function close(name, page) {
  check(`${name}: no errors, no network`, page.wrong.length === 0, page.wrong.join('; '));
  await page.context().close();
}
const picture = (page, name, full = true) => page.screenshot({ path: join(pictures, name + '.png'), fullPage: full });
const marked = (page) => page.$$eval('.on', (all) => all.map((e) => e.tagName.toLowerCase() + e.dataset.step).sort().join(' '));

// ---- three subjects ----
for (const name of ['writer', 'server', 'barber']) {
  const page = await open(name);
  const steps = await page.$$eval('tr[data-step]', (all) => all.length);
  check(`${name}: as many steps in the chart as in the table`, steps > 3 && steps === (await page.$$eval('a[data-step]', (all) => all.length)));
  await picture(page, name + '-light');
  await page.click('a[data-step="3"] .pill');
  check(`${name}: a click in the chart marks the step`, (await marked(page)) === 'a3 g3 tr3', await marked(page));
  check(`${name}: the step is in the address`, page.url().endsWith('#r1-s3'));
  await page.click('tr[data-step="2"] b');
  check(`${name}: a click in the table marks the step`, (await marked(page)) === 'a2 g2 tr2', await marked(page));
  await page.focus('.chart');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  check(`${name}: keys go from step to step`, (await marked(page)) === 'a3 g3 tr3', await marked(page));
  await page.keyboard.press('End');
  check(`${name}: the End key goes to the last step`, (await marked(page)) === `a${steps} g${steps} tr${steps}`, await marked(page));

  const shown = () => page.$$eval('.head', (all) => all.filter((e) => e.offsetWidth > 0).map((e) => e.dataset.name));
  const names = await shown();
  await page.click('.toolbar summary');
  await page.click('.picker li:nth-child(2) input');
  const fewer = await shown();
  check(`${name}: a lane hides`, fewer.length === names.length - 1 && !fewer.includes(names[1]), fewer.join());
  const hidden = await page.$$eval('line.arrow', (all) => all.filter((l) => (l.dataset.f === '1' || l.dataset.t === '1') && l.style.display !== 'none').length);
  check(`${name}: its arrows hide`, hidden === 0);
  await page.click('.picker button:text-is("All")');
  await page.click('.picker li:nth-child(1) button:text-is("↓")');
  const other = await shown();
  check(`${name}: lanes change places`, other[0] === names[1] && other[1] === names[0], other.join());
  const apart = await page.$$eval('a.step', (all) => all.filter((a) => { // every step is below the name of its actor
    const pill = a.querySelector('.pill').getBoundingClientRect();
    const head = document.querySelector('.head[data-l="' + a.querySelector('g').dataset.l + '"]').getBoundingClientRect();
    return Math.abs((pill.left + pill.right) / 2 - (head.left + head.right) / 2) > 1;
  }).length);
  check(`${name}: steps stay below their actors`, apart === 0, `${apart} do not`);
  const cut = await page.$$eval('.part .label', (all) => all.filter((e) => e.getBoundingClientRect().left < e.ownerSVGElement.getBoundingClientRect().left).length);
  check(`${name}: no label is cut off`, cut === 0, `${cut} are`);
  await page.keyboard.press('Escape');

  const color = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await color();
  await page.click('.theme');
  check(`${name}: dark is another colour`, (await color()) !== light);
  await picture(page, name + '-dark');
  await close(name, page);
}

// ---- without scripts, in a dark room, on a telephone, on paper ----
{
  const page = await open('writer', { javaScriptEnabled: false });
  const box = await page.locator('a[data-step="6"] .pill').boundingBox();
  check('without scripts: the chart is there', box !== null && box.width > 10);
  check('without scripts: the table is there', (await page.locator('tr[data-step="6"]').innerText()).includes('assertion failed'));
  await page.locator('a[data-step="6"]').click();
  check('without scripts: a step leads to its row', page.url().endsWith('#r1-s6'));
  await close('without scripts', page);

  const dark = await open('writer', { colorScheme: 'dark' });
  const background = await dark.evaluate(() => getComputedStyle(document.body).backgroundColor);
  check('dark where the system is dark', background === 'rgb(17, 21, 27)', background);
  await close('dark', dark);

  const small = await open('writer', { viewport: { width: 390, height: 800 } });
  const wide = await small.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  check('narrow: the page itself does not scroll sideways', wide <= 0, `${wide} pixels`);
  await picture(small, 'writer-narrow');
  await close('narrow', small);

  const paper = await open('writer', { colorScheme: 'dark' });
  await paper.emulateMedia({ media: 'print' });
  const clipped = await paper.$$eval('.chart, .steps', (all) => all.filter((e) => e.scrollHeight > e.clientHeight + 1).length);
  check('on paper: nothing is cut off', clipped === 0);
  const names = await paper.$$eval('.part .name', (all) => all.filter((e) => e.getBoundingClientRect().width > 0).map((e) => e.textContent).join(' '));
  check('on paper: the names are in the chart', names === 'main writer terminator action.1 action.2', names);
  check('on paper: light', (await paper.evaluate(() => getComputedStyle(document.body).backgroundColor)) === 'rgb(255, 255, 255)');
  await picture(paper, 'writer-paper');
  await paper.pdf({ path: join(pictures, 'writer.pdf'), format: 'A4' });
  await close('paper', paper);
}

// ---- text that would like to be more ----
{
  const page = await open('mean');
  check('mean: one script', (await page.$$eval('script', (all) => all.length)) === 1);
  check('mean: no pictures', (await page.$$eval('img', (all) => all.length)) === 0);
  check('mean: its names are shown', (await page.locator('tr[data-step="1"]').innerText()).includes('<script>alert(1)</script>'));
  await page.click('.toolbar summary');
  await page.locator('.picker li').first().waitFor(); // the list opens a moment after the click
  check('mean: its names are text in the list of lanes', (await page.locator('.picker').innerText()).includes('<script>alert(1)'));
  await picture(page, 'mean');
  await close('mean', page);
}

// ---- the index, and two results in one page ----
{
  const page = await open('index');
  check('index: lists the reports', (await page.$$eval('.runs tbody tr', (all) => all.length)) >= 5);
  const plain = await page.$$eval('.runs td', (all) => new Set(all.map((e) => getComputedStyle(e).backgroundColor)).size);
  check('index: no cell has a colour of its own', plain === 1, `${plain} colours`);
  await picture(page, 'index');
  await page.click('.runs a:has-text("writer")');
  check('index: leads to a report', page.url().endsWith('/writer.html'), page.url());
  await close('index', page);

  const two = await open('two');
  await two.click('#r2-result a[data-step="2"] .pill');
  check('two: only the result that was clicked is marked', (await two.$$eval('#r1-result .on', (all) => all.length)) === 0 && (await marked(two)) === 'a2 g2 tr2');
  await close('two', two);
}

// ---- 200 actors, 5,000 steps ----
{
  const page = await open('crowd');
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await page.evaluate(() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r))));
  const metrics = Object.fromEntries((await session.send('Performance.getMetrics')).metrics.map((m) => [m.name, m.value]));
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime);
  console.log(`crowd: first paint after ${Math.round(paint)} ms, ${metrics.ProcessTime.toFixed(2)} s of CPU time until it is drawn`);
  check('crowd: drawn within 2 s of CPU time', metrics.ProcessTime < 2, `${metrics.ProcessTime} s`);
  const steps = await page.$$eval('tr[data-step]', (all) => all.length);
  check('crowd: 5,000 steps', steps >= 5000, String(steps));
  check('crowd: 200 actors', (await page.$$eval('.head', (all) => all.length)) >= 200);
  const inSight = (n) => page.evaluate((n) => {
    const box = document.querySelector('.chart').getBoundingClientRect(), pill = document.querySelector(`a[data-step="${n}"] .pill`).getBoundingClientRect();
    return pill.top >= box.top && pill.bottom <= box.bottom + 1 && pill.left >= box.left && pill.right <= box.right;
  }, n);
  const shown = () => page.$$eval('.head', (all) => all.filter((e) => e.offsetWidth > 0).map((e) => e.dataset.name));
  const first = await shown(), wrong = await page.$eval('tr.wrong', (row) => +row.dataset.step);
  check('crowd: first only lanes that matter', first.length > 2 && first.length <= 12, String(first.length));
  check('crowd: that of the failure is one of them', first.includes(await page.$eval('tr.wrong b', (name) => name.textContent)));
  check('crowd: first what went wrong', (await marked(page)).includes('tr' + wrong) && (await inSight(wrong)), await marked(page));
  check('crowd: the same in the table', await page.evaluate(() => {
    const box = document.querySelector('.steps').getBoundingClientRect(), row = document.querySelector('tr.wrong').getBoundingClientRect();
    return row.top >= box.top - 1 && row.bottom <= box.bottom + 1;
  }));
  await page.locator('.chart').scrollIntoViewIfNeeded();
  await picture(page, 'crowd-first', false);
  await page.click('button:has-text("All lanes")');
  check('crowd: all lanes', (await shown()).length >= 200);
  const before = Object.fromEntries((await session.send('Performance.getMetrics')).metrics.map((m) => [m.name, m.value])).ProcessTime;
  await page.focus('.chart');
  await page.keyboard.press('End');
  check('crowd: the last step is marked and in sight', await inSight(steps));
  await page.click('button:has-text("Only lanes near")');
  const lanes = await page.$$eval('.head', (all) => all.filter((e) => e.offsetWidth > 0).length);
  check('crowd: few lanes are left near the marked step', lanes > 2 && lanes < 60, String(lanes));
  await page.locator('.chart').scrollIntoViewIfNeeded();
  await picture(page, 'crowd', false);
  const busy = Object.fromEntries((await session.send('Performance.getMetrics')).metrics.map((m) => [m.name, m.value])).ProcessTime;
  console.log(`crowd: ${(busy - before).toFixed(2)} s of CPU time for the last step, and for hiding lanes`);
  check('crowd: marking and hiding take less than 3 s of CPU time', busy - before < 3);
  await close('crowd', page);
}

await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
