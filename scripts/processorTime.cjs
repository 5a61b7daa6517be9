// Processor time of this process and of the programs that it has started.
const { readFileSync } = require('node:fs');

/** Clock ticks of Linux in a second, as programs see them on every architecture that Node runs on. */
const TICKS = 100;
let told = 0;

/**
 * Seconds of processor time, of programs that ended since the last call and of all that they waited for. With steps
 * side by side, one that asks as soon as its own program has ended hears of that one alone. 0 where there is no /proc.
 */
function processorSecondsOfEnded() {
  const now = readTimes().ended;
  const since = now - told;
  told = now;
  return since;
}

/** Seconds of processor time of this process and of programs of it that have ended. 0 where there is no /proc. */
function processorSeconds() {
  const { own, ended } = readTimes();
  return own + ended;
}

function readTimes() {
  try {
    // Fields 14 to 17; the second one, the program's name, may hold blanks.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ').map(Number);
    return { own: (fields[11] + fields[12]) / TICKS, ended: (fields[13] + fields[14]) / TICKS };
  } catch {
    return { own: 0, ended: 0 };
  }
}

module.exports = { processorSecondsOfEnded, processorSeconds };
