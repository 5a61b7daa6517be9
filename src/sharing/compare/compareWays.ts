import { message, type Message } from '../../kernel/message';
import type { GpuSpec, MigProfile } from '../../kernel/gpuSpec';
import { InputError } from '../../kernel/result';
import { isRun } from '../overlapVerdict';
import { weightedSplit } from '../weightedSplit';
import type { AppliedSplit, ApplyText, SharedResource } from '../applied/appliedSplit';
import { applySplit } from '../applied/applySplit';
import { migSplits } from '../applied/mig';
import { programsText } from './wayTexts';
import type { Contender, Isolation, Way, WayResult, WayTimes } from './way';

/** What is known of all, and what to write to have them in ways that no split of the GPU is needed for. */
export interface WayEvidence {
  /** When all are done; null while that is not known. */
  times(way: Way): WayTimes | null;
  /** One after the other. */
  readonly serial: { readonly apply: ApplyText; readonly isolation: Isolation };
  readonly streams: ApplyText;
  /** What those compete for that have the GPU in turns. */
  readonly turnsShare: readonly SharedResource[];
}

const GIB = 2 ** 30;

/** Kernels or programs that start together, in every way in which they can have a GPU; ways that it lacks say so. */
export function compareWays(
  gpu: GpuSpec,
  contenders: readonly Contender[],
  evidence: WayEvidence,
): readonly WayResult[] {
  const fits = fitsMemory(contenders, gpu.dram.capacityGiB);
  const base = { refused: null, settings: [], notes: [], fits } as const;
  return [
    {
      ...base,
      way: 'serial',
      times: evidence.times('serial'),
      shared: [],
      isolation: evidence.serial.isolation,
      apply: [evidence.serial.apply],
    },
    {
      ...base,
      way: 'streams',
      times: evidence.times('streams'),
      shared: ALL,
      isolation: 'one-process',
      apply: [evidence.streams],
    },
    {
      ...base,
      way: 'mps',
      refused: mpsRefusal(gpu),
      times: evidence.times('mps'),
      shared: ALL,
      isolation: 'mps-clients',
      apply: [programsText(contenders, true)],
    },
    divided('mps-caps', gpu, contenders, evidence, () => applySplit(gpu, evenParts(gpu, contenders), 'mps')),
    divided('green-contexts', gpu, contenders, evidence, () =>
      applySplit(gpu, evenParts(gpu, contenders), 'green-contexts'),
    ),
    divided('mig', gpu, contenders, evidence, () => evenInstances(gpu, contenders)),
    {
      ...base,
      way: 'time-slice',
      times: evidence.times('time-slice'),
      shared: evidence.turnsShare,
      isolation: 'processes',
      apply: [programsText(contenders, false)],
      notes: [message('sharing.sliceNote')],
    },
  ];
}

/**
 * The way that is done first, if that is surely sooner than one after the other; else null. Of ways that differ by
 * less than that, the first.
 */
export function bestWay(ways: readonly WayResult[]): Way | null {
  const timed = ways.flatMap(({ way, refused, times, fits }) =>
    refused === null && times !== null && fits !== false && isSound(times) ? [{ way, times }] : [],
  );
  const serial = timed.find(({ way }) => way === 'serial');
  if (serial === undefined) return null;
  const soonest = Math.min(...timed.map(({ times }) => times.finishNs));
  const best = timed.find(
    ({ times: { finishNs, error } }) =>
      finishNs * (1 - LEAST_GAIN) <= soonest &&
      1 - finishNs / serial.times.finishNs > Math.max(LEAST_GAIN, error ?? 0),
  );
  return best?.way ?? null;
}

/** Whether runs tell of it, or an estimate whose error is known. */
const isSound = (times: WayTimes): boolean => times.error !== null || isRun(times);

/** Sooner by less than this is no difference. */
const LEAST_GAIN = 0.05;

const ALL = ['SMs', 'L2 cache', 'DRAM bandwidth', 'PCIe'] as const;

const ISOLATION = { 'mps-caps': 'mps-clients', 'green-contexts': 'one-process', mig: 'hardware' } as const;

/** A way that gives each as large a part of the GPU as the others. */
function divided(
  way: keyof typeof ISOLATION,
  gpu: GpuSpec,
  contenders: readonly Contender[],
  evidence: WayEvidence,
  split: () => AppliedSplit,
): WayResult {
  const isolation = ISOLATION[way];
  try {
    const { settings, shared, apply, notes, instances } = split();
    return {
      way,
      refused: null,
      times: evidence.times(way),
      settings,
      shared,
      isolation,
      fits:
        instances === undefined
          ? fitsMemory(contenders, gpu.dram.capacityGiB)
          : fitInstances(contenders, instances),
      apply,
      notes: [...notes, ...halvesNote(gpu, instances)],
    };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const none = { settings: [], shared: [], fits: null, apply: [], notes: [], times: null };
    return { way, refused: error.said, isolation, ...none };
  }
}

/** Instances have fewer SMs than the halves that answers are of. */
function halvesNote(gpu: GpuSpec, instances: readonly MigProfile[] | undefined): readonly Message[] {
  if (instances?.length !== 2) return [];
  return [message('sharing.migHalves', { sms: instances.map(({ sms }) => sms), total: gpu.sms })];
}

function evenParts(gpu: GpuSpec, contenders: readonly Contender[]) {
  const sms = weightedSplit(
    gpu.sms,
    contenders.map(() => 1),
  );
  return contenders.map(({ name }, at) => ({ name, sms: sms[at]! }));
}

/** Of the instances that fit side by side those that are most alike, and of these the largest. */
function evenInstances(gpu: GpuSpec, contenders: readonly Contender[]): AppliedSplit {
  const splits = migSplits(
    gpu,
    contenders.map(({ name }) => name),
  );
  const apart = ({ sms }: AppliedSplit): number => Math.max(...sms) - Math.min(...sms);
  return splits.reduce((best, one) =>
    apart(one) < apart(best) || (apart(one) === apart(best) && one.unusedSms < best.unusedSms) ? one : best,
  );
}

function mpsRefusal(gpu: GpuSpec): WayResult['refused'] {
  if (gpu.simulatedOnly) return message('sharing.simulatedOnly', { gpu: gpu.name });
  if (gpu.sharing.mps !== null) return null;
  return message('sharing.noMps', { gpu: gpu.name, capability: gpu.computeCapability });
}

function fitsMemory(contenders: readonly Contender[], capacityGiB: number | null): boolean | null {
  const sizes = contenders.flatMap(({ bytes }) => bytes ?? []);
  if (sizes.length < contenders.length || capacityGiB === null) return null;
  return sizes.reduce((sum, size) => sum + size, 0) <= capacityGiB * GIB;
}

function fitInstances(contenders: readonly Contender[], instances: readonly MigProfile[]): boolean | null {
  if (contenders.some(({ bytes }) => bytes === null)) return null;
  return contenders.every(({ bytes }, at) => bytes! <= instances[at]!.memoryGiB * GIB);
}
