// Processor time of the programs that a script has started.
import { readFileSync } from 'node:fs';

/** Clock ticks of Linux in a second, as programs see them on every architecture that Node runs on. */
const TICKS = 100;
let told = 0;

/**
 * Seconds of processor time, of programs that ended since the last call and of all that they waited for. With steps
 * side by side, one that asks as soon as its own program has ended hears of that one alone. 0 where there is no /proc.
 */
export function processorSecondsOfEnded() {
  const now = secondsOfChildren();
  const since = now - told;
  told = now;
  return since;
}

function secondsOfChildren() {
  try {
    // Fields 16 and 17; the second one, the program's name, may hold blanks.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ');
    return (Number(fields[13]) + Number(fields[14])) / TICKS;
  } catch {
    return 0;
  }
}
