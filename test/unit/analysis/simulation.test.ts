import type { Message } from '../../../src/kernel/message';
import assert from 'node:assert/strict';
import { WorkspacePredictors } from '../../../src/analysis/corun/workspacePredictors';
import type { Prediction } from '../../../src/kernel/prediction';
import { english } from '../../../src/words';
import type { CoRunModel } from '../../../src/predictors/themis/coRunModel';
import { report } from '../../../src/words/texts/report';
import { withSimulations } from '../../../src/analysis/simulation/merge';
import type { MergedResults } from '../../../src/analysis/simulation/mergedResults';
import type { MeetingIds } from '../../../src/analysis/simulation/workspacePlan';
import { pairTasks, soloTasks } from '../../../src/analysis/simulation/plan';
import { runPlan, type PlanListener } from '../../../src/analysis/simulation/runPlan';
import { runTask } from '../../../src/analysis/simulation/runTask';
import { SimulationSet } from '../../../src/analysis/simulation/simulationSet';
import { rangeWarning } from '../../../src/predictors/themis/model/inputNames';
import {
  simulationTask,
  type ScenarioSubject,
  type TaskOutcome,
  type TaskSubject,
} from '../../../src/analysis/simulation/task';
import type { KernelProgram } from '../../../src/kernel/program';
import type { Scenario } from '../../../src/kernel/scenario';
import { timeSummary } from '../../../src/words/texts/summaries';

import {
  GPU,
  simulated,
  results,
  planned,
  outcomeOf,
  ran,
  runner,
  mergedWith,
  merged,
} from './simulationSupport';

describe('simulated results of a workspace', () => {
  it('take the place of predictions, kernel by kernel and pair by pair', async () => {
    const { files, matrix, simulations } = await merged('streams');
    assert.equal(simulations?.done, simulations?.total);
    const [compute, stream] = files[0]!.kernels;
    assert.equal(compute!.time?.origin, 'simulated');
    assert.equal(compute!.simulation?.status, 'done');
    assert.equal(stream!.simulation!.resources[0]!.resource, 'DRAM');
    assert.match(compute!.simulation!.stalls[0]!.resource, /functional unit/);
    for (const row of matrix.cells)
      for (const cell of row) {
        assert.equal(cell!.origin, 'simulated');
        assert.ok(cell!.slowdown > 0.9 && cell!.slowdown < 20, String(cell!.slowdown));
      }
    assert.deepEqual(matrix.predictors, ['simulation']);
    // A kernel beside itself waits for itself, but for launch latency and half-empty last waves.
    const itself = matrix.cells[0]![0]!.slowdown;
    assert.ok(itself > 1.4 && itself < 2.1, String(itself));
    assert.equal(compute!.bestPartner?.origin, 'simulated');
  });

  it('say nothing of the time of a launch that nobody wrote, nor of its pairs, but what it lacks', async () => {
    const base = await results('streams');
    const plan = planned(base);
    const [compute, stream] = plan.inputs!.kernels;
    const open = [{ key: 'n', name: 'n', value: 7 }];
    const kernels = [{ ...compute!, openSizes: open }, stream!];
    const openSizes = { [compute!.kernelId]: open };
    const set = ran({ ...plan, openSizes, inputs: { ...plan.inputs!, kernels } }, () => true);
    const { files, matrix } = mergedWith(base, null).with(set);
    const [guessed, told] = files[0]!.kernels;
    assert.equal(guessed!.time, null);
    assert.deepEqual(guessed!.openSizes, open);
    assert.match(english(guessed!.simulation!.reason!), /the sources do not tell n/);
    assert.equal(guessed!.simulation!.ipc?.origin, 'simulated');
    assert.equal(told!.time?.origin, 'simulated');
    assert.deepEqual(matrix.names, ['stream']);
    assert.match(english(matrix.leftOut[0]!.reason), /the sources do not tell n/);
  });

  it('tell no time, not even the least, of a kernel whose objects have a size that nobody declares', async () => {
    const base = await results('streams');
    const plan = planned(base);
    const [compute, stream] = plan.inputs!.kernels;
    const taken = [{ key: 'k', value: '', text: '', undeclared: 'Body', omits: 'draw' }];
    const kernels = [{ ...compute!, assumptions: taken }, stream!];
    const assumptions = { ...plan.assumptions, [compute!.kernelId]: taken };
    const set = ran({ ...plan, assumptions, inputs: { ...plan.inputs!, kernels } }, () => true);
    const { files, matrix } = mergedWith(base, null).with(set);
    const [part] = files[0]!.kernels;
    assert.equal(part!.time, null);
    assert.equal(part!.simulation!.least, null);
    assert.equal(timeSummary(part!), 'no time: type Body is unknown');
    assert.deepEqual(matrix.names, ['stream']);
    assert.match(english(matrix.leftOut[0]!.reason), /declares Body/);
  });

  it('tell the least time of a kernel that calls what is not at hand, and nothing of its pairs', async () => {
    const base = await results('streams');
    const plan = planned(base);
    const [compute, stream] = plan.inputs!.kernels;
    const omitting = [{ key: 'k', value: '', text: '', omits: 'draw' }];
    const kernels = [{ ...compute!, assumptions: omitting }, stream!];
    const assumptions = { ...plan.assumptions, [compute!.kernelId]: omitting };
    const set = ran({ ...plan, assumptions, inputs: { ...plan.inputs!, kernels } }, () => true);
    const { files, matrix } = mergedWith(base, null).with(set);
    const [part] = files[0]!.kernels;
    assert.equal(part!.time, null);
    assert.deepEqual(part!.simulation!.least!.without, ['draw']);
    assert.match(timeSummary(part!)!, /^at least [\d.]+ .s ◐, without draw$/);
    assert.deepEqual(matrix.names, ['stream']);
    assert.match(english(matrix.leftOut[0]!.reason), /leaves out draw/);
  });

  it('split the slowdown where SMs are divided', async () => {
    const { matrix } = await merged('spatial');
    const [compute, stream] = [matrix.cells[0]![1]!, matrix.cells[1]![0]!];
    const { scalability, interference } = compute.parts as { scalability: number; interference: number };
    assert.ok(Math.abs(scalability * interference - compute.slowdown) < 1e-9);
    assert.ok(Math.abs(scalability - 2) < 0.1, `compute scales with SMs: ${scalability}`);
    assert.ok(interference < 1.1, String(interference));
    assert.ok(stream.parts['scalability']! < 1.9, 'half of the SMs nearly fill the memory');
  });

  /** Knows that fewer SMs cost compute twice the time, and that bandwidth used beside a kernel costs it some. */
  const themis: CoRunModel = {
    label: 'Themis from runs alone (made up)',
    error: { metric: 'errSD', mean: 0.2, worst: 0.9, evidence: 'made up' },
    predict: (smFraction, own, beside) => ({
      scalability: own.memoryBandwidth > 0.3 ? 1.1 : 1 / smFraction,
      interference: 1 + beside.memoryBandwidth,
    }),
    warnings: () => [],
  };

  it('stand beside what Themis makes of the runs alone, before a pair is simulated', async () => {
    const { files, matrix } = await merged('streams', ({ kind }) => kind === 'time', themis);
    const [compute, stream] = files[0]!.kernels;
    const { worst, best } = compute!.divided[0]!;
    assert.deepEqual([worst.kernelId, best.kernelId], [stream!.id, stream!.id]);
    const { slowdown, cause, parts, fairSplit: fair } = worst.prediction;
    const { scalability, interference } = parts as { scalability: number; interference: number };
    assert.ok(Math.abs(slowdown - scalability * interference) < 1e-12);
    assert.ok(Math.abs(scalability - 2) < 0.01 && interference > 1.1, JSON.stringify(worst));
    assert.equal(cause, 'fewer SMs');
    const beside = stream!.divided[0]!.worst.prediction;
    assert.equal(beside.cause, 'fewer SMs');
    const ofModel = (cell: readonly Prediction[]) => cell.find(({ predictor }) => predictor === themis.label);
    assert.ok(matrix.answers.flat().every(ofModel));
    const text = report(await merged('streams', ({ kind }) => kind === 'time', themis), 'all');
    assert.match(
      text,
      /Kernels on SMs of their own \(Themis from runs alone \(made up\); typical error 20 %/,
    );
    assert.match(text, /compute: half the SMs ×.*; fair split with .*: 5 : 1 SMs, ×/);
    const without = report(await merged('streams', ({ kind }) => kind === 'time', null), 'all');
    assert.match(
      without,
      /^Themis has no model for gtx-950 \(trained: none\); in a source checkout, corun train themis --gpu gtx-950 makes one$/m,
    );
    // A fair split gives more SMs to the kernel that scales.
    const other = beside.fairSplit!;
    assert.deepEqual([...fair!.sms, fair!.isApplicable], [5, 1, false]);
    assert.ok(fair!.slowdowns[0] < slowdown, String(fair!.slowdowns));
    assert.deepEqual([other.sms, other.slowdowns], [fair!.sms.toReversed(), fair!.slowdowns.toReversed()]);
    assert.ok(matrix.answers.every((row, at) => ofModel(row[at]!)!.fairSplit === undefined));
    // In streams, kernels have no SMs of their own: the matrix is not touched.
    assert.ok(matrix.cells.flat().every((cell) => cell?.predictor === 'moka-contention'));
  });

  it('are predicted pair by pair, and those that were once are not again', async () => {
    let predictions = 0;
    const counted: CoRunModel = {
      ...themis,
      predict: (...inputs) => {
        predictions++;
        return themis.predict(...inputs);
      },
    };
    const base = await results('streams');
    const known = mergedWith(base, counted);
    const costOf = (by: MergedResults, wanted: RegExp): number => {
      predictions = 0;
      by.with(ran(planned(base), (subject) => subject.kind === 'time' && wanted.test(subject.kernelId)));
      return predictions;
    };
    const one = costOf(known, /compute/);
    const both = costOf(known, /compute|stream/);
    assert.ok(one > 0 && both > one, `${one}, ${both}`);
    assert.equal(one + both, costOf(mergedWith(base, counted), /compute|stream/));
    assert.equal(costOf(known, /compute|stream/), 0);
  });

  it('are predicted by Themis where SMs are divided, until they are simulated', async () => {
    const first = await merged('spatial', ({ kind }) => kind === 'time', themis);
    assert.ok(first.matrix.cells.flat().every((cell) => cell?.predictor === themis.label));
    assert.deepEqual(first.matrix.predictors, [themis.label]);
    assert.equal(first.files[0]!.kernels[0]!.worstPartner!.origin, 'predicted');
    const last = await merged('spatial', () => true, themis);
    assert.ok(last.matrix.cells.flat().every((cell) => cell?.origin === 'simulated'));
    assert.ok(last.files[0]!.kernels[0]!.divided[0], 'the prediction stays beside the simulation');
    const all = last.matrix.answers[0]![1]!.map(({ predictor }) => predictor);
    assert.deepEqual(all, ['simulation', themis.label, 'moka-contention']);
  });

  it('have no number of Themis where none can be, and the reason instead', async () => {
    const lost: CoRunModel = {
      ...themis,
      predict: () => ({ scalability: 0.5, interference: 0.5 }),
      warnings: () => [rangeWarning('ipc', 0.4, [2.8, 104], 'h100-sxm')],
    };
    const { files, matrix } = await merged('spatial', ({ kind }) => kind === 'time', lost);
    assert.deepEqual(files[0]!.kernels[0]!.divided, []);
    assert.equal(matrix.refusals.length, 2);
    assert.match(
      english(matrix.refusals[0]!.reason),
      /warp instructions: 0\.400 per cycle, below .*×0\.25, cannot be/,
    );
    assert.ok(matrix.cells.flat().every((cell) => cell?.predictor === 'moka-contention'));
  });

  it('leave time slices to the rules, for a slice is longer than a window', async () => {
    const { matrix, files } = await merged('time-slice');
    assert.ok(!matrix.predictors.includes('simulation'));
    assert.match(english(matrix.validOnly[0]!), /a slice lasts about 2 ms/);
    assert.equal(files[0]!.kernels[0]!.simulation?.status, 'done');
  });

  it('show block sizes with their simulated time', async () => {
    const { files } = await merged('streams');
    const block = files[0]!.kernels[0]!.block!;
    assert.deepEqual(
      block.sweep?.map(({ threadsPerBlock }) => threadsPerBlock),
      [64, 256],
    );
    const found = block.candidates.find(({ method }) => method === 'simulation');
    assert.ok(found?.threadsPerBlock === 64 || found?.threadsPerBlock === 256);
  });

  it('make the advice on block sizes anew: with its gain, and none where another size is no faster', async () => {
    const { files, advice } = await merged('streams');
    const kernels = files.flatMap((file) => file.kernels);
    for (const { id, block } of kernels) {
      const found = advice.find(({ kind, kernelId }) => kind === 'block-size' && kernelId === id);
      const gain = block?.expectedGain?.value ?? null;
      const expected = gain !== null && gain < 0 && block?.advised !== block?.current;
      if (gain !== null) assert.equal(found !== undefined, expected, `${id}: ${gain}`);
      if (found && gain !== null) assert.equal(found.gain, -gain);
    }
    assert.ok(kernels.some(({ block }) => block?.expectedGain?.origin === 'simulated'));
  });

  it('advise no other block where a launch saves next to nothing', async () => {
    const base = await results('streams');
    const plan = planned(base);
    const some = outcomeOf(new SimulationSet(plan, () => undefined).open[0]!);
    assert.ok(some.kind === 'measured');
    /** All launches take 5 µs, those of the other block so many. */
    const blockAt = (launchMs: number) => {
      const outcome = ({ kind }: TaskSubject): TaskOutcome => ({
        ...some,
        launchMs: kind === 'block' ? launchMs : 5e-3,
      });
      const outcomes = new Map<string, TaskOutcome>();
      const set = (): SimulationSet => new SimulationSet(plan, (key) => outcomes.get(key));
      for (let open = set().open; open.length > 0; open = set().open)
        for (const { key, subject } of open) outcomes.set(key, outcome(subject));
      const { files } = mergedWith(base, null).with(set());
      return files[0]!.kernels[0]!.block!;
    };
    assert.equal(blockAt(3.9e-3).advised, 64);
    const little = blockAt(4.1e-3);
    assert.deepEqual([little.advised, little.expectedGain], [null, null]);
    assert.match(
      english(little.candidates.at(-1)!.reason),
      /−18 %: with 900 ns of a launch too little to change it/,
    );
    assert.equal(blockAt(5e-3).advised, 256);
  });

  it('come one after the other, what is missing stays as predicted', async () => {
    const isStream = (subject: TaskSubject) => subject.kind === 'time' && subject.kernelId.includes('stream');
    const { files, matrix, simulations } = await merged('streams', (subject) => !isStream(subject));
    assert.ok(simulations!.total > simulations!.done);
    assert.equal(files[0]!.kernels[1]!.simulation?.status, 'waiting');
    assert.equal(matrix.cells[0]![0]!.origin, 'simulated');
    assert.equal(matrix.cells[0]![1]!.predictor, 'moka-contention');
    const nothing = await merged('streams', () => false);
    assert.equal(nothing.files[0]!.kernels[0]!.time, null);
  });

  it('can be merged again with more outcomes', async () => {
    const base = await results('streams');
    const plan = planned(base);
    const predictors = new WorkspacePredictors(base.gpu.id, []);
    const first = withSimulations(base, new SimulationSet(plan, () => undefined), predictors);
    const set = ran(plan, ({ kind }) => kind === 'time');
    assert.deepEqual(withSimulations(first, set, predictors), withSimulations(base, set, predictors));
    const pairs = withSimulations(
      base,
      ran(plan, () => true),
      predictors,
    );
    assert.equal(pairs.matrix.predictors[0], 'simulation');
    const again = withSimulations(
      pairs,
      ran(plan, () => true),
      predictors,
    );
    assert.deepEqual(again.matrix.predictors, pairs.matrix.predictors);
    assert.deepEqual(again.matrix.validOnly, pairs.matrix.validOnly);
  });

  it('run until what outcomes open is done as well, and can be ended and taken up again', async () => {
    const plan = planned(await results('streams'));
    const outcomes = new Map<string, TaskOutcome>();
    const totals: number[] = [];
    const note: PlanListener = {
      onOutcome: () => undefined,
      onSettled: (set) => void totals.push(set().progress.done),
    };
    assert.equal(await runPlan(() => plan, runner(3), outcomes, note), false);
    assert.equal(outcomes.size, 3);
    assert.equal(await runPlan(() => plan, runner(), outcomes, note), true);
    const { done, total } = new SimulationSet(plan, (key) => outcomes.get(key)).progress;
    assert.equal(done, total);
    assert.ok(totals[0] === 0 && totals.at(-1) === done, String(totals));
  });

  it('name what the simulator refuses', async () => {
    const base = await results('streams');
    const [task] = soloTasks(planned(base).inputs!);
    const app = { ...task!.scenario.apps[0]!, launch: { grid: 1, block: 4096 } };
    const outcome = runTask({ ...task!, scenario: { ...task!.scenario, apps: [app] } });
    assert.equal(outcome.kind, 'failed');
    assert.match(english((outcome as { reason: Message }).reason), /block|threads/);
  });
});

describe('keys of simulation tasks', () => {
  const subject: TaskSubject = { kind: 'time', kernelId: 'a.cu#stream' };
  const { app } = simulated('a.cu#stream', 'stream');
  const scenarioOf = (program: KernelProgram | undefined, seed = 1): Scenario => ({
    gpu: GPU,
    apps: [
      { ...app, program },
      { name: 'other', kernels: [{ program, launch: { grid: 4, block: 32 } }] },
    ],
    seed,
  });
  const keyOf = (scenario: Scenario, of: ScenarioSubject = subject): string =>
    simulationTask(of, scenario).key;

  it('are equal for equal scenarios, whichever objects they are made of', () => {
    const first = keyOf(scenarioOf(app.program));
    assert.equal(keyOf(scenarioOf(structuredClone(app.program))), first);
    assert.equal(keyOf(structuredClone(scenarioOf(app.program))), first);
    assert.equal(keyOf(scenarioOf(app.program), { kind: 'time', kernelId: 'b.cu#copy' }), first);
  });

  it('differ where anything differs that the simulation sees', () => {
    const { program } = app;
    const changed = [
      scenarioOf(program),
      scenarioOf(program, 2),
      scenarioOf({ ...program!, registersPerThread: 17 }),
      scenarioOf({ ...program!, body: [...program!.body, { op: 'barrier' }] }),
      { ...scenarioOf(program), gpu: 'v100-sxm2' },
      { ...scenarioOf(program), apps: [app] },
    ].map((scenario) => keyOf(scenario));
    changed.push(keyOf(scenarioOf(program), { kind: 'pair', kernelIds: ['a.cu#stream', 'a.cu#stream'] }));
    assert.equal(new Set(changed).size, changed.length);
  });
});

describe('order of simulations', () => {
  it('looks first at pairs that can run together, whichever take longer', async () => {
    const { inputs } = planned(await results('streams'));
    const [a, b] = inputs!.kernels.map(({ kernelId }) => kernelId) as [string, string];
    const firstOf = (firstPairs: MeetingIds) =>
      pairTasks({ ...inputs!, firstPairs }, (id) => (id === a ? 1000 : 50_000))
        .map(({ subject }) => subject)
        .find((subject) => subject.kind === 'pair');
    assert.deepEqual(firstOf([]), { kind: 'pair', kernelIds: [a, a] });
    assert.deepEqual(firstOf([[b, a]]), { kind: 'pair', kernelIds: [a, b] });
  });
});
