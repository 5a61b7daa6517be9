import assert from 'node:assert/strict';
import { DEFAULT_SETTINGS, type WorkspaceChange } from '../../../src/analysis/workspaceState';
import { english } from '../../../src/words';
import { profileBytes, testSession } from './support';

const SOURCES = {
  'math.cuh': '__device__ float twice(float x) { return x + x; }',
  'a.cu': `#include "math.cuh"
__global__ void scale(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = twice(a[i]);
}
void run(float *a) { scale<<<64, 256>>>(a, 16384); }
`,
  'b.cu':
    '__global__ void clear(float *a) { a[threadIdx.x] = 0; }\nvoid go(float *a) { clear<<<8, 64>>>(a); }\n',
};

/** One launch of `scale` on a GTX 950. */
const TRACE = [
  '==1== Profiling result:',
  '"Start","Duration","Grid X","Grid Y","Grid Z","Block X","Block Y","Block Z","Device","Context","Stream","Name"',
  'ms,us,,,,,,,,,,',
  '1.0,40,64,1,1,256,1,1,"GeForce GTX 950 (0)","1","13","scale(float*, int) [1]"',
  '',
].join('\n');

const change = (): WorkspaceChange => ({
  sources: new Map(Object.entries(SOURCES)),
  settings: { ...DEFAULT_SETTINGS, gpu: 'h100-sxm' },
});

describe('first answers about files in sight', () => {
  it('are those of the whole workspace but for what other kernels say about them', async () => {
    const session = await testSession();
    const first = await session.analyze(change(), undefined, ['a.cu']);
    const whole = await session.analyze({});
    assert.deepEqual(
      first.files.map(({ path }) => path),
      ['a.cu'],
    );
    assert.equal(whole.files.flatMap(({ kernels }) => kernels).length, 2);
    const [early, late] = [first, whole].map(({ files }) => files.find(({ path }) => path === 'a.cu')!);
    assert.deepEqual(early!.launches, late!.launches);
    assert.deepEqual(early!.diagnostics, late!.diagnostics);
    const { bestPartner, worstPartner, ...own } = early!.kernels[0]!;
    assert.deepEqual(
      { ...late!.kernels[0]!, bestPartner, worstPartner },
      { ...own, bestPartner, worstPartner },
    );
    assert.equal(whole.revision, first.revision + 1);
  });

  it('leave what was read for the rest', async () => {
    const session = await testSession();
    await session.analyze(change(), undefined, ['a.cu']);
    const late = await session.analyze({});
    const fresh = await (await testSession()).analyze(change());
    assert.deepEqual({ ...late, revision: 1 }, fresh);
  });

  it('leave traced programs to the whole, for a plan takes longer than what is in sight', async () => {
    const session = await testSession();
    const profiles = new Map([['a.trace.csv', profileBytes(TRACE)]]);
    const first = await session.analyze({ ...change(), profiles }, undefined, ['a.cu']);
    const whole = await session.analyze({});
    const traced = [first, whole].map(({ applications }) =>
      applications.filter(({ from }) => from !== 'source'),
    );
    assert.deepEqual(
      traced.map(({ length }) => length),
      [0, 1],
    );
  });

  it('are none where no kernel is in sight', async () => {
    const session = await testSession();
    const { files, matrix } = await session.analyze(change(), undefined, []);
    assert.deepEqual([files, matrix.cells], [[], []]);
  });
});

describe('progress of an analysis', () => {
  it('tells how many of the kernels are done, at most a hundred times', async () => {
    const kernels = Array.from(
      { length: 250 },
      (_, n) => `__global__ void k${n}(float *a) { a[${n}] = 1; }\n`,
    );
    const told: { readonly phase: string; readonly fraction: number | null }[] = [];
    await (
      await testSession()
    ).analyze({ sources: new Map([['a.cu', kernels.join('')]]) }, ({ phase, fraction }) =>
      told.push({ phase: english(phase), fraction }),
    );
    const fractions = told.flatMap(({ phase, fraction }) =>
      phase === 'Analyzing the sources' && fraction !== null ? [fraction] : [],
    );
    assert.equal(fractions.length, 100);
    assert.deepEqual(
      fractions,
      [...fractions].sort((a, b) => a - b),
    );
    assert.deepEqual([fractions[0], fractions[50]], [0, 0.5]);
  });
});
