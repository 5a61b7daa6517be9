import { BOTTLENECKS, type Bottleneck } from '../../src/predictors/bottlenecks/timesAlone';
import { groupBy } from '../../src/stats/grouping';
import { OURS, type Answers } from './judged';

/** How often a slowdown is to be within the margin that is told. */
export const CONFIDENCE = 0.9;
/** Fewer rows than so many do not calibrate a margin of their own: that of all is taken. */
const LEAST = 20;

export type Margins = Readonly<Record<Bottleneck, number>>;

/**
 * By what holds an application up, the factor within which nine in ten true slowdowns are of those told: the quantile of
 * errors of rows that nothing was fitted to (split conformal prediction, Papadopoulos et al., ECML 2002, by classes).
 * Every GPU weighs alike, since what is asked about is mostly another one.
 */
export function marginsOf(rows: readonly Answers[]): Margins {
  const all = marginOf(rows);
  const entries = BOTTLENECKS.map((name) => {
    const own = rows.filter(({ bottleneck }) => bottleneck === name);
    return [name, own.length < LEAST ? all : marginOf(own)];
  });
  return Object.fromEntries(entries) as Record<Bottleneck, number>;
}

/** The least factor that covers nine tenths of the rows. */
function marginOf(rows: readonly Answers[]): number {
  const counts = groupBy(rows, ({ gpu }) => gpu);
  const sorted = rows.toSorted((a, b) => factorOff(a) - factorOff(b));
  let below = 0;
  for (const row of sorted) {
    below += 1 / counts.get(row.gpu)!.length / counts.size;
    if (below >= CONFIDENCE) return factorOff(row);
  }
  return factorOff(sorted.at(-1)!);
}

/** By which factor the true slowdown is above or below ours. */
const factorOff = ({ truth, answers }: Answers): number =>
  Math.exp(Math.abs(Math.log(truth / answers[OURS]!)));

/** A row, and whether it is within a margin that was calibrated without its GPU. */
export interface LeftOut {
  readonly row: Answers;
  readonly isWithin: boolean;
}

/** Every row by margins of all other GPUs. */
export function withoutItsGpu(rows: readonly Answers[]): LeftOut[] {
  return [...groupBy(rows, ({ gpu }) => gpu)].flatMap(([gpu, list]) => {
    const margins = marginsOf(rows.filter((row) => row.gpu !== gpu));
    return list.map((row) => ({
      row,
      isWithin: row.bottleneck !== null && factorOff(row) <= margins[row.bottleneck],
    }));
  });
}

/** How many of some rows are within, 0 to 1. */
export const coverage = (rows: readonly LeftOut[]): number =>
  rows.filter(({ isWithin }) => isWithin).length / rows.length;
