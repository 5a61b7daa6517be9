// The share view of the built dashboard in headless Chromium.
import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { startHarness } from './harness/dashboard.mjs';
import { useHarness } from './harness/suite.mjs';

describe('share view in a browser', () => {
  const suite = useHarness(startHarness);
  const { last } = suite;
  let page;
  const open = async (options) => (page = await suite.open(options));

  it('asks for a split of the SMs with the chosen kernels, goal and mechanism', async () => {
    await open({ sample: { kernels: 10 }, state: { view: 'share' } });
    const button = page.tab.locator('.share-form vscode-button');
    assert.equal(await button.getAttribute('disabled'), '');
    const boxes = page.tab.locator('.share-form input[type=checkbox]');
    await boxes.nth(0).check();
    await boxes.nth(2).check();
    await page.tab.locator('.share-form input[type=range]').first().fill('3');
    await button.click();
    const { request } = await last('share');
    assert.equal(request.kernelIds.length, 2);
    assert.deepEqual(request.goal, { kind: 'fair', weights: [0.75, 0.25] });
    assert.equal(request.mechanism, 'mps');
  });

  it('applies a split by what the sharing mode takes until something else is chosen', async () => {
    await open({ sample: { kernels: 10 }, state: { view: 'share' } });
    const results = suite.harness.sampleResults({ kernels: 10 });
    const inMode = (mode, revision) =>
      page.send(suite.harness.resultsMessage({ ...results, revision, mode }));
    for (const at of [0, 1]) await page.tab.locator('.share-form input[type=checkbox]').nth(at).check();
    const asked = async () => {
      await page.tab.locator('.share-form vscode-button').click();
      return (await last('share')).request.mechanism;
    };
    await inMode('streams', 2);
    assert.equal(await asked(), null);
    await inMode('mig', 3);
    assert.equal(await asked(), 'mig');
    await page.tab.locator('.share-form vscode-dropdown').last().click();
    await page.tab.locator('.share-form vscode-option', { hasText: 'Numbers only' }).click();
    assert.equal(await asked(), null);
  });

  it('asks for progress targets only once a kernel has one, and says so', async () => {
    await open({ sample: { kernels: 10 }, state: { view: 'share', share: { goal: 'qos' } } });
    const button = page.tab.getByRole('button', { name: 'Split the SMs' });
    const reason = page.tab.locator('.share-form > [role=status]');
    for (const at of [0, 1]) await page.tab.locator('.share-form input[type=checkbox]').nth(at).check();
    assert.equal(await button.isDisabled(), true);
    assert.equal(await reason.innerText(), 'Give at least one kernel or program a target.');
    await page.tab.locator('.share-form input[type=range]').last().fill('60');
    assert.equal(await reason.innerText(), '');
    await button.click();
    assert.deepEqual((await last('share')).request.goal, { kind: 'qos', targets: [null, 0.6] });
  });

  it('asks for programs, beside kernels or not, and says of others why they cannot be chosen', async () => {
    await open({ sample: { kernels: 10 }, programs: true, state: { view: 'share' } });
    const programs = page.tab.locator('.share-form fieldset').nth(1);
    assert.match(await programs.innerText(), /Whole programs \(0 chosen\)/);
    const labels = programs.locator('label');
    assert.deepEqual(
      await Promise.all((await labels.all()).map((label) => label.locator('span').innerText())),
      ['loadBatch', 'train', 'recorded', 'pipelined', 'open'],
    );
    for (const [at, reason] of [
      [2, /told by a trace/],
      [3, /first and second can run at the same time/],
      [4, /not known: bytes/],
    ]) {
      assert.equal(await labels.nth(at).locator('input').isDisabled(), true);
      assert.match(await labels.nth(at).innerText(), reason);
    }
    await labels.nth(0).locator('input').check();
    await labels.nth(1).locator('input').check();
    await page.tab.locator('.share-form input[type=range]').first().fill('3');
    await page.tab.getByRole('button', { name: 'Split the SMs' }).click();
    const asked = (await last('share')).request;
    assert.deepEqual(asked.programs, ['src/loadBatch.cu#loadBatch:120', 'src/train.cu#train:120']);
    assert.deepEqual([asked.kernelIds, asked.goal.weights], [[], [0.75, 0.25]]);
    await page.tab.locator('.share-form fieldset').first().locator('input').first().check();
    await page.tab.getByRole('button', { name: 'Split the SMs' }).click();
    assert.equal((await last('share')).request.kernelIds.length, 1);
    await page.send({
      type: 'share',
      share: { ...suite.harness.samplePrograms(), ofPrograms: null, busy: true },
    });
    assert.match(await page.tab.innerText('.share-answer [role=status]'), /simulating each of their kernels/);
  });

  it('shows a split of programs with its error, what it rests on and what to type', async () => {
    await open({
      ...{ sample: { kernels: 10 }, programs: true, share: suite.harness.samplePrograms() },
      state: { view: 'share' },
    });
    const text = await page.tab.innerText('.share-answer');
    assert.match(text, /20 : 72 : 40\s+SMs, instead of 44 : 44 : 44/);
    assert.match(text, /All run again and again, each on SMs of its own/);
    assert.match(text, /loadBatch\s+×1\.20 ○ 44 SMs\s+×1\.26 ○ 20 SMs/);
    assert.match(text, /a run takes 4\.2.ms/);
    assert.match(text, /Error\s+typical error 16.%, worst 55.%/);
    assert.match(text, /checked on pairs only/);
    assert.match(text, /How to apply it: MPS thread percentages/);
    assert.match(text, /CUDA_MPS_ACTIVE_THREAD_PERCENTAGE/);
    assert.match(text, /One thing is taken for granted/);
    assert.match(text, /One input is outside of what Themis from runs alone .* has learned from/);
    assert.doesNotMatch(text, /below the training range/, 'which is behind the fold');
    assert.equal(await page.tab.locator('.progress-chart .series').count(), 3);
    const share = suite.harness.samplePrograms();
    const split = { ...share.ofPrograms.split, leftForEven: [20, 72, 40], notApplied: 'no MIG for them' };
    await page.send({ type: 'share', share: { ...share, ofPrograms: { ...share.ofPrograms, split } } });
    const box = await page.tab.innerText('.share-answer');
    assert.match(box, /20 : 72 : 40 is told to suit the goal better, but changes no slowdown/);
    assert.match(box, /Not applicable: no MIG for them/);
  });

  it('finds how much a kernel is to yield, with its trials on a map, and previews the source', async () => {
    const yields = suite.harness.sampleYields();
    await open({ sample: { kernels: 10 }, state: { view: 'share', share: { mechanism: 'yields' } } });
    const search = page.tab.getByRole('button', { name: 'Find how much to yield' });
    assert.equal(await search.isDisabled(), true);
    for (const at of [0, 1]) await page.tab.locator('.share-form input[type=checkbox]').nth(at).check();
    const { kernelIds } = (await page.savedState()).share;
    await page.tab.getByRole('button', { name: 'Swap' }).click();
    await page.tab.locator('.share-form input[type=range]').fill('1.5');
    await search.click();
    assert.deepEqual((await last('searchYield')).request, { kernelIds: kernelIds.toReversed(), qos: 1.5 });
    const { request, trials } = yields;
    await page.send({
      type: 'yields',
      yields: { request, trials: trials.slice(0, 2), busy: true, answer: null, error: null },
    });
    assert.match(
      await page.tab.innerText('.share-answer [role=status]'),
      /^2 configurations tried; .*32 SMs/,
    );
    await page.tab.getByRole('button', { name: 'Cancel' }).click();
    assert.ok(await last('cancelYield'));
    await page.send({ type: 'yields', yields });
    assert.match(await page.tab.innerText('.share-answer .headline'), /^42 SMs × 5 blocks\s+of 80 × 8/);
    assert.equal(await page.tab.locator('.yield-chart .trial').count(), trials.length);
    assert.equal(await page.tab.locator('.yield-chart .trial.best text').textContent(), '6');
    assert.equal(await page.tab.locator('.yield-chart .cell').count(), 640);
    await page.tab.getByRole('button', { name: 'Show the transformed source' }).click();
    assert.deepEqual((await last('previewYielding')).kernelId, request.kernelIds[0]);
    assert.match(await page.tab.innerText('.share-answer pre'), /_yield\.yield\(42, 5\);/);
  });

  it('says that there is too little to split, and that a filter finds nothing', async () => {
    await open({ sample: { kernels: 1 }, state: { view: 'share' } });
    assert.match(await page.tab.innerText('.empty'), /two kernels or more; this workspace has one/);
    assert.equal(await page.tab.locator('.share-form').count(), 0);
    await open({ sample: { kernels: 40 }, state: { view: 'share', shareFilter: 'no such kernel' } });
    assert.match(await page.tab.innerText('.share-form .choices'), /No kernel matches “no such kernel”/);
  });

  it('finds kernels among many by a filter that keeps the chosen ones', async () => {
    await open({ sample: { kernels: 40 }, state: { view: 'share' } });
    const names = page.tab.locator('.share-form fieldset').first().locator('label');
    assert.equal(await names.count(), 40);
    await names.filter({ hasText: 'matrixMul' }).first().locator('input').check();
    await page.tab.fill('.share-form vscode-text-field >> input', 'srad');
    const shown = await names.allInnerTexts();
    assert.equal(shown.filter((text) => /matrixMul/.test(text)).length, 1);
    assert.ok(shown.length > 1 && shown.every((text) => /srad|matrixMul/.test(text)));
    await names.filter({ hasText: 'srad' }).first().locator('input').press('Space');
    assert.deepEqual(await names.allInnerTexts(), shown, 'no kernel moves when it is chosen');
    assert.equal(await page.tab.locator('.choices input:focus').count(), 1);
  });

  it('keeps form and answer apart, however long names are', async () => {
    const name = 'softmax_autoregressive_backward_inplace_kernel_of_a_generated_name';
    const results = suite.harness.sampleResults({ kernels: 10 });
    await open({ share: suite.harness.sampleShare(), state: { view: 'share' }, size: [1000, 800] });
    const text = JSON.stringify(results).replaceAll('"vectorAdd"', `"${name}"`);
    await page.send(suite.harness.resultsMessage(JSON.parse(text)));
    const right = await page.tab
      .locator('.share-form, .share-form fieldset, .share-form input[type=range]')
      .evaluateAll((parts) => Math.max(...parts.map((part) => part.getBoundingClientRect().right)));
    const answer = await page.tab.locator('.share-answer').boundingBox();
    assert.ok(right <= answer.x, `${right} against ${answer.x}`);
  });

  it('cancels a split that is worked out, and says which GPU an answer is for', async () => {
    const share = suite.harness.sampleShare();
    await open({ sample: { kernels: 10 }, share: { ...share, busy: true }, state: { view: 'share' } });
    await page.tab.click('.share-form vscode-button:has-text("Cancel")');
    assert.deepEqual(await last('cancelShare'), { type: 'cancelShare' });
    await page.send({ type: 'share', share });
    assert.equal(await page.tab.locator('.share-answer [role=note]').count(), 0);
    const results = suite.harness.sampleResults({ kernels: 10 });
    const gpu = { ...results.gpu, id: 'a100-sxm', name: 'A100 SXM' };
    await page.send(suite.harness.resultsMessage({ ...results, revision: 2, gpu }));
    const note = page.tab.locator('.share-answer [role=note]');
    assert.match(await note.innerText(), /This split is for the H100 SXM, not for the A100 SXM/);
    await note.locator('vscode-button').click();
    assert.equal((await last('share')).request.kernelIds.length, 2);
  });

  it('shows a split with its curves, causes, commands and warnings', async () => {
    await open({ sample: { kernels: 10 }, share: suite.harness.sampleShare(), state: { view: 'share' } });
    const text = await page.tab.innerText('.share-answer');
    assert.match(text, /40 : 92/);
    assert.match(text, /DRAM bandwidth/);
    assert.match(text, /×1\.43 ○ from runs alone/);
    assert.match(text, /fewer SMs ×1\.00 × interference ×1\.30, most from DRAM bandwidth/);
    assert.match(text, /Themis from runs alone \(without biases\), from 60,000 simulated cycles/);
    assert.match(text, /Slowdowns by weight differ by 8\s%/);
    assert.match(text, /Simulated, slowdowns by weight differ by 38\s% between them; 0\s% is fair\. ◐/);
    assert.match(text, /Simulation and prediction disagree: .* by \S+ \+40\s%\./);
    assert.match(text, /×2\.\d\d ◐ in a simulation of this split/);
    assert.match(text, /The even split: Slowdowns by weight differ by 43\s%/);
    assert.match(text, /Slowdowns by weight differ by 10\s%/);
    assert.match(text, /CUDA_MPS_ACTIVE_THREAD_PERCENTAGE=31/);
    assert.match(text, /above the training range/);
    assert.equal(await page.tab.locator('.progress-chart .series').count(), 2);
    assert.equal(await page.tab.locator('.share-form input:checked').count(), 2);
    await page.tab.click('[aria-label="Copy: Start both"]');
    assert.match((await last('copy')).text, /PERCENTAGE=31/);
  });

  it('says so where the advised split is the even one', async () => {
    const share = suite.harness.sampleShare();
    const answer = { ...share.answer, advice: { ...share.answer.advice, sms: share.answer.even.sms } };
    await open({ sample: { kernels: 10 }, share: { ...share, answer }, state: { view: 'share' } });
    const box = await page.tab.innerText('.answer-box');
    assert.match(box, /66 : 66\s+SMs, an even split/);
    assert.doesNotMatch(box, /instead of|The even split/);
  });

  it('says without hovering why targets are met, what is unsure, and what applying changes', async () => {
    await open({ sample: { kernels: 10 }, share: suite.harness.sampleTargets(), state: { view: 'share' } });
    const box = await page.tab.innerText('.answer-box');
    assert.match(box, /Every target is met with about 75\s% confidence\./);
    assert.match(box, /Simulated, not every target is met\. ◐/);
    assert.match(box, /The even split: Not every target is met\./);
    assert.match(box, /In 75\s% of the cases .* 80\s% as fast as predicted/);
    assert.match(box, /aims at 75\s% where 60\s% is asked for/);
    const rows = page.tab.locator('.share-answer tbody tr', { hasText: 'fewer SMs' });
    assert.doesNotMatch(await rows.nth(0).locator('td').last().innerText(), /unsure/);
    assert.match(await rows.nth(1).locator('td').last().innerText(), /unsure: outside of the training range/);
    const applied = page.tab.locator('section[aria-labelledby=applied-title]');
    assert.match(await applied.innerText(), /How to apply it: MPS thread percentages/);
    assert.match(await applied.innerText(), /if the prediction holds, but not with about 75\s% confidence/);
    assert.match(await applied.innerText(), /at most 40 SMs/);
    assert.match(await page.tab.innerText('.share-answer .sources'), /Even split\s.*\s.*typical error/);
  });

  it('shows the quick answer while the simulated one is under way', async () => {
    const share = { ...suite.harness.sampleShare(), busy: true };
    await open({ sample: { kernels: 10 }, share, state: { view: 'share' } });
    const text = await page.tab.innerText('.share-answer');
    assert.match(text, /from runs of each kernel alone; a short simulated co-run is under way/);
    assert.match(text, /40 : 92/);
    assert.equal(await page.tab.getAttribute('.share-answer', 'aria-busy'), 'true');
  });

  it('says why there is no split', async () => {
    const share = {
      ...suite.harness.sampleShare(),
      request: null,
      answer: null,
      error: 'no model was trained for gtx-950',
    };
    await open({ sample: { kernels: 4 }, share, state: { view: 'share' } });
    assert.match(await page.tab.innerText('.share [role=alert]'), /no model was trained/);
  });
});
