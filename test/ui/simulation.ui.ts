import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Clicks } from './clicks';
import { STREAMS_SAMPLES } from './samples';
import { killed } from './scenarios/killed';
import { PICTURED_THEMES, Workbench } from './workbench';

/** A folder with a model of the user's own: the one that comes along under other names, beside a broken file. */
function ownModels(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'corun-own-models-'));
  const shipped = readFileSync('models/themis/v100-sxm2.json', 'utf8');
  const model = JSON.parse(shipped) as { variants: { name: string }[] };
  for (const variant of model.variants) variant.name = 'my own';
  writeFileSync(path.join(folder, 'mine.json'), JSON.stringify(model));
  writeFileSync(path.join(folder, 'broken.json'), shipped.slice(0, 1000));
  return folder;
}

/** What background simulation adds: numbers that come one by one, and Themis on what kernels count alone. */
describe('simulation in the background as a user sees it', () => {
  let workbench: Workbench;

  before(async () => {
    const settings = {
      'corun.gpu': 'v100-sxm2',
      'corun.models.folder': ownModels(),
      'corun.simulation.enabled': true,
      'corun.simulation.maxKernels': 2,
    };
    workbench = await Workbench.open(settings, {}, STREAMS_SAMPLES);
    await workbench.openFile('vector_add.cuh');
    await workbench.editor.waitForCodeLens(/half the SMs/);
  });
  after(() => workbench.close());

  it('says over a kernel what SMs of its own would cost, and what is simulated', async () => {
    const row = await workbench.editor.waitForCodeLens(/half the SMs ×\d.*○/);
    assert.match(row, /[mµ]s ◐/);
    await workbench.screenshot('lenses-simulated');
  });

  it('says in the hover what the slowdown is made of and how far it is off', async () => {
    const text = await workbench.editor.hover('vectorAdd');
    assert.match(text, /fewer SMs ×\d.*interference ×\d/);
    assert.match(text, /Themis from runs alone \(my own\), typical error \d+ %/);
    assert.match(text, /fair split.*\d+ : \d+ SMs as green contexts, ×\d/s);
    assert.match(text, /Split the SMs/);
    assert.match(text, /warps wait for/);
    assert.match(text, /counts off by ×\d.*(vector-add|streams-vmp)\.metrics\.csv/);
    await workbench.screenshot('hover-simulated');
    await workbench.page.keyboard.press('Escape');
  });

  it('keeps the dashboard readable while it goes on', async () => {
    await workbench.editor.clickCodeLens(/co-run ×/);
    const page = await workbench.webview('Corun Dashboard');
    await page.getByRole('tab', { name: 'Co-run', selected: true }).waitFor();
    const opacity = await page.getByRole('tabpanel').evaluate((panel) => getComputedStyle(panel).opacity);
    assert.equal(opacity, '1');
    await workbench.screenshot('dashboard-simulating');
  });

  it('shows metric by metric how near a program is to its profile', async () => {
    const page = await workbench.webview('Corun Dashboard');
    await page.getByRole('tab', { name: 'Block size' }).click();
    const fit = page.locator('section.fit');
    await fit.getByText(/Counters are off by \d+/).waitFor();
    assert.match(await fit.innerText(), /Fit to\s+(vector-add|streams-vmp)\.metrics\.csv:\d+/);
    assert.match(await fit.locator('tr', { hasText: 'dram_read_transactions' }).innerText(), /%/);
    await fit.scrollIntoViewIfNeeded();
    await workbench.screenshot('fit-to-profile');
  });

  it('splits the SMs between two kernels in four clicks', async () => {
    const clicks = new Clicks();
    await workbench.runCommand('Corun: Open Dashboard');
    const page = await workbench.webview('Corun Dashboard');
    await clicks.on(page.getByRole('tab', { name: 'Share' }));
    for (const name of ['vectorAdd', 'advanceRows'])
      await clicks.on(page.locator('.share-form label', { hasText: name }).first().locator('input'));
    await clicks.on(page.getByRole('button', { name: 'Split the SMs', exact: true }));
    assert.equal(clicks.taken(), 4);
    const answer = page.locator('.share-answer');
    await answer.getByText('Where the numbers come from').or(answer.getByRole('alert')).waitFor();
    await workbench.screenshot('share-first');
    await page.locator('.share-answer[aria-busy=false]').waitFor();
    const text = await answer.innerText();
    assert.match(text, /Themis from runs alone \(my own\)/);
    assert.doesNotMatch(text, /no prediction: /);
  });

  for (const theme of PICTURED_THEMES)
    it(`is drawn in the theme ${theme}`, async () => {
      await workbench.setTheme(theme);
      const page = await workbench.webview('Corun Dashboard');
      for (const view of ['Overlap', 'Kernels', 'Co-run', 'Share', 'Block size']) {
        await page.getByRole('tab', { name: view }).click();
        await workbench.screenshot(`simulated-${view.toLowerCase().replace(' ', '-')}`);
      }
    });

  it('wrote no error to the console', () => {
    assert.deepEqual(workbench.consoleErrors, []);
  });

  killed(() => workbench);
});
