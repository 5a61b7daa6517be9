import assert from 'node:assert/strict';
import path from 'node:path';
import { programNamed } from '../../../src/analysis/compare/comparePrograms';
import { sharePrograms } from '../../../src/analysis/corun/sharePrograms';
import type { ProgramShareAnswer } from '../../../src/analysis/results/programShareResult';
import { availableModels } from '../../../src/analysis/models';
import { taskRunner } from '../../../src/analysis/simulation/runAnyTask';
import { DEFAULT_SETTINGS } from '../../../src/analysis/workspaceState';
import { english } from '../../../src/words';
import { told } from '../../support/told';
import { testSession } from './support';

const ROOT = process.env['CORUN_ROOT']!;

const program = (kernel: string, body: string, launches: string): string => `
__global__ void ${kernel}(float *x) { int i = blockIdx.x * blockDim.x + threadIdx.x; ${body} }
int main(int argc, char **argv) {
  const int unknown = atoi(argv[1]);
  float *x, *host = (float *)malloc(1 << 20);
  cudaMalloc(&x, 1 << 20);
  cudaMemcpy(x, host, 1 << 20, cudaMemcpyHostToDevice);
  ${launches}
  cudaDeviceSynchronize();
  return 0;
}
`;
const COMPUTES = 'float y = x[i]; for (int k = 0; k < 400; k++) y = y * y + 1.0f; x[i] = y;';
const LONG = 'for (int k = 0; k < 2000; k++) many<<<64, 256>>>(x);';
const SOURCES = new Map([
  ['compute.cu', program('turn', COMPUTES, 'turn<<<1024, 256>>>(x); turn<<<1024, 256>>>(x);')],
  ['move.cu', program('scale', 'x[i] *= 2.0f;', 'scale<<<1024, 256>>>(x);')],
  ['long.cu', program('many', 'x[i] = 5.0f;', LONG)],
  ['open.cu', program('other', 'x[i] = 1.0f;', 'other<<<unknown, 256>>>(x);')],
  [
    'streams.cu',
    program(
      'both',
      'x[i] = 3.0f;',
      'cudaStream_t a, b; cudaStreamCreate(&a); cudaStreamCreate(&b); both<<<9999, 256, 0, a>>>(x); both<<<9999, 256, 0, b>>>(x);',
    ),
  ],
]);

describe('programs that share the SMs of a GPU', () => {
  async function shared(
    names: readonly string[],
    kernels: readonly string[] = [],
    gpu = 'gtx-950',
  ): Promise<ProgramShareAnswer> {
    const session = await testSession();
    const results = await session.analyze({
      sources: SOURCES,
      settings: { ...DEFAULT_SETTINGS, gpu },
    });
    assert.equal(results.applications.find(({ name }) => name === 'move')!.lacksTimes, true);
    assert.equal(results.applications.find(({ name }) => name === 'open')!.lacksTimes, undefined);
    const all = results.files.flatMap((file) => file.kernels);
    const goal = { kind: 'fair', weights: [...names, ...kernels].map(() => 1) } as const;
    const request = {
      programs: names.map((name) => programNamed(name, results.applications)),
      kernelIds: kernels.map((name) => all.find((kernel) => kernel.name === name)!.id),
      goal,
      mechanism: null,
    };
    const models = ['themis', 'hsm'].map((folder) => path.join(ROOT, 'models', folder));
    return sharePrograms(gpu, request, {
      under: (change) => session.under(change),
      models: await availableModels(models, () => undefined),
      runner: taskRunner(noParser),
      outcomes: new Map(),
      onMore: () => undefined,
    });
  }
  const noParser = (): Promise<never> => Promise.reject(new Error('no task needs a parser'));

  it('are told of with their copies, from kernels that were simulated alone', async () => {
    const { split, assumptions } = await shared(['compute', 'move']);
    assert.deepEqual(
      split.apps.map(({ name }) => name),
      ['compute', 'move'],
    );
    assert.equal(split.timesFrom, 'simulated');
    assert.match(split.predictor, /Themis from runs alone/);
    // A copy of a megabyte takes 80 µs and more, whoever has the SMs.
    const [compute, move] = split.apps;
    assert.ok(move!.us / move!.slowdown > 80, `${move!.us}`);
    assert.ok(move!.scalability < 1.3, `${move!.scalability}`);
    assert.ok(compute!.sms > move!.sms, `${compute!.sms}:${move!.sms}`);
    assert.equal(split.error.metric, null);
    assert.ok(assumptions.map(english).every((line) => /^(compute|move): /.test(line)));
  });

  it('warn of rounds of loops that are left out, as these change what is told', async () => {
    const { split } = await shared(['long', 'move']);
    const warnings = split.warnings.map(english);
    assert.ok(
      warnings.some((line) => /^long: .*1,936 further rounds of the loop are left out: a run/.test(line)),
      warnings.join('\n'),
    );
    assert.ok(warnings.every((line) => !/^move: .*further rounds/.test(line)));
  });

  it('stand beside kernels that are launched again and again, and beside themselves', async () => {
    const { split } = await shared(['move', 'move'], ['turn']);
    assert.deepEqual(
      split.apps.map(({ name }) => name),
      ['move', 'move 2', 'turn'],
    );
    assert.deepEqual(
      split.apps.map(({ sms }) => sms),
      [1, 1, 4],
    );
  });

  it('are refused by name with what is lacking', async () => {
    await assert.rejects(
      shared(['compute', 'open']),
      told(/program open cannot be given SMs of its own here: .*unknown/),
    );
    await assert.rejects(
      shared(['compute', 'streams']),
      told(/program streams cannot be given .* its kernels both and both can run at the same time/),
    );
  });
});
