import assert from 'node:assert/strict';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { lowerText, those } from './loweringSupport';
import { testParser } from './support';

const SIZE = `struct Size {
  int width; int height;
  Size(int w, int h = 4) : width(w), height(2 * h) {}
  explicit Size(float scale) : width(scale * 100), height(1) {}
};`;

/** Blocks along x of the launch `k<<<EXTENT, 64>>>` behind some host code. */
function gridOf(before: string, extent: string): number | null {
  const workspace = new CudaWorkspace();
  workspace.setFile('a.cu', `${SIZE} void run(int n) { ${before} k<<<${extent}, 64>>>(); }`);
  return workspace.file('a.cu')!.launches[0]!.grid[0].value;
}

describe('members that a constructor sets', () => {
  it('are what its initialiser list makes of the arguments of the object', () => {
    assert.equal(gridOf('Size s(10, 3);', 's.width * s.height'), 60);
    assert.equal(gridOf('Size s{10, 3};', 's.height'), 6);
    assert.equal(gridOf('auto s = Size(10, 3);', 's.width'), 10);
    assert.equal(gridOf('Size *s = new Size(10, 3);', 's->height'), 6);
    assert.equal(gridOf('int m = 5; Size s(m + 1, m); Size t = s;', 't.width'), 6);
  });

  it('begin with the default of a parameter', () => {
    const one = SIZE.replace(/ {2}explicit.*\n/, '');
    const workspace = new CudaWorkspace();
    workspace.setFile('a.cu', `${one} void run() { Size s(10); k<<<s.height, 64>>>(); }`);
    assert.equal(workspace.file('a.cu')!.launches[0]!.grid[0].value, 8);
  });

  it('are open where several constructors take as many arguments, and where an argument is', () => {
    assert.equal(gridOf('Size s(10);', 's.width'), null);
    assert.equal(gridOf('Size s(n, 2);', 's.width'), null);
  });

  it('go before nothing that is assigned later', () => {
    assert.equal(gridOf('Size s(10, 3); s.width = 7;', 's.width'), 7);
  });
});

describe('structures that a launch passes', () => {
  let parser: CudaParser;
  before(async () => {
    parser = await testParser();
  });

  it('tell their numbers where host code does', () => {
    const { program, assumptions } = lowerText(
      parser,
      `${SIZE}
struct Range { int low, high; };
struct Task { Range range; int step; };
__global__ void k(float *p, Size size, Task task) {
  int i = threadIdx.x;
  if (i < size.width) for (int j = task.range.low; j < task.range.high; j++) p[j * 64 + i * task.step] = 1;
}
void run(float *p, int step) {
  Size size(30, 2);
  Task task;
  task.range.low = 2;
  task.range.high = 4;
  task.step = step;
  k<<<1, 64>>>(p, size, task);
}`,
    );
    assert.deepEqual(
      those(program.body, 'if').map(({ condition }) => condition),
      ['threadX < 30'],
    );
    assert.deepEqual(
      those(program.body, 'loop').map(({ trips }) => trips),
      [2],
    );
    // What a caller hands over is asked for.
    assert.deepEqual(
      assumptions.map(({ parameter }) => parameter),
      ['task.step'],
    );
  });
});
