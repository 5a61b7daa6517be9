import { markdownTable } from '../../../src/kernel/markdownTable';
import { mean } from '../../../src/stats/means';
import { playStream, parseDramStream } from '../../../src/simulator/dram/dramStream';
import { requireDramTiming } from '../../../src/simulator/dram/timings';
import { fitLine, lineAt } from '../../../src/stats/line';
import { streamText } from './streams';

const HIT_PROBABILITIES = Array.from({ length: 11 }, (_, k) => k / 10);
const REQUESTS = 20000;
/** HSM's memory requests are 128 bytes: two bursts of 64. */
const BURSTS = 2;

export interface HsmLine {
  /** Utilisation per row-hit rate, and utilisation at none: HSM's c1 and c2. */
  readonly c1: number;
  readonly c2: number;
  readonly rSquared: number;
  readonly points: readonly { readonly rowHitRate: number; readonly utilisation: number }[];
}

/** Utilisation over row-hit rate on HSM's HBM with a bounded number of requests outstanding. */
export function hsmLine(outstanding: number, writeFraction: number): HsmLine {
  const timing = requireDramTiming('hsm_hbm440');
  const points = HIT_PROBABILITIES.map((parameter) => {
    const text = streamText({ name: 'rbh', pattern: 'rbh', parameter, writeFraction, burst: 1 }, REQUESTS);
    return playStream(timing, parseDramStream(text, 16), { outstanding, burstsPerRequest: BURSTS });
  });
  const x = points.map(({ rowHitRate }) => rowHitRate);
  const y = points.map(({ utilisation }) => utilisation);
  const line = fitLine(x, y);
  const middle = mean(y);
  const rest = y.reduce((sum, value, i) => sum + (value - lineAt(line, x[i]!)) ** 2, 0);
  const total = y.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return { c1: line.slope, c2: line.intercept, rSquared: 1 - rest / total, points };
}

export function hsmTable(): string {
  const rows = [0, 0.1].flatMap((writes) =>
    [8, 12, 16, 20, 24, 28, 32, 64, Infinity].map((outstanding) => {
      const { c1, c2, rSquared, points } = hsmLine(outstanding, writes);
      const some = [0, 2, 4, 6, 8, 10].map((i) => points[i]!);
      return [
        `${writes * 100} %`,
        outstanding === Infinity ? 'queue full' : String(outstanding),
        c1.toFixed(3),
        c2.toFixed(3),
        rSquared.toFixed(3),
        ...some.map(({ rowHitRate, utilisation }) => `${rowHitRate.toFixed(2)}: ${utilisation.toFixed(3)}`),
      ];
    }),
  );
  const targets = [0, 0.2, 0.4, 0.6, 0.8, 1].map((p) => `hit ${p}`);
  return markdownTable(['writes', 'outstanding', 'c1', 'c2', 'R²', ...targets], rows);
}
