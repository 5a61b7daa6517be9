import type { Origin } from '../../kernel/origin';
import { averageSlowdowns, sensitivities } from '../../predictors';
import { median } from '../../stats/quantile';
import type { CoRunMatrix } from '../results/coRunResult';
import type { SensitivityResult } from '../results/kernelResult';

/** Fewer kernels with numbers make no classes: half of two is one of two. */
const LEAST_KERNELS = 3;
const ORIGINS: readonly Origin[] = ['measured', 'simulated', 'predicted', 'assumed'];

/** For each kernel those that it can run beside, by their ids. */
type Meetings = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Whether those that a kernel can run beside slow it down more than they do half of the workspace's kernels that can run
 * beside others; kernels of which too little is known are missing.
 */
export function sensitivitiesOf(
  { cells, kernelIds }: CoRunMatrix,
  meetings: Meetings,
): ReadonlyMap<string, SensitivityResult> {
  const meets = (own: number, at: number): boolean =>
    meetings.get(kernelIds[own]!)?.has(kernelIds[at]!) ?? false;
  const beside = cells.map((row, own) =>
    row.filter((cell, at) => cell !== null && at !== own && meets(own, at)),
  );
  const averages = averageSlowdowns(beside.map((row) => row.map((cell) => cell?.slowdown ?? null)));
  const numbers = averages.filter((average) => average !== null);
  if (numbers.length < LEAST_KERNELS) return new Map();
  const limit = median(numbers);
  const classes = sensitivities(averages, limit);
  return new Map(
    kernelIds.flatMap((id, at) => {
      const [average, isSensitive] = [averages[at] ?? null, classes[at] ?? null];
      if (average === null || isSensitive === null) return [];
      const origins = beside[at]!.map((cell) => ORIGINS.indexOf(cell!.origin));
      const result: SensitivityResult = {
        isSensitive,
        meanSlowdown: 1 + average,
        partners: beside[at]!.length,
        limit: 1 + limit,
        origin: ORIGINS[Math.max(...origins)]!,
      };
      return [[id, result] as const];
    }),
  );
}
