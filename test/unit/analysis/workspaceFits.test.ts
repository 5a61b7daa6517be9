import assert from 'node:assert/strict';
import type { SimulationPlan } from '../../../src/analysis/simulation/simulationSet';
import { DEFAULT_SETTINGS, type AnalysisSettings } from '../../../src/analysis/workspaceState';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { programTotals } from '../../../src/kernel/totals/programTotals';
import type { KernelProgram } from '../../../src/kernel/program';
import type { Dim3 } from '../../../src/kernel/symbolic';
import { testParser } from '../cuda/support';
import { launchTrace, metricTable, WALK, WALK_KEY, WALK_LAUNCH, walkCounts } from './profiledKernel';
import { profileBytes, testSession } from './support';
import { english } from '../../../src/words';

const STEPS = 300;

async function planOf(
  profiles: Readonly<Record<string, string>>,
  settings: Partial<AnalysisSettings> = {},
  source = WALK + WALK_LAUNCH,
): Promise<SimulationPlan> {
  const session = await testSession();
  await session.analyze({
    sources: new Map([['walk.cu', source]]),
    profiles: new Map(Object.entries(profiles).map(([name, text]) => [name, profileBytes(text)])),
    settings: { ...DEFAULT_SETTINGS, gpu: 'gtx-950', ...settings },
  });
  return session.simulationPlan({ focus: [], maxKernels: 4 });
}

/** What the plan says of the only kernel. */
function walkOf({ fits, assumptions, inputs }: SimulationPlan) {
  const [id] = Object.keys(assumptions) as [string];
  const steps = assumptions[id]!.find(({ key }) => key === WALK_KEY);
  return { fit: fits[id]?.fit ?? null, steps, program: inputs!.kernels[0]!.app.program! };
}

/** Warp instructions of `walk` at its launch. */
function executed(program: KernelProgram): number {
  return programTotals(program, { grid: [40, 1, 1], block: [128, 1, 1], sharedBytes: 0 }).warpInstructions;
}

async function executedWith(steps: number): Promise<number> {
  return (await walkCounts(steps))['inst_executed']!;
}

describe('kernels of a workspace with a profile', () => {
  it('take open numbers from its counts, at once, and say where each comes from', async () => {
    const plan = await planOf({ 'run.metrics.csv': metricTable(await walkCounts(STEPS)) });
    const { fit, steps, program } = walkOf(plan);
    assert.ok(Math.abs(Number(steps!.value) / STEPS - 1) < 0.06, String(steps!.value));
    assert.match(
      english(steps!.text),
      /walk: steps is \d+, chosen for the counts of run\.metrics\.csv:4; without a profile: steps is taken as 1024/,
    );
    assert.equal(steps!.original, undefined);
    assert.equal(executed(program), await executedWith(Number(steps!.value)));
    assert.deepEqual([fit!.status, fit!.reason], ['waiting', null]);
    assert.deepEqual([fit!.device, fit!.origin, fit!.grid], ['GTX 950', 'measured', [40, 1, 1]]);
    const [parameter] = fit!.parameters;
    assert.deepEqual([parameter!.name, parameter!.assumed, parameter!.by], ['steps', 1024, 'counts']);
    assert.ok(fit!.distance!.after < 0.06 && fit!.distance!.before > 1, JSON.stringify(fit!.distance));
  });

  it('take those of the launch and the GPU of the profile, though others are analysed', async () => {
    const [grid, block]: [Dim3, Dim3] = [
      [10, 2, 1],
      [64, 1, 1],
    ];
    const counts = await walkCounts(STEPS, grid, block);
    const plan = await planOf(
      { 'run.metrics.csv': metricTable(counts), 'run.trace.csv': launchTrace(grid, block) },
      { gpu: 'h100-sxm' },
    );
    const { fit, steps } = walkOf(plan);
    assert.ok(Math.abs(Number(steps!.value) / STEPS - 1) < 0.06, String(steps!.value));
    assert.deepEqual([fit!.grid, fit!.block, fit!.device], [grid, block, 'GTX 950']);
    const { launch } = plan.inputs!.kernels[0]!.app;
    assert.deepEqual(
      [launch!.grid, launch!.block],
      [
        [40, 1, 1],
        [128, 1, 1],
      ],
    );
  });

  it('take from it what the program has by default for a launch of another size', async () => {
    const main = `int main(int argc, char** argv) {
      int n = argc > 1 ? atoi(argv[1]) : 80;
      float *a, *b;
      walk<<<n / 2, 128>>>(a, b, n);
    }`;
    const [grid, block]: [Dim3, Dim3] = [
      [150, 1, 1],
      [128, 1, 1],
    ];
    const profiles = {
      'run.metrics.csv': metricTable(await walkCounts(STEPS, grid, block)),
      'run.trace.csv': launchTrace(grid, block),
    };
    const { fit, program } = walkOf(await planOf(profiles, {}, WALK + main));
    const [{ name, assumed, value }] = fit!.parameters as [NonNullable<typeof fit>['parameters'][0]];
    assert.deepEqual([name, assumed], ['steps', 80]);
    assert.ok(Math.abs(value / STEPS - 1) < 0.06, String(value));
    assert.equal(executed(program), await executedWith(80), 'the launch in source has its own default');
  });

  it('prefer the profile of the GPU that is analysed', async () => {
    const plan = await planOf(
      {
        'a.metrics.csv': metricTable({ ...(await walkCounts(50)), ipc: 1 }),
        'b.metrics.csv': metricTable(await walkCounts(STEPS), { device: 'Tesla V100-SXM2-16GB' }),
      },
      { gpu: 'v100-sxm2' },
    );
    const { fit, steps } = walkOf(plan);
    assert.equal(fit!.profile.path, 'b.metrics.csv');
    assert.ok(Math.abs(Number(steps!.value) / STEPS - 1) < 0.06, String(steps!.value));
  });

  it('leave alone what the user has set, in the settings or in a comment', async () => {
    const profiles = { 'run.metrics.csv': metricTable(await walkCounts(STEPS)) };
    const set = walkOf(await planOf(profiles, { assumptions: { [WALK_KEY]: 50 } }));
    assert.equal(set.steps!.value, 50);
    assert.equal(executed(set.program), await executedWith(50));
    assert.deepEqual(set.fit!.parameters, []);
    const said = walkOf(await planOf(profiles, {}, `// corun: steps=60${WALK}${WALK_LAUNCH}`));
    assert.equal(executed(said.program), await executedWith(60));
    assert.equal(said.steps, undefined);
  });

  it('are as without a profile where that has no counters', async () => {
    const bare = walkOf(await planOf({}));
    const timed = walkOf(await planOf({ 'run.trace.csv': launchTrace([40, 1, 1], [128, 1, 1]) }));
    assert.equal(timed.fit, null);
    assert.equal(executed(timed.program), executed(bare.program));
    const others = walkOf(await planOf({ 'run.metrics.csv': metricTable({ ipc: 1.2, sm_efficiency: 90 }) }));
    assert.equal(others.fit, null);
  });

  it('name counters that cannot be, and those of several launches together, and do without them', async () => {
    const assumed = executed(walkOf(await planOf({})).program);
    const broken = walkOf(await planOf({ 'run.metrics.csv': metricTable({ inst_executed: 1e17 }) }));
    assert.match(
      english(broken.fit!.reason!),
      /run\.metrics\.csv:4: kernel walk.*metric inst_executed: 100000000000000000/,
    );
    assert.equal(executed(broken.program), assumed);
    const counts = await walkCounts(STEPS);
    const mean = { ...counts, inst_executed: 0.7 * counts['inst_executed']! };
    const mixed = walkOf(await planOf({ 'run.metrics.csv': metricTable(mean) }));
    assert.match(
      english(mixed.fit!.reason!),
      /of 112 warps, the launch has 160: .*means over different launches/,
    );
    assert.equal(executed(mixed.program), assumed);
  });

  it('take as many blocks as the counters are of where nothing else tells', async () => {
    const counts = await walkCounts(STEPS, [37, 1, 1], [256, 1, 1]);
    const assumptions = { 'walk.cu:walk:threadsPerBlock': 256 };
    const { fit } = walkOf(await planOf({ 'run.metrics.csv': metricTable(counts) }, { assumptions }, WALK));
    assert.deepEqual([fit!.grid, fit!.block, fit!.reason], [[37, 1, 1], [256, 1, 1], null]);
    assert.ok(Math.abs(fit!.parameters[0]!.value / STEPS - 1) < 0.06);
  });
});

describe('what is found out by lowering a kernel in many ways', () => {
  it('is kept while nothing changes that was looked at, and says so', async () => {
    const workspace = new CudaWorkspace({ parser: await testParser() });
    const helper = '__device__ float twice(float x) { return 2.0f * x; }\n';
    const kernel = WALK.replace('in[i] * 2.0f', 'twice(in[i])');
    const text = (before: string, helped = helper, walk = kernel): string => `${before}${helped}${walk}`;
    workspace.setFile('walk.cu', text(''));
    const kernelId = workspace.index().kernels[0]!.id;
    const find = workspace.derivedResults<number>();
    let searches = 0;
    const look = () =>
      find({ kernelId, launch: null, options: {}, key: '' }, (lower) => {
        searches++;
        for (const steps of [1, 2]) lower({ arguments: { steps } });
        return searches;
      })!;
    const first = look();
    workspace.setFile('other.cu', '__global__ void other() {}\n');
    workspace.setFile('walk.cu', text('\n\nint unrelated = 3;\n'));
    assert.deepEqual(look(), first);
    assert.equal(searches, 1);
    workspace.setFile('walk.cu', text('', helper.replace('2.0f', '3.0f')));
    const changed = look();
    assert.equal(searches, 2);
    assert.notEqual(changed.fingerprint, first.fingerprint);
    workspace.setFile('walk.cu', text('', helper, kernel.replace('sum = 0', 'sum = 1')));
    assert.notEqual(look().fingerprint, first.fingerprint);
    assert.equal(searches, 3);
  });
});
