import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Workbench } from './workbench';

const PRINTED = [
  'corun-calibration 1',
  'name = NVIDIA Lab GPU',
  'compute_capability = 8.0',
  'sms = 100',
  'running_clock_mhz = 1500',
  'turnover_cycles = 250',
  'end',
];

/** The GPU of the machine, measured from the editor; compiler and card are stand-ins. */
describe('measuring the GPU', () => {
  let workbench: Workbench;
  let folder: string;

  before(async function () {
    if (process.platform === 'win32') this.skip();
    folder = mkdtempSync(path.join(os.tmpdir(), 'corun-measure-'));
    const [program, nvcc] = [path.join(folder, 'program'), path.join(folder, 'nvcc')];
    writeFileSync(program, ['#!/bin/sh', "cat <<'EOF'", ...PRINTED, 'EOF', ''].join('\n'));
    writeFileSync(nvcc, `#!/bin/sh\nfor last; do :; done\ncp "${program}" "$last"\nchmod +x "$last"\n`);
    chmodSync(nvcc, 0o755);
    workbench = await Workbench.open({ 'corun.nvcc.path': nvcc }, {}, ['common', 'transpose']);
    await workbench.openFile('transpose.cu');
    await workbench.editor.waitForCodeLens(/bound/);
  });
  after(async () => {
    await workbench?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('asks first, and makes a file that the analysis uses when told so', async () => {
    const { page } = workbench;
    await workbench.runCommand('Corun: Measure the GPU of This Machine');
    const dialog = page.locator('.monaco-dialog-box');
    assert.match(await dialog.innerText(), /keep the GPU busy/);
    await workbench.screenshot('measure-ask');
    await dialog.getByText('Measure', { exact: true }).click();
    const save = page.locator('.quick-input-widget:visible');
    await save.locator('input[type=text]').waitFor();
    await page.keyboard.press('Enter');
    await workbench.activeTab('measured-lab-gpu.gpu.json').waitFor();
    await workbench.screenshot('measure-done');
    await page.locator('.notification-toast').getByText('Use It').click();
    await page.locator('.part.statusbar').getByText('Lab GPU').waitFor();
    const settings = readFileSync(path.join(workbench.folder, '.vscode/settings.json'), 'utf8');
    assert.match(settings, /"measured-lab-gpu\.gpu\.json"/);
  });
});
