import type { KernelProfile } from '../kernel/profile';
import { InputError } from '../kernel/result';
import { countDistance, countTargets } from './calibrationTargets';
import { CounterReader } from './counterReader';
import type { LoweredProgram, LowerWith, FreeParameterValues } from './freeParameters';
import { searchParameters } from './parameterSearch';
import { programTotals } from '../kernel/totals/programTotals';

/** A program from source whose free parameters were chosen for the counts of a profile. */
export interface CountFit {
  /** Values of those parameters that counts decide. */
  readonly values: FreeParameterValues;
  /** The program with them. */
  readonly lowered: LoweredProgram;
  /** The program as lowering assumed it. */
  readonly assumed: LoweredProgram;
  /** Mean distance of instruction and request counts (a logarithm of ratios) before and after. */
  readonly distance: { readonly before: number; readonly after: number };
}

/**
 * Moves open trip counts, branch shares and sizes until the instruction and request counts of the program come
 * nearest to the measured ones. Nothing is simulated, and the duration is not looked at.
 *
 * @param mayGoOn asked before every step
 * @throws InputError naming file, line and metric for counters that cannot be
 */
export function fitCounts(lowerWith: LowerWith, profile: KernelProfile, mayGoOn?: () => boolean): CountFit {
  const distanceOf = countDistanceTo(profile);
  const assumed = lowerWith({});
  const before = distanceOf(assumed);
  const start = { values: {}, lowered: assumed, cost: before };
  const found = searchParameters(start, assumed.freeParameters, lowerWith, distanceOf, mayGoOn);
  const { values, lowered, cost } = found;
  return { values, lowered, assumed, distance: { before, after: cost } };
}

/**
 * Distance between the counts of a program and those of a profile.
 * @throws InputError naming file, line and metric for counters that cannot be
 */
export function countDistanceTo(profile: KernelProfile): (lowered: LoweredProgram) => number {
  const targets = countTargets(new CounterReader(profile));
  return ({ program, launch }) => countDistance(targets, programTotals(program, launch));
}

/** Tests whether a profile has a count that a program gives without being simulated, be it one that cannot be. */
export function hasCounts(profile: KernelProfile): boolean {
  try {
    return countTargets(new CounterReader(profile)).length > 0;
  } catch (error) {
    if (error instanceof InputError) return true;
    throw error;
  }
}
