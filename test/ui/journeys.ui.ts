import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { Clicks } from './clicks';
import { PICTURED_THEMES, Workbench } from './workbench';

/** Two kernels of one program in a stream of each. */
const SOURCE = `__global__ void scale(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = 2.0f * x[i];
}

__global__ void polynomial(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float y = i;
  for (int k = 0; k < 64; ++k) y = y * 0.5f + 1.0f;
  if (i < n) x[i] = y;
}

int main() {
  const int n = 1 << 18;
  float *a, *b;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  scale<<<n / 256, 256, 0, one>>>(a, n);
  polynomial<<<n / 256, 256, 0, two>>>(b, n);
  cudaDeviceSynchronize();
  return 0;
}
`;
/** Another program, with a kernel in a stream of its own. */
const OTHER = `__global__ void halve(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float y = i;
  for (int k = 0; k < 32; ++k) y = y * 0.5f + 1.0f;
  if (i < n) x[i] = y;
}

int main() {
  const int n = 1 << 18;
  float *a;
  cudaMalloc(&a, n * sizeof(float));
  halve<<<n / 256, 256>>>(a, n);
  cudaDeviceSynchronize();
  return 0;
}
`;

/** Of `const int n`, from 1. */
const SIZE_LINE = 14;

/** Middle of the first lane of the first timeline, at the start of time, and the distance of lanes, in pixels. */
const [CHART_LEFT, CHART_TOP, LANE] = [130, 61, 22];

/** Everyday questions of a newcomer, each with the clicks that its answer takes. */
describe('journeys of a newcomer', () => {
  let workbench: Workbench;
  const clicks = new Clicks();
  const click = (target: Locator): Promise<void> => clicks.on(target);
  const dashboard = () => workbench.webview('Corun Dashboard');

  before(async () => {
    const settings = {
      'corun.gpu': 'gtx-950',
      'corun.simulation.enabled': true,
      'corun.simulation.maxKernels': 3,
    };
    workbench = await Workbench.open(settings, { 'pair.cu': SOURCE, 'other.cu': OTHER });
    await workbench.openFile('pair.cu');
  });
  beforeEach(() => clicks.taken());
  after(() => workbench.close());

  it('reads over a launch whether to overlap it, and sees both ways to scale after one click', async () => {
    await workbench.editor.waitForCodeLens(/∥ polynomial: (saves|costs|no difference|unknown)/);
    await workbench.screenshot('journey-lens');
    await clicks.through(workbench.editor.clickCodeLens(/∥ polynomial: /));
    const page = await dashboard();
    await page.getByRole('tab', { name: 'Overlap', selected: true }).waitFor();
    const card = page.locator('.card');
    await card.getByText(/one after the other/).waitFor();
    assert.match(await card.innerText(), /scale ∥ polynomial/);
    assert.match(await card.innerText(), /takes ×\d\.\d\d as long wh(ile|en)/);
    assert.equal(clicks.taken(), 1);
    await workbench.screenshot('journey-overlap');
  });

  it('learns which sharing mode suits them in two clicks more', async () => {
    const page = await dashboard();
    await click(page.getByRole('button', { name: 'Which sharing mode?' }));
    await click(page.getByRole('button', { name: 'Compare', exact: true }));
    await page.getByText('MIG: GTX 950 has no MIG').waitFor();
    await page.locator('table.ways tr', { hasText: 'streams' }).getByText('◐').waitFor();
    await page.locator('[aria-busy=false] table.ways').waitFor();
    await page.getByText('cudaStreamCreateWithFlags').first().waitFor();
    assert.equal(clicks.taken(), 2);
    await workbench.screenshot('journey-compare');
  });

  it('sees what a change makes of it, one click before', async () => {
    const page = await dashboard();
    await page.getByRole('tab', { name: 'Overlap' }).click();
    await click(page.getByRole('button', { name: 'Pin as baseline' }));
    await page.getByText(/Since the baseline of .* nothing has changed/).waitFor();
    await workbench.openFile('pair.cu');
    await workbench.editor.goTo(SIZE_LINE);
    await workbench.page.keyboard.press('End');
    await workbench.page.keyboard.press('ArrowLeft');
    await workbench.page.keyboard.press('Backspace');
    await workbench.editor.type('9');
    await page.getByText(/Since the baseline of .*scale \+\d+/).waitFor();
    await workbench.editor.waitForCodeLens(/since the baseline/);
    assert.equal(clicks.taken(), 1);
    await workbench.screenshot('journey-baseline');
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await page.getByText(/Baseline of .*: .* → .* \(\+\d.*Boxes behind the bars: what ran then/).waitFor();
    await page.locator('.kinds', { hasText: 'baseline' }).waitFor();
    await workbench.screenshot('journey-baseline-timeline');
  });

  it('moves a launch to another stream and sees the makespan follow', async () => {
    const page = await dashboard();
    await click(page.getByRole('tab', { name: 'Timeline' }));
    const chart = page.locator('corun-gantt canvas');
    await chart.focus();
    await workbench.page.keyboard.press('ArrowDown');
    await workbench.page.keyboard.press('Alt+ArrowDown');
    const answer = page.getByRole('status').filter({ hasText: 'as written' });
    await answer.waitFor();
    assert.match(await answer.innerText(), /ms|µs/);
    await workbench.screenshot('journey-what-if');
    await click(page.getByRole('button', { name: 'Copy as Markdown' }));
    await click(page.getByRole('button', { name: 'Back to as written' }));
    await answer.waitFor({ state: 'detached' });
    await chart.focus();
    await workbench.page.keyboard.press('Alt+ArrowRight');
    await answer.waitFor();
    await click(page.getByRole('button', { name: 'Back to as written' }));
    await answer.waitFor({ state: 'detached' });
    const box = (await chart.boundingBox())!;
    const [x, first] = [box.x + CHART_LEFT, box.y + CHART_TOP];
    await workbench.page.mouse.move(x, first);
    await workbench.page.mouse.down();
    await workbench.page.mouse.move(x, first + LANE, { steps: 4 });
    await workbench.page.mouse.up();
    await answer.waitFor();
    assert.equal(clicks.taken(), 4);
  });

  it('finds the present choice ticked and every choice described', async () => {
    const rows = await workbench.runCommandThatAsks('Corun: Select Sharing Mode');
    assert.match(await rows.first().innerText(), /Streams\s+One process[^]*leave over/);
    assert.equal(await rows.first().locator('.codicon-check').count(), 1);
    await workbench.screenshot('journey-picker');
    await workbench.page.keyboard.press('Escape');
  });

  it('puts the command line on the path of its terminals', async () => {
    await workbench.runCommand('Corun: Put corun on the Path of the Terminal');
    await workbench.notification(/corun is on the path of new terminals/);
    // It would lie over what later journeys click.
    await workbench.runCommand('Notifications: Clear All Notifications');
  });

  it('is told of the pair what both were simulated together for, and no saving that a card may not show', async () => {
    await workbench.openFile('pair.cu');
    await workbench.editor.waitForCodeLens(/∥ polynomial: unknown/);
    const page = await dashboard();
    await page.getByRole('tab', { name: 'Overlap' }).click();
    const card = page.locator('.card', { hasText: 'scale ∥ polynomial' });
    await card.getByText(/scale takes .* when it starts together with polynomial/).waitFor();
    await card.getByText(/less than its typical error/).waitFor();
  });

  it('writes a page for a colleague in two clicks', async () => {
    const page = await dashboard();
    await page.getByRole('tab', { name: 'Overlap' }).click();
    await click(page.getByRole('button', { name: 'Write a report…' }));
    await click(workbench.page.locator('.quick-input-widget:visible').getByText('OK', { exact: true }));
    const preview = workbench.page.locator('.tab[aria-label^="Preview corun-report.md"]');
    await preview.waitFor();
    const shown = await workbench.webview('Preview corun-report.md');
    await shown.getByRole('heading', { name: /Sharing GTX 950/ }).waitFor();
    assert.equal(clicks.taken(), 2);
    const report = readFileSync(path.join(workbench.folder, 'corun-report.md'), 'utf8');
    assert.match(report, /^# Sharing GTX 950/);
    assert.match(report, /scale[^]*polynomial/);
    assert.match(report, /\. Simulated: both launches started together, until both had ended\./);
    await workbench.screenshot('journey-report');
    // It is a web view, too: later journeys find the dashboard as the only one.
    await preview.click();
    await workbench.runCommand('View: Close Editor');
    await preview.waitFor({ state: 'detached' });
  });

  it('pairs two programs in two clicks, and reads over both launches whether they should run together', async () => {
    const page = await dashboard();
    await page.getByRole('tab', { name: 'Overlap' }).click();
    await click(page.getByRole('button', { name: 'Pair them' }));
    await click(page.getByRole('button', { name: 'Use MPS' }));
    const cards = page.locator('.card', { hasText: 'halve ∥' });
    for (const kernel of ['scale', 'polynomial'])
      await cards.getByText(new RegExp(`halve takes .* when it starts together with ${kernel}`)).waitFor();
    assert.equal(clicks.taken(), 2);
    await workbench.screenshot('journey-paired');
    await workbench.openFile('other.cu');
    await workbench.editor.waitForCodeLens(/∥ (scale|polynomial): (saves|costs|no difference|unknown)/);
  });

  it('reads in the status bar how the GPU is shared', async () => {
    assert.ok((await workbench.statusItems()).some((text) => /GTX 950 · MPS/.test(text)));
  });

  it('sees a program on another GPU and on a share of it, each in two clicks, and goes back in one', async () => {
    const page = await dashboard();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    const bar = page.getByRole('group', { name: 'What if' });
    const answer = bar.getByRole('status').filter({ hasText: 'as written' });
    const choose = async (at: number, option: string): Promise<void> => {
      const chip = bar.locator('vscode-dropdown').nth(at);
      await click(chip);
      await click(chip.getByRole('option', { name: option, exact: true }));
    };
    await choose(0, 'V100-SXM2');
    const there = await answer.innerText();
    await workbench.screenshot('journey-other-gpu');
    await choose(1, '50 %');
    // Until the question has reached the host, the answer to the last one stands.
    await answer.filter({ hasNotText: there }).waitFor();
    await click(page.getByRole('button', { name: 'Back to as written' }));
    await answer.waitFor({ state: 'detached' });
    assert.equal(clicks.taken(), 5);
  });

  it('splits the SMs between a program and a kernel in four clicks, and reads why another program cannot be', async () => {
    const page = await dashboard();
    await click(page.getByRole('tab', { name: 'Share' }));
    const [kernels, programs] = [0, 1].map((at) => page.locator('.share-form fieldset').nth(at));
    const refused = programs!.locator('label', { hasText: 'can run at the same time' });
    assert.match(await refused.innerText(), /scale and polynomial can run at the same time/);
    assert.equal(await refused.locator('input').isDisabled(), true);
    await click(programs!.locator('label', { hasText: 'other' }).locator('input'));
    await click(kernels!.locator('label', { hasText: 'scale' }).locator('input'));
    await click(page.getByRole('button', { name: 'Split the SMs', exact: true }));
    assert.equal(clicks.taken(), 4);
    const answer = page.locator('.share-answer');
    await answer.getByText('Where the numbers come from').or(answer.getByRole('alert')).waitFor();
    await workbench.screenshot('journey-share-program');
    const text = await answer.innerText();
    assert.match(text, /other\s+×\d.*\s+×\d/);
    assert.match(text, /a run takes \d/);
    assert.match(text, /nobody has measured them on it/);
    assert.match(text, /Themis from runs alone/);
  });

  it('takes the programs apart again in one click', async () => {
    const page = await dashboard();
    await page.getByRole('tab', { name: 'Overlap' }).click();
    await click(page.getByRole('button', { name: /^Take .* apart$/ }));
    await page.locator('.card', { hasText: 'halve ∥' }).first().waitFor({ state: 'detached' });
    assert.equal(clicks.taken(), 1);
  });

  it('pairs them again at once in one click, and sees what was known', async () => {
    const page = await dashboard();
    await click(page.getByRole('button', { name: 'Pair them' }));
    const cards = page.locator('.card', { hasText: 'halve ∥' });
    await cards.getByText(/halve takes .* when it starts together with scale/).waitFor();
    assert.equal(clicks.taken(), 1);
  });

  for (const theme of PICTURED_THEMES)
    it(`is drawn in the theme ${theme}`, async () => {
      await workbench.setTheme(theme);
      const page = await dashboard();
      for (const view of ['Overlap', 'Compare', 'Share', 'Timeline']) {
        await page.getByRole('tab', { name: view }).click();
        await workbench.screenshot(`journey-${view.toLowerCase()}`);
      }
    });

  it('wrote no error to the console', () => {
    assert.deepEqual(workbench.consoleErrors, []);
  });
});
