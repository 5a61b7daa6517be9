import assert from 'node:assert/strict';
import {
  isToldByNumbers,
  pairLacks,
  pairVerdicts,
  sizesIn,
  takesOf,
  type PairVerdict,
  typedName,
} from '../../../../src/analysis/results/overlapResult';
import type { Guess } from '../../../../src/kernel/origin';
import type { KernelResult } from '../../../../src/analysis/results/kernelResult';
import type { WorkspaceResults } from '../../../../src/analysis/results/workspaceResults';
import { argumentsWanted, needsTexts } from '../../../../src/words/texts/overlapTexts';
import { verdictText } from '../../../../src/words/texts/firstScreen';
import { analyzed } from '../support';

const KERNELS = `
__global__ void a(float *x, int n) { if (threadIdx.x < n) x[threadIdx.x] = 1; }
__global__ void b(float *x, int n) { if (threadIdx.x < n) x[threadIdx.x] = 2; }
`;
const twoStreams = (launches: string): string => `${KERNELS}
void run(int rows, int cols, int threads, int *counts) {
  cudaStream_t s1, s2; cudaStreamCreate(&s1); cudaStreamCreate(&s2);
  float *x, *y; cudaMalloc(&x, 4096); cudaMalloc(&y, 4096);
  ${launches}
}`;

const resultsOf = (launches: string): Promise<WorkspaceResults> =>
  analyzed({ sources: { 'a.cu': twoStreams(launches) } });

const withKernel = (
  results: WorkspaceResults,
  name: string,
  changes: Partial<KernelResult>,
): WorkspaceResults => ({
  ...results,
  files: results.files.map((file) => ({
    ...file,
    kernels: file.kernels.map((kernel) => (kernel.name === name ? { ...kernel, ...changes } : kernel)),
  })),
});

const lacksIn = (results: WorkspaceResults) => pairVerdicts(results).map(pairLacks);

describe('what a pair without a verdict waits for', () => {
  it('is the numbers of both kernels at once, block and grid, as they are typed', async () => {
    const results = await resultsOf(
      'a<<<rows, threads, 0, s1>>>(x, 100); b<<<cols, counts[0], 0, s2>>>(y, 100);',
    );
    const [lacks] = lacksIn(results);
    assert.deepEqual(sizesIn(lacks!).map(typedName), ['threads', 'rows', 'b:threadsPerBlock', 'cols']);
    assert.equal(argumentsWanted([lacks!]), '--arguments threads=…,rows=…,b:threadsPerBlock=…,cols=…');
    const [pair] = pairVerdicts(results);
    assert.equal(
      verdictText(pair!),
      'unknown: needs threads, rows, threadsPerBlock, cols, which the sources do not tell; to tell it: --arguments threads=…,rows=…,b:threadsPerBlock=…,cols=…',
    );
  });

  it('is no number where one of both has no time with any', async () => {
    const open = await resultsOf('a<<<rows, 32, 0, s1>>>(x, 100); b<<<4, 32, 0, s2>>>(y, 100);');
    const simulation = {
      status: 'done' as const,
      reason: null,
      time: null,
      least: null,
      undeclared: ['Body'],
      ipc: null,
      resources: [],
      stalls: [],
      assumptions: [],
      fit: null,
    };
    const [typeless] = lacksIn(withKernel(open, 'b', { simulation }));
    assert.ok(!isToldByNumbers(typeless!));
    assert.equal(argumentsWanted([typeless!]), null);
    assert.match(
      needsTexts(typeless!).join('; '),
      /rows[^]*time of b[^]*nothing that was read declares Body/,
    );
    const [ofItself] = lacksIn(withKernel(open, 'a', { simulation }));
    assert.deepEqual(sizesIn(ofItself!), []);
    const refused = { ...simulation, undeclared: [], status: 'refused' as const, reason: 'it calls itself' };
    const [unread] = lacksIn(withKernel(open, 'b', { simulation: refused }));
    assert.match(needsTexts(unread!).at(-1)!, /profile, as a simulation has none \(it calls itself\)/);
  });

  it('is turns that data decide and nobody has told, though a time was simulated with a guess', async () => {
    const results = await resultsOf('a<<<4, 32, 0, s1>>>(x, 100); b<<<4, 32, 0, s2>>>(y, 100);');
    const timed = (guesses?: readonly Guess[]): Partial<KernelResult> => ({
      time: { value: 5000, unit: 'ns', origin: 'simulated', from: 'test', ...(guesses && { guesses }) },
    });
    const turns = { key: 'a.cu:a:trips_p', name: 'trips_p', value: 8 };
    const timedB = withKernel(results, 'b', timed());
    const lacksWhere = (changes: Partial<KernelResult>): string | null =>
      argumentsWanted(lacksIn(withKernel(timedB, 'a', changes)));
    assert.equal(lacksWhere(timed([turns])), '--arguments a:trips_p=…');
    assert.equal(lacksWhere(timed()), null);
    const answer = { slowdown: 1.5, origin: 'simulated', predictor: 'simulation', error: { metric: null } };
    const takes = (changes: Partial<KernelResult>) => {
      const [pair] = pairVerdicts(withKernel(timedB, 'a', changes));
      const answers = [answer, answer] as unknown as PairVerdict['answers'];
      return takesOf({ ...pair!, answers }, 1)?.slowdown ?? null;
    };
    assert.deepEqual([takes(timed()), takes(timed([turns]))], [1.5, null]);
  });

  it('is nothing for launches that are not compiled', async () => {
    const results = await resultsOf(
      'a<<<rows, 32, 0, s1>>>(x, 100);\n#if 0\n  b<<<cols, 32, 0, s2>>>(y, 100);\n#endif\n',
    );
    const kernels = results.files.flatMap((file) => file.kernels);
    assert.deepEqual(
      kernels.map(({ openSizes }) => openSizes.map(({ name }) => name)),
      [['rows'], []],
    );
  });
});
