import type { Scenario, ScenarioApp } from '../../kernel/scenario';
import type { GpuSlice } from './gpuSlice';
import { blocksOf } from './launchWork';
import type { PairRun } from './pairRun';
import type { Shortcut } from './task';

/** The stretch of a co-run that stands for the whole, in core cycles. */
export const WINDOW = { warmupCycles: 10_000, cycles: 40_000 } as const;
/** As much, for a mix of blocks of which a replay needs the speeds. */
export const REPLAY_WINDOW = { warmupCycles: 5_000, cycles: 25_000 } as const;
/** A launch that takes more SM cycles is simulated so far, or until its pace stands still, and the rest is reckoned. */
const LAUNCH_SM_CYCLES = 3e6;
/** Launches run again until each was completed so often; the first time is not counted. */
const LAUNCHES = 2;
/** Runs that last so many times longer than expected are given up. */
const PATIENCE = 4;
/** What a launch takes beside its work, at most: its latency, and caches that are cold at first. */
export const OVERHEAD_CYCLES = 8_000;
const SEED = 1;

/** What a simulation runs on: a GPU, and the part of it that stands for the whole. */
export interface SlicedGpu {
  readonly gpuId: string;
  readonly whole: GpuSlice;
  /** Largest first. */
  readonly slices: readonly [GpuSlice, ...GpuSlice[]];
}

/** A run and how it is made cheaper. */
export interface ShortRun {
  readonly scenario: Scenario;
  readonly shortcut: Shortcut;
}

/** One launch, as far as it is affordable. */
export function launchAlone(gpu: SlicedGpu, app: ScenarioApp): ShortRun {
  const [slice] = gpu.slices;
  const cycles = Math.round(LAUNCH_SM_CYCLES / slice.sms);
  const apps: ScenarioApp[] = [{ ...firstBlocks(app, sliceShare(gpu, slice)), repeat: 1 }];
  return {
    scenario: { gpu: gpu.gpuId, apps, limits: { cycles }, seed: SEED },
    shortcut: { slice, launches: null, replay: false, steady: true },
  };
}

/**
 * Launches relaunched together or alone on a slice.
 *
 * @param cycles that all the launches take one after the other
 */
export function relaunched(
  gpu: SlicedGpu,
  apps: readonly ScenarioApp[],
  { slice, replayed }: PairRun,
  cycles: number,
  mode: Scenario['mode'] = { kind: 'streams' },
): ShortRun {
  const expected = cycles + apps.length * OVERHEAD_CYCLES;
  // A round number: the same run keeps its key when times are reckoned a little differently.
  const whole = { limits: { cycles: 2 ** Math.ceil(Math.log2(PATIENCE * expected)) } };
  return {
    scenario: {
      gpu: gpu.gpuId,
      mode,
      apps: apps.map((app) => ({ ...firstBlocks(app, sliceShare(gpu, slice)), repeat: 'always' })),
      ...(replayed ? limitsOf(REPLAY_WINDOW) : whole),
      seed: SEED,
    },
    shortcut: { slice, launches: replayed ? null : LAUNCHES, replay: replayed },
  };
}

/** Whole launches relaunched for ever on the largest slice, looked at for a while. */
export function windowOf(gpu: SlicedGpu, apps: readonly ScenarioApp[], mode: Scenario['mode']): ShortRun {
  const [slice] = gpu.slices;
  return {
    scenario: {
      gpu: gpu.gpuId,
      mode,
      apps: apps.map((app) => ({ ...firstBlocks(app, sliceShare(gpu, slice)), repeat: 'always' })),
      ...limitsOf(WINDOW),
      seed: SEED,
    },
    shortcut: { slice, launches: null, replay: false },
  };
}

function limitsOf(window: typeof WINDOW | typeof REPLAY_WINDOW): Pick<Scenario, 'warmupCycles' | 'limits'> {
  return { warmupCycles: window.warmupCycles, limits: { cycles: window.cycles } };
}

function sliceShare({ whole }: SlicedGpu, slice: GpuSlice): number {
  return slice.sms / whole.sms;
}

/** The same application with only the first blocks of its launch; `share` of 1 leaves it as it is. */
function firstBlocks(app: ScenarioApp, share: number): ScenarioApp {
  return share === 1 ? app : withFirstBlocks(app, Math.max(1, Math.round(blocksOf(app) * share)));
}

/** The same application with so many of the first blocks of its launch, or all where it has no more. */
export function withFirstBlocks(app: ScenarioApp, blocks: number): ScenarioApp {
  return blocks >= blocksOf(app) ? app : { ...app, launch: { ...app.launch!, firstBlocks: blocks } };
}
