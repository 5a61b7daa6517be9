import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { HOSTILE_NAME } from './foreignFiles';
import { PICTURED_THEMES, type Workbench } from '../workbench';

export const codeOfOthers = (window: () => Workbench): Mocha.Suite =>
  describe('a workspace of somebody else', () => {
    let workbench: Workbench;

    before(async () => {
      workbench = window();
      await workbench.openFile('gemm.cu');
      await workbench.editor.waitForCodeLens(/[mµ]s ◐/);
    });

    it('says of a block that is a tile that it is part of the algorithm', async () => {
      await workbench.editor.waitForCodeLens(/block 16: part of the algorithm \(TILE\)/);
      await workbench.screenshot('foreign-lenses');
      const text = await workbench.editor.hover('columnSums');
      assert.match(text, /needs the kernel rewritten/);
      await workbench.screenshot('foreign-hover');
      await workbench.page.keyboard.press('Escape');
    });

    it('has a timeline without a profile, and says what it is made of', async () => {
      await workbench.runCommand('Corun: Suggest Stream Order');
      const page = await workbench.webview('Corun Dashboard');
      await page.getByText('kernel times simulated ◐').waitFor();
      const rows = await page.locator('table.inputs tr').allInnerTexts();
      assert.match(rows.join('\n'), /gemmTile alone[^]*◐[^]*copies host to device, pageable memory[^]*△/);
    });

    for (const theme of PICTURED_THEMES)
      it(`is drawn in the theme ${theme}`, async () => {
        await workbench.setTheme(theme);
        const page = await workbench.webview('Corun Dashboard');
        for (const view of ['Overlap', 'Kernels', 'Co-run', 'Timeline', 'Block size', 'Assumptions']) {
          await page.getByRole('tab', { name: view }).click();
          await workbench.screenshot(`foreign-${view.toLowerCase().replace(' ', '-')}`);
        }
      });

    it('lists what macros make, what could not be read and why, whatever files are called', async () => {
      await workbench.showContainer('Corun');
      for (const name of ['gemmTile', 'multiply', 'odd', HOSTILE_NAME])
        await workbench.revealTreeRow(name).then((row) => row.waitFor());
      await workbench.screenshot('foreign-tree');
      await workbench.openFile('broken.cu');
      await workbench.editor.waitForCodeLens(/bound|not analyzed/);
      await workbench.screenshot('foreign-broken');
    });

    it('runs nothing of it and writes no error to the console', () => {
      assert.equal(existsSync(path.join(workbench.folder, 'built-by-the-extension')), false);
      assert.deepEqual(workbench.consoleErrors, []);
    });
  });
