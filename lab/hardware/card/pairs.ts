import { median } from '../../../src/stats/quantile';
import { probeKey, type CardPart, type CardRun } from './measured';

/** What an SM has for itself: units, issue slots, shared memory and L1 cache. */
const OF_THE_SM = ['fp32', 'fp64', 'int32', 'special', 'tensor', 'shared', 'shuffle', 'copyOwn', 'readOwn'];
const THREADS = [64, 128, 256, 512];
/** Footprints of L1 that are compared, in KiB. */
const FOOTPRINTS = [0, 16, 64, 96];
/** A kernel that is slower than this is taken for starved: by how much depends on how long one looks. */
const STARVED = 20;

/** Two kernels that ran beside each other on the card. */
export interface MeasuredPair {
  readonly name: string;
  readonly run: CardRun;
  /** Slowdown of each, over its pace alone. */
  readonly measured: readonly number[];
}

export interface ComparedPair extends MeasuredPair {
  readonly simulated: readonly number[];
}

/** Pairs whose kernels ask only for what each SM has for itself, each once. */
export function comparedPairs(runs: readonly CardRun[]): readonly MeasuredPair[] {
  const alone = new Map(
    runs.flatMap(({ label, parts }) =>
      label === 'alone' ? [[probeKey(parts[0]!), parts[0]!.pace] as const] : [],
    ),
  );
  const found = new Map<string, MeasuredPair>();
  for (const run of runs) {
    if (run.label !== 'pair' || !run.parts.every(isCompared)) continue;
    const name = run.parts.map(nameOf).join(' + ');
    const measured = run.parts.map((part) => (alone.get(probeKey(part)) ?? NaN) / part.pace);
    if (measured.every((slowdown) => !Number.isNaN(slowdown))) found.set(name, { name, run, measured });
  }
  return [...found.values()];
}

const isCompared = ({ kind, kib, threads }: CardPart): boolean =>
  OF_THE_SM.includes(kind) && THREADS.includes(threads) && FOOTPRINTS.includes(kib);

const nameOf = ({ kind, kib, threads }: CardPart): string =>
  `${kind}${kib === 0 ? '' : ` of ${kib} KiB`}, ${threads}`;

export const besideColumns = ['launched first', 'then', 'measured', 'simulated'];

const slowdownText = (slowdown: number): string =>
  slowdown > STARVED ? 'starved' : `×${slowdown.toFixed(2)}`;
const both = (slowdowns: readonly number[]): string => slowdowns.map(slowdownText).join(' ');

export function pairRow({ run, measured, simulated }: ComparedPair): readonly string[] {
  return [...run.parts.map(nameOf), both(measured), both(simulated)];
}

export const summaryColumns = [
  'kernels',
  'slowdowns',
  'median error',
  'within 25 %',
  'starved on the card',
  'also here',
];

/** Errors by what the two ask for; slowdowns beyond that of the starved count as that. */
export function summaryRows(pairs: readonly ComparedPair[]): readonly (readonly string[])[] {
  const isCache = ({ run }: ComparedPair): boolean => run.parts.some(({ kind }) => /Own$/.test(kind));
  const groups: readonly (readonly [string, readonly ComparedPair[]])[] = [
    ['units, issue slots, shared memory', pairs.filter((pair) => !isCache(pair))],
    ['L1 cache', pairs.filter(isCache)],
    ['all', pairs],
  ];
  return groups.filter(([, group]) => group.length > 0).map(([name, group]) => summaryRow(name, group));
}

function summaryRow(name: string, pairs: readonly ComparedPair[]): readonly string[] {
  const points = pairs.flatMap(({ measured, simulated }) =>
    measured.map((slowdown, i) => [slowdown, simulated[i]!] as const),
  );
  const errors = points.map(([a, b]) => Math.abs(Math.min(STARVED, b) / Math.min(STARVED, a) - 1));
  const starved = points.filter(([slowdown]) => slowdown > STARVED);
  return [
    name,
    String(points.length),
    `${(median(errors) * 100).toFixed(0)} %`,
    String(errors.filter((error) => error <= 0.25).length),
    String(starved.length),
    String(starved.filter(([, slowdown]) => slowdown > STARVED / 2).length),
  ];
}
