import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Workbench } from '../workbench';

/** The GPU of the machine, measured from the editor; compiler and card are stand-ins. */
export const measuring = (window: () => Workbench): Mocha.Suite =>
  describe('measuring the GPU', () => {
    let workbench: Workbench;

    before(async () => {
      workbench = window();
      await workbench.openFile('transpose.cu');
      await workbench.editor.waitForCodeLens(/bound/);
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
