import type { PtxFunction, PtxModule } from '../../../src/cuda/ptx/module';
import { Machine } from '../../../src/cuda/ptx/run/machine';
import { GlobalMemory, type Allocation } from '../../../src/cuda/ptx/run/memory';
import type { KernelParameter } from '../../../src/kernel/kernel';
import { InputError } from '../../../src/kernel/result';
import { volume } from '../../../src/kernel/symbolic';
import type { YieldVariant } from '../../../src/predictors/yieldingPort';
import { argumentsOf, LIMIT, type RunOutcome } from '../edits/runs';
import { generalReason } from '../edits/reasons';
import type { SmallLaunch } from './launches';

/** Parameters that a yielding kernel has before those of the kernel: queue, wish, grid. */
const OWN_PARAMETERS = 3;
const [QUEUE, WISH] = ['corun queue', 'corun wish'];
/** Persistent blocks, and tasks that are handed out before all blocks are asked to leave. */
const [BLOCKS, TASKS_BEFORE] = [3, 2];

/** One yielding kernel and how it is run. */
export interface YieldingRun {
  readonly module: PtxModule;
  readonly kernel: PtxFunction;
  readonly parameters: readonly KernelParameter[];
  readonly launch: SmallLaunch;
  readonly variant: YieldVariant;
}

/**
 * Runs a yielding kernel as the host drives it: all blocks begin, are asked to leave after some tasks, do so, and are
 * launched anew. What memory holds then is that of the kernel's own arrays.
 */
export function runYielding(
  { module, kernel, parameters, launch, variant }: YieldingRun,
  seed: number,
): RunOutcome {
  const memory = new GlobalMemory();
  const tasks = volume(launch.grid);
  try {
    const own = { ...kernel, parameters: kernel.parameters.slice(OWN_PARAMETERS) };
    const given = argumentsOf({ parameters, values: launch.values }, own, memory, seed);
    const queue = memory.allocate(QUEUE!, 1 << 15);
    const wish = memory.allocate(WISH!, 1 << 13);
    stay(wish, variant);
    leaveAfter(wish, variant, TASKS_BEFORE!);
    const grid = new Uint8Array(new Uint32Array(launch.grid).buffer);
    const machine = new Machine({
      module,
      kernel,
      launch: {
        grid: [BLOCKS!, 1, 1],
        block: launch.block,
        sharedBytes: launch.sharedBytes,
        arguments: [queue.address, wish.address, grid, ...given],
      },
      memory,
      tracks: false,
      limit: 2 * LIMIT,
    });
    for (let block = 0; block < BLOCKS!; block++) machine.runBlock(block);
    const before = finished(queue);
    if (before !== Math.min(tasks, TASKS_BEFORE!)) return failed(`${before} tasks before the blocks left`);
    stay(wish, variant);
    for (let block = 0; block < BLOCKS!; block++) machine.runBlock(block);
    if (finished(queue) !== tasks) return failed(`${finished(queue)} of ${tasks} tasks`);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return failed(generalReason(error.said));
  }
  const arrays = memory.allocations.filter(({ name }) => name !== QUEUE && name !== WISH);
  return { kind: 'ran', contents: new Map(arrays.map(({ name, content }) => [name, content])) };
}

const failed = (reason: string): RunOutcome => ({ kind: 'failed', reason, isLong: false });

/** Tasks of blocks that have left: the second number of the queue. */
const finished = (queue: Allocation): number => queue.integers[1]!;

function stay(wish: Allocation, variant: YieldVariant): void {
  if (variant === 'pair') wish.integers.fill(0, 0, 2);
  else wish.integers.fill(-1, 0, 1024);
}

/** Asks all blocks to leave once the wish has been looked at so often. */
function leaveAfter(wish: Allocation, variant: YieldVariant, looks: number): void {
  let seen = 0;
  const leave = (): void => {
    // The blocks that may stay on each of the first n SMs, and n.
    if (variant === 'pair') wish.integers.set([0, 1024]);
    else wish.integers.fill(0, 0, 1024);
  };
  Object.defineProperty(wish.accesses, 'load', {
    get: () => seen,
    set: (count: number) => {
      seen = count;
      if (count === looks + 1) leave();
    },
  });
}
