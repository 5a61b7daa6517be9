import { mean } from '../../src/stats/means';
import { intervalOf, redrawn, type Interval } from './draws';
import { errorOfDegradation, type PairClass, type PairRow } from './evaluate';

/** Pairs of one kind, with what the paper says of them. */
export interface PairGroup {
  readonly title: string;
  readonly pairs: readonly PairRow[];
  /** errDeg of its predictor. */
  readonly errDeg: string;
  /** Degradations, in the mean and of the worst pair. */
  readonly degradation: string;
}

const CLASSES: readonly (readonly [PairClass, Omit<PairGroup, 'pairs'>])[] = [
  [
    'compute',
    {
      title: 'kernels meet kernels',
      errDeg: '5.9 %, 0.6 to 10.9 %; sequential up to 13,100 %',
      degradation: '4.0, 17.5 (gmm beside lavamd)',
    },
  ],
  [
    'copies',
    {
      title: 'copies meet copies',
      errDeg: '5.1 %, 0.01 to 9.8 %; bubble 50.8 %, 3.9 to 90.5 %',
      degradation: '4.5, 21 (pos beside pathfinder-pinned)',
    },
  ],
  ['different', { title: 'low contention', errDeg: '5.5 %', degradation: '2.39' }],
];

/** Pairs by their class, then all. */
export const byClass = (pairs: readonly PairRow[]): readonly PairGroup[] => [
  ...CLASSES.map(([id, group]) => ({ ...group, pairs: pairs.filter((pair) => pair.class === id) })),
  { title: 'all', pairs, errDeg: '5.47 %', degradation: '–' },
];

/** Services of the Sirius suite; the others are of Tonic. */
const SIRIUS = ['asr', 'gmm', 'stemmer'];

/** The paper tells two classes by the suite of their service. */
export const bySuite = (pairs: readonly PairRow[]): readonly PairGroup[] =>
  (
    [
      ['copies', 'copies meet copies', '6 %', '4.4 %'],
      ['different', 'low contention', '4.6 %', '6.3 %'],
    ] as const
  ).flatMap(([id, title, sirius, tonic]) => {
    const own = pairs.filter((pair) => pair.class === id);
    const of = (isSirius: boolean): readonly PairRow[] =>
      own.filter(({ service }) => SIRIUS.includes(service) === isSirius);
    return [
      { title: `${title}, Sirius`, pairs: of(true), errDeg: sirius, degradation: '–' },
      { title: `${title}, Tonic`, pairs: of(false), errDeg: tonic, degradation: '–' },
    ];
  });

/** Error of a predicted latency over that alone, beside the one that was measured; null where it has none. */
export type ErrorMetric = (predicted: number, measured: number) => number | null;

export const errDeg: ErrorMetric = errorOfDegradation;
export const errSD: ErrorMetric = (predicted, measured) => Math.abs(predicted / measured - 1);

/** Errors of what is said of pairs, those that have one. */
export const errorsOf = (
  pairs: readonly PairRow[],
  saidOf: (pair: PairRow) => number,
  metric: ErrorMetric,
): number[] => pairs.flatMap((pair) => metric(saidOf(pair), pair.measured) ?? []);

/** The interval of their mean: pairs are drawn anew, and of each its queries. */
export function intervalOfErrors(
  pairs: readonly PairRow[],
  saidOf: (pair: PairRow) => number,
  metric: ErrorMetric,
): Interval | null {
  if (pairs.length === 0) return null;
  return intervalOf((random) => {
    const errors = redrawn(pairs, random).flatMap(
      (pair) => metric(saidOf(pair), mean(redrawn(pair.ratios, random))) ?? [],
    );
    return errors.length === 0 ? null : mean(errors);
  });
}
