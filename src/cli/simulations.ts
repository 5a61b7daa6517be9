import { availableParallelism } from 'node:os';
import { pairsThatMeet } from '../analysis/corun/kernelPairs';
import type { WorkspaceResults } from '../analysis/results/workspaceResults';
import { MergedResults } from '../analysis/simulation/mergedResults';
import { runPlan, type PlanWishes } from '../analysis/simulation/runPlan';
import { SimulationSet, type SimulationPlan } from '../analysis/simulation/simulationSet';
import type { TaskOutcome } from '../analysis/simulation/task';
import type { WantedPairs } from '../analysis/simulation/workspacePlan';
import { SimulationPool } from '../analysis/worker/simulationPool';
import { workerFiles } from './distFolder';
import { say } from '../words/say';
import type { Invocation } from './command';
import type { AnalyzedPaths } from './session';
import { readModels } from './trainedModels';

const MOST_THREADS = 8;
/** One line of progress for so many simulations. */
const NOTED = 10;

/** What is simulated of kernels beside each of them alone. */
export interface SimulatedPart {
  readonly pairs: WantedPairs;
  /** Whether they run at other block sizes, too. */
  readonly blocks: boolean;
}

/** The results with up to `maxKernels` kernels simulated, first those of files with kernels that can meet others. */
export async function withSimulatedKernels(
  analyzed: AnalyzedPaths,
  maxKernels: number,
  part: SimulatedPart,
  said: Pick<Invocation, 'note' | 'progress'>,
): Promise<WorkspaceResults> {
  const { planFor, outcomes, pool, merged } = await begin(analyzed, maxKernels, said, part.pairs);
  const narrowed = (wishes: PlanWishes): SimulationPlan => {
    if (part.blocks) return planFor(wishes);
    const plan = planFor({ ...wishes, blocks: false });
    return plan.inputs === null ? plan : { ...plan, inputs: { ...plan.inputs, blocks: [] } };
  };
  let last = analyzed.results;
  await runPlan(narrowed, pool, outcomes, {
    onSettled: async (known) => void (last = await merged.withTimelines(known())),
    onOutcome: (known) => tellEach(outcomes.size, () => known().progress.total, said),
  });
  return last;
}

/** The results with up to `maxKernels` kernels simulated alone, and timelines made of their times. */
export async function withSimulatedTimes(
  analyzed: AnalyzedPaths,
  maxKernels: number,
  said: Pick<Invocation, 'note' | 'progress'>,
): Promise<WorkspaceResults> {
  const { planFor, outcomes, pool, merged } = await begin(analyzed, maxKernels, said, 'meeting');
  const plan = planFor({ fitted: {}, blocks: false });
  const known = (): SimulationSet => new SimulationSet(plan, (key) => outcomes.get(key));
  const open = known().open.filter(({ subject }) => subject.kind === 'time');
  await pool.run(open, ({ key }, outcome) => {
    outcomes.set(key, outcome);
    tellEach(outcomes.size, () => open.length, said);
  });
  return merged.withTimelines(known());
}

/** The results with up to `maxKernels` kernels simulated alone, and at other block sizes that they can have. */
export async function withSimulatedBlocks(
  analyzed: AnalyzedPaths,
  maxKernels: number,
  only: readonly string[],
  said: Pick<Invocation, 'note' | 'progress'>,
): Promise<WorkspaceResults> {
  const { planFor, outcomes, pool, merged } = await begin(analyzed, maxKernels, said, 'meeting', only);
  const knownOf = (blocks: boolean): (() => SimulationSet) => {
    const plan = planFor({ fitted: {}, blocks });
    return () => new SimulationSet(plan, (key) => outcomes.get(key));
  };
  let known = knownOf(false);
  for (const kind of ['time', 'block'] as const) {
    if (kind === 'block') known = knownOf(true);
    const open = known().open.filter(({ subject }) => subject.kind === kind);
    const done = outcomes.size;
    await pool.run(open, ({ key }, outcome) => {
      outcomes.set(key, outcome);
      tellEach(outcomes.size, () => done + open.length, said);
    });
  }
  return merged.with(known());
}

function tellEach(done: number, total: () => number, { progress }: Pick<Invocation, 'progress'>): void {
  if (done % NOTED === 0) progress(say('cli.simulated', { done, total: total() }));
}

/** Runs simulations for as long as the process lives. */
export const simulationPool = (): SimulationPool =>
  new SimulationPool(workerFiles(), Math.min(MOST_THREADS, availableParallelism()));

async function begin(
  { session, results }: AnalyzedPaths,
  maxKernels: number,
  said: Pick<Invocation, 'note' | 'progress'>,
  pairs: WantedPairs,
  only?: readonly string[],
) {
  const models = await readModels(undefined, said.note);
  const focus = pairsThatMeet(results).flatMap((pair) => pair.map(({ kernel }) => kernel.path));
  return {
    planFor: (wishes: PlanWishes) =>
      session.simulationPlan({ focus, maxKernels, ...wishes, pairs, ...(only && { only }) }),
    outcomes: new Map<string, TaskOutcome>(),
    pool: simulationPool(),
    merged: new MergedResults(results, models, (times) => session.timedApplications(times)),
  };
}
