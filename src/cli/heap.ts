import { setFlagsFromString } from 'node:v8';

/** From so many sources or profiles on memory matters more than the time to collect garbage. */
const MANY = { sources: 1000, profiles: 10 };
const VERY_MANY = { sources: 4000, profiles: 200 };
/** By how many percent the heap may grow over what is alive before garbage is collected; V8 takes up to 300. */
const GROWTH = 30;
const LEAST_GROWTH = 15;

/** For a workspace of so many files: keeps the heap near to what is alive. Of the command line's own process only. */
export function fitHeap(sources: number, profiles: number): void {
  const has = (least: typeof MANY): boolean => sources >= least.sources || profiles >= least.profiles;
  if (has(MANY)) setFlagsFromString(`--heap-growing-percent=${has(VERY_MANY) ? LEAST_GROWTH : GROWTH}`);
}
