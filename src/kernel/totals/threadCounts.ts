import { emptyCounts, INSTRUCTION_CLASSES, type ClassCounts } from '../instructionClasses';
import type { KernelProgram } from '../program';
import { volume } from '../symbolic';
import type { ProgramLaunch } from './programLaunch';
import { programTotals } from './programTotals';

/**
 * Expected instructions of a thread of a program by class, averaged over the threads of the launch; asynchronous
 * copies are among the loads from global memory.
 *
 * @throws InputError for an expression that cannot be evaluated.
 */
export function threadCounts(program: KernelProgram, launch: ProgramLaunch): ClassCounts {
  const all = volume(launch.grid) * volume(launch.block);
  const { threads } = programTotals(program, launch);
  const counts = emptyCounts();
  for (const name of INSTRUCTION_CLASSES) {
    const copies = name === 'globalLoad' ? (threads.asyncCopy ?? 0) : 0;
    // Without the rounding noise of many small weights.
    counts[name] = Number((((threads[name] ?? 0) + copies) / all).toPrecision(9));
  }
  return counts;
}
