import { mean } from '../../../src/stats/means';
import { barChart } from '../../plots/barChart';
import type { RealPolicy } from './realQueues';

/** Makespans of the author's runs on some GPUs, by jobs together: figures 5.12 and 5.15. */
export function queuePlot(real: readonly RealPolicy[], gpus: readonly string[]): string {
  const own = real.filter((each) => each.gpus.join() === gpus.join());
  const policies = [...new Set(own.map(({ policy }) => policy))];
  const groups = [...new Set(own.map(({ maxCoRun }) => maxCoRun))].map((maxCoRun) => ({
    name: `${maxCoRun} together`,
    values: Object.fromEntries(
      own
        .filter((each) => each.maxCoRun === maxCoRun)
        .map(({ policy, makespans }) => [policy, Number(mean(makespans).toFixed(1))]),
    ),
  }));
  return barChart(policies, groups, {
    title: `Queues of 79 programs on ${gpus.join(' and ')}, as the author ran them`,
    xLabel: 'seconds until the last job ended, mean of three sequences',
  });
}
