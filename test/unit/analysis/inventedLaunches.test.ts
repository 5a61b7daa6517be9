import assert from 'node:assert/strict';
import { DEFAULT_SETTINGS, type AnalysisSettings } from '../../../src/analysis/workspaceState';
import { pairTasks } from '../../../src/analysis/simulation/plan';
import type { SimulationPlan } from '../../../src/analysis/simulation/simulationSet';
import { classSummary, firstSizes, sizesToSet } from '../../../src/words/texts/summaries';
import { untoldOf } from '../../../src/analysis/simulation/untold';
import { message, plain } from '../../../src/kernel/message';
import { analyzed, testSession } from './support';

async function plan(
  source: string,
  assumptions: AnalysisSettings['assumptions'] = {},
): Promise<SimulationPlan> {
  const session = await testSession();
  await session.analyze({
    sources: new Map([['a.cu', source]]),
    profiles: new Map(),
    settings: { ...DEFAULT_SETTINGS, gpu: 'gtx-950', assumptions },
  });
  return session.simulationPlan({ focus: [], maxKernels: 2 });
}

/** Whether the plan takes the launch of the first kernel for invented. */
async function isInvented(
  source: string,
  assumptions: AnalysisSettings['assumptions'] = {},
): Promise<boolean> {
  const { inputs } = await plan(source, assumptions);
  return inputs!.kernels[0]!.openSizes.length > 0;
}

const FILL = '__global__ void fill(float *a) { a[blockIdx.x * 32 + threadIdx.x] = 1; }\n';
const SUM = `__global__ void sum(float *a, int n) {
  float s = 0;
  for (int i = 0; i < n; i++) s += a[i * 32 + threadIdx.x];
  a[threadIdx.x] = s;
}
`;

/** Two kernels of one size that nothing tells. */
const TWO = `__global__ void zero(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = 0;
}
__global__ void one(float *a, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) a[i] = 1;
}
void f(float *a, int n) {
  int blocks = (n + 31) / 32;
  zero<<<blocks, 32>>>(a, n);
  one<<<(n + 127) / 128, 128>>>(a, n);
}`;

describe('the launch that is simulated', () => {
  it('is of the program where grid and arguments stand there', async () => {
    assert.equal(await isInvented(`${FILL}void f(float *a) { fill<<<8, 32>>>(a); }`), false);
    assert.equal(await isInvented(`${SUM}void f(float *a) { sum<<<8, 32>>>(a, 100); }`), false);
  });

  it('is that of a kernel with a known launch before others use up the number', async () => {
    const session = await testSession();
    const open = (name: string): string => FILL.replace('fill', name);
    await session.analyze({
      sources: new Map([
        [
          'a.cu',
          `${open('grid')}${open('block')}${open('never')}${FILL}void f(float *a, int n) {
            grid<<<n, 32>>>(a); block<<<8, n>>>(a); fill<<<8, 32>>>(a); }`,
        ],
      ]),
      profiles: new Map(),
      settings: { ...DEFAULT_SETTINGS, gpu: 'gtx-950' },
    });
    const { inputs } = session.simulationPlan({ focus: ['a.cu'], maxKernels: 1 });
    assert.deepEqual(
      inputs!.kernels.map(({ app }) => app.name),
      ['fill'],
    );
  });

  it('is invented where a loop runs to a name that nothing gives a number', async () => {
    const loop = (bound: string): string => `__global__ void sum(float *a, const int *ends) {
      for (int i = 0; i < ${bound}; i++) a[threadIdx.x] += a[i * 32];
    }
    void f(float *a, int *ends) { sum<<<8, 32>>>(a, ends); }`;
    assert.equal(await isInvented(loop('ROUNDS')), true);
    assert.equal(await isInvented(loop('ROUNDS'), { 'a.cu:sum:trips_i': 12 }), false);
    assert.equal(await isInvented(loop('ends[threadIdx.x]')), false);
  });

  it('says with its time which sizes it has, where it is the first of several', async () => {
    const time = { value: 1, unit: 'ms', origin: 'simulated', from: '' } as const;
    const sizesOf = async (source: string, set: AnalysisSettings['assumptions'] = {}) => {
      const { assumptions } = await plan(source, set);
      return firstSizes({ time, assumptions: Object.values(assumptions)[0]! });
    };
    const sums = `${SUM}void f(float *a) { for (int n = 100; n < 900; n *= 2) sum<<<n, 32>>>(a, n); }`;
    assert.equal(await sizesOf(sums), 'at n = 100 (first of several)');
    assert.equal(await sizesOf(sums, { n: 800 }), null);
    const fills = `${FILL}void f(float *a) { for (int n = 8; n < 90; n *= 2) fill<<<n, 32>>>(a); }`;
    assert.equal(await sizesOf(fills), 'at gridDim.x = 8 (first of several)');
    assert.equal(await sizesOf(`${FILL}void f(float *a) { fill<<<8, 32>>>(a); }`), null);
    const measured = { ...time, origin: 'measured' } as const;
    assert.equal(firstSizes({ time: measured, assumptions: [] }), null);
  });

  it('is invented where nothing tells the grid, until the user sets it', async () => {
    const source = `${FILL}void f(float *a, int blocks) { fill<<<blocks, 32>>>(a); }`;
    assert.equal(await isInvented(source), true);
    assert.equal(await isInvented(source, { 'a.cu:fill:blocks': 100 }), false);
  });

  it('is invented where nothing tells an argument that the work depends on, until the user sets it', async () => {
    const source = `${SUM}void f(float *a, int n) { sum<<<8, 32>>>(a, n); }`;
    assert.equal(await isInvented(source), true);
    assert.equal(await isInvented(source, { 'a.cu:sum:n': 100 }), false);
  });

  it('is in no pair where its kernel calls a function that is not at hand, or calls itself', async () => {
    const launched = 'void f(float *a) { fill<<<8, 32>>>(a); mix<<<8, 32>>>(a); }';
    const mixing = (call: string): string =>
      `${FILL}__device__ float down(float x) { return x < 1 ? 0 : down(x - 1); }
       __global__ void mix(float *a) { a[threadIdx.x] = ${call}; }\n${launched}`;
    const kernelsInPairs = async (call: string): Promise<number> => {
      const tasks = pairTasks((await plan(mixing(call))).inputs!, () => 1000);
      return new Set(tasks.flatMap(({ subject }) => ('kernelIds' in subject ? subject.kernelIds : []))).size;
    };
    assert.equal(await kernelsInPairs('2 * a[0]'), 2);
    assert.equal(await kernelsInPairs('draw(a[0])'), 1);
    assert.equal(await kernelsInPairs('down(a[0])'), 1);
    const { inputs } = await plan(mixing('draw(a[0])'));
    const untold = inputs!.kernels.flatMap((kernel) => untoldOf(kernel) ?? []);
    assert.deepEqual(untold.map(plain), [plain(message('analysis.leftOut', { names: ['draw'] }))]);
  });

  it('is of the program where only what data decide is open', async () => {
    const source = `__global__ void walk(int *next) {
  int at = threadIdx.x;
  while (next[at] != 0) at = next[at];
  next[threadIdx.x] = at;
}
void f(int *next) { walk<<<8, 32>>>(next); }`;
    assert.equal(await isInvented(source), false);
  });

  it('has one value for a name in all kernels of a project, the largest that one of them takes', async () => {
    const { inputs, assumptions } = await plan(TWO);
    const [grids, keys] = [
      inputs!.kernels.map(({ app }) => app.launch!.grid),
      Object.values(assumptions).map((own) => own.map(({ key, value }) => `${key}=${value}`)),
    ];
    const n = Number(keys[0]!.find((key) => key.startsWith('n='))!.slice(2));
    assert.ok(keys.every((own) => own.includes(`n=${n}`)));
    assert.deepEqual(grids, [
      [Math.ceil(n / 32), 1, 1],
      [Math.ceil(n / 128), 1, 1],
    ]);
  });

  it('is of the program in all kernels once the user has set a name of the project', async () => {
    const { inputs } = await plan(TWO, { n: 1000 });
    assert.deepEqual(
      inputs!.kernels.map(({ app, openSizes }) => [app.launch!.grid, openSizes]),
      [
        [[32, 1, 1], []],
        [[8, 1, 1], []],
      ],
    );
  });

  it('keeps what host code tells, whatever the user sets for the name elsewhere', async () => {
    const source = `${SUM}void f(float *a) { int n = 100; sum<<<8, 32>>>(a, n); }`;
    const { assumptions } = await plan(source, { n: 7 });
    assert.deepEqual(Object.values(assumptions).flat(), []);
  });

  it('gives the numbers of the project to copies of the host program', async () => {
    const source = `${FILL}int main(int argc, char **argv) {
  int n; read(&n);
  float *a, *h = (float *)malloc(n); cudaMalloc(&a, n);
  cudaMemcpy(a, h, n, cudaMemcpyHostToDevice);
  fill<<<n / 128, 32>>>(a);
}`;
    const settings = { gpu: 'gtx-950', assumptions: { n: 4096 } };
    const { applications, files } = await analyzed({ sources: { 'a.cu': source }, settings });
    const said = applications[0]!.unknowns.map(plain).join();
    assert.ok(!said.includes('analysis.unknownValue'), said);
    assert.deepEqual(files[0]!.launches[0]!.grid, [32, 1, 1]);
  });

  it('is in no pair, and says what it needs in place of a time, while it is invented', async () => {
    const { inputs } = await plan(TWO);
    assert.deepEqual(
      pairTasks(inputs!, () => 1),
      [],
    );
    const { files, matrix } = await analyzed({ sources: { 'a.cu': TWO } });
    const [first] = files[0]!.kernels;
    assert.equal(sizesToSet(first!), 'set n to time it');
    assert.deepEqual(matrix.kernelIds, []);
  });

  it('has an occupancy that names its block where later turns have others', async () => {
    const occupancyAt = async (launched: string): Promise<string> => {
      const { files } = await analyzed({
        sources: { 'a.cu': `${FILL}void f(float *a) { ${launched} }` },
      });
      return classSummary(files[0]!.kernels[0]!)!;
    };
    assert.match(
      await occupancyAt('int sizes[] = {32, 64}; for (int size : sizes) fill<<<8, size>>>(a);'),
      /occupancy \d+ % \(blocks\) △ at block = 32 \(first of several\)$/,
    );
    assert.match(await occupancyAt('fill<<<8, 32>>>(a);'), /occupancy \d+ % \(blocks\) ○$/);
  });
});
