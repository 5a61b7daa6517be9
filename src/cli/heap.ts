import { setFlagsFromString } from 'node:v8';

/** From so many sources or bytes of profiles on memory matters more than the time to collect garbage. */
const MANY = { sources: 1000, profileBytes: 500e6 };
const VERY_MANY = { sources: 4000, profileBytes: 10e9 };
/** By how many percent the heap may grow over what is alive before garbage is collected; V8 takes up to 300. */
const GROWTH = 30;
const LEAST_GROWTH = 15;

/** Kernels of many sources of which what was read is kept: nobody edits them, and few are simulated. */
const KERNELS_READ = 200;

/**
 * For a workspace of so much: keeps the heap near to what is alive. Of the command line's own process only, of which
 * nothing that V8 compiles is kept for the next one then: its flags have changed.
 *
 * @returns of how many kernels what was read is to be kept
 */
export function fitHeap(sources: number, profileBytes: number): number {
  const has = (least: typeof MANY): boolean => sources >= least.sources || profileBytes >= least.profileBytes;
  if (has(MANY)) setFlagsFromString(`--heap-growing-percent=${has(VERY_MANY) ? LEAST_GROWTH : GROWTH}`);
  return sources >= MANY.sources ? KERNELS_READ : Infinity;
}
