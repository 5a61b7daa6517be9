import { message } from '../../../kernel/message';
import type { GpuSpec } from '../../../kernel/gpuSpec';
import type { TransferProfile } from '../../../kernel/profile';
import { isPinned } from '../../../timeline/trace/traceRecords';
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
 * any transfer takes the other direction with the same host memory, then as much more or less than the catalogue's as
 * the other host memory takes on this machine, then the catalogue. Transfers whose host memory the file does not tell
 * are of the class that the replay of their trace takes them for.
 */
export function fitTransfers(transfers: readonly TransferProfile[], gpu: GpuSpec): TransferTimes {
  const samples = samplesByClass(transfers);
  const catalogue = catalogueTransfers(gpu);
  const fitted = new Map<string, ClassTimes>();
  for (const copies of TRANSFER_CLASSES) {
    const fit = fitOwn(copies, samples.get(keyOf(copies)) ?? []);
    if (fit !== null) fitted.set(keyOf(copies), fit);
  }
  const measured = new Map(fitted);
  for (const copies of TRANSFER_CLASSES) {
    const own = samples.get(keyOf(copies));
    if (own === undefined || fitted.has(keyOf(copies))) continue;
    const line = fitted.get(keyOf(opposite(copies))) ?? catalogue.of(copies);
    measured.set(keyOf(copies), scaled(copies, own, line));
  }
  const times = new Map(
    TRANSFER_CLASSES.map((copies) => [
      keyOf(copies),
      measured.get(keyOf(copies)) ?? unmeasured(copies, measured, catalogue),
    ]),
  );
  return { of: (copies) => times.get(keyOf(copies))! };
}

function samplesByClass(
  transfers: readonly TransferProfile[],
): ReadonlyMap<string, readonly TransferSample[]> {
  const samples = new Map<string, TransferSample[]>();
  for (const transfer of transfers) {
    const { direction, bytes, durationNs, calls } = transfer;
    if (direction !== 'HtoD' && direction !== 'DtoH') continue;
    // A summary over many calls does not tell which size took how long.
    if (bytes === null || durationNs === null || !(durationNs > 0) || calls !== 1) continue;
    const key = keyOf({ direction, pinned: isPinned(transfer) });
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

/** Sizes at which starting up costs more than the bytes tell nothing of the bandwidth. */
function scaled(copies: TransferClass, samples: readonly TransferSample[], line: ClassTimes): ClassTimes {
  const factor = median(samples.map(({ bytes, ns }) => ns / transferNs(line, bytes)));
  const tellsBandwidth = samples.some(({ bytes }) => bytes * line.nsPerByte > line.overheadNs);
  return {
    overheadNs: line.overheadNs * factor,
    nsPerByte: tellsBandwidth ? line.nsPerByte * factor : line.nsPerByte,
    origin: tellsBandwidth ? 'measured' : 'assumed',
    from: message('predictors.transfers.oneSize', {
      copies: samples.length,
      kind: keyOf(copies),
      from: line.from,
    }),
  };
}

/** Times of copies of which the profile has none. */
function unmeasured(
  copies: TransferClass,
  measured: ReadonlyMap<string, ClassTimes>,
  catalogue: TransferTimes,
): ClassTimes {
  const told = (classes: TransferClass): ClassTimes | undefined => {
    const times = measured.get(keyOf(classes));
    return times?.origin === 'measured' ? times : undefined;
  };
  const across = told(opposite(copies));
  if (across !== undefined)
    return {
      ...across,
      origin: 'assumed',
      from: message('predictors.transfers.otherDirection', { from: across.from }),
    };
  const listed = catalogue.of(copies);
  for (const other of [otherMemory(copies), opposite(otherMemory(copies))]) {
    const times = told(other);
    if (times === undefined) continue;
    const factor = times.nsPerByte / catalogue.of(other).nsPerByte;
    return {
      overheadNs: listed.overheadNs,
      nsPerByte: listed.nsPerByte * factor,
      origin: 'assumed',
      from: message('predictors.transfers.otherMemory', { factor, kind: keyOf(other), from: listed.from }),
    };
  }
  return listed;
}

function opposite({ direction, pinned }: TransferClass): TransferClass {
  return { direction: direction === 'HtoD' ? 'DtoH' : 'HtoD', pinned };
}

function otherMemory({ direction, pinned }: TransferClass): TransferClass {
  return { direction, pinned: !pinned };
}
