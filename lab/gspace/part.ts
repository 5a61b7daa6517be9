import type { SimulatorSpec } from '../../src/simulator/spec/simulatorSpec';
import type { LoadedSpec } from '../../src/simulator/spec/loadSpec';
import { partOfGpu } from '../simulator/partOfGpu';

/** SMs that a part has at least: of fewer, configurations are too few to tell apart. */
const LEAST_SMS = 10;
/** How far rounding may move a part's DRAM channels and L2 slices from its share of them. */
const MOST_ROUNDED = 0.1;

/**
 * A part of a GPU: so many of its SMs, and the same share of L2 cache and DRAM channels, rounded to whole ones. Grids are to
 * be made smaller in proportion.
 *
 * @param of SMs are divided by this; they must be a multiple of it
 */
export function partOf({ gpu, spec }: LoadedSpec, of: number): LoadedSpec {
  if (spec.sms % of !== 0) throw new RangeError(`${spec.sms} SMs cannot be divided by ${of}`);
  const part = partOfGpu(spec, spec.sms / of);
  const l2Bytes = ((gpu.l2Bytes ?? 0) * part.l2.slices) / spec.l2.slices;
  return { gpu: { ...gpu, sms: part.sms, l2Bytes }, spec: part };
}

/** The smallest part of a GPU that stands for it, as a divisor: 1, all of it, where no part does. */
export function partFor({ spec }: Pick<LoadedSpec, 'spec'>): number {
  for (let of = Math.floor(spec.sms / LEAST_SMS); of > 1; of--)
    if (spec.sms % of === 0 && rounded(spec, of) <= MOST_ROUNDED) return of;
  return 1;
}

function rounded(spec: SimulatorSpec, of: number): number {
  const { memory, l2 } = partOfGpu(spec, spec.sms / of);
  const shares = [memory.channels / spec.memory.channels, l2.slices / spec.l2.slices];
  return Math.max(...shares.map((share) => Math.abs(share * of - 1)));
}
