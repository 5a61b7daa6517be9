import assert from 'node:assert/strict';
import { occupancy } from '../../../src/gpu/occupancy';
import { findGpu } from '../../../src/gpu/findGpu';
import type { KernelResult } from '../../../src/analysis/results/kernelResult';
import { limiterText, occupancyText } from '../../../src/words/texts/occupancyText';
import { kernelLenses } from '../../../src/words/texts/lensTexts';
import { launchSummary } from '../../../src/words/texts/summaries';
import { analyzed, analyzedFile, ptxasLog } from './support';

/** Sixteen sums of a thread, all alive until the end. */
const SUMS = `__global__ void k(const float *a, float *b, int n) {
  float sum[16];
  for (int j = 0; j < 16; ++j) sum[j] = 0;
  for (int i = threadIdx.x; i < n; i += 256)
    for (int j = 0; j < 16; ++j) sum[j] += a[i * 16 + j];
  for (int j = 0; j < 16; ++j) b[threadIdx.x * 16 + j] = sum[j];
}
void run(float *a, float *b, int n) { k<<<1000, 256>>>(a, b, n); }
`;
const found = findGpu('h100-sxm');
assert.ok(found.kind === 'found');
const { limits } = found.gpu;

const ofSums = async (source = SUMS, assumptions = {}): Promise<KernelResult> =>
  (await analyzedFile(source, { assumptions })).kernels[0]!;

describe('registers that nobody told', () => {
  it('are estimated from the source, with the error that the estimate had elsewhere', async () => {
    const { registers, registerRange } = await ofSums();
    assert.equal(registers?.origin, 'predicted');
    // Sixteen sums, and what every kernel has.
    assert.ok(registers.value > 16 + 8, String(registers.value));
    // Filled with loads to where an SM runs all its warps; the compiler may go on as far as 56, the third number of the kind.
    assert.equal(registers.value, 32);
    assert.deepEqual(registerRange, { least: 22, most: 56, estimated: true });
  });

  it('make occupancy a range that the most and the least of them span', async () => {
    const { registerRange, occupancy: result } = await ofSums();
    const at = (registersPerThread: number): number =>
      occupancy(limits, { threadsPerBlock: 256, registersPerThread }).occupancy;
    const range = { least: at(registerRange!.most), most: at(registerRange!.least) };
    assert.ok(range.least < range.most);
    assert.deepEqual(result!.range, { ...range, estimated: true });
    assert.equal(limiterText(result!), 'registers');
  });

  it('leave open how full the last wave is where they decide on it', async () => {
    const launch = (await analyzedFile(SUMS)).launches[0]!;
    assert.equal(launch.waves!.tail, null);
    assert.match(launchSummary(launch), /^\d\.\d to \d\.\d waves$/);
    const small = (
      await analyzedFile('__global__ void k(float *a) { *a = 1; }\nvoid f() { k<<<1000, 64>>>(0); }')
    ).launches[0]!;
    assert.equal(typeof small.waves!.tail, 'number');
  });

  it('are not more than launch bounds allow, nor than let a block of the launch be resident', async () => {
    const bounded = await ofSums(SUMS.replace('void k', 'void __launch_bounds__(1024, 2) k'));
    assert.equal(bounded.registerRange!.most, 32);
    const large = await ofSums(SUMS.replaceAll('256', '1024').replaceAll('16', '40'));
    assert.equal(large.registerRange!.most, 64);
  });

  it('are a number as soon as ptxas or the user tells it', async () => {
    const log = { 'ptxas.log': ptxasLog('_Z1kPKfPfi', 'sm_90', 40) };
    const told = (await analyzed({ sources: { 'a.cu': SUMS }, profiles: log })).files[0]!.kernels[0]!;
    assert.deepEqual([told.registers!.value, told.registerRange, told.occupancy!.range], [40, null, null]);
    const set = await ofSums(SUMS, { 'a.cu:k:registers': 70 });
    assert.deepEqual([set.registers!.value, set.registerRange, set.occupancy!.range], [70, null, null]);
  });
});

describe('occupancy in words', () => {
  const at = (least: number, most: number, estimated: boolean): string =>
    occupancyText({ occupancy: 0.5, range: { least, most, estimated } });

  it('is a number, a range, or an upper end', () => {
    assert.equal(occupancyText({ occupancy: 0.5, range: null }), '50 %');
    assert.equal(occupancyText({ occupancy: 0.002, range: null }), '<1 %');
    assert.equal(occupancyText({ occupancy: 0, range: null }), '0 %');
    assert.equal(at(0.5, 0.5, true), '50 %');
    assert.equal(at(0.5, 1, true), '50–100 %');
    assert.equal(at(0.125, 1, false), '≤ 100 %');
  });

  it('stands so in the lens', async () => {
    const lens = kernelLenses(await ofSums()).find(({ kind }) => kind === 'kernelClass')!;
    assert.match(lens.title, /occupancy \d+–\d+ % ○/);
  });
});
