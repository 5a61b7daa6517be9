import { plain } from '../../../src/kernel/message';
import { simulate } from '../../../src/simulator/simulate';
import type { GpuSpec } from '../../../src/kernel/gpuSpec';
import { slicedSpec, slicesOf, wholeGpu } from '../../../src/analysis/simulation/gpuSlice';
import { loadSpec, type LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import { classifyFromMetrics } from '../../../src/predictors/moka/classification/classify';
import { featuresOf } from '../../../src/predictors/moka/simk/features';
import {
  divisorsFor,
  publishedReferences,
  type ReferenceKernel,
} from '../../../src/predictors/moka/simk/references';
import { simulatedMetrics } from './simulatedMetrics';
import { volume } from '../../../src/kernel/symbolic';
import { TimedLaunch } from '../blockSweep/simulatedTime';
import type { KernelLaunch, SizedLaunch } from './freeBlocks';

/** Launches of more warp instructions are sampled. */
const INSTRUCTIONS = 1e6;
/** Kernels whose launches have more of them are left out: sampled sweeps of them take minutes. */
const MOST_INSTRUCTIONS = 4e6;
/** Simulated times scatter by as much between block sizes (docs/block-sweep-simulation.md). */
const SCATTER = 0.02;
const SEED = 1;

/** What stands for a GPU in a sweep: the whole of a small one, a slice of a large one. */
interface SweptGpu {
  readonly gpu: GpuSpec;
  readonly loaded: LoadedSpec;
  readonly share: number;
}

function sweptGpu(gpu: GpuSpec): SweptGpu {
  const loaded = loadSpec(gpu.id);
  const whole = wholeGpu(loaded.spec);
  const [slice] = slicesOf(whole);
  return { gpu, loaded: slicedSpec(loaded, slice), share: slice.sms / whole.sms };
}

/**
 * A kernel as a reference for SimK: its features at its own launch, and its time over block sizes.
 *
 * @returns null where its launches are too long
 */
export function simulateReference(
  { kernel, application, block }: KernelLaunch,
  sizes: readonly SizedLaunch[],
  gpu: GpuSpec,
): ReferenceKernel | null {
  const swept = sweptGpu(gpu);
  const launches = sizes.map((size) => new TimedLaunch(size.program, size, swept.loaded, SEED, swept.share));
  if (launches[0]!.instructions() > MOST_INSTRUCTIONS) return null;
  const times = launches.map((launch, i) => ({
    threadsPerBlock: sizes[i]!.threads,
    milliseconds: launch.within(INSTRUCTIONS).milliseconds,
  }));
  const own = sizes.find(({ threads }) => threads === volume(block))!;
  return {
    name: kernel,
    application,
    dimensions: block[1] > 1 || block[2] > 1 ? 2 : 1,
    bestBlock: bestOf(times, own.threads),
    times,
    ...described(own, swept),
  };
}

/** The fastest size; among those that are alike, the one nearest to what the author of the kernel wrote. */
function bestOf(times: NonNullable<ReferenceKernel['times']>, own: number): number {
  const least = Math.min(...times.map(({ milliseconds }) => milliseconds));
  const distance = (threads: number): number => Math.abs(Math.log(threads / own));
  return times
    .filter(({ milliseconds }) => milliseconds <= least * (1 + SCATTER))
    .map(({ threadsPerBlock }) => threadsPerBlock)
    .reduce((a, b) => (distance(b) < distance(a) ? b : a));
}

function described(
  { program, grid, block }: SizedLaunch,
  { gpu, loaded, share }: SweptGpu,
): Pick<ReferenceKernel, 'class' | 'features'> {
  const firstBlocks = Math.max(1, Math.round(share * volume(grid)));
  const app = { name: program.name, program, launch: { grid: [...grid], block: [...block], firstBlocks } };
  const limits = { instructions: INSTRUCTIONS, untilEachFinishedOnce: true };
  const result = simulate({ gpu: gpu.id, apps: [app], limits, seed: SEED }, { spec: loaded });
  const metrics = simulatedMetrics(result, loaded.spec);
  // Warps under way count half.
  const { warpsDone, warpsLaunched } = result.apps[0]!.counters;
  const threadsPerWarp = volume(block) / Math.ceil(volume(block) / 32);
  const threads = Math.max(1, ((warpsDone + warpsLaunched) / 2) * threadsPerWarp);
  const classified = classifyFromMetrics(metrics, threads, gpu);
  if (!classified.ok) throw new Error(`${program.name}: ${plain(classified.error.said)}`);
  const divisors = divisorsFor(gpu, publishedReferences());
  return { class: classified.value.class, features: featuresOf(classified.value, metrics, divisors) };
}
