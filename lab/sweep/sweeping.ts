import type { Executor } from './executor';
import { executorFor, type AskedExecutor, type ExecutorSetting } from './executors';
import { interruptible } from './interruptible';

/**
 * Does a sweep with the executor that is asked for, until the user interrupts the process.
 *
 * @throws CancelledError when it was interrupted; what the sweep throws
 */
export async function sweeping(
  asked: AskedExecutor,
  setting: Omit<ExecutorSetting, 'signal'>,
  task: (executor: Executor) => Promise<void>,
): Promise<void> {
  await interruptible(async (signal) => {
    const executor = executorFor(asked, { ...setting, signal });
    try {
      await task(executor);
    } finally {
      executor.close();
    }
  });
}
