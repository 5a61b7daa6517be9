import type { SharingMode } from '../../kernel/prediction';
import type { Scenario } from '../../kernel/scenario';
import type { BlockVariant } from './blockVariants';
import type { GpuSlice } from './gpuSlice';
import { blocksOf } from './launchWork';
import { dividedRun, pairRun, type PairRun } from './pairRun';
import type { SimulatedKernel } from './preparation';
import { sharingOf } from './sharing';
import type { Two } from './together/togetherWay';
import { launchAlone, relaunched, windowOf, type ShortRun, type SlicedGpu } from './shortRuns';
import { untoldOf } from './untold';
import {
  simulationTask,
  togetherTask,
  type ScenarioTask,
  type ScenarioSubject,
  type TogetherTask,
} from './task';

export interface PlanInputs extends SlicedGpu {
  readonly mode: SharingMode;
  readonly kernels: readonly SimulatedKernel[];
  /** The same kernels at other block sizes; null where edits of blocks are still to be tried. */
  readonly blocks: readonly BlockVariant[] | null;
  /** Pairs that are looked at, by the ids of their kernels; all of them where it is left out. */
  readonly onlyPairs?: readonly (readonly [string, string])[];
  /** Whether pairs that can meet are started together once as well; so where it is left out. */
  readonly together?: boolean;
  /** Pairs that come before all others, by the ids of their kernels. */
  readonly firstPairs?: readonly (readonly [string, string])[];
}

/** What can be simulated at once: every kernel alone. */
export function soloTasks(inputs: PlanInputs): ScenarioTask[] {
  return inputs.kernels.map((kernel) =>
    shortTask({ kind: 'time', kernelId: kernel.kernelId }, launchAlone(inputs, kernel.app)),
  );
}

/** Kernels alone at other block sizes; they come last. */
export function blockTasks(inputs: PlanInputs): ScenarioTask[] {
  return (inputs.blocks ?? []).map(({ threadsPerBlock, kernel }) =>
    shortTask({ kind: 'block', kernelId: kernel.kernelId, threadsPerBlock }, launchAlone(inputs, kernel.app)),
  );
}

/**
 * The pairs whose kernels' times are known, those that matter most and then the shortest first, and what their kernels
 * do alone under the same conditions. Pairs that can meet are then started together once, before all other pairs.
 *
 * @param launchCycles of one launch alone; null while not simulated
 */
export function pairTasks(
  inputs: PlanInputs,
  launchCycles: (kernelId: string) => number | null,
): (ScenarioTask | TogetherTask)[] {
  const pairs = pairsOf(inputs).flatMap(([first, second]) => {
    const [a, b] = [launchCycles(first.kernelId), launchCycles(second.kernelId)];
    return a === null || b === null ? [] : [{ kernels: [first, second] as const, cycles: [a, b] as const }];
  });
  const isFirst = hasPair(inputs.onlyPairs ?? inputs.firstPairs ?? []);
  const tasksOf = (which: typeof pairs) =>
    which
      .toSorted((a, b) => a.cycles[0] + a.cycles[1] - (b.cycles[0] + b.cycles[1]))
      .flatMap(({ kernels, cycles }) => tasksOfPair(inputs, kernels, cycles));
  const [first, rest] = [true, false].map((are) => pairs.filter(({ kernels }) => isFirst(kernels) === are));
  return [...tasksOf(first!), ...togetherTasks(inputs, launchCycles), ...tasksOf(rest!)];
}

/** Pairs that can meet, started together once. */
function togetherTasks(
  inputs: PlanInputs,
  launchCycles: (kernelId: string) => number | null,
): TogetherTask[] {
  const { gpuId, mode, slices, together = true } = inputs;
  if (!together || sharingOf(mode, slices[0]).kind === 'none') return [];
  return meetingsIn(inputs)
    .flatMap(([a, b]) => {
      const [ofA, ofB] = [launchCycles(a.kernelId), launchCycles(b.kernelId)];
      if (ofA === null || ofB === null) return [];
      const request = { gpuId, mode, apps: [a.app, b.app], launchCycles: [ofA, ofB] } as const;
      return [{ cycles: ofA + ofB, task: togetherTask([a.kernelId, b.kernelId], request) }];
    })
    .toSorted((a, b) => a.cycles - b.cycles)
    .map(({ task }) => task);
}

/** Whether a kernel is simulated as it runs: launches that nobody wrote, and parts of kernels, tell nothing of pairs. */
const isTold = (kernel: SimulatedKernel): boolean => untoldOf(kernel) === null;

/** Pairs that can meet, in the order in which they are launched. */
function meetingsIn({ kernels, onlyPairs, firstPairs = [] }: PlanInputs): Two<SimulatedKernel>[] {
  const known = new Map(kernels.filter(isTold).map((kernel) => [kernel.kernelId, kernel]));
  return (onlyPairs ?? firstPairs).flatMap((ids): Two<SimulatedKernel>[] => {
    const [a, b] = ids.map((id) => known.get(id));
    return a && b ? [[a, b]] : [];
  });
}

/** How two kernels are relaunched together; null where they are looked at for a window. */
export function runOfPair(
  { mode, slices, whole }: PlanInputs,
  cycles: Two<number>,
  kernels: readonly SimulatedKernel[],
): PairRun | null {
  if (sharingOf(mode, slices[0]).kind === 'divided') return dividedRun(cycles, slices);
  const fewest = Math.min(...kernels.map(({ app }) => blocksOf(app)));
  return pairRun(cycles, slices, fewest / whole.sms);
}

function tasksOfPair(inputs: PlanInputs, kernels: Two<SimulatedKernel>, cycles: Two<number>): ScenarioTask[] {
  const run = runOfPair(inputs, cycles, kernels);
  const sharing = sharingOf(inputs.mode, run?.slice ?? inputs.slices[0]);
  if (sharing.kind === 'none') return [];
  const pair: ScenarioSubject = { kind: 'pair', kernelIds: [kernels[0].kernelId, kernels[1].kernelId] };
  const apps = kernels.map(({ app }) => app);
  if (run === null)
    return [
      ...kernels.flatMap((kernel) => paceTasks(inputs, kernel)),
      shortTask(pair, windowOf(inputs, apps, sharing.mode)),
    ];
  return [
    ...kernels.flatMap((kernel, i) => partTasks(inputs, kernel, run, cycles[i]!)),
    shortTask(pair, relaunched(inputs, apps, run, cycles[0] + cycles[1], sharing.mode)),
  ];
}

function shortTask(subject: ScenarioSubject, { scenario, shortcut }: ShortRun): ScenarioTask {
  return simulationTask(subject, scenario, shortcut);
}

/** Pairs of a plan, known or not. */
export function pairCount(inputs: PlanInputs): number {
  return sharingOf(inputs.mode, inputs.slices[0]).kind === 'none' ? 0 : pairsOf(inputs).length;
}

/** Every kernel with itself and those behind it, as far as they are looked at. */
function pairsOf({ kernels, onlyPairs }: PlanInputs): [SimulatedKernel, SimulatedKernel][] {
  const isLookedAt = onlyPairs === undefined ? () => true : hasPair(onlyPairs);
  const known = kernels.filter(isTold);
  return known.flatMap((first, index) =>
    known
      .slice(index)
      .map((second): [SimulatedKernel, SimulatedKernel] => [first, second])
      .filter(isLookedAt),
  );
}

/** Whether a pair is among those, either way round. */
function hasPair(
  pairs: readonly (readonly [string, string])[],
): (kernels: readonly SimulatedKernel[]) => boolean {
  const key = (ids: readonly string[]): string => ids.toSorted().join('\0');
  const known = new Set(pairs.map(key));
  return (kernels) => known.has(key(kernels.map(({ kernelId }) => kernelId)));
}

/** The pace on all SMs, and where SMs are divided that on half of them. */
function paceTasks(inputs: PlanInputs, { kernelId, app }: SimulatedKernel): ScenarioTask[] {
  return aloneModes(inputs, inputs.slices[0]).map((mode, i) =>
    shortTask({ kind: 'pace', kernelId, partition: i > 0 }, windowOf(inputs, [app], mode)),
  );
}

/** The launches on all SMs, and where SMs are divided those on half of them. */
function partTasks(
  inputs: PlanInputs,
  { kernelId, app }: SimulatedKernel,
  run: PairRun,
  cycles: number,
): ScenarioTask[] {
  return aloneModes(inputs, run.slice).map((mode, i) =>
    shortTask(
      { kind: 'part', kernelId, run, partition: i > 0 },
      relaunched(inputs, [app], run, cycles, mode),
    ),
  );
}

function aloneModes({ mode }: PlanInputs, { sms }: GpuSlice): NonNullable<Scenario['mode']>[] {
  const half = Math.floor(sms / 2);
  return [{ kind: 'streams' }, ...(mode === 'spatial' ? [{ kind: 'spatial' as const, sms: [half] }] : [])];
}
