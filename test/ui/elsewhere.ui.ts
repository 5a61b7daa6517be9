import assert from 'node:assert/strict';
import { Workbench } from './workbench';

/** What a user meets who has Corun installed and works on something else. */
describe('a workspace without CUDA', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open({}, { 'train.py': 'print("hello")\n', 'maybe.cpp': 'int main() {}\n' });
    await workbench.openFile('train.py');
  });
  after(() => workbench.close());

  it('has in its palette only what one begins with', async () => {
    const offered = await workbench.offeredCommands('Corun:');
    assert.deepEqual(offered, [
      'Corun: Import Profile',
      'Corun: Open the Sample Programs',
      'Corun: Put corun on the Path of the Terminal',
    ]);
    await workbench.screenshot('elsewhere-palette');
    await workbench.page.keyboard.press('Escape');
  });

  it('does not run Corun, and shows nothing of it', async () => {
    await workbench.runCommand('Developer: Show Running Extensions');
    const running = workbench.page.locator('.runtime-extensions-editor .monaco-list-row');
    await running.first().waitFor();
    assert.equal(await running.filter({ hasText: /corun/i }).count(), 0);
    assert.equal(await workbench.page.locator('.activitybar a[aria-label^="Corun"]').count(), 0);
    assert.equal(await workbench.page.locator('.statusbar', { hasText: /GTX|MPS|H100/ }).count(), 0);
  });

  it('offers to analyze where a file may hold CUDA', async () => {
    await workbench.openFile('maybe.cpp');
    const offered = await workbench.offeredCommands('Corun:');
    assert.ok(offered.includes('Corun: Analyze Workspace'), offered.join(', '));
    await workbench.page.keyboard.press('Escape');
  });
});
