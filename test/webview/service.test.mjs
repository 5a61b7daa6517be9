// The view of a service and what may run beside it, in headless Chromium.
import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { startHarness } from './harness/dashboard.mjs';
import { useHarness } from './harness/suite.mjs';

describe('service view in a browser', () => {
  const suite = useHarness(startHarness);
  const { last } = suite;
  let page;
  const open = async (options) => (page = await suite.open({ state: { view: 'service' }, ...options }));

  it('asks with the keyboard for a service, its target and what may run beside it', async () => {
    await open({ sample: { kernels: 10 } });
    await page.send(suite.harness.resultsMessage(suite.harness.sampleServices()));
    const ask = page.tab.getByRole('button', { name: 'How many are safe?' });
    assert.equal(await ask.isDisabled(), true);
    assert.match(await page.tab.innerText('.share-form [role=status]'), /Choose what may run beside it/);
    const boxes = page.tab.locator('.share-form input[type=checkbox]');
    assert.equal(await boxes.last().isDisabled(), true);
    await boxes.nth(1).focus();
    await page.tab.keyboard.press('Space');
    await page.tab.locator('.share-form input[type=range]').fill('1.5');
    await page.tab.getByRole('textbox', { name: 'and at most (ms)' }).fill('100');
    await page.tab.click('.share-form summary');
    await page.tab.getByRole('textbox', { name: 'kmeans, MB of device memory' }).fill('4000');
    await ask.click();
    const { request } = await last('colocate');
    assert.deepEqual(request, {
      service: { key: 'traces/stemmer.trace.csv#stemmer:1', footprintBytes: null, aloneNs: null },
      batch: [{ key: 'traces/kmeans.trace.csv#kmeans:1', footprintBytes: 4000 * 2 ** 20, aloneNs: null }],
      target: { slowdown: 1.5, of: 'p95', ns: 1e8 },
    });
  });

  it('shows how far it is with what is answered, and cancels', async () => {
    await open({ colocate: suite.harness.sampleColocate(true) });
    const bar = page.tab.locator('.share-answer [role=progressbar]');
    assert.equal(await bar.getAttribute('aria-valuenow'), '40');
    assert.match(await page.tab.innerText('.share-answer [role=status]'), /bfs-pinned, 4 beside the service/);
    assert.equal(await page.tab.locator('.candidates > li').count(), 1);
    assert.equal(await page.tab.getByRole('region', { name: 'Several together' }).count(), 0);
    await page.tab.getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual(await last('cancelColocate'), { type: 'cancelColocate' });
  });

  it('says how many are safe, why not more, and what is left out', async () => {
    await open({ colocate: suite.harness.sampleColocate() });
    assert.match(await page.tab.innerText('.answer-box'), /one kind at a time: 8 of kmeans, 1 of bfs-pinned/);
    const [kmeans, bfs] = await page.tab.locator('.candidates > li').allInnerTexts();
    assert.match(kmeans, /8 of 15\s+Latency then .*Device memory: room for 11/s);
    assert.match(bfs, /with pageable memory 6 would be safe/);
    assert.match(bfs, /beside 9 and more queries wait so long/);
    const answer = await page.tab.innerText('.share-answer');
    assert.equal(answer.match(/off by 14\s%[^●]*●/g).length, 1, 'the error is told once, as measured');
    assert.match(answer, /lavaMD has no trace: its run alone is a replay of its source/);
    const together = await page.tab.getByRole('region', { name: 'Several together' }).innerText();
    assert.match(together, /one instance of each together: .*×1\.70.*keeps the target/);
    assert.match(together, /3 of kmeans, 1 of bfs-pinned were found to use most of the GPU/);
    assert.match(together, /off by 32\s%[^○]*●/);
    assert.match(await page.tab.innerText('.share-answer'), /lavaMD is left out: .*does not fit on an SM/);
    assert.equal(await page.tab.locator('.latency-chart .series').count(), 2);
    assert.equal(await page.tab.locator('.latency-chart .starves').count(), 1);
    await page.tab.click('[aria-label="Latency over instances: show as table"]');
    assert.equal(await page.tab.locator('.share-answer tbody tr').count(), 16);
    await page.send({
      type: 'colocate',
      colocate: { ...suite.harness.sampleColocate(), result: null, error: 'no trace' },
    });
    assert.match(await page.tab.innerText('[role=alert]'), /no trace/);
  });

  it('says what it takes where no run alone is known', async () => {
    await open({ sample: { kernels: 3, bars: 0 } });
    assert.match(await page.tab.innerText('.empty'), /nvprof --print-gpu-trace/);
    await page.tab.getByRole('button', { name: 'Import a profile…' }).click();
    assert.deepEqual(await last('importProfile'), { type: 'importProfile' });
  });
});
