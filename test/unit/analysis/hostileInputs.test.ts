import assert from 'node:assert/strict';
import { analyzed, analyzedFile } from './support';
import { english } from '../../../src/words';

const KERNEL = '__global__ void k(float *a) { a[threadIdx.x] = 1; }\n';
const host = (launch: string): string => `${KERNEL}void f(float *a, int n) { ${launch}; }`;

describe('launches and settings that make no sense', () => {
  for (const [launch, hasBlock] of [
    ['k<<<1, 0>>>(a)', false],
    ['k<<<1, -1>>>(a)', false],
    ['k<<<-1, 32>>>(a)', true],
    ['k<<<1, 32, 1e30>>>(a)', true],
    ['k<<<1, 32, -4>>>(a)', true],
    ['k<<<1, dim3(4294967295u, 4294967295u, 4294967295u)>>>(a)', false],
    ['k<<<dim3(4294967295u, 4294967295u, 4294967295u), 32>>>(a)', true],
  ] as const)
    it(`leave everything else working: ${launch}`, async () => {
      const results = await analyzed({
        sources: { 'a.cu': host(launch), 'b.cu': host('k<<<132, 64>>>(a)') },
      });
      const [hostile, other] = results.files;
      assert.equal(hostile!.launches[0]!.waves, null);
      assert.ok(hostile!.diagnostics.some(({ severity }) => severity === 'error'));
      assert.equal(hostile!.kernels[0]!.occupancy !== null, hasBlock);
      assert.equal(other!.kernels[0]!.threadsPerBlock?.value, 64);
    });

  it('cut the fraction off, as the integer extents of a launch do', async () => {
    const [launch] = (await analyzedFile(host('k<<<10 / 4.0, 33.5, 1.5>>>(a)'))).launches;
    assert.deepEqual([launch!.grid, launch!.block, launch!.sharedBytes], [[2, 1, 1], [33, 1, 1], 1]);
  });

  it('are not taken as values of an assumption, and that is said', async () => {
    for (const [what, value, kept] of [
      ['threadsPerBlock', 0, 256],
      ['threadsPerBlock', -3, 256],
      ['threadsPerBlock', 0.5, 256],
      ['threadsPerBlock', 'many', 256],
      ['registers', 1.5, 10],
    ] as const) {
      const file = await analyzedFile(KERNEL, { assumptions: { [`a.cu:k:${what}`]: value } });
      const assumption = file.kernels[0]!.assumptions.find(({ key }) => key === `a.cu:k:${what}`)!;
      assert.equal(assumption.value, kept);
      assert.ok(
        english(assumption.text).includes(`your ${value} is not a whole number`),
        english(assumption.text),
      );
    }
  });

  it('fall back to the defaults where a default is none', async () => {
    const settings = { defaultThreadsPerBlock: 0, defaultRegistersPerThread: Number.NaN };
    const [kernel] = (await analyzedFile(KERNEL, settings)).kernels;
    assert.deepEqual([kernel!.threadsPerBlock?.value, kernel!.registers?.value], [256, 10]);
  });

  it('do not come from bounds and arrays that cannot be', async () => {
    const source = `__global__ void __launch_bounds__(0) k(float *a) { __shared__ float s[-5]; s[0] = 1; a[0] = s[0]; }`;
    const [kernel] = (await analyzedFile(source)).kernels;
    assert.equal(kernel!.threadsPerBlock?.value, 256);
    assert.equal(kernel!.staticSharedBytes?.value, 0);
    assert.equal(kernel!.staticSharedBytes?.origin, 'assumed');
  });
});

describe('a PTX file without its source', () => {
  it('is analysed as any other, kernel by kernel', async () => {
    const ptx = [
      '.version 8.0\n.target sm_90\n.address_size 64',
      '.visible .entry scale(.param .u64 scale_0)\n.maxntid 128, 1, 1\n{',
      '.reg .b32 %r<2>;\nmov.u32 %r1, %tid.x;\nret;\n}\n',
    ].join('\n');
    const results = await analyzed({ sources: { 'a.ptx': ptx, 'b.cu': host('k<<<132, 64>>>(a)') } });
    assert.deepEqual(
      results.files.map(({ path, kernels }) => [path, kernels[0]?.name, kernels[0]?.threadsPerBlock?.value]),
      [
        ['a.ptx', 'scale', 128],
        ['b.cu', 'k', 64],
      ],
    );
  });
});
