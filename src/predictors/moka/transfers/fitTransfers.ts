import { message } from '../../../kernel/message';
import type { GpuSpec } from '../../../kernel/gpuSpec';
import type { TransferProfile } from '../../../kernel/profile';
import { median } from '../../../stats/quantile';
import { fitRelative, transferNs, type TransferSample } from './linearTransfer';
import {
  catalogueTransfers,
  keyOf,
  TRANSFER_CLASSES,
  type ClassTimes,
  type TransferClass,
  type TransferTimes,
} from './transferTimes';

/** Largest over smallest size from which on a slope can be told from noise. */
const MIN_SIZE_RATIO = 4;

/**
 * Copy times from the transfers of a profile. A class with a range of sizes gets its own fit; one with a
 * single size scales the line of the other direction, or of the catalogue, to its measured times; one without
 * any transfer takes the other direction with the same host memory, then the catalogue. Transfers whose host
 * memory the file does not tell count as `unknownPinned`.
 */
export function fitTransfers(
  transfers: readonly TransferProfile[],
  gpu: GpuSpec,
  unknownPinned = true,
): TransferTimes {
  const samples = samplesByClass(transfers, unknownPinned);
  const catalogue = catalogueTransfers(gpu);
  const fitted = new Map<string, ClassTimes>();
  for (const copies of TRANSFER_CLASSES) {
    const fit = fitOwn(copies, samples.get(keyOf(copies)) ?? []);
    if (fit !== null) fitted.set(keyOf(copies), fit);
  }
  const times = new Map(
    TRANSFER_CLASSES.map((copies) => {
      const own = fitted.get(keyOf(copies));
      const fallback = fitted.get(keyOf(opposite(copies))) ?? catalogue.of(copies);
      return [keyOf(copies), own ?? fromFallback(copies, samples.get(keyOf(copies)) ?? [], fallback)];
    }),
  );
  return { of: (copies) => times.get(keyOf(copies))! };
}

function samplesByClass(
  transfers: readonly TransferProfile[],
  unknownPinned: boolean,
): ReadonlyMap<string, readonly TransferSample[]> {
  const samples = new Map<string, TransferSample[]>();
  for (const { direction, pinned, bytes, durationNs, calls } of transfers) {
    if (direction !== 'HtoD' && direction !== 'DtoH') continue;
    // A summary over many calls does not tell which size took how long.
    if (bytes === null || durationNs === null || !(durationNs > 0) || calls !== 1) continue;
    const key = keyOf({ direction, pinned: pinned ?? unknownPinned });
    const list = samples.get(key) ?? [];
    samples.set(key, list);
    list.push({ bytes, ns: durationNs });
  }
  return samples;
}

function fitOwn(copies: TransferClass, samples: readonly TransferSample[]): ClassTimes | null {
  const smallest = samples.reduce((least, { bytes }) => Math.min(least, bytes), Infinity);
  const largest = samples.reduce((most, { bytes }) => Math.max(most, bytes), 0);
  if (samples.length < 2 || largest < MIN_SIZE_RATIO * Math.max(1, smallest)) return null;
  const line = fitRelative(samples);
  if (line.nsPerByte === 0) return null;
  return {
    ...line,
    origin: 'measured',
    from: message('predictors.transfers.fit', { copies: samples.length, kind: keyOf(copies) }),
  };
}

function fromFallback(
  copies: TransferClass,
  samples: readonly TransferSample[],
  fallback: ClassTimes,
): ClassTimes {
  if (samples.length === 0)
    return fallback.origin === 'measured'
      ? {
          ...fallback,
          origin: 'assumed',
          from: message('predictors.transfers.otherDirection', { from: fallback.from }),
        }
      : fallback;
  const factor = median(samples.map(({ bytes, ns }) => ns / transferNs(fallback, bytes)));
  return {
    overheadNs: fallback.overheadNs * factor,
    nsPerByte: fallback.nsPerByte * factor,
    origin: 'measured',
    from: message('predictors.transfers.oneSize', {
      copies: samples.length,
      kind: keyOf(copies),
      from: fallback.from,
    }),
  };
}

function opposite({ direction, pinned }: TransferClass): TransferClass {
  return { direction: direction === 'HtoD' ? 'DtoH' : 'HtoD', pinned };
}
