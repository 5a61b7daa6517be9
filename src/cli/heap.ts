import { setFlagsFromString } from 'node:v8';

/** Sources beyond which memory matters more than the time to collect garbage. */
const MANY_SOURCES = 1000;
/** By how many percent the heap may grow over what is alive before garbage is collected; V8 takes up to 300. */
const GROWTH = 30;

/** For a workspace of so many sources: keeps the heap near to what is alive. Of the command line's own process only. */
export function fitHeap(sources: number): void {
  if (sources > MANY_SOURCES) setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
}
