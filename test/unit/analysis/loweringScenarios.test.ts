import { told } from '../../support/told';
import assert from 'node:assert/strict';
import { lowerRequested } from '../../../src/analysis/lowering/lowerRequest';
import { resolveScenario } from '../../../src/analysis/scenarios/resolve';
import { programsFromSources } from '../../../src/analysis/scenarios/sourceProgram';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { parseScenario } from '../../../src/kernel/scenario';
import { simulate } from '../../../src/simulator/simulate';
import { testParser } from '../cuda/support';
import { english } from '../../../src/words';

const SOURCE = `
template <typename T, int ROUNDS> __global__ void spin(T* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  T v = x[i];
  for (int r = 0; r < ROUNDS; r++) v = v * v + T(1);
  if (i < n) x[i] = v;
}
__global__ void add(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += x[i];
}
`;

describe('scenarios that name CUDA sources', () => {
  let workspace: CudaWorkspace;
  before(async () => {
    workspace = new CudaWorkspace({ parser: await testParser() });
    workspace.setFile('k.cu', SOURCE);
  });

  it('run with programs, launches as given, and the assumptions named', async () => {
    const scenario = parseScenario({
      gpu: 'themis-60sm',
      apps: [
        {
          name: 'two',
          kernels: [
            { source: 'k.cu', kernel: 'add', launch: { grid: 8, block: 128 }, arguments: { n: 1024 } },
            { source: 'k.cu', kernel: 'add', launch: { grid: 16, block: 128 } },
          ],
        },
      ],
    });
    const texts = new Map([['k.cu', SOURCE]]);
    const source = programsFromSources((path) => Promise.resolve({ path, texts, left: [] }), testParser);
    const resolved = await resolveScenario(scenario, { source });
    const [first, second] = resolved.scenario.apps[0]!.kernels!;
    assert.deepEqual(first?.launch, { grid: [8, 1, 1], block: [128, 1, 1], sharedBytes: 0 });
    // Arrays of one name are one array: as large as the larger launch needs.
    assert.equal(first?.program?.arrays?.['x']?.elements, second?.program?.arrays?.['x']?.elements);
    assert.deepEqual(resolved.assumptions.map(english), [
      'apps[0].kernels[1]: add: n is taken as 2048: as much as the launch covers',
    ]);
    const [kernel] = simulate(parseScenario(JSON.parse(JSON.stringify(resolved.scenario)))).apps[0]!.kernels;
    // 1024 threads add 1024 elements.
    assert.equal(kernel?.counters.fp32Threads, 1024);
    assert.equal(kernel?.counters.globalLoadThreads, 2048);
  });

  it('take template arguments with the name of the kernel', () => {
    const classes = (kernel: string) => {
      const { program } = lowerRequested(workspace, { path: 'k.cu', kernel, launch: { grid: 1, block: 32 } });
      return program.body.flatMap((statement) =>
        statement.op === 'compute' && /^fp/.test(statement.class) ? [[statement.class, statement.count]] : [],
      );
    };
    assert.deepEqual(classes('spin<float, 5>'), [['fp32', 5]]);
    assert.deepEqual(classes('spin<double, 3>'), [['fp64', 3]]);
  });

  it('name the kernels that there are when one is missing', () => {
    assert.throws(
      () => lowerRequested(workspace, { path: 'k.cu', kernel: 'sub' }),
      told(/k\.cu: there is no kernel 'sub' \(kernels: spin, add\)/),
    );
  });
});
