import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Clicks } from '../clicks';
import type { Workbench } from '../workbench';

/** What a user does with the answers: change the code, try another GPU, ask for an order, simulate. */
export const tasks = (window: () => Workbench): Mocha.Suite =>
  describe('tasks of a user', () => {
    let workbench: Workbench;

    before(async () => {
      workbench = window();
      await workbench.closeEditors();
      await workbench.openFile('scale.cu');
      await workbench.editor.waitForCodeLens(/block 512 → 128/);
    });

    /** 1-based line of the cursor, as the status bar has it. */
    const cursorLine = async (): Promise<number> =>
      Number(/Ln (\d+)/.exec((await workbench.statusItems()).join(' '))?.[1]);
    /** 1-based line of `text` in bfs.cu as it is on disk. */
    const lineOf = (text: string): number => {
      const lines = readFileSync(path.join(workbench.folder, 'bfs/bfs.cu'), 'utf8').split('\n');
      return lines.findIndex((line) => line.includes(text)) + 1;
    };

    it('applies a block size by the quick fix, where it is defined', async () => {
      await workbench.editor.goTo(3);
      await workbench.editor.quickFixes();
      await workbench.screenshot('quick-fix');
      await workbench.page.keyboard.press('Escape');
      await workbench.editor.applyQuickFix(/scaleAll: block 512 → 128/);
      await workbench.confirmRefactoring(/512.*128/);
      await workbench.editor.waitForCodeLens(/block 128: none is faster/);
      assert.match(await workbench.editor.visibleText(), /#define SCALE_BLOCK 128\b/);
    });

    it('follows an undo', async () => {
      await workbench.page.keyboard.press('Control+Z');
      await workbench.editor.waitForCodeLens(/block 512 → 128/);
      assert.match(await workbench.editor.visibleText(), /#define SCALE_BLOCK 512\b/);
    });

    it('follows what is typed, without saving', async () => {
      await workbench.openFile('bfs.cu');
      await workbench.editor.waitForCodeLens(/bound/);
      await workbench.editor.goTo(7);
      await workbench.page.keyboard.press('End');
      await workbench.editor.type('\n__global__ void typedByUser(float *p) { p[threadIdx.x] *= 2.0f;');
      await workbench.editor.waitForCodeLenses(/bound/, 2);
      const rows = await workbench.editor.codeLenses();
      assert.equal(rows.filter((row) => /bound/.test(row)).length, 2, rows.join(' ¶ '));
      await workbench.editor.waitForHover('typedByUser', /no launch and no profile gives a block size/);
      await workbench.page.keyboard.press('Escape');
      await workbench.editor.goTo(8);
      await workbench.editor.deleteLine();
      await workbench.editor.waitForNoText('typedByUser');
    });

    it('tells in the hover of a launch what was resolved and what was not', async () => {
      await workbench.editor.goTo(lineOf('expandFrontier<<<'));
      const text = await workbench.editor.hover('<<<');
      assert.match(text, /block\s+512/);
      assert.match(text, /size\schanges\swith\seach\sturn\sof\sits\sloop/);
      await workbench.screenshot('hover-launch');
      await workbench.page.keyboard.press('Escape');
    });

    it('opens the line of a tree row', async () => {
      await workbench.showContainer('Corun');
      await (await workbench.revealTreeRow(/^transposeStrided/)).click();
      await workbench.page.locator('.tab.active[data-resource-name="transpose.cu"]').waitFor();
      await workbench.editor.waitForCodeLens(/bound/);
      const line = await cursorLine();
      assert.match((await workbench.editor.visibleText()).replace(/\s+/g, ' '), /void transposeStrided/);
      assert.ok(line > 1, `the cursor stands in line ${line}`);
    });

    it('leads from a lens to why a block is advised, and shows what changes before it is applied, in four clicks', async () => {
      const clicks = new Clicks();
      await workbench.openFile('scale.cu');
      await clicks.through(workbench.editor.clickCodeLens(/block 512 → 128/));
      const page = await workbench.webview('Corun Dashboard');
      await page.getByRole('tab', { name: 'Block size', selected: true }).waitFor();
      await page.getByText(/512\W+→\W+128/).waitFor();
      await clicks.on(page.getByRole('button', { name: 'Apply' }));
      // What changes is ticked, and then applied.
      await clicks.through(workbench.confirmRefactoring(/512.*128/), 2);
      assert.equal(clicks.taken(), 4);
      await page.getByText(/512\W+→\W+128/).waitFor({ state: 'detached' });
      await workbench.screenshot('dashboard-applied');
      await workbench.openFile('scale.cu');
      await workbench.editor.waitForCodeLens(/block 128: none is faster/);
    });

    it('shows the timeline for a stream order', async () => {
      await workbench.openFile('streams_vmp.cu');
      await workbench.runCommand('Corun: Suggest Stream Order');
      const page = await workbench.webview('Corun Dashboard');
      await page.getByRole('tab', { name: 'Timeline', selected: true }).waitFor();
      await page.getByRole('heading', { name: 'Should it use streams?' }).waitFor();
      assert.ok((await page.locator('canvas').count()) > 0, 'no chart is drawn');
      await workbench.screenshot('stream-order');
    });

    it('changes the GPU by the status bar, and the lenses with it', async () => {
      const item = workbench.page.locator('.statusbar-item');
      await workbench.openFile('matrix_mul.cu');
      await workbench.editor.goTo(27);
      await workbench.editor.waitForCodeLens(/on GTX 950/);
      await item.filter({ hasText: 'GTX 950' }).click();
      await workbench.pick('V100-SXM2', 'V100');
      await item.filter({ hasText: 'V100' }).waitFor();
      await workbench.editor.waitForCodeLens(/on .*V100/);
    });

    it('simulates a scenario file and shows the result beside it', async () => {
      await workbench.openFile('two-kernels.scenario.json');
      await workbench.runCommand('Corun: Simulate a Scenario');
      const page = await workbench.webview('Corun Dashboard');
      await page.getByRole('heading', { name: 'What ran when' }).waitFor();
      assert.match(await page.getByRole('tabpanel').innerText(), /vector add[^]*polynomial/);
      await workbench.screenshot('simulation');
      await page.getByRole('button', { name: 'Open as JSON' }).click();
      await workbench.page.locator('.tab.active[data-resource-name^="Untitled"]').waitFor();
    });

    it('wrote no error to the console', () => {
      assert.deepEqual(workbench.consoleErrors, []);
    });
  });
