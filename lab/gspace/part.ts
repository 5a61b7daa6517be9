import type { LoadedSpec } from '../../src/simulator/spec/loadSpec';

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
  return {
    gpu: { ...gpu, sms: spec.sms / of, l2Bytes: (gpu.l2Bytes ?? 0) / of },
    spec: {
      ...spec,
      sms: spec.sms / of,
      l2: { ...spec.l2, slices: spec.l2.slices / of },
      memory: { ...spec.memory, channels: spec.memory.channels / of },
      launch: { ...spec.launch, blocksPerCycle: spec.launch.blocksPerCycle },
    },
  };
}
