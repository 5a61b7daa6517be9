import { geometricMean } from '../../../src/stats/means';
import { groupBy } from '../../../src/stats/grouping';
import { BLOCK_METHODS, type BlockMethod } from '../../../src/predictors/moka/blocksize/methods';
import { rankMethods, type MethodValidation } from '../../../src/predictors/moka/blocksize/validation';
import type { KernelRegret } from './regret';

/** Regret of one method over kernels. */
export interface MethodSummary {
  readonly method: KernelRegret['method'];
  readonly regret: number;
  readonly worst: number;
  readonly answered: number;
  readonly byKernel: ReadonlyMap<string, number>;
}

/** Means over kernels, each kernel counting once. */
export function summarizeRegrets(regrets: readonly KernelRegret[]): readonly MethodSummary[] {
  return [...groupBy(regrets, (row) => row.method)].map(([method, rows]) => ({
    method,
    regret: geometricMean(rows.map((row) => row.regret)),
    worst: Math.max(...rows.map((row) => row.worst)),
    answered: rows.reduce((sum, row) => sum + row.answered, 0) / rows.length,
    byKernel: new Map(rows.map((row) => [row.kernel, row.regret])),
  }));
}

/** Many sweeps of one program as one kernel, so that its variants do not outvote the other kernels. */
export function mergeKernels(regrets: readonly KernelRegret[], kernel: string): readonly KernelRegret[] {
  return summarizeRegrets(regrets).map(({ method, regret, worst, answered }) => ({
    method,
    kernel,
    regret,
    worst,
    answered,
  }));
}

/** The regrets by which the final advice picks its method. */
export function validations(regrets: readonly KernelRegret[]): readonly MethodValidation[] {
  return summarizeRegrets(regrets).flatMap(({ method, regret, worst }) =>
    isBlockMethod(method) ? [{ method, regret, worst }] : [],
  );
}

/** One kernel's regret when the method is picked by all other kernels. */
export interface HeldOutChoice {
  readonly kernel: string;
  readonly method: BlockMethod;
  readonly regret: number;
}

/** The final advice, judged fairly: for each kernel the method that ranks first on the others. */
export function heldOutAdvice(regrets: readonly KernelRegret[]): readonly HeldOutChoice[] {
  const kernels = [...new Set(regrets.map((row) => row.kernel))];
  return kernels.map((kernel) => {
    const method = rankMethods(validations(regrets.filter((row) => row.kernel !== kernel)))[0]!;
    const row = regrets.find((other) => other.kernel === kernel && other.method === method)!;
    return { kernel, method, regret: row.regret };
  });
}

function isBlockMethod(method: KernelRegret['method']): method is BlockMethod {
  return (BLOCK_METHODS as readonly string[]).includes(method);
}
