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

  it('are sources that call what gives the GPU work, through others too', () => {
    const texts = new Map([
      [
        'launch.cu',
        '#include "launch.h"\nvoid launch(int n) { k<<<n, 1>>>(); }\nint half(int n) { return n / 2; }',
      ],
      ['launch.h', 'void launch(int n);\nint half(int n);'],
      ['engine.cpp', '#include "launch.h"\nvoid Engine::step() { if (on) { launch(4); } }'],
      ['engine.h', 'struct Engine { void step(); };'],
      ['main.cpp', '#include "engine.h"\nint main() { Engine e; e.step(); }'],
      ['other.cpp', '#include "launch.h"\nint main() { return half(8); }'],
      ['namesake.cpp', 'static int launch(int n) { return n; }\nint f() { return launch(1); }'],
    ]);
    assert.deepEqual([...wantedSources(texts).keys()].sort(), [
      'engine.cpp',
      'engine.h',
      'launch.cu',
      'launch.h',
      'main.cpp',
    ]);
  });

  it('are found by an include with the separators of Windows', () => {
    const texts = new Map([
      ['src/a.cu', '#include "..\\inc\\sizes.h"'],
      ['inc/sizes.h', '#define N 4'],
      ['sizes.h', '#define N 8'],
    ]);
    assert.deepEqual([...wantedSources(texts).keys()].sort(), ['inc/sizes.h', 'src/a.cu']);
  });

  it('are found however the letters of their names are composed, as macOS does', () => {
    const [composed, apart] = ['grö\u00dfe.h'.normalize('NFC'), 'grö\u00dfe.h'.normalize('NFD')];
    assert.notEqual(composed, apart);
    const texts = new Map([
      ['a.cu', `#include "${composed}"`],
      [apart, '#define N 4'],
    ]);
    assert.deepEqual([...wantedSources(texts).keys()].sort(), ['a.cu', apart]);
  });

  it('survive includes in a circle', () => {
    const texts = new Map([
      ['a.cuh', '#include "b.h"'],
      ['b.h', '#include "a.cuh"'],
    ]);
    assert.equal(wantedSources(texts).size, 2);
  });
});
