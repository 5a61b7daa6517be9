// What can run together, as the dashboard in headless Chromium shows it.
import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { startHarness } from './harness/dashboard.mjs';
import { useHarness } from './harness/suite.mjs';

describe('overlap view in a browser', () => {
  const suite = useHarness(startHarness);
  const { last } = suite;
  let page;
  const open = async (options) => (page = await suite.open(options));

  it('says of what can run together whether it should, and what to do about it', async () => {
    await open({ sample: { kernels: 10 } });
    const card = page.tab.locator('.card', { hasText: 'vectorAdd ∥ matrixMul' });
    assert.match(await card.innerText(), /(saves|costs|needs|%)/);
    assert.match(await card.innerText(), /one after the other[^]*together/);
    assert.match(await card.innerText(), /takes ×\d\.\d\d as long while/);
    await card.locator('button:has-text("Give own SMs")').click();
    const { view, share } = await page.savedState();
    assert.equal(view, 'share');
    assert.equal(share.mechanism, 'green-contexts');
    assert.equal(share.kernelIds.length, 2);
    await page.tab.click('#tab-overlap');
    await card.locator('button:has-text("Try launch orders")').click();
    assert.equal((await page.savedState()).application, 'src/vmp.cu#vmp:120');
  });

  it('offers nothing that rests on sizes nobody knows, and names code that was not followed', async () => {
    const results = suite.harness.sampleResults({ kernels: 10 });
    const openSizes = [{ key: 'blocks', name: 'blocks', isLaunch: true }];
    const files = results.files.map((file) => ({
      ...file,
      kernels: file.kernels.map((kernel) =>
        kernel.name === 'matrixMul' ? { ...kernel, time: null, openSizes } : kernel,
      ),
    }));
    const location = { path: 'src/solver.cu', line: 71 };
    const unread = [{ what: 'what solve does', location, isRest: true, open: ['rounds'] }];
    const applications = results.applications.map((one) => ({ ...one, unread }));
    await open({});
    await page.send(suite.harness.resultsMessage({ ...results, files, applications }));
    const card = page.tab.locator('.card', { hasText: 'vectorAdd ∥ matrixMul' });
    const offered = await card.locator('.card-actions button').allInnerTexts();
    assert.deepEqual(offered, ['Set blocks…', 'image.cu:12', 'linear.cu:21', 'Why']);
    assert.doesNotMatch(await card.innerText(), /fight for|used by both/);
    const left = page.tab.getByRole('region', { name: 'Not followed' });
    assert.match(await left.innerText(), /what solve does solver\.cu:71/);
    await left.getByRole('button', { name: 'solver.cu:71' }).click();
    assert.deepEqual(await last('reveal'), { type: 'reveal', ...location });
    await left.getByRole('button', { name: 'Set rounds…' }).click();
    assert.deepEqual(await last('askAssumption'), { type: 'askAssumption', key: 'rounds' });
  });

  it('compares sharing modes of a pair on several GPUs, and says what to type', async () => {
    const compare = suite.harness.sampleCompare();
    await open({ sample: { kernels: 10 } });
    const card = page.tab.locator('.card', { hasText: 'vectorAdd ∥ matrixMul' });
    await card.locator('button:has-text("Which sharing mode?")').click();
    assert.deepEqual((await page.savedState()).compare.kernelIds, compare.request.kernelIds);
    await page.tab.click('vscode-button:has-text("Compare")');
    assert.deepEqual((await last('compare')).request, { ...compare.request, gpus: ['h100-sxm'] });
    await page.tab.locator('.pairing vscode-dropdown[aria-label="and"]').click();
    await page.tab.locator('vscode-option:visible:has-text("reduceSum")').click();
    await page.tab.click('vscode-button:has-text("Compare")');
    assert.equal((await last('compare')).request.kernelIds.length, 3);
    await page.send({ type: 'compare', compare });
    const [h100, gtx] = await page.tab.locator('section[aria-labelledby^=compare-]').allInnerTexts();
    assert.match(h100, /streams: all done after .* against one after the other/);
    assert.doesNotMatch(h100, /\+0\s%/, 'what others are compared with has no change');
    assert.match(h100, /MIG \(3g\.40gb \+ 3g\.40gb\)/);
    assert.match(h100, /<<<grid, block, 0, first>>>/);
    assert.match(gtx, /MIG: .* has no MIG/);
    await page.tab.click('.code button');
    assert.match((await last('copy')).text, /cudaStreamCreateWithFlags/);
    const [program] = suite.harness.sampleResults({ kernels: 10 }).applications;
    const key = `${program.path}#${program.name}:${program.line}`;
    const form = page.tab.locator('[role=group][aria-label^="Which sharing mode"]');
    await form.locator('vscode-dropdown').first().click();
    await form.locator('vscode-option:visible:has-text("programs")').click();
    await page.tab.click('vscode-button:has-text("Compare")');
    const asked = (await last('compare')).request;
    assert.deepEqual([asked.programs[0], asked.gpus], [key, ['h100-sxm']]);
    const { kernels: programs, gpus } = compare.result;
    await page.send({ type: 'compare', compare: { ...compare, result: { programs, gpus } } });
    assert.match(await page.tab.innerText('section[aria-labelledby^=compare-]'), /Programs are replayed/);
    await page.send({ type: 'compare', compare: { ...compare, busy: true } });
    await page.tab.click('vscode-button:has-text("Cancel")');
    assert.equal((await suite.posted('cancelCompare')).length, 1);
  });

  it('warns of kernels that race before it tells how they would share, and calls no way the best then', async () => {
    const compare = suite.harness.sampleCompare();
    const { result } = compare;
    const place = { program: 'image', path: 'src/image.cu', line: 12 };
    const race = { kernels: [0, 1], kind: 'race', buffer: 'pixels', ...place };
    await open({ sample: { kernels: 10 }, state: { view: 'compare' } });
    const shown = () => page.tab.locator('section[aria-labelledby^=compare-]').first().innerText();
    await page.send({ type: 'compare', compare });
    assert.doesNotMatch(await shown(), /pixels/);
    const gpus = result.gpus.map((gpu) => ({ ...gpu, best: null }));
    await page.send({
      type: 'compare',
      compare: { ...compare, result: { ...result, gpus, conflicts: [race] } },
    });
    const text = await shown();
    assert.match(
      text,
      /vectorAdd writes pixels, which matrixMul uses: .* in image \(src\/image\.cu:12\), so they race/,
    );
    assert.doesNotMatch(text, /against one after the other|0, second/);
  });

  it('tells what has changed since a baseline that is pinned there', async () => {
    const results = suite.harness.sampleResults({ kernels: 4 });
    await open({});
    await page.send(suite.harness.resultsMessage(results));
    await page.tab.click('button:has-text("Pin as baseline")');
    assert.equal((await suite.posted('pinBaseline')).length, 1);
    const kernel = results.files[0].kernels.find(({ time }) => time !== null);
    const kernels = { [kernel.id]: { beforeNs: 2e6, afterNs: 1.5e6 } };
    const changes = {
      pinnedAt: '2030-01-02T03:04:05.000Z',
      isOther: false,
      kernels,
      programs: {},
      pinned: {},
    };
    await page.send(suite.harness.resultsMessage({ ...results, changes, revision: 2 }));
    assert.match(
      await page.tab.innerText('.baseline'),
      new RegExp(`Since the baseline of .*: ${kernel.name} −25\\u00a0%`),
      'and no line breaks before the unit',
    );
    await page.tab.click('#tab-kernels');
    assert.match(await page.tab.innerText('table.kernels'), /−25\s% since the baseline/);
    await page.tab.click('#tab-overlap');
    await page.tab.click('button:has-text("Forget the baseline")');
    assert.equal((await suite.posted('clearBaseline')).length, 1);
  });

  it('has kernels of two programs only where they are paired', async () => {
    const results = suite.harness.sampleResults({ kernels: 10 });
    const [one] = results.applications;
    const launch = { stream: 'default', path: null, line: null };
    const named = (name, kernel) => ({ ...one, name, meetings: [], kernels: [{ ...launch, kernel }] });
    const applications = [named('first', 'vectorAdd'), named('second', 'matrixMul')];
    await open({});
    await page.send(suite.harness.resultsMessage({ ...results, applications }));
    assert.equal(await page.tab.locator('.card').count(), 0);
    assert.match(await page.tab.innerText('main'), /Nothing here runs at the same time/);
    await page.tab.click('vscode-button:has-text("Pair them")');
    const paired = (await last('pair')).pairs;
    await page.send(suite.harness.resultsMessage({ ...results, applications, paired, revision: 2 }));
    assert.match(await page.tab.innerText('.card'), /vectorAdd ∥ matrixMul/);
    const asStreams = { ...results, applications, paired, mode: 'streams', revision: 3 };
    await page.send(suite.harness.resultsMessage(asStreams));
    assert.equal(await page.tab.locator('.card').count(), 0);
    await page.tab.click('vscode-button:has-text("Use MPS")');
    assert.equal((await last('selectMode')).mode, 'mps');
    await page.tab.click('button[aria-label^="Take first"]');
    assert.deepEqual(await last('pair'), { type: 'pair', pairs: [] });
  });

  it('says that what races must not run together, instead of that nothing does, also beside cards', async () => {
    const results = suite.harness.sampleResults({ kernels: 4 });
    const range = { startLine: 3, startColumn: 0, endLine: 4, endColumn: 0 };
    const race = { code: 'race', severity: 'warning', message: 'may run at the same time', range };
    const files = results.files.map((file, at) => (at === 0 ? { ...file, diagnostics: [race] } : file));
    await open({});
    await page.send(
      suite.harness.resultsMessage({
        ...results,
        files,
        applications: results.applications.map((one) => ({ ...one, meetings: [] })),
      }),
    );
    const text = await page.tab.innerText('main');
    assert.match(text, /Nothing else here runs at the same time/);
    assert.doesNotMatch(text, /Put independent launches/);
    await page.send(suite.harness.resultsMessage({ ...results, files, revision: 2 }));
    assert.ok((await page.tab.locator('.card').count()) > 0, 'no card');
    assert.match(await page.tab.innerText('.races'), /may run at the same time/);
    await page.tab.click('.races button');
    const { path, line } = await last('reveal');
    assert.deepEqual([path, line], [files[0].path, 3]);
  });

  it('never says that nothing runs together beside cards of what does', async () => {
    const results = suite.harness.sampleResults({ kernels: 10 });
    const { names } = results.matrix;
    const isMeeting = (name) => /vectorAdd|matrixMul|dynproc_kernel/.test(name);
    const kept = names.flatMap((name, at) => (isMeeting(name) ? [] : [at]));
    const matrix = {
      ...results.matrix,
      kernelIds: kept.map((at) => results.matrix.kernelIds[at]),
      names: kept.map((at) => names[at]),
      cells: kept.map((row) => kept.map((column) => results.matrix.cells[row][column])),
    };
    await open({ state: { view: 'corun' } });
    await page.send(suite.harness.resultsMessage({ ...results, matrix }));
    assert.match(await page.tab.innerText('.empty'), /No slowdown is known yet/);
    await page.tab.click('vscode-button:has-text("Show what they need")');
    assert.ok((await page.tab.locator('.card').count()) > 0);
  });

  it('leaves out pairs that never meet unless they are asked for', async () => {
    await open({ sample: { kernels: 10 }, state: { view: 'corun' } });
    const rows = () => page.tab.locator('section[aria-labelledby=heatmap-title] tbody tr').count();
    await page.tab.click('button[aria-label$="show as table"]');
    assert.equal(await rows(), 3);
    assert.equal(await last('allPairs'), undefined);
    await open({ sample: { kernels: 10 }, state: { view: 'corun', matrixAll: true, tables: ['heatmap'] } });
    assert.ok((await rows()) > 3);
    assert.ok(await last('allPairs'));
  });
});
