import {
  encode,
  encodedWidth,
  readsWarpStates,
  type Encoding,
} from '../../../src/predictors/themis/model/encoding';
import { INPUT_COLUMNS, MODEL_INPUTS } from '../../../src/predictors/themis/model/inputs';
import { clampEvents, type FittedNetwork } from '../../../src/predictors/themis/model/slowdownNetwork';
import type { SampleMatrix } from './samples';

/** How the inputs of a network are brought to one scale, from the training samples alone. */
export type Preparation = Pick<FittedNetwork, 'encoding' | 'offsets' | 'scales' | 'ranges' | 'bounds'>;

const WIDTH = INPUT_COLUMNS.length;

/**
 * What a network that reads `encoding` needs to know of its training samples. Without `centred`, inputs are
 * only divided by their root mean square: a network without biases is homogeneous, and a shift would take that
 * from it. With it, they get mean 0 and deviation 1.
 */
export function prepare(samples: SampleMatrix, encoding: Encoding, centred: boolean): Preparation {
  const ranges = rangesOf(samples);
  const width = encodedWidth(encoding);
  const values = encodeAll(samples, encoding, ranges);
  const mean = (power: (value: number) => number, column: number): number => {
    let sum = 0;
    for (let at = column; at < values.length; at += width) sum += power(values[at]!);
    return (sum * width) / values.length;
  };
  const offsets = Array.from({ length: width }, (_, i) => (centred ? mean((value) => value, i) : 0));
  const scales = offsets.map((offset, i) => Math.sqrt(mean((value) => (value - offset) ** 2, i)) || 1);
  return {
    encoding,
    offsets,
    scales,
    ranges,
    bounds: readsWarpStates(encoding) ? columnRanges(values, width, width) : null,
  };
}

/** Ranges and bounds that hold what a network has learned from before, and further samples. */
export function widened(
  { encoding, ranges, bounds }: Pick<Preparation, 'encoding' | 'ranges' | 'bounds'>,
  samples: SampleMatrix,
): Pick<Preparation, 'ranges' | 'bounds'> {
  const wider = joinedRanges(ranges, rangesOf(samples));
  if (bounds === null) return { ranges: wider, bounds };
  const width = encodedWidth(encoding);
  const values = encodeAll(samples, encoding, wider);
  return { ranges: wider, bounds: joinedRanges(bounds, columnRanges(values, width, width)) };
}

type Ranges = Preparation['ranges'];

/** Least and largest value of both, input by input. */
export function joinedRanges(some: Ranges, others: Ranges): [number, number][] {
  return some.map(([low, high], i) => [Math.min(low, others[i]![0]), Math.max(high, others[i]![1])]);
}

/** What the network reads for each sample, row by row. */
export function networkInputs(
  samples: SampleMatrix,
  { encoding, offsets, scales, ranges }: Preparation,
): Float64Array {
  const width = scales.length;
  return encodeAll(samples, encoding, ranges).map(
    (value, at) => (value - offsets[at % width]!) / scales[at % width]!,
  );
}

function encodeAll(samples: SampleMatrix, encoding: Encoding, ranges: Preparation['ranges']): Float64Array {
  const width = encodedWidth(encoding);
  const lowest = ranges.map(([low]) => low);
  const highest = ranges.map(([, high]) => high);
  const result = new Float64Array(samples.count * width);
  for (let i = 0; i < samples.count; i++) {
    const inputs = samples.inputs.slice(i * WIDTH, (i + 1) * WIDTH);
    clampEvents(inputs, lowest, highest);
    encode(encoding, inputs, result.subarray(i * width, (i + 1) * width));
  }
  return result;
}

/** Least and largest value of each input. */
export function rangesOf({ inputs }: SampleMatrix): [number, number][] {
  return columnRanges(inputs, WIDTH, MODEL_INPUTS.length);
}

/** Least and largest value in each of the first columns of a table with `width` of them. */
function columnRanges(table: Float64Array, width: number, columns: number): [number, number][] {
  return Array.from({ length: columns }, (_, column) => {
    let low = Infinity;
    let high = -Infinity;
    for (let at = column; at < table.length; at += width) {
      low = Math.min(low, table[at]!);
      high = Math.max(high, table[at]!);
    }
    return [low, high];
  });
}
