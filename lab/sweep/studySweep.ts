import { CancelledError } from '../../src/analysis/worker/workerHandle';
import { InputError } from '../../src/kernel/result';
import { english } from '../../src/words';
import type { Executor } from './executor';
import { executorNamed, type AskedExecutor, type ExecutorSetting } from './executors';
import { sweeping } from './sweeping';

/** Options of a study that is a sweep. */
export const SWEEP_OPTIONS = {
  executor: { type: 'string', default: 'local' },
  workers: { type: 'string', default: '1' },
  batch: { type: 'string', default: '4' },
} as const;

interface SweepValues {
  readonly executor: string;
  readonly workers: string;
  readonly batch: string;
}

/** Processor time of this process and its threads, in seconds. */
export function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/**
 * The executor that a study's options ask for.
 *
 * @throws UsageError where there is none of that name
 */
export const askedOf = ({ executor, workers, batch }: SweepValues): AskedExecutor => ({
  executor: executorNamed(executor),
  workers: Number(workers),
  batch: Number(batch),
});

/** Does a study's sweep with the executor that its options ask for. What goes wrong is told in a line. */
export async function studySweep(
  values: SweepValues,
  setting: Pick<ExecutorSetting, 'file' | 'mayStart'>,
  task: (executor: Executor) => Promise<void>,
): Promise<void> {
  const note = (line: string): void => console.error(line);
  try {
    await sweeping(askedOf(values), { ...setting, note }, task);
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof CancelledError) note('interrupted; the same command goes on from there');
    else if (error instanceof InputError) note(english(error.said));
    else throw error;
  }
}
