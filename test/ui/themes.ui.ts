import assert from 'node:assert/strict';
import { DRAWN_THEMES, Workbench } from './workbench';

describe('a CUDA file in the workbench', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open();
    await workbench.openFile('vector_add.cuh');
  });
  after(() => workbench.close());

  it('opens as CUDA C++', async () => {
    assert.match(await workbench.editor.visibleText(), /__global__ void vectorAdd/);
    assert.ok((await workbench.statusItems()).includes('CUDA C++'));
  });

  for (const theme of DRAWN_THEMES) {
    it(`is drawn in the theme ${theme}`, async () => {
      await workbench.setTheme(theme);
      await workbench.screenshot('editor');
    });
  }
});
