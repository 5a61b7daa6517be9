import type { LoadedSpec } from '../../src/simulator/spec/loadSpec';
import { partOfGpu } from '../simulator/partOfGpu';

/**
 * A part of a GPU: so many of its SMs, and the same share of L2 cache and DRAM channels. Grids are to be made smaller in
 * proportion.
 *
 * @param of SMs, channels and slices are divided by this; they must be multiples of it
 */
export function partOf({ gpu, spec }: LoadedSpec, of: number): LoadedSpec {
  const whole = { sms: spec.sms, channels: spec.memory.channels, slices: spec.l2.slices };
  for (const [name, count] of Object.entries(whole))
    if (count % of !== 0) throw new RangeError(`${count} ${name} cannot be divided by ${of}`);
  const part = partOfGpu(spec, spec.sms / of);
  return { gpu: { ...gpu, sms: part.sms, l2Bytes: (gpu.l2Bytes ?? 0) / of }, spec: part };
}
