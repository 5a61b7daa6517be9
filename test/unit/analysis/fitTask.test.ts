import assert from 'node:assert/strict';
import { MergedResults } from '../../../src/analysis/simulation/mergedResults';
import { runAnyTask } from '../../../src/analysis/simulation/runAnyTask';
import { runPlan, type PlanWishes, type TaskRunner } from '../../../src/analysis/simulation/runPlan';
import { runFit } from '../../../src/analysis/fitting/runFit';
import type { AnalysisSession } from '../../../src/analysis/session';
import type { WorkspaceResults } from '../../../src/analysis/results/workspaceResults';
import type { FittedValues } from '../../../src/analysis/fitting/fittedNumbers';
import type { SimulationPlan } from '../../../src/analysis/simulation/simulationSet';
import type { FitTask, SimulationTask, TaskOutcome } from '../../../src/analysis/simulation/task';
import { DEFAULT_SETTINGS, type AnalysisSettings } from '../../../src/analysis/workspaceState';
import { testParser } from '../cuda/support';
import { metricTable, PROBE, PROBE_LAUNCH, probeCounters } from './profiledKernel';
import { profileBytes, testSession } from './support';
import { english } from '../../../src/words';

const PATH = 'probe.cu';
const ID = 'probe.cu#probe';
const TRUE_SIZE = 2 ** 22;
const ASSUMED_SIZE = 96 * 128;
const TRUE_STEPS = 8;

let counters: Record<string, number>;

interface Opened {
  readonly session: AnalysisSession;
  readonly results: WorkspaceResults;
}

async function opened(
  text = PROBE + PROBE_LAUNCH,
  settings: Partial<AnalysisSettings> = {},
  device = 'GeForce GTX 950',
  metrics = counters,
): Promise<Opened> {
  const session = await testSession();
  const results = await session.analyze({
    sources: new Map([[PATH, text]]),
    profiles: new Map([
      ['probe.metrics.csv', profileBytes(metricTable(metrics, { device, kernel: 'probe' }))],
    ]),
    settings: { ...DEFAULT_SETTINGS, gpu: 'gtx-950', ...settings },
  });
  return { session, results };
}

function planOf({ session }: Opened, fitted: FittedValues = {}): SimulationPlan {
  return session.simulationPlan({ focus: [], maxKernels: 4, fitted });
}

/** What tasks gave in this file, by their keys: each runs once, unless it is to give the same again. */
const known = new Map<string, TaskOutcome>();

async function outcomeOf(task: SimulationTask): Promise<TaskOutcome> {
  const outcome = known.get(task.key) ?? (await runAnyTask(task, testParser));
  known.set(task.key, outcome);
  return outcome;
}

async function taskOf(...of: Parameters<typeof opened>): Promise<FitTask> {
  return planOf(await opened(...of)).fits[ID]!.task!;
}

describe('the simulation of a kernel beside its profile', () => {
  before(async () => {
    counters = await probeCounters(TRUE_SIZE, TRUE_STEPS);
  });

  it('decides by traffic what counts leave open, and does so again alike', async () => {
    const task = await taskOf();
    assert.ok(Math.abs(task.request.byCounts['steps']! / TRUE_STEPS - 1) < 0.06);
    assert.equal(task.request.byCounts['size'], undefined);
    const outcome = await outcomeOf(task);
    assert.ok(outcome.kind === 'fitted');
    assert.ok(outcome.values['size']! >= 8 * ASSUMED_SIZE, JSON.stringify(outcome.values));
    assert.equal(outcome.values['steps'], task.request.byCounts['steps']);
    const { check } = outcome;
    assert.ok(check.score < check.scoreBefore - 0.05, `${check.scoreBefore} → ${check.score}`);
    assert.ok(check.simulations > 1 && check.simulations < 10, String(check.simulations));
    assert.equal(check.gpuShare, 1);
    const read = check.residuals.find(({ metric }) => metric === 'dram_read_transactions')!;
    assert.ok(Math.abs(read.residual!) < 0.5, JSON.stringify(read));
    assert.deepEqual(runFit(structuredClone(task.request), await testParser()), outcome);
  });

  it('gives a plan with the numbers that it decided, said to be chosen for the traffic', async () => {
    const workspace = await opened();
    const { task } = planOf(workspace).fits[ID]!;
    const size = 8 * ASSUMED_SIZE;
    const plan = planOf(workspace, { [task!.key]: { ...task!.request.byCounts, size } });
    assert.equal(plan.fits[ID]!.task!.key, task!.key);
    const [table] = Object.entries(plan.inputs!.kernels[0]!.app.program!.arrays!).filter(
      ([name]) => name === 'table',
    );
    assert.equal(table![1].elements, size);
    const said = plan.assumptions[ID]!.find(({ key }) => key.endsWith(':size'))!;
    assert.match(
      english(said.text),
      /size is 98304, chosen for the traffic of probe\.metrics\.csv:4; without a profile: size is taken as 12288/,
    );
    const decided = plan.fits[ID]!.fit.parameters.map(({ name, by }) => [name, by]);
    assert.deepEqual(Object.fromEntries(decided), { steps: 'counts', size: 'simulation' });
    // What simulations decided holds for scenarios of the workspace, too.
    const [app] = workspace.session.scenarioOf([ID]).apps;
    assert.equal(app!.program!.arrays!['table']!.elements, size);
  });

  it('has a key of everything that it depends on, and of nothing else', async () => {
    const { key } = await taskOf();
    const moved = `\n\n// more\n${PROBE}${PROBE_LAUNCH}__global__ void other(int* a) { a[0] = 1; }\n`;
    assert.equal((await taskOf(moved)).key, key);
    assert.equal((await taskOf(PROBE + PROBE_LAUNCH, { gpu: 'h100-sxm' })).key, key);
    const changed = await Promise.all([
      taskOf(PROBE.replace('977', '979') + PROBE_LAUNCH),
      taskOf(`// corun: steps=17${PROBE}${PROBE_LAUNCH}`),
      taskOf(PROBE + PROBE_LAUNCH, { assumptions: { 'probe.cu:probe:steps': 17 } }),
      taskOf(PROBE + PROBE_LAUNCH, {}, 'Tesla V100-SXM2-16GB'),
      taskOf(PROBE + PROBE_LAUNCH, {}, undefined, { ...counters, dram_read_transactions: 1 }),
    ]);
    assert.equal(new Set([key, ...changed.map((task) => task.key)]).size, changed.length + 1);
  });

  it('is left out, with the reason, for a GPU that is not known', async () => {
    const { fit, task, numbers } = planOf(await opened(undefined, {}, 'Imaginary 9000')).fits[ID]!;
    assert.equal(task, null);
    assert.equal(fit.status, 'refused');
    assert.match(english(fit.reason!), /its GPU, Imaginary 9000, is not known/);
    assert.equal(numbers!.numbers['steps']!.by, 'counts');
  });

  it('stands on a slice for a large GPU', async () => {
    const outcome = runFit(
      (await taskOf(undefined, {}, 'NVIDIA H100 80GB HBM3')).request,
      await testParser(),
    );
    assert.ok(outcome.kind === 'fitted');
    assert.ok(outcome.check.gpuShare < 0.2, String(outcome.check.gpuShare));
    const of = (metric: string) => outcome.check.residuals.find((one) => one.metric === metric)!.residual!;
    assert.ok(Math.abs(of('inst_executed')) < 0.06, String(of('inst_executed')));
  });

  it('runs behind first times and before pairs, which are simulated once', async () => {
    const workspace = await opened();
    const outcomes = new Map<string, TaskOutcome>();
    const order: string[] = [];
    const runner: TaskRunner = {
      run: async (tasks, onOutcome) => {
        for (const task of tasks) {
          order.push(task.subject.kind);
          onOutcome(task, await outcomeOf(task));
        }
        return true;
      },
    };
    const planned: FittedValues[] = [];
    const planFor = ({ fitted }: PlanWishes): SimulationPlan => {
      planned.push(fitted);
      return planOf(workspace, fitted);
    };
    const merged = new MergedResults(workspace.results, [], () => []);
    let last = workspace.results;
    const listener = {
      onOutcome: () => undefined,
      onSettled: (known: Parameters<Parameters<typeof runPlan>[3]['onSettled']>[0]) =>
        void (last = merged.with(known())),
    };
    assert.equal(await runPlan(planFor, runner, outcomes, listener), true);
    assert.deepEqual(order.slice(0, 3), ['time', 'fit', 'time']);
    assert.equal(order.filter((kind) => kind === 'pair').length, 1);
    assert.equal(planned.length, 2);
    const { fit } = last.files[0]!.kernels[0]!.simulation!;
    assert.equal(fit!.status, 'done');
    assert.ok(fit!.check!.residuals.some(({ metric }) => metric === 'dram_read_transactions'));
    assert.equal(last.simulations!.done, last.simulations!.total);
    // With what is known nothing runs again.
    const before = order.length;
    assert.equal(await runPlan(planFor, runner, outcomes, listener), true);
    assert.equal(order.length, before);
  });

  it('is not planned for anew when that was given up', async () => {
    const workspace = await opened();
    const aborted = new AbortController();
    let plans = 0;
    const runner: TaskRunner = {
      run: async (tasks, onOutcome) => {
        for (const task of tasks) onOutcome(task, await outcomeOf(task));
        return true;
      },
    };
    const planFor = ({ fitted }: PlanWishes): SimulationPlan => {
      if (++plans === 2) aborted.abort();
      return planOf(workspace, fitted);
    };
    const outcomes = new Map<string, TaskOutcome>();
    let settled = 0;
    const listener = { onOutcome: () => undefined, onSettled: () => void settled++ };
    assert.equal(await runPlan(planFor, runner, outcomes, listener, aborted.signal), false);
    assert.deepEqual([plans, settled, outcomes.size], [2, 1, 2]);
  });
});
