import { readData } from '../../data/tables';
import { errorsOf, type SlowdownErrors } from './errors';

type SplitPart = readonly [name: string, percent: number, aloneUs: number, togetherUs: number];

/** Applications of kernels on parts of a card's SMs; see `about` of the data. */
export interface SharesData {
  readonly gpu: string;
  /** SMs by the active thread percentage of MPS. */
  readonly sms: Readonly<Record<string, number>>;
  /** µs of a run by itself, by name and percentage. */
  readonly alone: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The first so many of `pairs` were drawn. */
  readonly drawn: number;
  readonly pairs: readonly (readonly [SplitPart, SplitPart])[];
}

/** Applications measured on parts of the SMs of one card; `root` is the folder of the project. */
export const measuredShares = (root: string): SharesData => readData(root, 'h100_shares');

/** What fewer SMs cost an application by itself: time on them over that on all. */
export interface MeasuredScaling {
  readonly of: string;
  readonly percent: number;
  readonly sms: number;
  readonly scalability: number;
}

/** Of every application on every part of the SMs. */
export function scalings({ alone, sms }: SharesData): readonly MeasuredScaling[] {
  return Object.entries(alone).flatMap(([of, times]) =>
    Object.entries(times)
      .filter(([percent]) => percent !== WHOLE)
      .map(([percent, us]) => ({
        of,
        percent: Number(percent),
        sms: sms[percent]!,
        scalability: us / times[WHOLE]!,
      })),
  );
}

/** What an application loses on SMs of its own beside another on the others, in its two factors. */
export interface SplitSlowdown extends MeasuredScaling {
  readonly beside: string;
  /** Percentages of it and of the other. */
  readonly split: string;
  /** Time beside the other over that by itself, on the same SMs. */
  readonly interference: number;
  /** Time beside the other over that by itself on all SMs. */
  readonly slowdown: number;
}

/** Two for each pair, in the order of the data. */
export function splitSlowdowns({ alone, sms, pairs }: SharesData): readonly SplitSlowdown[] {
  return pairs.flatMap((pair) =>
    pair.map(([of, percent, aloneUs, togetherUs], at): SplitSlowdown => {
      const [beside, other] = pair[1 - at]!;
      const wholeUs = alone[of]![WHOLE]!;
      return {
        of,
        beside,
        percent,
        split: `${percent}:${other}`,
        sms: sms[percent]!,
        scalability: aloneUs / wholeUs,
        interference: togetherUs / aloneUs,
        slowdown: togetherUs / wholeUs,
      };
    }),
  );
}

/** Errors of an answer to slowdowns; null where it has none for any. */
export function errorsOfAnswer<T>(
  rows: readonly T[],
  measured: (row: T) => number,
  answer: (row: T) => number | null,
): SlowdownErrors | null {
  const pairs = rows.flatMap((row): [number, number][] => {
    const told = answer(row);
    return told === null ? [] : [[told, measured(row)]];
  });
  return pairs.length === 0 ? null : errorsOf(pairs);
}

const WHOLE = '100';
