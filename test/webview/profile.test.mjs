// The built page of the profile editor in headless Chromium, under the policy of a webview.
import assert from 'node:assert/strict';
import { before, describe, it } from 'mocha';
import { startProfileHarness } from './harness/profile.mjs';
import { useHarness } from './harness/suite.mjs';
import { themes } from './harness/themes.mjs';

describe('profile editor in a browser', () => {
  const suite = useHarness(startProfileHarness);
  const { posted, last } = suite;
  let page;
  let samples;
  before(() => ({ samples } = suite.harness));

  const open = async (content, options = {}) => {
    const messages = content ? samples.sampleMessages(content) : [];
    page = await suite.open({ messages, ...options });
  };
  const firstCells = () => page.tab.locator('corun-table tbody th .link').allInnerTexts();
  const rowTexts = () => page.tab.locator('corun-table tbody tr:not(.gap)').allInnerTexts();
  const grid = () => page.tab.locator('[role=grid]');

  it('asks for the file once, shows progress, and can be cancelled', async () => {
    await open(null, { messages: [{ type: 'reading', fraction: 0.42 }] });
    assert.deepEqual(await page.posted(), [{ type: 'ready' }]);
    assert.match(await page.tab.innerText('main'), /Reading the profile[^]*42\s%/);
    assert.equal(await page.tab.getAttribute('[role=progressbar]', 'aria-valuenow'), '42');
    await page.tab.click('vscode-button:has-text("Cancel")');
    assert.ok(await last('cancel'));
    await page.send({ type: 'failed', reason: 'Reading was cancelled.' });
    assert.match(await page.tab.innerText('main'), /Reading was cancelled/);
    await page.tab.click('vscode-button:has-text("Try again")');
    assert.ok(await last('reread'));
  });

  for (const theme of Object.keys(themes))
    it(`draws every part in the ${theme} theme without breaking the content security policy`, async () => {
      await open(samples.samplePage(60), { theme });
      for (const tab of ['kernels', 'transfers', 'api', 'warnings']) {
        await page.tab.click(`#tab-${tab}`);
        assert.ok((await rowTexts()).length >= 2, tab);
      }
      for (const content of [samples.sampleMetricsPage(), samples.sampleCompiledPage()]) {
        await page.send({ type: 'page', page: content });
        assert.ok((await rowTexts()).length >= 2);
      }
      assert.deepEqual(await page.violations(), []);
    });

  for (const theme of Object.keys(themes))
    it(`shows streams first for a trace, in the ${theme} theme: idle time, what repeats, where time goes`, async () => {
      await open(samples.sampleTracePage(6), { theme });
      assert.equal(await page.tab.getAttribute('#tab-timeline', 'aria-selected'), 'true');
      const text = await page.tab.innerText('#panel');
      assert.match(text, /GPU 0 \(NVIDIA A100-SXM4-80GB\), process 4711, rank 0/);
      // 36 µs of each 400 µs end with a call in the gap: 11 µs the host's, 25 µs until it starts.
      assert.match(text, /launch latency/);
      assert.match(text, /repeats 6 times: 400\sµs/);
      assert.match(text, /matrix products/);
      assert.match(text, /aten::addmm/);
      assert.match(await page.tab.getAttribute('.time-parts', 'aria-label'), /busy \d+/);
      await page.tab.click('.trace table[aria-label="Longest gaps"] .link >> nth=0');
      assert.ok((await last('revealRow')).line > 0);
      assert.deepEqual(await page.violations(), []);
      if (process.env.CORUN_SHOTS)
        await page.tab.screenshot({ path: `${process.env.CORUN_SHOTS}/${theme}.png` });
    });

  it('never needs to be scrolled sideways as a whole, and gives every control a name', async () => {
    for (const size of [
      [420, 700],
      [900, 600],
      [1600, 900],
    ]) {
      await open(samples.samplePage(60), { size });
      for (const tab of ['kernels', 'transfers', 'api', 'warnings']) {
        await page.tab.click(`#tab-${tab}`);
        await page.tab.click('corun-table tbody tr:not(.gap) >> nth=0', { position: { x: 3, y: 12 } });
        const [content, width, nameless] = await page.tab.evaluate(() => [
          globalThis.document.documentElement.scrollWidth,
          globalThis.innerWidth,
          [...globalThis.document.querySelectorAll('button, [role=img], [role=grid], vscode-text-field')]
            .filter((element) => !element.textContent.trim() && !element.getAttribute('aria-label'))
            .map((element) => element.outerHTML),
        ]);
        assert.ok(content <= width, `${tab} at ${size[0]}: ${content}`);
        assert.deepEqual(nameless, []);
      }
    }
  });

  it('sums launches, sorts by each column, and filters', async () => {
    await open(samples.samplePage(60));
    const byTime = await firstCells();
    assert.equal(byTime[0], 'histogram256');
    assert.equal(byTime.length, 5);
    await page.tab.click('thead button:has-text("Total time")');
    assert.deepEqual(await firstCells(), [...byTime].reverse());
    await page.tab.click('thead button:has-text("Kernel")');
    assert.equal(await page.tab.getAttribute('thead th:first-child', 'aria-sort'), 'ascending');
    assert.equal((await firstCells()).at(-1), 'srad2');
    await page.tab.fill('vscode-text-field.filter >> input', 'stream red');
    assert.deepEqual((await firstCells()).length, 2);
    assert.match(await page.tab.innerText('.section-head [role=status]'), /2 of 5 kernels/);
    await page.tab.fill('vscode-text-field.filter >> input', 'nowhere');
    assert.match(await page.tab.innerText('corun-table'), /No kernel matches “nowhere”/);
    await page.tab.fill('vscode-text-field.filter >> input', '');
    await page.tab.click('.segments button:has-text("By launch")');
    assert.equal(await grid().getAttribute('aria-rowcount'), '61');
    assert.equal((await page.savedState()).summed, false);
  });

  it('leads to the source of a joined kernel, and to the line of the file for any other', async () => {
    await open(samples.samplePage(60));
    await page.tab.click('corun-table th .link:has-text("srad2")');
    assert.deepEqual(await last('reveal'), { type: 'reveal', path: 'src/image.cu', line: 39 });
    await page.tab.click('corun-table th .link:has-text("histogram256")');
    assert.deepEqual(await last('revealRow'), { type: 'revealRow', line: 10 });
  });

  it('shows an ambiguous kernel as ambiguous, with all places', async () => {
    await open(samples.samplePage(60));
    assert.match(await page.tab.innerText('tr:has([aria-label=ambiguous])'), /reduce\s*2 places/);
    await page.tab.click('tr:has([aria-label=ambiguous]) th .link');
    assert.match(await page.tab.innerText('aside'), /Ambiguous: 2 kernels/);
    assert.equal(await last('reveal'), undefined);
    await page.tab.click('aside .place-list button:has-text("legacy")');
    assert.deepEqual(await last('reveal'), { type: 'reveal', path: 'src/legacy/reduction.cu', line: 80 });
    await page.tab.click('[aria-label="Close the detail"]');
    assert.equal(await page.tab.locator('aside').count(), 0);
    assert.equal(
      await page.tab.evaluate(() => globalThis.document.activeElement.getAttribute('role')),
      'grid',
    );
  });

  it('says nothing of joins where the file is not part of the analysis', async () => {
    const joins = { sources: {}, otherGpu: { id: 'h100-sxm', name: 'H100 SXM' }, analyzed: false };
    await open(null, { messages: samples.sampleMessages(samples.samplePage(6), joins) });
    assert.equal(await page.tab.locator('.join').count(), 0);
    assert.match(await page.tab.innerText('footer'), /● measured: every number/);
    await page.send({ type: 'page', page: { ...samples.samplePage(6), origin: 'assumed' } });
    assert.match(await page.tab.innerText('footer'), /△ assumed: this is a made-up sample/);
    assert.match(await page.tab.innerText('#app'), /Recorded on GeForce GTX 950; answers are for H100 SXM/);
    await page.tab.click('vscode-button:has-text("Select GPU")');
    assert.ok(await last('selectGpu'));
    await page.tab.click('vscode-button:has-text("Import it")');
    assert.ok(await last('import'));
    await page.send({ type: 'joins', joins: samples.sampleJoins() });
    assert.ok((await page.tab.locator('.join.joined').count()) > 0);
    assert.equal(await page.tab.locator('.message').count(), 0);
  });

  it('is walked by keyboard: one stop, arrows select, Enter opens', async () => {
    await open(samples.samplePage(60));
    await grid().focus();
    await page.tab.keyboard.press('ArrowDown');
    const active = () =>
      page.tab.evaluate(() => {
        const table = globalThis.document.activeElement;
        const row = globalThis.document.getElementById(table.getAttribute('aria-activedescendant'));
        return [row?.getAttribute('aria-selected'), row?.getAttribute('aria-rowindex')];
      });
    assert.deepEqual(await active(), ['true', '2']);
    await page.tab.keyboard.press('End');
    assert.deepEqual(await active(), ['true', '6']);
    await page.tab.keyboard.press('ArrowUp');
    await page.tab.keyboard.press('Enter');
    assert.deepEqual(await last('reveal'), { type: 'reveal', path: 'src/image.cu', line: 39 });
    await page.tab.focus('#tab-kernels');
    await page.tab.keyboard.press('ArrowRight');
    assert.equal((await page.savedState()).tab, 'transfers');
    assert.equal(await page.tab.evaluate(() => globalThis.document.activeElement.id), 'tab-transfers');
  });

  it('lists 20,000 launches, and scrolls and walks through them by the rows in view alone', async () => {
    const pageOf = samples.samplePage(20_000);
    await open(pageOf, { state: { summed: false } });
    assert.equal(await grid().getAttribute('aria-rowcount'), '20001');
    assert.ok((await rowTexts()).length < 80);
    const steps = await page.tab.evaluate(async () => {
      const { document, requestAnimationFrame } = globalThis;
      const table = document.querySelector('corun-table');
      globalThis.asked = 0;
      for (const column of table._model.columns) {
        const { value } = column;
        column.value = (row) => {
          globalThis.asked += 1;
          return value(row);
        };
      }
      const seen = [];
      for (let step = 1; step <= 20; step++) {
        table.scrollTop = (table.scrollHeight * step) / 20;
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        seen.push(table.querySelectorAll('tbody tr:not(.gap)').length);
      }
      return seen;
    });
    assert.ok(
      steps.every((rows) => rows > 5 && rows < 80),
      `rows drawn: ${steps}`,
    );
    const lastRow = page.tab.locator('corun-table tbody tr:not(.gap)').last();
    assert.equal(await lastRow.getAttribute('aria-rowindex'), '20001');
    await grid().focus();
    await page.tab.keyboard.press('Home');
    for (let step = 0; step < 40; step++) await page.tab.keyboard.press('ArrowDown');
    const asked = await page.tab.evaluate(() => globalThis.asked);
    assert.ok(asked > 1000 && asked < 60 * 80 * 12, `60 steps read ${asked} values`);
    const selected = page.tab.locator('tr.selected');
    assert.equal(await selected.getAttribute('aria-rowindex'), '42');
    const [top, bottom, height] = await selected.evaluate((row) => {
      const table = row.closest('corun-table').getBoundingClientRect();
      const box = row.getBoundingClientRect();
      return [box.top - table.top, box.bottom - table.top, table.height];
    });
    assert.ok(top > 0 && bottom <= height + 1, `row from ${top} to ${bottom} of ${height}`);
  });

  it('copies and saves what is shown, in base units', async () => {
    await open(samples.samplePage(60));
    await page.tab.fill('vscode-text-field.filter >> input', 'srad');
    await page.tab.click('[aria-label="Copy the shown kernels as CSV"]');
    const { text, what } = await last('copy');
    assert.equal(what, 'kernels');
    assert.equal(text.split('\r\n').length, 3);
    assert.match(text, /^kernel,start \(ns\),calls,mean time \(ns\),total time \(ns\)/);
    await page.tab.click('[aria-label="Save the shown kernels as CSV"]');
    const saved = await last('save');
    assert.equal(saved.suggestedName, 'run.trace.kernels.csv');
    assert.equal(saved.text, text);
  });

  it('lists the metrics of one kernel or of all, with unit, range and what was written', async () => {
    await open(samples.sampleMetricsPage());
    assert.equal(await page.tab.getAttribute('#tab-metrics', 'aria-selected'), 'true');
    assert.equal((await rowTexts()).length, 11);
    const shown = (await rowTexts()).map((text) => text.replaceAll('\u202f', ' '));
    assert.ok(shown.some((text) => /dram_read_throughput.*srad2.*55\.5\sGB\/s/s.test(text)));
    assert.ok(shown.some((text) => /achieved_occupancy.*0\.700325 … 0\.7007/s.test(text)));
    await page.tab.click('#tab-kernels');
    await page.tab.click('tr:has-text("reduce") td >> nth=0');
    await page.tab.click('aside button:has-text("3 metrics")');
    assert.equal((await rowTexts()).length, 3);
    assert.match((await rowTexts()).join('\n'), /smsp__inst_executed\.sum = 24,880 inst/);
    await page.tab.click('vscode-dropdown');
    await page.tab.click('vscode-option:has-text("All (2)")');
    assert.equal((await rowTexts()).length, 11);
  });

  it('sums transfers by direction above the single ones', async () => {
    await open(samples.samplePage(60), { state: { tab: 'transfers' } });
    const sums = await page.tab.locator('.sums tbody tr').allInnerTexts();
    assert.equal(sums.length, 4);
    assert.ok(sums.every((text) => /(host to device|device to host)\s+(pinned|pageable)\s+\d+/.test(text)));
    assert.equal((await rowTexts()).length >= 10, true);
    await page.tab.click('corun-table th .link >> nth=2');
    assert.deepEqual(await last('revealRow'), { type: 'revealRow', line: 502 });
  });

  it('leads from a warning to its line, and nowhere where there is none', async () => {
    await open(samples.samplePage(60), { state: { tab: 'warnings' } });
    await page.tab.click('corun-table th .link:has-text("cut or damaged")');
    assert.deepEqual(await last('revealRow'), { type: 'revealRow', line: 812 });
    await page.tab.click('corun-table th .link:has-text("timestamps")');
    assert.equal((await posted('revealRow')).length, 1);
  });

  it('marks kernels that spill', async () => {
    await open(samples.sampleCompiledPage());
    assert.equal(await page.tab.locator('[aria-label="spills registers"]').count(), 1);
    assert.match((await rowTexts())[2], /_Z5srad2PfPKfii[^]*sm_52[^]*63[^]*24\s*B/);
  });

  it('names what it cannot read, with the command to copy', async () => {
    await open(samples.sampleRefusedPage());
    const text = await page.tab.innerText('#app');
    assert.match(text, /Not readable/);
    assert.match(text, /A Nsight Compute report, whose format is not published; export it with:/);
    await page.tab.click('[aria-label="Copy the command"]');
    assert.match((await last('copy')).text, /^ncu --import "profiles\/app\.ncu-rep" --csv/);
    await page.tab.click('vscode-button:has-text("Open as text")');
    assert.ok(await last('openAsText'));
    assert.equal(await page.tab.locator('[role=tab]').count(), 0);
  });

  it('says what was left out of a file that is read in part, and what is summed up in a long one', async () => {
    await open({
      ...samples.samplePage(6),
      status: 'partial',
      reason: '2 cut or damaged row(s) were left out, the first at line 812',
      groupedEvents: { kernels: 1_234_567 },
    });
    const text = await page.tab.innerText('#app');
    assert.match(text, /Read in part/);
    assert.match(text, /2 cut or damaged row\(s\) were left out/);
    assert.match(text, /1,234,567 launches are summed by kernel and launch shape/);
  });

  it('keeps place, order and selection while the file is read again', async () => {
    await open(samples.samplePage(60), { state: { summed: false } });
    await page.tab.click('corun-table tbody tr:not(.gap) >> nth=3 >> td >> nth=0');
    await page.tab.evaluate(() => (globalThis.document.querySelector('corun-table').scrollTop = 300));
    await page.send({ type: 'reading', fraction: null });
    assert.equal(await page.tab.getAttribute('main', 'aria-busy'), 'true');
    assert.ok((await rowTexts()).length > 10);
    await page.send({ type: 'page', page: samples.samplePage(60) });
    assert.equal(await page.tab.getAttribute('main', 'aria-busy'), 'false');
    assert.equal(
      await page.tab.evaluate(() => globalThis.document.querySelector('corun-table').scrollTop),
      300,
    );
    assert.equal(await page.tab.locator('aside').count(), 1);
    await page.send({ type: 'page', page: samples.samplePage(3) });
    assert.equal((await rowTexts()).length, 3);
  });

  it('never takes text of a file for markup', async () => {
    const hostile = '<img src=x onerror="window.hacked=1">';
    const content = samples.samplePage(2);
    await open({
      ...content,
      device: hostile,
      path: `${hostile}.csv`,
      kernels: content.kernels.map((kernel) => ({ ...kernel, name: hostile })),
      warnings: [{ code: hostile, message: hostile }],
    });
    assert.equal(await page.tab.evaluate(() => globalThis.hacked), undefined);
    assert.ok((await firstCells()).includes(hostile));
    assert.equal(await page.tab.locator('img').count(), 0);
  });
});
