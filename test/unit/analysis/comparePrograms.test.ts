import assert from 'node:assert/strict';
import { comparePrograms, programNamed } from '../../../src/analysis/compare/comparePrograms';
import type { ProgramsCompareResult } from '../../../src/analysis/results/compareResult';
import { DEFAULT_SETTINGS } from '../../../src/analysis/workspaceState';
import { told } from '../../support/told';
import { profileBytes, testSession } from './support';

const source = (kernel: string, blocks: string): string => `
__global__ void ${kernel}(float *x) { x[blockIdx.x * blockDim.x + threadIdx.x] *= 2.0f; }
int main(int argc, char **argv) {
  const int unknown = atoi(argv[1]);
  float *x;
  cudaMalloc(&x, 1 << 20);
  ${kernel}<<<${blocks}, 256>>>(x);
  ${kernel}<<<${blocks}, 256>>>(x);
  cudaDeviceSynchronize();
  return 0;
}
`;
/** One launch of both kernels on a GTX 950: 40 and 100 µs. */
const TRACE = [
  '==1== Profiling result:',
  '"Start","Duration","Grid X","Grid Y","Grid Z","Block X","Block Y","Block Z","Registers Per Thread","Static SMem","Dynamic SMem","Size","Throughput","Device","Context","Stream","Name"',
  'ms,us,,,,,,,,B,B,MB,GB/s,,,,',
  '1.0,40,64,1,1,256,1,1,12,0,0,,,"GeForce GTX 950 (0)","1","13","scale(float*) [1]"',
  '2.0,100,128,1,1,256,1,1,12,0,0,,,"GeForce GTX 950 (0)","1","13","twice(float*) [2]"',
  '',
].join('\n');

async function compared(
  names: readonly [string, string],
  gpus: readonly string[],
): Promise<ProgramsCompareResult> {
  const session = await testSession();
  const { applications } = await session.analyze({
    sources: new Map([
      ['first.cu', source('scale', '64')],
      ['second.cu', source('twice', '128')],
      ['open.cu', source('other', 'unknown')],
    ]),
    profiles: new Map([['both.trace.csv', profileBytes(TRACE)]]),
    settings: { ...DEFAULT_SETTINGS, gpu: 'gtx-950' },
  });
  const [a, b] = names.map((name) => programNamed(name, applications)) as [string, string];
  return comparePrograms([a, b], gpus, {
    under: (change) => session.under(change),
    models: [],
    runner: null,
    outcomes: new Map(),
    onResult: () => undefined,
  });
}

describe('two programs compared', () => {
  it('are replayed with all their launches, where the times of their kernels are known', async () => {
    const { programs, gpus } = await compared(['first', 'second.cu'], ['gtx-950', 'h100-sxm']);
    assert.deepEqual(
      programs.map(({ name, path, line }) => [name, path, line]),
      [
        ['first', 'first.cu', 3],
        ['second', 'second.cu', 3],
      ],
    );
    const [measured, elsewhere] = gpus;
    const [first, second] = measured!.soloNs;
    // Two launches each, and what calls cost.
    assert.ok(first! > 80_000 && first! < 100_000, `${first}`);
    assert.ok(second! > 200_000 && second! < 220_000, `${second}`);
    const serial = measured!.ways.find(({ way }) => way === 'serial')!.times!;
    assert.equal(serial.finishNs, first! + second!);
    assert.deepEqual(elsewhere!.soloNs, [null, null]);
    assert.ok(elsewhere!.ways.every(({ times }) => times === null));
  });

  it('are refused by name where a launch is not known, or only a trace tells of them', async () => {
    await assert.rejects(
      compared(['first', 'open'], ['gtx-950']),
      told(/program open cannot be compared: .*unknown/),
    );
    await assert.rejects(
      compared(['both', 'first'], ['gtx-950']),
      told(/program both cannot be compared: .*trace/),
    );
    await assert.rejects(
      compared(['first', 'gone'], ['gtx-950']),
      told(/no program 'gone'; there are .*first/),
    );
  });
});
