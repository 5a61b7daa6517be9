import type { SharingMode } from '../../kernel/prediction';
import type { Scenario } from '../../kernel/scenario';
import type { GpuSlice } from './gpuSlice';
import { dividedRun, pairRun, type PairRun } from './pairRun';
import type { SimulatedKernel } from './preparation';
import { sharingOf } from './sharing';
import { launchAlone, relaunched, windowOf, type ShortRun, type SlicedGpu } from './shortRuns';
import { simulationTask, type ScenarioTask, type ScenarioSubject } from './task';

export interface PlanInputs extends SlicedGpu {
  readonly mode: SharingMode;
  readonly kernels: readonly SimulatedKernel[];
  /** The same kernels at other block sizes. */
  readonly blocks: readonly { readonly threadsPerBlock: number; readonly kernel: SimulatedKernel }[];
  /** Pairs that are looked at, by the ids of their kernels; all of them where it is left out. */
  readonly onlyPairs?: readonly (readonly [string, string])[];
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
  return inputs.blocks.map(({ threadsPerBlock, kernel }) =>
    shortTask({ kind: 'block', kernelId: kernel.kernelId, threadsPerBlock }, launchAlone(inputs, kernel.app)),
  );
}

/**
 * The pairs whose kernels' times are known, those that matter most and then the shortest first, and what their kernels do alone under the same
 * conditions.
 *
 * @param launchCycles of one launch alone; null while not simulated
 */
export function pairTasks(
  inputs: PlanInputs,
  launchCycles: (kernelId: string) => number | null,
): ScenarioTask[] {
  const pairs = pairsOf(inputs).flatMap(([first, second]) => {
    const [a, b] = [launchCycles(first.kernelId), launchCycles(second.kernelId)];
    return a === null || b === null ? [] : [{ kernels: [first, second] as const, cycles: [a, b] as const }];
  });
  const isFirst = hasPair(inputs.firstPairs ?? []);
  return pairs
    .toSorted(
      (a, b) =>
        Number(isFirst(b.kernels)) - Number(isFirst(a.kernels)) ||
        a.cycles[0] + a.cycles[1] - (b.cycles[0] + b.cycles[1]),
    )
    .flatMap(({ kernels, cycles }) => tasksOfPair(inputs, kernels, cycles));
}

type Two<T> = readonly [T, T];

/** How two kernels are relaunched together; null where they are looked at for a window. */
export function runOfPair(inputs: PlanInputs, cycles: Two<number>): PairRun | null {
  const isDivided = sharingOf(inputs.mode, inputs.slices[0]).kind === 'divided';
  return isDivided ? dividedRun(cycles, inputs.slices) : pairRun(cycles, inputs.slices);
}

function tasksOfPair(inputs: PlanInputs, kernels: Two<SimulatedKernel>, cycles: Two<number>): ScenarioTask[] {
  const run = runOfPair(inputs, cycles);
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

/** Every kernel with itself and those behind it, as far as they are looked at; not launches that nobody wrote. */
function pairsOf({ kernels, onlyPairs }: PlanInputs): [SimulatedKernel, SimulatedKernel][] {
  const isLookedAt = onlyPairs === undefined ? () => true : hasPair(onlyPairs);
  const known = kernels.filter(({ openSizes }) => openSizes.length === 0);
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
