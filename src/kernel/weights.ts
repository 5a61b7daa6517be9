/** Least and largest weight of an application. */
export const WEIGHTS = [1e-6, 1e6] as const;

/** Whether a number weighs an application; far beyond these, weighted slowdowns would not be numbers any more. */
export function isWeight(weight: number): boolean {
  return weight >= WEIGHTS[0] && weight <= WEIGHTS[1];
}
