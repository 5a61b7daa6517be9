import type { CoRunData, MeasuredCoRun, MeasuredMode } from '../../../src/gpu/measuredCoRuns/coRunData';
import { addedSlowdown } from '../../../src/sharing/compare/addedCosts';
import { mean } from '../../../src/stats/means';
import { median } from '../../../src/stats/quantile';

/** How far slowdowns in threes are from what the same kernels cost each other in twos, added up. */
export interface ThreesRow {
  readonly mode: MeasuredMode;
  readonly slowdowns: number;
  /** Shares of what was measured. */
  readonly mean: number;
  readonly median: number;
  readonly worst: number;
  /** Of one answer for all, the mean of what was measured. */
  readonly constant: number;
}

/** One row for each way in which threes were measured. */
export function threesRows({ coRuns }: CoRunData): readonly ThreesRow[] {
  const modes = [...new Set(coRuns.map(({ mode }) => mode))];
  return modes.map((mode) =>
    rowOf(
      mode,
      coRuns.filter((run) => run.mode === mode),
    ),
  );
}

function rowOf(mode: MeasuredMode, runs: readonly MeasuredCoRun[]): ThreesRow {
  const inTwos = new Map(
    runs
      .filter(({ kernels }) => kernels.length === 2)
      .flatMap(({ kernels: [a, b], slowdowns: [ofA, ofB] }) => [
        [key(b!, a!), ofB!] as const,
        [key(a!, b!), ofA!] as const,
      ]),
  );
  const threes = runs.filter(({ kernels }) => kernels.length === 3);
  const measured = threes.flatMap(({ slowdowns }) => slowdowns);
  const added = threes.flatMap(({ kernels }) =>
    kernels.map((kernel, at) =>
      addedSlowdown(
        1,
        kernels.flatMap((beside, place) => (place === at ? [] : inTwos.get(key(kernel, beside))! - 1)),
      ),
    ),
  );
  const errors = added.map((slowdown, at) => Math.abs(slowdown / measured[at]! - 1));
  const same = mean(measured);
  return {
    mode,
    slowdowns: measured.length,
    mean: mean(errors),
    median: median(errors),
    worst: Math.max(...errors),
    constant: mean(measured.map((slowdown) => Math.abs(same / slowdown - 1))),
  };
}

const key = (kernel: string, beside: string): string => `${kernel} ${beside}`;
