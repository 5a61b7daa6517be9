// The views of files that are run, in headless Chromium: a simulated scenario, a played queue.
import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { startHarness } from './harness/dashboard.mjs';
import { useHarness } from './harness/suite.mjs';

describe('views of files in a browser', () => {
  const suite = useHarness(startHarness);
  const { last } = suite;
  let page;
  const open = async (options) => (page = await suite.open(options));

  it('shows a simulated scenario, with its JSON one click away', async () => {
    const scenario = await suite.harness.sampleScenario();
    await open({ sample: { kernels: 3 }, state: { view: 'scenario' }, scenario, size: [540, 900] });
    const text = await page.tab.innerText('main');
    assert.match(text, /GTX 950/);
    assert.match(text, /The whole run of [\d,]+ cycles/);
    assert.match(text, /vector add\s+ended after [\d.]+\s?µs/);
    assert.match(text, /×1\.\d\d/);
    assert.equal(await page.tab.locator('svg.run-chart rect.launch').count(), 2);
    await page.tab.click('vscode-button:has-text("Open as JSON")');
    assert.deepEqual(await last('openFile'), { type: 'openFile', view: 'scenario', what: 'json' });
    await page.tab.click('[aria-label="Applications: show as table"]');
    assert.match(await page.tab.innerText('main'), /DRAM row hits/);
  });

  it('offers a scenario where none was simulated, and cancels one that runs', async () => {
    await open({ sample: { kernels: 3 }, state: { view: 'scenario' } });
    await page.tab.click('vscode-button:has-text("Choose a scenario")');
    assert.deepEqual(await last('runFile'), { type: 'runFile', view: 'scenario', again: false });
    const scenario = {
      path: 'a.json',
      busy: true,
      phase: '1.20 M cycles',
      fraction: 0.3,
      report: null,
      error: null,
    };
    await page.send({ type: 'scenario', scenario });
    assert.match(await page.tab.innerText('main'), /Simulating: 1\.20 M cycles/);
    await page.tab.click('vscode-button:has-text("Cancel the simulation")');
    assert.deepEqual(await last('cancelFile'), { type: 'cancelFile', view: 'scenario' });
    const error = 'apps[0].launch: missing';
    await page.send({ type: 'scenario', scenario: { ...scenario, busy: false, error } });
    assert.match(await page.tab.innerText('[role=alert]'), /apps\[0\]\.launch/);
  });

  it('shows a played queue: the answer, every policy, the plan of the one that is chosen', async () => {
    const queue = await suite.harness.sampleQueue();
    await open({ sample: { kernels: 3 }, state: { view: 'queue' }, queue, size: [700, 900] });
    const text = await page.tab.innerText('main');
    assert.match(
      text,
      /By slowdowns, bounded \(ours\): all is done after .+ sooner than in order of arrival/,
    );
    assert.match(text, /resnet50.+robust|sensitive: takes ×\d/);
    const rows = page.tab.locator('table.policies tbody tr');
    assert.equal(await rows.count(), queue.report.policies.filter((policy) => 'plan' in policy).length);
    assert.match(await page.tab.innerText('tr.selected'), /By slowdowns/);
    await page.tab.click('table.policies button:has-text("Work stealing")');
    assert.match(await page.tab.innerText('tr.selected'), /Work stealing/);
    const applications = queue.report.applications.length;
    assert.equal(await page.tab.locator('.cluster-chart .branch').count(), applications - 1);
    assert.equal(await page.tab.locator('.cluster-chart .distance').count(), applications ** 2);
    await page.tab.click('[aria-label="Plan: show as table"]');
    assert.match(await page.tab.innerText('main'), /submitted/);
    await page.tab.click('vscode-button:has-text("Play again")');
    assert.deepEqual(await last('runFile'), { type: 'runFile', view: 'queue', again: true });
  });
});
