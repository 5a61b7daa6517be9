import type { SharingMode } from '../../kernel/prediction';
import type { Scenario } from '../../kernel/scenario';
import { pairRun } from './pairRun';
import type { SimulatedKernel } from './preparation';
import { sharingOf } from './sharing';
import { launchAlone, relaunched, windowOf, type ShortRun, type SlicedGpu } from './shortRuns';
import { simulationTask, type SimulationTask, type TaskSubject } from './task';

export interface PlanInputs extends SlicedGpu {
  readonly mode: SharingMode;
  readonly kernels: readonly SimulatedKernel[];
  /** The same kernels at other block sizes. */
  readonly blocks: readonly { readonly threadsPerBlock: number; readonly kernel: SimulatedKernel }[];
}

/** What can be simulated at once: every kernel alone. */
export function soloTasks(inputs: PlanInputs): SimulationTask[] {
  const windows = sharingOf(inputs.mode, inputs.slices[0]).kind === 'window';
  return inputs.kernels.flatMap((kernel) => [
    shortTask({ kind: 'time', kernelId: kernel.kernelId }, launchAlone(inputs, kernel.app)),
    ...(windows ? paceTasks(inputs, kernel) : []),
  ]);
}

/** Kernels alone at other block sizes; they come last. */
export function blockTasks(inputs: PlanInputs): SimulationTask[] {
  return inputs.blocks.map(({ threadsPerBlock, kernel }) =>
    shortTask({ kind: 'block', kernelId: kernel.kernelId, threadsPerBlock }, launchAlone(inputs, kernel.app)),
  );
}

/**
 * The pairs whose kernels' times are known, and the same launches alone where pairs are whole launches.
 *
 * @param launchCycles of one launch alone; null while not simulated
 */
export function pairTasks(
  inputs: PlanInputs,
  launchCycles: (kernelId: string) => number | null,
): SimulationTask[] {
  const sharing = sharingOf(inputs.mode, inputs.slices[0]);
  if (sharing.kind === 'none') return [];
  return pairsOf(inputs.kernels).flatMap(([first, second]) => {
    const pair: TaskSubject = { kind: 'pair', kernelIds: [first.kernelId, second.kernelId] };
    const apps = [first.app, second.app];
    if (sharing.kind === 'window') return [shortTask(pair, windowOf(inputs, apps, sharing.mode))];
    const [a, b] = [launchCycles(first.kernelId), launchCycles(second.kernelId)];
    if (a === null || b === null) return [];
    const timed = [
      { ...first, launchCycles: a },
      { ...second, launchCycles: b },
    ] as const;
    const run = pairRun(...timed, inputs.slices);
    if (run === null) return [];
    return [
      ...timed.map((kernel) =>
        shortTask(
          { kind: 'part', kernelId: kernel.kernelId, run },
          relaunched(inputs, [kernel.app], run, kernel.launchCycles),
        ),
      ),
      shortTask(pair, relaunched(inputs, apps, run, a + b, sharing.mode)),
    ];
  });
}

function shortTask(subject: TaskSubject, { scenario, shortcut }: ShortRun): SimulationTask {
  return simulationTask(subject, scenario, shortcut);
}

/** Pairs of a plan, known or not. */
export function pairCount(inputs: PlanInputs): number {
  return sharingOf(inputs.mode, inputs.slices[0]).kind === 'none' ? 0 : pairsOf(inputs.kernels).length;
}

/** Every kernel with itself and those behind it. */
function pairsOf(kernels: readonly SimulatedKernel[]): [SimulatedKernel, SimulatedKernel][] {
  return kernels.flatMap((first, index) =>
    kernels.slice(index).map((second): [SimulatedKernel, SimulatedKernel] => [first, second]),
  );
}

/** The pace on all SMs, and where SMs are divided that on half of them. */
function paceTasks(inputs: PlanInputs, { kernelId, app }: SimulatedKernel): SimulationTask[] {
  const half = Math.floor(inputs.slices[0].sms / 2);
  const pace = (partition: boolean, mode: Scenario['mode']): SimulationTask =>
    shortTask({ kind: 'pace', kernelId, partition }, windowOf(inputs, [app], mode));
  return [
    pace(false, { kind: 'streams' }),
    ...(inputs.mode === 'spatial' ? [pace(true, { kind: 'spatial', sms: [half] })] : []),
  ];
}
