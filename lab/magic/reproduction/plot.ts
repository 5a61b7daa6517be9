import { barChart } from '../../plots/barChart';
import { SIX } from '../jobs/programs';
import type { GpuResult } from './summary';

/** Mean slowdown − 1 of the six programs of figures 1.5 and 6.1 on each GPU, with host work. */
export function slowdownPlot(gpus: readonly GpuResult[]): string {
  const shown = gpus.filter(({ host }) => host);
  const groups = SIX.map(([, printed], at) => ({
    name: printed,
    values: Object.fromEntries(
      shown.map(({ gpu, six }) => [gpu, Number(Math.max(0, six[at]!.mean).toFixed(3))]),
    ),
  }));
  const names = { title: 'Slowdown beside 78 others in turns', xLabel: 'mean slowdown − 1' };
  return barChart(
    shown.map(({ gpu }) => gpu),
    groups,
    names,
  );
}
