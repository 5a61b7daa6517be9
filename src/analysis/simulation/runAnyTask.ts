import type { CudaParser } from '../../cuda/syntax/parser';
import { runFit } from '../fitting/runFit';
import { runTask } from './runTask';
import { startTogether } from './together/startTogether';
import type { TaskRunner } from './runPlan';
import type { SimulationTask, TaskOutcome } from './task';

/** @param parser asked for by what has to lower kernels */
export async function runAnyTask(
  task: SimulationTask,
  parser: () => Promise<CudaParser>,
): Promise<TaskOutcome> {
  if ('together' in task) return startTogether(task.together);
  return 'request' in task ? runFit(task.request, await parser()) : runTask(task);
}

/** Runs tasks one after the other in this thread. */
export function taskRunner(parser: () => Promise<CudaParser>): TaskRunner {
  return {
    async run(tasks, onOutcome) {
      for (const task of tasks) onOutcome(task, await runAnyTask(task, parser));
      return true;
    },
  };
}
