import type { SimulatorSpec } from '../../src/simulator/spec/simulatorSpec';

/** Some of the SMs of a GPU with their share of its DRAM channels and of the slices of its L2 cache, rounded to whole ones. */
export function partOfGpu(spec: SimulatorSpec, sms: number): SimulatorSpec {
  const { memory, l2 } = spec;
  const channels = Math.max(1, Math.round((memory.channels * sms) / spec.sms));
  const slices = Math.max(1, Math.round((l2.slices * channels) / memory.channels));
  return { ...spec, sms, memory: { ...memory, channels }, l2: { ...l2, slices } };
}
