import { message, type Words } from '../../../kernel/message';
import { knownOccupancyCurve, occupancyCurve, type OccupancyPoint } from '../../../gpu/occupancyCurve';
import type { GpuSpec } from '../../../kernel/gpuSpec';
import { featuresOf } from '../simk/features';
import { divisorsFor, type ReferenceSet } from '../simk/references';
import { simk, type SimkOptions, type SimkResult } from '../simk/simk';
import { candidateSizes, type BlockSizeFacts } from './facts';

/** Ways to choose a block size without having timed the kernel. */
export const BLOCK_METHODS = [
  'SimK',
  'nearest kernels',
  'occupancy',
  'occupancy near 128',
  'current if sound',
  '64 threads',
  '128 threads',
  '256 threads',
  'current',
] as const;

export type BlockMethod = (typeof BLOCK_METHODS)[number];

/** Methods that look at nothing of a kernel: others are measured against them, and their answers are their names. */
const RULES: readonly BlockMethod[] = ['64 threads', '128 threads', '256 threads', 'current'];

/** What one method says. */
export interface BlockCandidate {
  readonly method: BlockMethod;
  /** Null when the method has no answer. */
  readonly threadsPerBlock: number | null;
  /** Why it says so, or why it has no answer. */
  readonly reason: Words;
}

/** Whether a candidate says anything about the kernel. */
export const isOfKernel = ({ method }: BlockCandidate): boolean => !RULES.includes(method);

export interface Candidates {
  readonly candidates: readonly BlockCandidate[];
  readonly curve: readonly OccupancyPoint[];
  /** Null when the kernel has no class, dimensionality or metrics. */
  readonly simk: SimkResult | null;
}

/** The answers of all methods for a kernel, in the order of `BLOCK_METHODS`. */
export function blockCandidates(
  facts: BlockSizeFacts,
  gpu: GpuSpec,
  references: ReferenceSet,
  options: SimkOptions = {},
): Candidates {
  const curve = curveOf(facts, gpu);
  const similar = similarKernels(facts, gpu, references, options);
  const full = fullBlocks(facts, gpu, curve);
  const byOccupancy = occupancyCandidates(full, curve[0]?.reason ?? message('predictors.block.noSizeFits'));
  const candidates = [
    simkCandidate(similar),
    plainCandidate(similar),
    ...byOccupancy,
    soundCandidate(facts, full, byOccupancy[1]!),
    ...([64, 128, 256] as const).map((threads) => fixedCandidate(threads, facts, curve)),
    currentCandidate(facts),
  ];
  return { candidates, curve, simk: similar };
}

function curveOf(
  { resources, sharedBytesPerThread }: BlockSizeFacts,
  gpu: GpuSpec,
): readonly OccupancyPoint[] {
  const { dynamicSharedBytes = 0 } = resources;
  if (!sharedBytesPerThread) return knownOccupancyCurve(gpu.limits, { ...resources, dynamicSharedBytes });
  const bytes = (threads: number): number => dynamicSharedBytes + Math.ceil(sharedBytesPerThread * threads);
  return occupancyCurve(gpu.limits, resources, bytes);
}

function similarKernels(
  facts: BlockSizeFacts,
  gpu: GpuSpec,
  references: ReferenceSet,
  options: SimkOptions,
): SimkResult | null {
  const { classification, dimensions, metrics } = facts;
  if (classification === null || dimensions === null || metrics === null) return null;
  const features = featuresOf(classification, metrics, divisorsFor(gpu, references));
  const coresPerSm = gpu.limits.fp32Lanes;
  return simk({ class: classification.class, dimensions, features, coresPerSm }, references, options);
}

const NO_PROFILE = message('predictors.block.needsProfile');

function simkCandidate(result: SimkResult | null): BlockCandidate {
  const method = 'SimK';
  if (result === null) return { method, threadsPerBlock: null, reason: NO_PROFILE };
  if (result.status === 'no-answer') return { method, threadsPerBlock: null, reason: result.reason };
  const votes = result.references
    .filter((point) => point.neighbour)
    .map(({ name, bestBlock, origin }) =>
      message(origin === 'simulated' ? 'predictors.block.simulatedVote' : 'predictors.block.vote', {
        name,
        threads: bestBlock,
      }),
    );
  const decided = result.decidedBy === 'majority' ? 'bestOfNearest' : 'nearestDisagree';
  const reason = message(`predictors.block.${decided}`, { votes });
  return { method, threadsPerBlock: result.threadsPerBlock, reason };
}

function plainCandidate(result: SimkResult | null): BlockCandidate {
  const method = 'nearest kernels';
  if (result === null) return { method, threadsPerBlock: null, reason: NO_PROFILE };
  if (result.status === 'no-answer') return { method, threadsPerBlock: null, reason: result.reason };
  const { threadsPerBlock, decidedBy, neighbours } = result.plain;
  const basis = decidedBy === 'majority' ? 'neighboursVote' : 'neighboursDisagree';
  return { method, threadsPerBlock, reason: message(`predictors.block.${basis}`, { neighbours }) };
}

/** Block sizes of highest occupancy among those considered, smallest first. */
function fullBlocks(
  facts: BlockSizeFacts,
  gpu: GpuSpec,
  curve: readonly OccupancyPoint[],
): readonly OccupancyPoint[] {
  const sizes = candidateSizes(facts, gpu.limits);
  const points = curve.filter((point) => sizes.includes(point.threadsPerBlock) && point.blocksPerSm > 0);
  const best = Math.max(0, ...points.map((point) => point.occupancy));
  return points.filter((point) => point.occupancy === best);
}

/** The smallest full block, since small blocks fill the last wave and wait less at barriers, and the one nearest to 128. */
function occupancyCandidates(full: readonly OccupancyPoint[], nothingFits: Words): readonly BlockCandidate[] {
  if (full.length === 0)
    return (['occupancy', 'occupancy near 128'] as const).map((method) => ({
      method,
      threadsPerBlock: null,
      reason: nothingFits,
    }));
  const sizes = full.map((point) => point.threadsPerBlock);
  const near = sizes.reduce((a, b) => (Math.abs(Math.log(b / 128)) < Math.abs(Math.log(a / 128)) ? b : a));
  const reason = message('predictors.block.highestOccupancy', {
    percent: Math.round(full[0]!.occupancy * 100),
    sizes,
  });
  return [
    { method: 'occupancy', threadsPerBlock: sizes[0]!, reason },
    { method: 'occupancy near 128', threadsPerBlock: near, reason },
  ];
}

/** Keeps a block of 64 to 256 threads that reaches the highest occupancy. */
function soundCandidate(
  { current }: BlockSizeFacts,
  full: readonly OccupancyPoint[],
  otherwise: BlockCandidate,
): BlockCandidate {
  const method = 'current if sound';
  const sound =
    current !== null &&
    current >= 64 &&
    current <= 256 &&
    full.some((point) => point.threadsPerBlock === current);
  return sound
    ? { method, threadsPerBlock: current, reason: message('predictors.block.sound') }
    : { ...otherwise, method };
}

function fixedCandidate(
  threads: 64 | 128 | 256,
  facts: BlockSizeFacts,
  curve: readonly OccupancyPoint[],
): BlockCandidate {
  const method = `${threads} threads` as const;
  const fits = (curve.find((point) => point.threadsPerBlock === threads)?.blocksPerSm ?? 0) > 0;
  const allowed = threads <= (facts.maxThreadsPerBlock ?? Infinity);
  return fits && allowed
    ? { method, threadsPerBlock: threads, reason: message('predictors.block.ruleOfThumb') }
    : { method, threadsPerBlock: null, reason: message('predictors.block.doesNotFit', { threads }) };
}

function currentCandidate({ current }: BlockSizeFacts): BlockCandidate {
  const reason = message(current === null ? 'predictors.block.notTold' : 'predictors.block.asWritten');
  return { method: 'current', threadsPerBlock: current, reason };
}
