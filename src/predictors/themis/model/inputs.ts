import { PRESSURE_EVENTS, THEMIS_EVENTS, type Pressure, type ThemisEvents } from '../events';

/** The inputs of equation 7 in the order of the network: N_sm as a share of the GPU, se of the kernel, pe of its co-runners. */
export const MODEL_INPUTS = [
  'smFraction',
  ...THEMIS_EVENTS,
  'coRunnerL2Accesses',
  'coRunnerL2Misses',
  'coRunnerMemoryBandwidth',
] as const;

/** Writes the unscaled inputs to `target`. */
export function writeInputs(
  target: Float64Array,
  smFraction: number,
  own: ThemisEvents,
  coRunners: Pressure,
): void {
  target[0] = smFraction;
  for (let i = 0; i < THEMIS_EVENTS.length; i++) target[1 + i] = own[THEMIS_EVENTS[i]!];
  for (let i = 0; i < PRESSURE_EVENTS.length; i++)
    target[1 + THEMIS_EVENTS.length + i] = coRunners[PRESSURE_EVENTS[i]!];
}
