import assert from 'node:assert/strict';
import { DRAWN_THEMES, type Workbench } from '../workbench';

/** A new user's first walk: lenses, hover, tree, dashboard, in every theme. */
export const answers = (window: () => Workbench): Mocha.Suite =>
  describe('answers as a user sees them', () => {
    let workbench: Workbench;

    before(async () => {
      workbench = window();
      await workbench.openFile('matrix_mul.cuh');
      await workbench.editor.waitForCodeLens(/bound/);
    });

    it('is of a file that opens as CUDA C++', async () => {
      assert.match(await workbench.editor.visibleText(), /__global__ void matrixMul/);
      assert.ok((await workbench.statusItems()).includes('CUDA C++'));
    });

    it('stands over kernels and launches', async () => {
      await workbench.openFile('matrix_mul.cuh');
      // Only one of the two kernels is launched where others can run beside it.
      const row = await workbench.editor.waitForCodeLens(/co-run ×\d/);
      assert.match(row, /(memory|compute)-bound.*occupancy \d+ %/);
      await workbench.screenshot('lenses');
    });

    it('says in the hover where each number comes from', async () => {
      const text = await workbench.editor.hover('matrixMulTiled');
      assert.match(text, /to compute/);
      assert.match(text, /measured/);
      await workbench.screenshot('hover');
    });

    it('lists kernels, advice and profiles in the side bar, and opens what is clicked', async () => {
      await workbench.showContainer('Corun');
      await workbench.treeRow('Kernels').waitFor();
      await workbench.screenshot('tree');
      await (await workbench.revealTreeRow('transposeTiled')).click();
      await workbench.page.locator('.tab.active[data-resource-name="transpose.cu"]').waitFor();
    });

    it('names the GPU in the status bar and changes it by the palette', async () => {
      assert.ok((await workbench.statusItems()).some((text) => /GTX 950/.test(text)));
      await workbench.runCommandThatAsks('Corun: Select GPU');
      await workbench.pick('V100-SXM2', 'V100');
      await workbench.page.locator('.statusbar-item').filter({ hasText: 'V100' }).waitFor();
      await workbench.runCommandThatAsks('Corun: Select GPU');
      await workbench.pick('Automatic');
      await workbench.page.locator('.statusbar-item').filter({ hasText: 'GTX 950' }).waitFor();
    });

    for (const theme of DRAWN_THEMES) {
      it(`shows the dashboard in the theme ${theme}`, async () => {
        await workbench.setTheme(theme);
        await workbench.screenshot('editor');
        await workbench.runCommand('Corun: Open Dashboard');
        const page = await workbench.webview('Corun Dashboard');
        await page.getByRole('tab', { name: /overlap/i }).waitFor();
        for (const view of ['Overlap', 'Kernels', 'Co-run', 'Timeline', 'Block size', 'Assumptions']) {
          await page.getByRole('tab', { name: view }).click();
          await page.getByRole('tabpanel').waitFor();
          await workbench.screenshot(`dashboard-${view.toLowerCase().replace(' ', '-')}`);
        }
      });
    }

    it('wrote no error to the console', () => {
      assert.deepEqual(workbench.consoleErrors, []);
    });
  });
