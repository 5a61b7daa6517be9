import type { BandwidthLine } from '../../../src/predictors/hsm/equations';
import type { LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import { mean } from '../../../src/stats/means';
import { errorsOf, fromCoRun, type RecordedMix } from '../evaluate';
import { fitted, type LinePoint } from '../line';

/** Row-hit rates of the two points of a couple (section 6.5); the paper has 0.7, above which none lies on 80 SMs. */
const LOW = 0.3;
const HIGH = 0.65;

/** What comes of lines through two points each. */
export interface CoupleLines {
  readonly couples: number;
  readonly c1: Range;
  readonly c2: Range;
  /** HSM's mean errNP over the recorded mixes; null without mixes. */
  readonly error: Range | null;
}

interface Range {
  readonly least: number;
  readonly mean: number;
  readonly most: number;
}

/** Lines through each couple of a point with few row hits and one with many; null without a couple. */
export function coupleLines(
  points: readonly LinePoint[],
  { spec }: Pick<LoadedSpec, 'spec'>,
  mixes: readonly RecordedMix[],
): CoupleLines | null {
  const low = points.filter(({ rowHitRate }) => rowHitRate < LOW);
  const high = points.filter(({ rowHitRate }) => rowHitRate > HIGH);
  const lines = low.flatMap((one) => high.map((other) => fitted([one, other]).line));
  if (lines.length === 0) return null;
  const errorWith = (line: BandwidthLine): number =>
    errorsOf(fromCoRun({ line, bound: 'issue', spec }), mixes).mean;
  return {
    couples: lines.length,
    c1: rangeOf(lines.map(({ c1 }) => c1)),
    c2: rangeOf(lines.map(({ c2 }) => c2)),
    error: mixes.length === 0 ? null : rangeOf(lines.map(errorWith)),
  };
}

const rangeOf = (values: readonly number[]): Range => ({
  least: Math.min(...values),
  mean: mean(values),
  most: Math.max(...values),
});
