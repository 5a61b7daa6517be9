import assert from 'node:assert/strict';
import { bestLaunch } from '../../../src/kernel/bestLaunch';
import type { Launch } from '../../../src/kernel/kernel';
import { known, type SymbolicDim3, type SymbolicValue } from '../../../src/kernel/symbolic';

const ONE = known(1);
const UNKNOWN: SymbolicValue = { text: 'n', value: null, unknowns: ['n'] };
const range = { startLine: 1, startColumn: 0, endLine: 1, endColumn: 1 };

function dim(x: number | null): SymbolicDim3 {
  return [x === null ? UNKNOWN : known(x), ONE, ONE];
}

function launch(grid: number | null, block: number | null, inactive?: string): Launch {
  return {
    callee: 'f',
    kernelIds: [],
    kind: 'triple-chevron',
    path: 'a.cu',
    line: 1,
    range,
    configRange: range,
    grid: dim(grid),
    block: dim(block),
    sharedBytes: known(0),
    stream: known(0),
    templateArguments: [],
    arguments: [],
    ...(inactive === undefined ? {} : { inactive }),
  };
}

describe('the launch that is known best', () => {
  const open = launch(null, null);
  const withBlock = launch(null, 128);
  const whole = launch(10, 64);

  it('has known extents, else a known block, else is the first', () => {
    assert.equal(bestLaunch([open, withBlock, whole, launch(20, 32)]), whole);
    assert.equal(bestLaunch([open, withBlock]), withBlock);
    assert.equal(bestLaunch([open, launch(3, null)]), open);
    assert.equal(bestLaunch([]), null);
  });

  it('could be launched: extents of zero or less are worth no more than unknown ones', () => {
    assert.equal(bestLaunch([launch(10, 0), withBlock]), withBlock);
    assert.equal(bestLaunch([launch(-1, 32), whole]), whole);
  });

  it('is compiled, unless none is', () => {
    const left = launch(10, 32, '#if 0 does not hold');
    assert.equal(bestLaunch([left, whole]), whole);
    assert.equal(bestLaunch([left, open]), left, 'one that tells its extents goes before one that does not');
    assert.equal(bestLaunch([left]), left);
  });
});
