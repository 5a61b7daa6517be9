// The built dashboard in headless Chromium, under the policy of a webview: what a user does with it.
import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { startHarness } from './harness/dashboard.mjs';
import { useHarness } from './harness/suite.mjs';
import { themes } from './harness/themes.mjs';

const VIEWS = [
  'overlap',
  'kernels',
  'corun',
  'compare',
  'share',
  'service',
  'timeline',
  'block',
  'assumptions',
];

describe('dashboard in a browser', () => {
  const suite = useHarness(startHarness);
  const { last } = suite;
  let page;
  const open = async (options) => (page = await suite.open(options));

  it('asks for a snapshot once and says what it waits for', async () => {
    await open({});
    assert.deepEqual(await page.posted(), [{ type: 'ready' }]);
    assert.match(await page.tab.innerText('main'), /Nothing analyzed yet/);
  });

  for (const theme of Object.keys(themes))
    it(`draws every view in the ${theme} theme without breaking the content security policy`, async () => {
      await open({ theme, sample: { kernels: 10 } });
      for (const view of VIEWS) {
        await page.tab.click(`#tab-${view}`);
        assert.equal(await page.tab.getAttribute(`#tab-${view}`, 'aria-selected'), 'true');
        assert.ok((await page.tab.innerText('main')).length > 100, view);
      }
      assert.deepEqual(await page.violations(), []);
    });

  for (const kernels of [0, 1, 200])
    it(`copes with ${kernels} kernels in every view`, async () => {
      await open({ sample: { kernels, bars: kernels === 0 ? 0 : 60, profiles: kernels > 0 } });
      for (const view of VIEWS) {
        await page.tab.click(`#tab-${view}`);
        assert.ok((await page.tab.innerText('main')).trim().length > 20, view);
      }
    });

  it('never needs to be scrolled sideways as a whole', async () => {
    const scenario = await suite.harness.sampleScenario();
    for (const size of [
      [480, 800],
      [900, 700],
      [1600, 900],
    ]) {
      await open({
        sample: { kernels: 12 },
        share: suite.harness.sampleShare(),
        compare: suite.harness.sampleCompare(),
        colocate: suite.harness.sampleColocate(),
        scenario,
        queue: await suite.harness.sampleQueue(),
        size,
      });
      for (const view of [...VIEWS, 'scenario', 'queue']) {
        await page.tab.click(`#tab-${view}`);
        const [content, width, tables] = await page.tab.evaluate(() => [
          globalThis.document.documentElement.scrollWidth,
          globalThis.innerWidth,
          [...globalThis.document.querySelectorAll('.table-scroll')].map(
            ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
          ),
        ]);
        assert.ok(content <= width, `${view} at ${size[0]}: ${content}`);
        // These show all of their columns, or have them only where there is room for them.
        if (size[0] < 600 && ['kernels', 'assumptions', 'compare', 'share', 'queue'].includes(view))
          assert.deepEqual(Math.max(0, ...tables), 0, `${view} at ${size[0]}`);
      }
    }
  });

  it('gives every control a name', async () => {
    await open({ sample: { kernels: 10 } });
    for (const view of VIEWS) {
      await page.tab.click(`#tab-${view}`);
      const nameless = await page.tab.evaluate(() =>
        [
          ...globalThis.document.querySelectorAll(
            'button, canvas, [role=img], vscode-text-field, vscode-dropdown',
          ),
        ]
          .filter((element) => !element.textContent.trim() && !element.getAttribute('aria-label'))
          .map((element) => element.outerHTML),
      );
      assert.deepEqual(nameless, []);
    }
  });

  it('switches views by keyboard and remembers the view', async () => {
    await open({ sample: { kernels: 10 } });
    await page.tab.focus('#tab-overlap');
    for (let step = 0; step < 6; step++) await page.tab.keyboard.press('ArrowRight');
    assert.equal((await page.savedState()).view, 'timeline');
    assert.equal(await page.tab.evaluate(() => globalThis.document.activeElement.id), 'tab-timeline');
    await page.tab.keyboard.press('End');
    const state = await page.savedState();
    assert.equal(state.view, 'assumptions');
    await open({ sample: { kernels: 10 }, state });
    assert.equal(await page.tab.getAttribute('#tab-assumptions', 'aria-selected'), 'true');
  });

  it('sorts and filters kernels, and leads from a row to its source', async () => {
    await open({ sample: { kernels: 10 }, state: { view: 'kernels' } });
    const names = () => page.tab.locator('table.kernels tbody th button').allInnerTexts();
    const byTime = await names();
    await page.tab.click('thead button:has-text("Kernel")');
    const byName = await names();
    assert.deepEqual(
      byName,
      [...byTime].sort((a, b) => a.localeCompare(b, 'en', { numeric: true })),
    );
    await page.tab.click('thead button:has-text("Kernel")');
    assert.deepEqual(await names(), [...byName].reverse());
    assert.equal(await page.tab.getAttribute('thead th:first-child', 'aria-sort'), 'descending');
    await page.tab.fill('vscode-text-field.filter >> input', 'srad');
    assert.deepEqual(await names(), ['srad2']);
    await page.tab.click('table.kernels tbody tr');
    const revealed = await last('reveal');
    assert.equal(revealed.path, 'src/kernels/image.cu');
    assert.equal(revealed.line, 39);
  });

  it('moves between kernels by arrow keys with one stop of the Tab key', async () => {
    await open({ sample: { kernels: 10 }, state: { view: 'kernels' } });
    const focused = () => page.tab.evaluate(() => globalThis.document.activeElement.textContent.trim());
    await page.tab.focus('table.kernels tbody [tabindex="0"]');
    const names = await page.tab.locator('table.kernels tbody th button').allInnerTexts();
    assert.equal(await page.tab.locator('table.kernels tbody [tabindex="0"]').count(), 1);
    await page.tab.keyboard.press('ArrowDown');
    assert.equal(await focused(), names[1]);
    await page.tab.keyboard.press('Enter');
    assert.ok((await last('reveal')).line > 0);
    await page.tab.keyboard.press('ArrowRight');
    await page.tab.keyboard.press('Enter');
    assert.equal((await page.savedState()).view, 'corun');
  });

  it('explains and applies advice', async () => {
    await open({ sample: { kernels: 10 } });
    await page.tab.click('.advice li:first-child button:has-text("Explain")');
    assert.match(await page.tab.innerText('.advice li:first-child'), /All six orders were replayed/);
    await page.tab.click('.advice li:first-child button:has-text("Apply")');
    assert.equal((await last('applyAdvice')).id, 'order:vmp');
  });

  it('walks the heatmap by keyboard and pointer and shows what is behind a cell', async () => {
    await open({ sample: { kernels: 10 }, state: { view: 'corun', matrixAll: true } });
    await page.tab.focus('corun-heatmap canvas');
    await page.tab.keyboard.press('Control+Home');
    await page.tab.keyboard.press('ArrowRight');
    const { cell } = await page.savedState();
    assert.match(cell.victim, /vectorAdd/);
    assert.match(cell.aggressor, /matrixMul/);
    assert.match(await page.tab.innerText('aside'), /vectorAdd beside matrixMul/);
    assert.match(await page.tab.innerText('aside'), /fewer SMs .* × interference .* = ×/s);
    assert.match(await page.tab.innerText('corun-heatmap [role=status]'), /vectorAdd beside matrixMul: ×\d/);
    const { width, height } = await page.tab.locator('corun-heatmap canvas').boundingBox();
    await page.tab.click('corun-heatmap canvas', { position: { x: width * 0.6, y: height * 0.7 } });
    assert.notDeepEqual((await page.savedState()).cell, cell);
  });

  it('sets predictors side by side and saves every pair by each of them', async () => {
    await open({ sample: { kernels: 4, ownSms: true }, state: { view: 'corun', matrixAll: true } });
    const rows = await page.tab.locator('table.predictors tbody tr').allInnerTexts();
    assert.equal(rows.length, 2);
    assert.match(rows[1], /Themis[^]*SM partition[^]*×\d\.\d\d ○[^]*% on average/);
    await page.tab.click('[aria-label="Save every pair by every predictor as CSV"]');
    const { suggestedName, text } = await last('save');
    assert.equal(suggestedName, 'pairs.csv');
    assert.match(text, /^victim,aggressor,predictor,sharing,slowdown,origin,/);
    const { matrix } = suite.harness.sampleResults({ kernels: 4, ownSms: true });
    const answers = matrix.answers.flat(2);
    assert.equal(text.trimEnd().split('\r\n').length, 1 + answers.length);
  });

  it('tells what Themis makes of a pair on SMs of their own, and leads to their split', async () => {
    await open({ sample: { kernels: 10, ownSms: true }, state: { view: 'corun', matrixAll: true } });
    await page.tab.focus('corun-heatmap canvas');
    await page.tab.keyboard.press('Control+Home');
    await page.tab.keyboard.press('ArrowRight');
    const text = await page.tab.innerText('aside');
    assert.match(text, /On half of the SMs each\s+×1\.\d\d ○ on 66 SMs/);
    assert.match(text, /fewer SMs ×1\.\d\d × interference ×1\.\d\d, most from DRAM bandwidth/);
    assert.match(text, /warp instructions: 0\.4 per cycle, below the training range/);
    assert.match(text, /Fair split: 80 : 52 SMs as green contexts, ×1\.30 and ×1\.35 ○/);
    await page.tab.click('button:has-text("Split the SMs between them")');
    const { view, share } = await page.savedState();
    assert.equal(view, 'share');
    assert.equal(share.kernelIds.length, 2);
    assert.equal(await page.tab.locator('.share-form input:checked').count(), 2);
  });

  it('turns each chart into a table and copies it', async () => {
    await open({ sample: { kernels: 10 }, state: { view: 'corun', matrixAll: true } });
    await page.tab.click('[aria-label="Slowdown beside each other: show as table"]');
    assert.equal(await page.tab.locator('main .bounded tbody tr').count(), 9);
    assert.deepEqual((await page.savedState()).tables, ['heatmap']);
    await page.tab.click('[aria-label="Slowdown beside each other: copy as CSV"]');
    const { text } = await last('copy');
    assert.equal(text.split('\r\n').length, 11);
    assert.match(text, /^victim,vectorAdd,/);
  });

  it('promises nothing of a block that is part of the algorithm, and still tells what was found', async () => {
    const results = suite.harness.sampleResults({ kernels: 1 });
    const [file] = results.files;
    const [kernel] = file.kernels;
    const bound = { what: 'TILE', reason: 'a.cu:9: the grid does not follow the block' };
    const block = { ...kernel.block, current: 16, advised: null, suggested: 128, bound };
    const advice = results.advice.filter(({ kind }) => kind !== 'block-size');
    const files = [{ ...file, kernels: [{ ...kernel, block }] }];
    await open({ state: { view: 'block' } });
    await page.send(suite.harness.resultsMessage({ ...results, files, advice }));
    const text = await page.tab.innerText('main');
    assert.match(text, /16 .*threads a block, part of the algorithm \(TILE\)/);
    assert.match(
      text,
      /A block of 128 threads needs the kernel rewritten: .* share TILE.*grid does not follow/,
    );
    assert.match(text, /What each method says[^]*nearest neighbours/);
    assert.equal(await page.tab.locator('main vscode-button').count(), 0);
    await page.tab.click('#tab-kernels');
    assert.doesNotMatch(await page.tab.innerText('table tbody'), /→/);
  });

  it('replaces an assumed value, refuses what is no number, and takes a value back', async () => {
    await open({ sample: { kernels: 3 }, state: { view: 'assumptions' } });
    const field = page.tab.locator('table.assumptions tbody tr:first-child vscode-text-field input');
    await field.fill('many');
    await field.press('Enter');
    assert.match(await page.tab.innerText('table.assumptions tbody tr:first-child .problem'), /not a number/);
    assert.equal(await last('setAssumption'), undefined);
    await field.fill('1<<22');
    await field.press('Enter');
    const { key, value } = await last('setAssumption');
    assert.equal(value, 4194304);
    const results = suite.harness.sampleResults({ kernels: 3 });
    const assumptions = results.assumptions.map((one) =>
      one.key === key ? { ...one, value: 4194304, original: 1048576 } : one,
    );
    await page.send(suite.harness.resultsMessage({ ...results, revision: 2, assumptions }));
    await page.tab.click('[aria-label="Back to the assumed value 1048576"]');
    assert.deepEqual(await last('setAssumption'), { type: 'setAssumption', key, value: null });
  });

  it('offers no field for what no value replaces', async () => {
    const results = suite.harness.sampleResults({ kernels: 3 });
    const words = { key: 'moka:coalescing', value: '', text: 'Every access counts as coalesced.' };
    const given = { key: 'a.cu:k:n', value: 7, text: 'n is 7', original: '' };
    await open({ state: { view: 'assumptions' } });
    const send = (assumptions) => page.send(suite.harness.resultsMessage({ ...results, assumptions }));
    await send([words, given]);
    assert.equal(await page.tab.locator('table.assumptions vscode-text-field').count(), 1);
    assert.match(await page.tab.innerText('details summary'), /1 statement that no single value replaces/);
    assert.equal(await page.tab.getByText(words.text).isVisible(), false);
    await page.tab.click('details summary');
    assert.equal(await page.tab.getByText(words.text).isVisible(), true);
    await page.tab.click('[aria-label="Back to the assumed value"]');
    assert.deepEqual(await last('setAssumption'), { type: 'setAssumption', key: given.key, value: null });
    await send([words]);
    assert.equal(await page.tab.getByText(words.text).isVisible(), true);
  });

  it('chooses GPU and sharing mode, and follows what the host says is chosen', async () => {
    await open({ sample: { kernels: 3 } });
    await page.tab.click('vscode-dropdown[aria-label=GPU]');
    await page.tab.click('vscode-option:has-text("A100 SXM")');
    assert.equal((await last('selectGpu')).id, 'a100-sxm');
    const results = suite.harness.sampleResults({ kernels: 3 });
    const gpu = { ...results.gpu, id: 'gtx-950', name: 'GeForce GTX 950' };
    await page.send(suite.harness.resultsMessage({ ...results, revision: 2, gpu, mode: 'mig' }));
    const shown = await page.tab.evaluate(() =>
      ['GPU', 'Sharing'].map(
        (label) => globalThis.document.querySelector(`vscode-dropdown[aria-label=${label}]`).value,
      ),
    );
    assert.deepEqual(shown, ['gtx-950', 'mig']);
    assert.equal((await suite.posted('selectGpu')).length, 1);
    await page.tab.click('vscode-dropdown[aria-label=GPU]');
    await page.tab.click('vscode-option:has-text("H100 SXM")');
    await page.send({
      type: 'activity',
      activity: { busy: false, message: '', fraction: null, background: false, error: null },
    });
    const gpuBox = page.tab.locator('vscode-dropdown[aria-label=GPU] .selected-value');
    assert.equal((await gpuBox.innerText()).trim(), 'GeForce GTX 950', 'a choice that the host did not take');
  });

  it('keeps stale numbers in place, dimmed, while it updates, and can be cancelled', async () => {
    await open({ sample: { kernels: 10 }, state: { view: 'kernels' } });
    const boxes = () =>
      page.tab.evaluate(() =>
        ['.tabs', 'table.kernels', 'footer'].map((name) => {
          const { top, left } = globalThis.document.querySelector(name).getBoundingClientRect();
          return [top, left];
        }),
      );
    const before = await boxes();
    const activity = {
      busy: true,
      message: 'simulating srad2',
      fraction: 0.4,
      background: false,
      error: null,
    };
    await page.send({ type: 'activity', activity });
    assert.deepEqual(await boxes(), before);
    assert.equal(await page.tab.getAttribute('main', 'aria-busy'), 'true');
    assert.match(await page.tab.innerText('header'), /updating: simulating srad2 · 40/);
    assert.ok(
      (await page.tab.evaluate(() =>
        Number(globalThis.getComputedStyle(globalThis.document.querySelector('main')).opacity),
      )) < 0.9,
    );
    await page.tab.click('vscode-button:has-text("Cancel")');
    assert.equal((await last('cancel')).type, 'cancel');
  });

  it('leaves numbers readable, and says how far it is, while simulations add to them', async () => {
    await open({ sample: { kernels: 10 }, size: [560, 800] });
    const activity = {
      busy: true,
      message: 'Simulating: 40 of 73',
      fraction: 0.55,
      background: true,
      error: null,
    };
    await page.send({ type: 'activity', activity });
    const [opacity, cut] = await page.tab.evaluate(() => {
      const shown = globalThis.document.querySelector('.bar-activity');
      const main = globalThis.document.querySelector('main');
      return [globalThis.getComputedStyle(main).opacity, shown.scrollWidth > shown.clientWidth];
    });
    assert.deepEqual([opacity, cut], ['1', false]);
    assert.match(await page.tab.innerText('header'), /Simulating: 40 of 73 · 55/);
  });

  it('shows a failure with a way on', async () => {
    const error = 'The analysis worker stopped.';
    const activity = { busy: false, message: '', fraction: null, background: false, error };
    await open({ sample: { kernels: 3 }, activity });
    assert.match(await page.tab.innerText('[role=alert]'), /worker stopped/);
    await page.tab.click('vscode-button:has-text("Show log")');
    assert.equal((await last('showLog')).type, 'showLog');
  });

  it('shows the kernel that the editor asks for', async () => {
    await open({ sample: { kernels: 10 } });
    const kernel = suite.harness.sampleResults({ kernels: 10 }).files[1].kernels[0];
    await page.send({ type: 'focus', view: 'block', kernelId: kernel.id });
    assert.match(
      await page.tab.innerText('main'),
      new RegExp(`${kernel.path.split('/').at(-1)}:${kernel.line}`),
    );
    await page.send({ type: 'focus', view: 'corun', kernelId: kernel.id });
    assert.match(await page.tab.innerText('aside'), new RegExp(`^${kernel.name} beside`));
  });

  it('shows how near a program is to its profile, and leads to that', async () => {
    await open({ sample: { kernels: 10 } });
    const kernels = suite.harness.sampleResults({ kernels: 10 }).files.flatMap((file) => file.kernels);
    const kernelWith = (status) => kernels.find(({ simulation }) => simulation?.fit?.status === status);
    await page.send({ type: 'focus', view: 'block', kernelId: kernelWith('done').id });
    const section = page.tab.locator('section.fit');
    assert.match(await section.innerText(), /Counters are off by 11\s%/);
    assert.equal(await section.locator('table').count(), 2);
    const row = section.locator('tr', { hasText: 'dram_read_transactions' });
    assert.match(await row.innerText(), /262,144\s+341,954\s+\+30\s%/);
    await section.locator('button:has-text("run.metrics.csv:6")').click();
    assert.equal((await last('openProfile')).path, 'profiles/run.metrics.csv');
    await page.send({ type: 'focus', view: 'block', kernelId: kernelWith('waiting').id });
    assert.match(await section.innerText(), /yet to come/);
    assert.equal(await section.locator('table').count(), 1);
  });

  it('redraws its canvases when the theme changes', async () => {
    await open({ sample: { kernels: 10 }, state: { view: 'corun', matrixAll: true } });
    const canvas = page.tab.locator('corun-heatmap canvas');
    const dark = await page.picture(canvas, () => true);
    await page.tab.evaluate((variables) => {
      const { document } = globalThis;
      for (const [name, value] of Object.entries(variables))
        document.documentElement.style.setProperty(`--vscode-${name}`, value);
      document.body.className = 'vscode-light';
    }, themes.light.variables);
    await page.picture(canvas, (shown) => shown !== dark);
  });

  it('does not run markup that stands in names of kernels and files', async () => {
    const results = suite.harness.sampleResults({ kernels: 3 });
    const evil = '<img src=x onerror="globalThis.pwned=1">';
    const text = JSON.stringify(results).replaceAll('vectorAdd', evil.replaceAll('"', '\\"'));
    await open({});
    await page.send(suite.harness.resultsMessage(JSON.parse(text)));
    for (const view of VIEWS) await page.tab.click(`#tab-${view}`);
    await page.tab.click('#tab-kernels');
    assert.equal(await page.tab.locator('main img').count(), 0);
    assert.equal(await page.tab.evaluate(() => globalThis.pwned), undefined);
    assert.match(await page.tab.innerText('main'), /<img src=x/);
  });
});
