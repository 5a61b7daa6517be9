import { setFlagsFromString } from 'node:v8';

/** Sources or profiles from which on memory matters more than the time to collect garbage. */
const MANY_SOURCES = 1000;
const MANY_PROFILES = 10;
/** By how many percent the heap may grow over what is alive before garbage is collected; V8 takes up to 300. */
const GROWTH = 30;

/** For a workspace of so many files: keeps the heap near to what is alive. Of the command line's own process only. */
export function fitHeap(sources: number, profiles: number): void {
  if (sources >= MANY_SOURCES || profiles >= MANY_PROFILES)
    setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
}
