import assert from 'node:assert/strict';
import { appendFileSync, copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { Clicks } from '../clicks';
import { PICTURED_THEMES, type Workbench } from '../workbench';

const DRAG_POLL_MS = 250;
const DRAG_MOVES = 20;
const TRACE = 'streams-vmp.trace.csv';

/** Profiles as a user meets them: opened, sorted, followed to the source, dropped, changed on disk. */
export const profiles = (window: () => Workbench): Mocha.Suite =>
  describe('profiles as a user sees them', () => {
    let workbench: Workbench;

    before(async () => {
      workbench = window();
      await workbench.closeEditors();
      writeFileSync(path.join(workbench.folder, 'profiles/app.ncu-rep'), 'NVR\0');
      copyFileSync(
        path.join(workbench.folder, 'profiles', TRACE),
        path.join(workbench.folder, 'measured-yesterday'),
      );
      await workbench.openFile('matrix_mul.cuh');
      await workbench.editor.waitForCodeLens(/bound/);
    });

    /** The page of the profile editor in front. */
    const page = (): FrameLocator =>
      workbench.page
        .locator('iframe.webview.ready:visible')
        .last()
        .contentFrame()
        .frameLocator('iframe#active-frame');
    const names = (): Locator => page().locator('corun-table tbody th .link');
    const showKernels = (): Promise<void> =>
      page()
        .getByRole('tab', { name: /Kernels/ })
        .click();
    const filter = (): Locator => page().locator('vscode-text-field.filter input');

    it('opens a profile in its own editor by quick open', async () => {
      await workbench.quickOpen(TRACE);
      await page().getByRole('heading', { name: TRACE }).waitFor();
      assert.equal(
        await page()
          .getByRole('tab', { name: /Timeline/ })
          .getAttribute('aria-selected'),
        'true',
      );
      await page()
        .getByText(/idle .* of the time/)
        .waitFor();
      await showKernels();
      await names().filter({ hasText: 'matrixMulTiled' }).waitFor();
    });

    it('sorts and filters', async () => {
      await page().getByRole('button', { name: 'Kernel', exact: true }).click();
      const sorted = await names().allInnerTexts();
      assert.deepEqual(
        sorted,
        [...sorted].sort((a, b) => a.localeCompare(b, 'en')),
      );
      await filter().fill('matrix');
      assert.deepEqual(await names().allInnerTexts(), ['matrixMulTiled']);
      await filter().fill('');
    });

    it('jumps to the source of a kernel', async () => {
      await names().filter({ hasText: 'matrixMulTiled' }).click();
      await workbench.activeTab('matrix_mul.cuh').waitFor();
      assert.match(await workbench.editor.visibleText(), /matrixMulTiled/);
    });

    for (const theme of PICTURED_THEMES)
      it(`is drawn in the theme ${theme}`, async () => {
        await workbench.setTheme(theme);
        await workbench.quickOpen(TRACE);
        await page().getByRole('tab', { name: 'Timeline' }).click();
        await page().locator('corun-gantt').waitFor();
        await workbench.screenshot('profile-timeline');
        for (const tab of ['Transfers', 'Kernels']) {
          await page().getByRole('tab', { name: tab }).click();
          await names().first().waitFor();
          await workbench.screenshot(`profile-${tab.toLowerCase()}`);
        }
        await workbench.quickOpen('hotspot.metrics.csv');
        await names().filter({ hasText: 'dram_read_throughput' }).waitFor();
        await workbench.screenshot('profile-metrics');
        await workbench.quickOpen('app.ncu-rep');
        await page().getByText('ncu --import').waitFor();
        await workbench.screenshot('profile-refused');
      });

    it('is read again when the file changes on disk', async () => {
      await workbench.quickOpen(TRACE);
      await showKernels();
      const launches = page().locator('.profile-facts', { hasText: /Launches/ });
      const before = await launches.innerText();
      appendFileSync(
        path.join(workbench.folder, 'profiles', TRACE),
        '400.0,500.0,64,1,1,256,1,1,16,0,0,,,"GeForce GTX 950 (0)","1","7","appended(float*) [900]"\n',
      );
      await names().filter({ hasText: 'appended' }).waitFor();
      assert.notEqual(await launches.innerText(), before);
    });

    it('opens as text by the action in the title of its editor', async () => {
      await workbench.page.locator('.editor-actions a[aria-label*="Open Profile as Text"]').click();
      await workbench.editor.focus();
      assert.match(await workbench.editor.visibleText(), /NVPROF is profiling process/);
      assert.ok((await workbench.statusItems()).includes('nvprof log'));
    });

    it('takes a file that is dropped on the tree, whatever its name', async () => {
      await workbench.showContainer('Explorer');
      const file = await workbench.revealTreeRow('measured-yesterday');
      await drag(workbench, file);
      const message = await workbench.notification(/measured-yesterday: \d+ kernel rows/);
      assert.match(message, /3 kernels found in the sources/);
      await workbench.screenshot('profile-dropped');
    });

    it('opens from the tree, two clicks after it was dropped there', async () => {
      const clicks = new Clicks();
      await workbench.showContainer('Corun');
      await clicks.through(workbench.expandTreeRow('Profiles'));
      await clicks.on(await workbench.revealTreeRow(/^measured-yesterday/));
      assert.equal(clicks.taken(), 2);
      await workbench.activeTab('measured-yesterday').waitFor();
      await showKernels();
      await names().filter({ hasText: 'matrixMulTiled' }).waitFor();
      await workbench.screenshot('profile-tree');
    });

    it('wrote no error to the console', () => {
      assert.deepEqual(workbench.consoleErrors, []);
    });
  });

/** Drags a row of the explorer over the icon of Corun, which opens its tree, and drops it there. */
async function drag(workbench: Workbench, row: Locator): Promise<void> {
  const { mouse } = workbench.page;
  const centre = async (target: Locator): Promise<[number, number]> => {
    const box = await target.boundingBox();
    assert.ok(box, 'there is nothing to drag or to drop on');
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await mouse.move(...(await centre(row)));
  await mouse.down();
  const icon = workbench.page.locator('.activitybar .action-item a[aria-label^="Corun"]');
  await mouse.move(...(await centre(icon)), { steps: 10 });
  const tree = workbench.treeRow('Kernels');
  for (let step = 0; !(await tree.isVisible()); step++) {
    await mouse.move((await centre(icon))[0] + (step % 2), (await centre(icon))[1]);
    // It opens after a rest of the mouse over the icon, however long that takes here.
    await tree.waitFor({ timeout: DRAG_POLL_MS }).catch(() => undefined);
  }
  await tree.waitFor();
  await mouse.move(...(await centre(tree)), { steps: 10 });
  // Each move is answered by the page before the next: by the last of them the tree has said that it takes the file.
  for (let step = 0; step < DRAG_MOVES; step++)
    await mouse.move((await centre(tree))[0] + (step % 2), (await centre(tree))[1]);
  await mouse.up();
}
