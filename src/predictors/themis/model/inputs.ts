import { PRESSURE_EVENTS, THEMIS_EVENTS, type Pressure } from '../events';
import { type CounterRates } from '../../counting/rates';

/** The inputs of equation 7 in the order of the network: N_sm as a share of the GPU, se of the kernel, pe of its co-runners. */
export const MODEL_INPUTS = [
  'smFraction',
  ...THEMIS_EVENTS,
  'coRunnerL2Accesses',
  'coRunnerL2Misses',
  'coRunnerMemoryBandwidth',
] as const;

/**
 * Warp cycles of a kernel beside table I's events: all, those of warps that wait for another warp's issue slot, for
 * a place in the queue of the load/store unit or for a functional unit, and the cycles of SMs that hold a block of it.
 */
const WARP_STATES = ['warpCycles', 'stallNotSelected', 'stallThrottle', 'stallPipe', 'smCycles'] as const;

/**
 * Everything that an encoding may read: the inputs of equation 7, the warp states, and the share of the SMs under
 * which both were counted where that is another than `smFraction`, the share that is asked about.
 */
export const INPUT_COLUMNS = [...MODEL_INPUTS, ...WARP_STATES, 'smBusy', 'countedFraction'] as const;

const SM_BUSY = INPUT_COLUMNS.indexOf('smBusy');

/** Writes the unscaled inputs to `target`, `INPUT_COLUMNS.length` long; warp states that are not known are 0. */
export function writeInputs(
  target: Float64Array,
  smFraction: number,
  own: CounterRates,
  coRunners: Pressure,
  countedFraction = smFraction,
): void {
  target[0] = smFraction;
  for (let i = 0; i < THEMIS_EVENTS.length; i++) target[1 + i] = own[THEMIS_EVENTS[i]!];
  for (let i = 0; i < PRESSURE_EVENTS.length; i++)
    target[1 + THEMIS_EVENTS.length + i] = coRunners[PRESSURE_EVENTS[i]!];
  for (let i = 0; i < WARP_STATES.length; i++)
    target[MODEL_INPUTS.length + i] = own.counted?.[WARP_STATES[i]!] ?? 0;
  target[SM_BUSY] = own.smBusy ?? 0;
  target[INPUT_COLUMNS.length - 1] = countedFraction;
}

/** The kernel's own counts as they would be under another share of the SMs if they grew in proportion to it. */
export function scaleOwnCounts(inputs: Float64Array, factor: number): void {
  for (let i = 1; i <= THEMIS_EVENTS.length; i++) inputs[i]! *= factor;
  for (let i = MODEL_INPUTS.length; i <= SM_BUSY; i++) inputs[i]! *= factor;
}
