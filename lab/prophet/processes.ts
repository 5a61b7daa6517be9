import { mean } from '../../src/stats/means';
import { median, quantile } from '../../src/stats/quantile';

/** What a network's processes reach in a MIG instance. */
export interface ProcessRow {
  readonly network: string;
  /** Size of the instance. */
  readonly gpcs: number;
  readonly batch: number;
  /** Requests a second of each of 1, 2, … processes; 0 where they did not fit. */
  readonly perSecond: readonly number[];
}

/** Error of one rule for one number of processes. */
export interface ProcessError {
  readonly rule: string;
  readonly processes: number;
  readonly cases: number;
  readonly mean: number;
  readonly median: number;
  readonly worst: number;
  /** Mean of predicted over measured. */
  readonly ratio: number;
}

/** Requests a second of a process by a number that is varied, of one process alone. */
type Curve = readonly (readonly [at: number, perSecond: number])[];

/** Curves of one process alone through one row: by the size of its instance, and by the size of its batch. */
interface Curves {
  readonly alone: number;
  readonly bySize: Curve;
  readonly byBatch: Curve;
}

/** What each of `processes` reaches, of the curves of one alone. */
const RULES: Readonly<Record<string, (curves: Curves, row: ProcessRow, processes: number) => number>> = {
  'nobody slows anybody': ({ alone }) => alone,
  'in turns': ({ alone }, _, processes) => alone / processes,
  'until what one reaches at any batch is used up': ({ alone, byBatch }, _, processes) =>
    Math.min(alone, Math.max(...byBatch.map(([, perSecond]) => perSecond)) / processes),
  'together like one with all their batches': ({ alone, byBatch }, { batch }, processes) =>
    Math.min(alone, readOff(byBatch, batch * processes) / processes),
  'like one with its part of the SMs': ({ bySize }, { gpcs }, processes) => readOff(bySize, gpcs / processes),
};

/**
 * What the curves of one process alone tell of several under MPS: errors of each rule by the number of processes, over
 * all networks, instances and batches where both fitted.
 */
export function processErrors(rows: readonly ProcessRow[]): readonly ProcessError[] {
  const counts = rows[0]!.perSecond.map((_, at) => at + 1).slice(1);
  const known = rows.map((row) => ({ row, curves: curvesOf(row, rows) }));
  return Object.entries(RULES).flatMap(([rule, tell]) =>
    counts.map((processes): ProcessError => {
      const ratios = known.flatMap(({ row, curves }) => {
        const measured = row.perSecond[processes - 1]!;
        return measured > 0 && curves.alone > 0 ? [tell(curves, row, processes) / measured] : [];
      });
      const errors = ratios.map((ratio) => Math.abs(ratio - 1));
      return {
        ...{ rule, processes, cases: ratios.length, ratio: mean(ratios) },
        ...{ mean: mean(errors), median: median(errors), worst: quantile(errors, 1) },
      };
    }),
  );
}

function curvesOf(row: ProcessRow, rows: readonly ProcessRow[]): Curves {
  const own = rows.filter(({ network, perSecond }) => network === row.network && perSecond[0]! > 0);
  const curve = (of: 'gpcs' | 'batch', same: 'gpcs' | 'batch'): Curve =>
    own
      .filter((each) => each[same] === row[same])
      .map((each): [number, number] => [each[of], each.perSecond[0]!])
      .sort(([a], [b]) => a - b);
  return { alone: row.perSecond[0]!, bySize: curve('gpcs', 'batch'), byBatch: curve('batch', 'gpcs') };
}

/** A curve between its points, from nothing at 0, and level beyond the last. */
function readOff(curve: Curve, at: number): number {
  let [x, y] = [0, 0];
  for (const [nextX, nextY] of curve) {
    if (at <= nextX) return y + ((nextY - y) * (at - x)) / (nextX - x);
    [x, y] = [nextX, nextY];
  }
  return y;
}
