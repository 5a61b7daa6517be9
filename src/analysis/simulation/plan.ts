import type { SharingMode } from '../../kernel/prediction';
import type { Scenario, ScenarioApp } from '../../kernel/scenario';
import type { SimulatedKernel } from './preparation';
import { simulationTask, type SimulationTask } from './task';

/** The stretch of a co-run that stands for the whole, in core cycles. */
export const WINDOW = { warmupCycles: 10_000, cycles: 40_000 } as const;
/** A launch that takes more SM cycles is simulated so far, and its other blocks are reckoned. */
const LAUNCH_SM_CYCLES = 3e6;
const LEAST_LAUNCH_CYCLES = 15_000;
/**
 * SM cycles that both launches of a pair may take one after the other; longer ones are cut to their first
 * blocks, but not to so few cycles that the launch latency decides.
 */
const PAIR_SM_CYCLES = 2.4e6;
const LEAST_PAIR_CYCLES = 16_000;
/** Both launches are run together so often, one after the other at worst; the first time is not counted. */
const ROUNDS = 2.3;
/** What a launch takes beside its work, at most: its latency, and caches that are cold at first. */
const OVERHEAD_CYCLES = 8_000;
/** Launches are not cut to fewer waves of the GPU than this. */
const LEAST_WAVES = 2;
/** Pairs that need so many times what a pair may take are not simulated. */
const TOO_MUCH = 4;
const SEED = 1;

export interface PlanInputs {
  readonly gpuId: string;
  readonly mode: SharingMode;
  /** SMs and memory channels of the simulated GPU. */
  readonly sms: number;
  readonly memoryChannels: number;
  readonly kernels: readonly SimulatedKernel[];
  /** The same kernels at other block sizes. */
  readonly blocks: readonly { readonly threadsPerBlock: number; readonly kernel: SimulatedKernel }[];
}

/** What can be simulated at once: every kernel alone. */
export function soloTasks(inputs: PlanInputs): SimulationTask[] {
  const windows = sharingOf(inputs)?.kind === 'window';
  return inputs.kernels.flatMap((kernel) => [
    simulationTask({ kind: 'time', kernelId: kernel.kernelId }, launchAlone(inputs, kernel.app)),
    ...(windows ? paceTasks(inputs, kernel) : []),
  ]);
}

/** Kernels alone at other block sizes; they come last. */
export function blockTasks(inputs: PlanInputs): SimulationTask[] {
  return inputs.blocks.map(({ threadsPerBlock, kernel }) =>
    simulationTask(
      { kind: 'block', kernelId: kernel.kernelId, threadsPerBlock },
      launchAlone(inputs, kernel.app),
    ),
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
  const sharing = sharingOf(inputs);
  if (sharing === null) return [];
  return pairsOf(inputs.kernels).flatMap(([first, second]) => {
    const kernelIds: [string, string] = [first.kernelId, second.kernelId];
    if (sharing.kind === 'window')
      return [
        simulationTask(
          { kind: 'pair', kernelIds },
          windowOf(inputs.gpuId, [first.app, second.app], sharing.mode),
        ),
      ];
    const [a, b] = [launchCycles(first.kernelId), launchCycles(second.kernelId)];
    if (a === null || b === null) return [];
    const share = commonShare({ ...first, launchCycles: a }, { ...second, launchCycles: b }, inputs.sms);
    if (share === null) return [];
    return [
      relaunchTask(inputs.gpuId, first, share, a),
      relaunchTask(inputs.gpuId, second, share, b),
      simulationTask(
        { kind: 'pair', kernelIds },
        launchesTogether(
          inputs.gpuId,
          [first, second],
          share,
          sharing.mode,
          relaunchCycles(share * (a + b), 2),
        ),
      ),
    ];
  });
}

/** Pairs of a plan, known or not. */
export function pairCount(inputs: PlanInputs): number {
  return sharingOf(inputs) === null ? 0 : pairsOf(inputs.kernels).length;
}

/**
 * The part of their launches that two kernels run together: a power of two, so small that a pair stays
 * affordable, and so large that a kernel which fills the GPU still does. Null where no part is both.
 */
export function commonShare(a: TimedKernel, b: TimedKernel, sms: number): number | null {
  const cycles = a.launchCycles + b.launchCycles;
  const limit = Math.max(LEAST_PAIR_CYCLES, PAIR_SM_CYCLES / sms);
  const affordable = cycles <= limit ? 1 : 2 ** -Math.ceil(Math.log2(cycles / limit));
  const filling = Math.max(...[a, b].map(({ waves }) => Math.min(1, LEAST_WAVES / waves)));
  const share = Math.max(affordable, Math.min(1, 2 ** Math.ceil(Math.log2(filling))));
  return share * cycles <= TOO_MUCH * limit ? share : null;
}

/** What decides how much of a launch is run in a pair. */
export interface TimedKernel {
  readonly launchCycles: number;
  readonly waves: number;
}

/** Every kernel with itself and those behind it. */
function pairsOf(kernels: readonly SimulatedKernel[]): [SimulatedKernel, SimulatedKernel][] {
  return kernels.flatMap((first, index) =>
    kernels.slice(index).map((second): [SimulatedKernel, SimulatedKernel] => [first, second]),
  );
}

/**
 * How two kernels are run together. Where each has a part of the GPU of its own, a window shows their pace;
 * where blocks of one launch wait for those of the other, whole launches have to run.
 */
type Sharing = { readonly kind: 'window' | 'launches'; readonly mode: Scenario['mode'] };

/** Null for time slices, which are far longer than what is simulated. */
function sharingOf({ mode, sms, memoryChannels }: PlanInputs): Sharing | null {
  const half = Math.floor(sms / 2);
  switch (mode) {
    case 'streams':
      return { kind: 'launches', mode: { kind: 'streams' } };
    case 'mps':
      return { kind: 'launches', mode: { kind: 'mps', percentages: [100, 100] } };
    case 'spatial':
      return { kind: 'window', mode: { kind: 'spatial', sms: [half, half] } };
    case 'intra-sm':
      return { kind: 'window', mode: { kind: 'intra-sm', blocksPerSm: [SHARED_BLOCKS, SHARED_BLOCKS] } };
    case 'mig': {
      const instance = { sms: half, memoryChannels: Math.floor(memoryChannels / 2) };
      if (instance.memoryChannels === 0) return null;
      return { kind: 'window', mode: { kind: 'mig', instances: [instance, instance] } };
    }
    case 'time-slice':
      return null;
  }
}

/** Blocks of each kernel on an SM when both share it. */
const SHARED_BLOCKS = 8;

function launchAlone({ gpuId, sms }: PlanInputs, app: ScenarioApp): Scenario {
  const cycles = Math.max(LEAST_LAUNCH_CYCLES, Math.round(LAUNCH_SM_CYCLES / sms));
  return { gpu: gpuId, apps: [{ ...app, repeat: 1 }], limits: { cycles }, seed: SEED };
}

/** Long enough for every launch to end twice. */
function relaunchCycles(cycles: number, launches: number): number {
  return Math.ceil(ROUNDS * (cycles + launches * OVERHEAD_CYCLES));
}

/** A launch, or its first blocks, relaunched alone as it is in a pair. */
function relaunchTask(
  gpu: string,
  { kernelId, app }: SimulatedKernel,
  share: number,
  launchCycles: number,
): SimulationTask {
  return simulationTask(
    { kind: 'part', kernelId, share },
    {
      gpu,
      apps: [{ ...firstBlocks(app, share), repeat: 'always' }],
      limits: { cycles: relaunchCycles(share * launchCycles, 1) },
      seed: SEED,
    },
  );
}

function launchesTogether(
  gpu: string,
  kernels: readonly SimulatedKernel[],
  share: number,
  mode: Scenario['mode'],
  cycles: number,
): Scenario {
  return {
    gpu,
    mode,
    apps: kernels.map(({ app }) => ({ ...firstBlocks(app, share), repeat: 'always' })),
    limits: { cycles },
    seed: SEED,
  };
}

/** The same application with only the first blocks of its launch; `share` of 1 leaves it as it is. */
export function firstBlocks(app: ScenarioApp, share: number): ScenarioApp {
  const launch = app.launch!;
  if (share === 1) return app;
  const extents = typeof launch.grid === 'number' ? [launch.grid] : launch.grid;
  const blocks = extents.reduce((product, extent) => product * extent, 1);
  return { ...app, launch: { ...launch, firstBlocks: Math.max(1, Math.round(blocks * share)) } };
}

function windowOf(gpu: string, apps: readonly ScenarioApp[], mode: Scenario['mode']): Scenario {
  return {
    gpu,
    mode,
    apps: apps.map((app) => ({ ...app, repeat: 'always' })),
    warmupCycles: WINDOW.warmupCycles,
    limits: { cycles: WINDOW.cycles },
    seed: SEED,
  };
}

/** The pace on the whole GPU, and where SMs are divided that on half of them. */
function paceTasks({ gpuId, sms, mode }: PlanInputs, { kernelId, app }: SimulatedKernel): SimulationTask[] {
  const whole = windowOf(gpuId, [app], { kind: 'streams' });
  const half = windowOf(gpuId, [app], { kind: 'spatial', sms: [Math.floor(sms / 2)] });
  return [
    simulationTask({ kind: 'pace', kernelId, partition: false }, whole),
    ...(mode === 'spatial' ? [simulationTask({ kind: 'pace', kernelId, partition: true }, half)] : []),
  ];
}
