import assert from 'node:assert/strict';
import { warningLines } from '../../../src/cli/warningLines';

describe('warnings as text', () => {
  it('are those of the answer and of each application by name, each once', () => {
    const apps = [
      { name: 'a', warnings: ['share of the SMs: 3 %', 'warp instructions: 9'] },
      { name: 'b', warnings: ['share of the SMs: 3 %'] },
    ];
    assert.deepEqual(warningLines(['the split is far', 'a: share of the SMs: 3 %'], apps), [
      'warning: the split is far',
      'warning: a: share of the SMs: 3 %',
      'warning: a: warp instructions: 9',
      'warning: b: share of the SMs: 3 %',
    ]);
  });
});
