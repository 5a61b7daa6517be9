import type { Origin } from '../../kernel/origin';
import { averageSlowdowns, sensitivities } from '../../predictors';
import { median } from '../../stats/quantile';
import type { CoRunMatrix } from '../results/coRunResult';
import type { SensitivityResult } from '../results/kernelResult';

/** Fewer kernels with numbers make no classes: half of two is one of two. */
const LEAST_KERNELS = 3;
const ORIGINS: readonly Origin[] = ['measured', 'simulated', 'predicted', 'assumed'];

/** Whether neighbours slow a kernel down more than they do most others of the workspace; null where too little is known. */
export function sensitivityOf(id: string, matrix: CoRunMatrix): SensitivityResult | null {
  return classesOf(matrix).get(id) ?? null;
}

const known = new WeakMap<CoRunMatrix, ReadonlyMap<string, SensitivityResult>>();

/** Classes of all kernels of a matrix, made once for each. */
function classesOf(matrix: CoRunMatrix): ReadonlyMap<string, SensitivityResult> {
  let classes = known.get(matrix);
  if (classes === undefined) known.set(matrix, (classes = makeClasses(matrix)));
  return classes;
}

function makeClasses({ cells, kernelIds }: CoRunMatrix): ReadonlyMap<string, SensitivityResult> {
  const beside = cells.map((row, own) => row.filter((cell, at) => cell !== null && at !== own));
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
