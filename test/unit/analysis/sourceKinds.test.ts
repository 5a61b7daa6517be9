import assert from 'node:assert/strict';
import { wantedSources } from '../../../src/analysis/sourceKinds';

describe('sources that matter', () => {
  it('are CUDA files and what they include, directly or not', () => {
    const texts = new Map([
      ['a/kernel.cu', '#include "../common/Sizes.h"\n__global__ void k() {}'],
      ['common/sizes.h', '#include <deep/tile.h>\n#define N 4'],
      ['deep/tile.h', '#define TILE 16'],
      ['other/tile.h', '#define TILE 8'],
      ['host.cpp', 'int main() {}'],
      ['launch.cpp', 'void f() { k<<<1, 1>>>(); }'],
    ]);
    assert.deepEqual([...wantedSources(texts).keys()].sort(), [
      'a/kernel.cu',
      'common/sizes.h',
      'deep/tile.h',
      'launch.cpp',
    ]);
  });

  it('survive includes in a circle', () => {
    const texts = new Map([
      ['a.cuh', '#include "b.h"'],
      ['b.h', '#include "a.cuh"'],
    ]);
    assert.equal(wantedSources(texts).size, 2);
  });
});
