import assert from 'node:assert/strict';
import { bestWayWith } from '../../../src/analysis/compare/conflictsAmong';
import { compareKernels } from '../../../src/analysis/compare/compareKernels';
import type { ComparedConflict } from '../../../src/analysis/results/compareResult';
import { DEFAULT_SETTINGS } from '../../../src/analysis/workspaceState';
import type { Way, WayResult } from '../../../src/sharing/compare/way';
import { say } from '../../../src/words/say';
import { compareReport } from '../../../src/words/texts/compareTexts';
import { profileBytes, testSession } from './support';

/** A program of two kernels whose second one works on `data`. */
const source = (data: string): string => `
__global__ void scale(float *x) { x[blockIdx.x * blockDim.x + threadIdx.x] *= 2.0f; }
__global__ void twice(float *x) { x[blockIdx.x * blockDim.x + threadIdx.x] *= 2.0f; }
int main() {
  float *first, *second;
  cudaMalloc(&first, 1 << 20);
  cudaMalloc(&second, 1 << 20);
  scale<<<64, 256>>>(first);
  twice<<<64, 256>>>(${data});
  cudaDeviceSynchronize();
  return 0;
}
`;
/** 40 µs each on a GTX 950. */
const TRACE = [
  '==1== Profiling result:',
  '"Start","Duration","Grid X","Grid Y","Grid Z","Block X","Block Y","Block Z","Registers Per Thread","Static SMem","Dynamic SMem","Size","Throughput","Device","Context","Stream","Name"',
  'ms,us,,,,,,,,B,B,MB,GB/s,,,,',
  '1.0,40,64,1,1,256,1,1,12,0,0,,,"GeForce GTX 950 (0)","1","7","scale(float*) [1]"',
  '2.0,40,64,1,1,256,1,1,12,0,0,,,"GeForce GTX 950 (0)","1","7","twice(float*) [2]"',
  '',
].join('\n');

async function compared(data: string) {
  const session = await testSession();
  const { files } = await session.analyze({
    sources: new Map([['main.cu', source(data)]]),
    profiles: new Map([['main.trace.csv', profileBytes(TRACE)]]),
    settings: { ...DEFAULT_SETTINGS, gpu: 'gtx-950' },
  });
  return compareKernels(
    files.flatMap(({ kernels }) => kernels.map(({ id }) => id)),
    ['gtx-950'],
    {
      under: (change) => session.under(change),
      models: [],
      runner: null,
      outcomes: new Map(),
      onResult: () => undefined,
    },
  );
}

describe('two kernels compared', () => {
  it('are not told to run together where their program orders them on one buffer', async () => {
    const result = await compared('first');
    assert.deepEqual(
      result.conflicts!.map(({ kernels, buffer, kind, line }) => ({ kernels, buffer, kind, line })),
      [{ kernels: [0, 1], buffer: 'first', kind: 'ordered', line: 9 }],
    );
    assert.equal(result.gpus[0]!.best, null);
    const report = compareReport(result);
    assert.ok(report.includes(say('compare.apart')), report);
    assert.match(
      report,
      /scale writes first, which twice uses: main has them one after the other \(main\.cu:9\)/,
    );
  });

  it('have nothing said of data where each has its own', async () => {
    const result = await compared('second');
    assert.equal(result.conflicts, undefined);
    assert.doesNotMatch(compareReport(result), /same data/);
  });

  it('are told to share in one process where they use parts of one buffer', () => {
    const way = (name: Way, finishNs: number, isolation: WayResult['isolation']): WayResult => ({
      way: name,
      refused: null,
      times: { finishNs, endsNs: [finishNs], slowdowns: [1], origin: 'simulated', error: 0.01 },
      settings: [],
      shared: [],
      isolation,
      fits: true,
      apply: [],
      notes: [],
    });
    const ways = [
      way('serial', 100, 'one-process'),
      way('streams', 80, 'one-process'),
      way('mig', 60, 'hardware'),
    ];
    const conflict = (kind: ComparedConflict['kind']): ComparedConflict => ({
      ...{ kernels: [0, 1], buffer: 'x', program: 'main', path: 'a.cu', line: 1, kind },
    });
    assert.equal(bestWayWith([], ways), 'mig');
    assert.equal(bestWayWith([conflict('parts')], ways), 'streams');
    assert.equal(bestWayWith([conflict('race')], ways), null);
  });
});
