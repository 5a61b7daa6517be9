import type { KernelProgram, Statement } from '../../kernel/program';

/** Array that stands for the queue: the next task and the tasks that are done. */
const QUEUE = 'yieldingQueue';

/**
 * A program whose blocks are tasks of a kernel that yields: the first thread draws the task with an atomic operation
 * and looks up what the host asks for, all threads of the block wait for that, and once more at the end, before the
 * first thread counts the task as done.
 *
 * @param pollNs time of one look at what the host asks for
 */
export function yieldingProgram(program: KernelProgram, pollNs: number): KernelProgram {
  const first = (then: readonly Statement[]): Statement => ({ op: 'if', condition: 'thread == 0', then });
  const draw: Statement[] = [{ op: 'atomic', array: QUEUE, index: 0, into: 'yieldingTask' }];
  if (pollNs > 0) draw.push({ op: 'sleep', ns: pollNs, after: ['yieldingTask'] });
  // The number of the task comes apart into that of a block: a division for each axis but the last.
  draw.push({ op: 'compute', class: 'integer', count: 24, after: ['yieldingTask'] });
  return {
    ...program,
    arrays: { ...program.arrays, [QUEUE]: { elementBytes: 8, elements: 2 } },
    body: [
      first(draw),
      { op: 'barrier' },
      ...program.body,
      { op: 'barrier' },
      first([{ op: 'atomic', array: QUEUE, index: 1 }]),
    ],
  };
}
