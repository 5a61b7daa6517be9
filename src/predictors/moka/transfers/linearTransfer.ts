import { fitLine } from '../../../stats/line';

/** Time of a copy with the link for itself: overheadNs + bytes × nsPerByte. */
export interface LinearTransfer {
  readonly overheadNs: number;
  readonly nsPerByte: number;
}

export interface TransferSample {
  readonly bytes: number;
  readonly ns: number;
}

/** Bytes of a float, the unit of size of the dissertation. */
export const FLOAT_BYTES = 4;

/** Sizes at which the dissertation cuts its training sets, in floats. */
export const TRAINING_FLOATS = { 'LR-256': 256, 'LR-1K': 1024, 'LR-10K': 10_240 } as const;

/** Step between training sizes: 128 bits are encoded for each lane of PCIe 3.0 (section 4.2.1). */
const TRAINING_STEP_FLOATS = 4;

export function transferNs(model: LinearTransfer, bytes: number): number {
  return model.overheadNs + bytes * model.nsPerByte;
}

export function gbPerSecond(model: LinearTransfer): number {
  return 1 / model.nsPerByte;
}

/**
 * LogGP as van Werkhoven et al. apply it to PCIe: a fixed overhead, the time of the smallest message, and a
 * gap for each byte, interpolated from the smallest to the largest sample. The dissertation trains it on
 * messages of up to 1024 bytes.
 *
 * @throws RangeError without samples.
 */
export function fitLogGp(samples: readonly TransferSample[]): LinearTransfer {
  const bySize = [...samples].sort((a, b) => a.bytes - b.bytes);
  const [smallest, largest] = [bySize[0], bySize.at(-1)];
  if (smallest === undefined || largest === undefined) throw new RangeError('LogGP needs a sample');
  const bytes = largest.bytes - smallest.bytes;
  const nsPerByte = bytes > 0 ? (largest.ns - smallest.ns) / bytes : 0;
  return { overheadNs: smallest.ns, nsPerByte };
}

/** Ordinary least squares, as the dissertation's LR models. @throws RangeError without samples. */
export function fitRegression(samples: readonly TransferSample[]): LinearTransfer {
  return toTransfer(
    fitLine(
      samples.map(({ bytes }) => bytes),
      samples.map(({ ns }) => ns),
    ),
  );
}

/** The samples that the dissertation trains on: 1, 5, 9, … floats up to `maxFloats`. */
export function trainingSamples(
  samples: readonly TransferSample[],
  maxFloats: number,
): readonly TransferSample[] {
  return samples.filter(
    ({ bytes }) => bytes <= maxFloats * FLOAT_BYTES && (bytes / FLOAT_BYTES - 1) % TRAINING_STEP_FLOATS === 0,
  );
}

/**
 * The fit to trust: least squares of the relative error, with the samples weighted so that each factor of
 * two in size counts the same. Small training sets see only the start-up of the link and extrapolate badly;
 * plain least squares over many sizes sacrifices small copies to large ones.
 *
 * @throws RangeError without samples.
 */
export function fitRelative(samples: readonly TransferSample[]): LinearTransfer {
  const perOctave = new Map<number, number>();
  const octaveOf = ({ bytes }: TransferSample): number => Math.floor(Math.log2(Math.max(bytes, 1)));
  for (const sample of samples) perOctave.set(octaveOf(sample), (perOctave.get(octaveOf(sample)) ?? 0) + 1);
  const usable = samples.filter(({ ns }) => ns > 0);
  return toTransfer(
    fitLine(
      usable.map(({ bytes }) => bytes),
      usable.map(({ ns }) => ns),
      usable.map((sample) => 1 / (perOctave.get(octaveOf(sample))! * sample.ns ** 2)),
    ),
  );
}

/** A line that falls or starts below 0 is no transfer: noise at one size gives a constant time. */
function toTransfer(line: { readonly intercept: number; readonly slope: number }): LinearTransfer {
  return { overheadNs: Math.max(0, line.intercept), nsPerByte: Math.max(0, line.slope) };
}
