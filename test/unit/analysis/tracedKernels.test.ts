import assert from 'node:assert/strict';
import { counterIndex } from '../../../src/profiles/counterJoin';
import { tracedKernels } from '../../../src/analysis/traces/tracedKernels';
import { requireGpu } from '../../../src/gpu/findGpu';
import type { ProfileFile } from '../../../src/kernel/profile';
import { lines, PREAMBLE, TRACE_HEADER } from '../../../lab/profiles/profileText';
import { english } from '../../../src/words';
import { readProfileBytes } from '../../../src/profiles/readProfile';

const PEAK = requireGpu('v100-sxm2').dram.peakGBs!;

const read = (text: string): Promise<ProfileFile> => readProfileBytes('t', new TextEncoder().encode(text));

/** Two launches of a product of cuBLAS, 10 µs each, and one elementwise kernel. */
const timeline = (): Promise<ProfileFile> => {
  const gpu = '"Tesla V100-SXM2-16GB (0)","1","7"';
  return read(
    lines(PREAMBLE, '==4242== Profiling result:', TRACE_HEADER, 'us,us,,,,,,,,B,B,B,GB/s,,,,', [
      `0,10,80,1,1,128,1,1,128,0,0,,,${gpu},"volta_sgemm_128x64_nn"`,
      `20,10,80,1,1,128,1,1,128,0,0,,,${gpu},"volta_sgemm_128x64_nn"`,
      `40,5,640,1,1,256,1,1,16,0,0,,,${gpu},"my_add_kernel"`,
    ]),
  );
};

/** Bytes of device memory of the product, as Nsight Compute counts them. */
const counters = (bytes: number): Promise<ProfileFile> =>
  read(
    [
      '"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","Section Name","Metric Name","Metric Unit","Metric Value"',
      `"0","17","app","127.0.0.1","volta_sgemm_128x64_nn","1","7","(128, 1, 1)","(80, 1, 1)","0","7.0","S","dram__bytes.sum","byte","${bytes}"`,
      '',
    ].join('\n'),
  );

describe('kernels of a trace without source', () => {
  it('have blocks by their launch, a class by their name, and memory traffic by counters', async () => {
    const bytes = Math.round(0.4 * PEAK * 10_000);
    const { gpu, kernels, countedShare, unmatched } = tracedKernels(
      await timeline(),
      counterIndex([await counters(bytes)]),
    );
    assert.equal(gpu, 'v100-sxm2');
    const [product, add] = kernels;
    assert.deepEqual([product?.calls, product?.totalNs, product?.share], [2, 20_000, 0.8]);
    // 128 threads × 128 registers: 4 blocks fill the 65,536 registers of an SM of 80; 80 blocks are a quarter of a wave.
    assert.deepEqual(
      [product?.blocks?.blocksPerSm, product?.blocks?.limiter, product?.blocks?.waves],
      [4, 'registers', 0.25],
    );
    assert.ok(Math.abs((product?.memoryShare ?? 0) - 0.4) < 1e-3);
    assert.deepEqual(product?.class, { value: 'compute-bound', basis: 'name' });
    assert.equal(countedShare, 0.8);
    assert.equal(add?.counters, null);
    assert.equal(add?.memoryShare, null);
    assert.deepEqual(unmatched, []);
  });

  it('do not move more than the bandwidth: counters that say so are refused', async () => {
    const bytes = Math.round(2 * PEAK * 10_000);
    const { kernels } = tracedKernels(await timeline(), counterIndex([await counters(bytes)]));
    assert.equal(kernels[0]?.memoryShare, null);
    assert.match(english(kernels[0]?.why ?? ''), /counted bytes would be 200 % of the bandwidth/);
  });
});
