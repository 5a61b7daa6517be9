import { asList, countedBy } from '../../src/predictors/counting/countedRates';
import { BASE_RATES, ratesBy, type CounterRates } from '../../src/predictors/counting/rates';
import { smBusy } from '../../src/predictors/counting/smBusy';
import type { SimulatorSpec } from '../../src/simulator/spec/simulatorSpec';
import { packNumber } from '../themis/collection/packedRounds';

/** Base rates, then the other counters per cycle. */
export type PackedRates = readonly number[];

/** A kernel in it: its grid's blocks, warps of one of them, and what was counted. */
export interface MetKernel {
  readonly blocks: number | null;
  readonly warps: number | null;
  readonly rates: PackedRates;
}

/** A stretch of a co-run in which the same kernels met. */
export interface MetRow {
  readonly cycles: number;
  /** Of each application; null while it had nothing on the GPU. */
  readonly apps: readonly (MetKernel | null)[];
}

/** A pair on SMs of its own. */
export interface PairRow {
  readonly key: string;
  readonly gpu: string;
  readonly apps: readonly string[];
  readonly sms: readonly number[];
  /** Generation of the simulator; rows that do not say so are of `LATEST_UNTOLD` at the latest. */
  readonly simulator?: number;
  /** Of each, simulated. */
  readonly slowdowns: readonly number[];
  /** Of each, by the networks that ship for the GPU, from runs alone and from the epoch; null where none do. */
  readonly themis: readonly { readonly alone: number; readonly epoch: number }[] | null;
  /** For each application, what it is judged by. */
  readonly met: readonly (readonly MetRow[])[];
}

/** The simulator as it was when rows began to tell their generation. */
export const LATEST_UNTOLD = 7;

export function packRates(rates: CounterRates): PackedRates {
  const base = BASE_RATES.map((name) => rates[name]);
  return [...base, ...asList(rates.counted!)].map(packNumber);
}

export function unpackRates(values: PackedRates, spec: SimulatorSpec): CounterRates {
  const base = ratesBy((_, place) => values[place]!);
  const counted = countedBy((_, place) => values[BASE_RATES.length + place]!);
  return { ...base, counted, smBusy: smBusy(base.ipc, counted, spec) };
}
