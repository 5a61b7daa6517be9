import type { TimedApplication } from '../../../src/kernel/measuredTimes';
import { slowdownOf, type SlowdownFactors } from '../../../src/predictors/forecast';
import { timedForecasts } from '../../../src/predictors/measuredTimes/forecasts';
import type { LoadLaw } from '../../../src/predictors/measuredTimes/memoryLoad';
import { requireGpu } from '../../../src/gpu/findGpu';
import { mean } from '../../../src/stats/means';
import { quantile } from '../../../src/stats/quantile';
import { patternSearch } from '../../patternSearch';
import { shuffled } from '../../shuffled';
import { measuredSuite } from '../suite/measured';
import { measuredApplications } from './measured';
import { timedApplications } from './memoryUse';
import { measuredShares, splitSlowdowns, type SplitSlowdown } from './shares';

/** One application of a measured pair on SMs of its own, with the facts from which its slowdown is told. */
export interface Told extends SplitSlowdown {
  readonly applications: readonly [TimedApplication, TimedApplication];
  /** SMs of both. */
  readonly allocation: readonly [number, number];
  readonly gpu: { readonly sms: number; readonly peakGBs: number };
}

const SEED = 1;

/** All measured pairs, half of them drawn for the fit with all their splits; `root` is the folder of the project. */
export function halves(root: string): { readonly fitted: readonly Told[]; readonly judged: readonly Told[] } {
  const shares = measuredShares(root);
  const { sms, dram } = requireGpu(shares.gpu);
  const applications = timedApplications(shares, measuredApplications(root), measuredSuite(root));
  const all = splitSlowdowns(shares);
  const told = all.map((row, at): Told => {
    const other = all[at % 2 === 0 ? at + 1 : at - 1]!;
    return {
      ...row,
      applications: [applications.get(row.of)!, applications.get(row.beside)!],
      allocation: [row.sms, other.sms],
      gpu: { sms, peakGBs: dram.peakGBs! },
    };
  });
  const names = [...new Set(told.map(pairOf))].sort();
  const drawn = new Set(shuffled(names, SEED).slice(0, names.length / 2));
  return {
    fitted: told.filter((row) => drawn.has(pairOf(row))),
    judged: told.filter((row) => !drawn.has(pairOf(row))),
  };
}

const pairOf = ({ of, beside }: SplitSlowdown): string => [of, beside].sort().join(' ');

/** What is told of an application, with time alone on its SMs as it was measured beside the pair. */
export function toldSlowdowns(
  { applications, allocation, gpu, scalability }: Told,
  law: LoadLaw,
): SlowdownFactors & { readonly slowdown: number } {
  const { interference } = timedForecasts(applications, gpu, law)[0]!.at(allocation);
  const factors = { scalability, interference };
  return { ...factors, slowdown: slowdownOf(factors) };
}

/** The law with the least mean error of interference on some pairs. */
export function fittedLaw(rows: readonly Told[]): LoadLaw {
  const error = (law: LoadLaw): number =>
    mean(rows.map((row) => Math.abs(toldSlowdowns(row, law).interference / row.interference - 1)));
  const { point } = patternSearch((logs) => error(lawOf(logs)), STARTS, 0.4, 0.02);
  return lawOf(point);
}

/** Logarithms of where the search starts: loaded at half of the peak, L2 bytes a third, a latency that doubles. */
const STARTS = [0.5, 0.3, 1, 2, 0.3, 0.5].map(Math.log);

function lawOf(logs: readonly number[]): LoadLaw {
  const [capacity, l2Weight, rise, power, waits, waitsPower] = logs.map(Math.exp) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return { capacity, l2Weight, rise, power, waits, waitsPower };
}

/** Measured progress over predicted, that a quarter and a tenth of the rows fall below. */
export function progressRatios(rows: readonly Told[], law: LoadLaw) {
  const ratios = rows.map((row) => toldSlowdowns(row, law).slowdown / row.slowdown);
  return { quarter: quantile(ratios, 0.25), tenth: quantile(ratios, 0.1) };
}
