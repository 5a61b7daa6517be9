import { message, plain, type Message, type Words } from '../../../kernel/message';
import type { OccupancyPoint } from '../../../gpu/occupancyCurve';
import type { GpuSpec } from '../../../kernel/gpuSpec';
import type { Assumption, Sourced } from '../../../kernel/origin';
import { referenceSetFor, type ReferenceSet } from '../simk/references';
import type { SimkOptions, SimkResult } from '../simk/simk';
import type { BlockSizeFacts, BlockTiming } from './facts';
import { blockCandidates, type BlockCandidate } from './methods';
import { preferredMethods, validationOf } from './validation';

/** Times closer than this are the same: repeated launches of one kernel differ by as much. */
const NOISE = 0.02;

/** Everything there is to say about the block size of a kernel. */
export interface BlockSizeAdvice {
  readonly current: number | null;
  /** Threads per block to use; null when nothing can be advised. Equal to `current` to keep it. */
  readonly advised: number | null;
  /** `timings`, or the method that `advised` comes from; null without advice. */
  readonly basis: BlockCandidate['method'] | 'timings' | null;
  /** Relative change of the kernel's time, e.g. −0.11; null while nothing timed both blocks. */
  readonly expectedGain: Sourced | null;
  /** What speaks for it, whether or not its time is known. */
  readonly evidence: Words;
  /** Said where nothing timed the kernel at another block: no gain is promised; null where a gain is known. */
  readonly timeNote: Words | null;
  /** What every method says, whichever was followed. */
  readonly candidates: readonly BlockCandidate[];
  /** Similar kernels with their coordinates on the map, or why there are none; null without a profile. */
  readonly simk: SimkResult | null;
  /** Occupancy over block sizes. */
  readonly curve: readonly OccupancyPoint[];
  readonly timings: readonly BlockTiming[];
  readonly assumptions: readonly Assumption[];
}

/**
 * Advises a block size. Times at several block sizes decide when there are any; else the method that
 * validated best on measured kernels, which then promises no gain.
 *
 * @param references defaults to the reference set of that GPU, else of the GTX 950.
 */
export function suggestBlockSize(
  facts: BlockSizeFacts,
  gpu: GpuSpec,
  references: ReferenceSet = referenceSetFor(gpu),
  options: SimkOptions = {},
): BlockSizeAdvice {
  const { candidates, curve, simk } = blockCandidates(facts, gpu, references, options);
  return {
    current: facts.current,
    ...(adviceFromTimings(facts) ?? adviceFromMethods(facts, candidates)),
    candidates,
    simk,
    curve,
    timings: facts.timings,
    assumptions: assumptionsOf(gpu, references, simk),
  };
}

type Decision = Pick<BlockSizeAdvice, 'advised' | 'basis' | 'expectedGain' | 'evidence' | 'timeNote'>;

function adviceFromTimings({ timings, current }: BlockSizeFacts): Decision | null {
  const sizes = new Set(timings.map((timing) => timing.threadsPerBlock));
  if (sizes.size < 2) return null;
  const fastest = timings.reduce((a, b) => (b.time.value < a.time.value ? b : a));
  const today = timings
    .filter((timing) => timing.threadsPerBlock === current)
    .reduce<BlockTiming | undefined>((a, b) => (a && a.time.value <= b.time.value ? a : b), undefined);
  const tried = message('predictors.block.tried', { sizes: sizes.size, from: fastest.time.from });
  if (today === undefined)
    return {
      advised: fastest.threadsPerBlock,
      basis: 'timings',
      expectedGain: null,
      evidence: message('predictors.block.currentUntimed', { tried }),
      timeNote: null,
    };
  const change = fastest.time.value / today.time.value - 1;
  const same = -change < NOISE;
  const origin = fastest.time.origin === today.time.origin ? fastest.time.origin : 'predicted';
  return {
    advised: same ? current : fastest.threadsPerBlock,
    basis: 'timings',
    expectedGain: { value: same ? 0 : change, unit: '', origin, from: tried },
    evidence: same ? message('predictors.block.noneFaster', { tried, noise: NOISE * 100 }) : tried,
    timeNote: null,
  };
}

/** Said of an advice that rests on no times. */
const NO_TIME_KNOWN = message('predictors.block.noTimeKnown');

function adviceFromMethods(facts: BlockSizeFacts, candidates: readonly BlockCandidate[]): Decision {
  if (facts.blockDependentWork !== undefined)
    return {
      advised: null,
      basis: null,
      expectedGain: null,
      evidence: message('predictors.block.dependentWork', { why: facts.blockDependentWork }),
      timeNote: null,
    };
  for (const method of preferredMethods()) {
    const candidate = candidates.find((other) => other.method === method);
    if (candidate === undefined || candidate.threadsPerBlock === null) continue;
    return {
      advised: candidate.threadsPerBlock,
      basis: method,
      expectedGain: null,
      evidence: message('predictors.block.validated', {
        reason: candidate.reason,
        validation: validationOf(method),
      }),
      timeNote: NO_TIME_KNOWN,
    };
  }
  const reasons = [...new Map(candidates.map(({ reason }) => [plain(reason), reason])).values()];
  const evidence = reasons.reduce((all, reason) => message('predictors.block.also', { all, reason }));
  return { advised: null, basis: null, expectedGain: null, evidence, timeNote: null };
}

function assumptionsOf(
  gpu: GpuSpec,
  references: ReferenceSet,
  simk: SimkResult | null,
): readonly Assumption[] {
  if (simk?.status !== 'answered') return [];
  const assume = (text: Message): readonly Assumption[] => [{ key: 'moka:references', value: '', text }];
  if (references.gpuId !== gpu.id)
    return assume(
      message('predictors.block.referencesElsewhere', {
        origin: message(`predictors.block.${references.origin}`),
        gpuId: references.gpuId,
        gpu: gpu.name,
      }),
    );
  if (references.origin === 'measured') return [];
  return assume(message('predictors.block.referencesSimulated', { gpu: gpu.name }));
}
