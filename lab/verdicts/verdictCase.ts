import { overlapWord, type OverlapWord } from '../../src/sharing/overlapVerdict';
import { markdownTable } from '../../src/kernel/markdownTable';
import { groupBy } from '../../src/stats/grouping';
import { mean } from '../../src/stats/means';

/** A verdict beside what really came out of running together. */
export interface VerdictCase {
  readonly corpus: string;
  readonly name: string;
  readonly word: OverlapWord;
  /** Predicted and true time together over one after the other, less one. */
  readonly predicted: number;
  readonly truth: number;
  /** Typical error that the verdict was given with; null where none is known. */
  readonly error: number | null;
}

/** The word that the truth has: the same limits as those of a verdict, without an error. */
export const trueWord = ({ truth }: VerdictCase): OverlapWord => overlapWord(truth, null, true);

/** A word that is not that of the truth; one that makes no claim is not wrong. */
export const isWrong = (one: VerdictCase): boolean => one.word !== 'unknown' && one.word !== trueWord(one);

/** Advice that makes things worse: together where that takes longer, apart where it saves time. */
export const isHarmful = ({ word, truth }: VerdictCase): boolean =>
  (word === 'overlap' && truth > 0) || (word === 'apart' && truth < 0);

export interface VerdictCount {
  readonly cases: number;
  readonly words: Readonly<Record<OverlapWord, number>>;
  readonly wrong: number;
  readonly harmful: number;
}

export function countVerdicts(cases: readonly VerdictCase[]): VerdictCount {
  const of = (word: OverlapWord): number => cases.filter((one) => one.word === word).length;
  return {
    cases: cases.length,
    words: { overlap: of('overlap'), apart: of('apart'), same: of('same'), unknown: of('unknown') },
    wrong: cases.filter(isWrong).length,
    harmful: cases.filter(isHarmful).length,
  };
}

/** A row for each corpus: how often each word is said, and how often it is wrong. */
export function verdictTable(cases: readonly VerdictCase[]): string {
  const corpora = [...new Set(cases.map(({ corpus }) => corpus))];
  const rows = corpora.map((corpus) => {
    const { cases: all, words, wrong, harmful } = countVerdicts(cases.filter((one) => one.corpus === corpus));
    const said = all - words.unknown;
    const share = (count: number, of: number): string =>
      of === 0 ? '–' : `${count} (${((100 * count) / of).toFixed(1)} %)`;
    return [
      corpus,
      String(all),
      ...[words.overlap, words.apart, words.same].map(String),
      share(words.unknown, all),
      share(wrong, said),
      String(harmful),
    ];
  });
  const head = ['corpus', 'pairs', 'overlap', "don't", 'no difference', 'unknown', 'wrong', 'harmful'];
  return markdownTable(head, rows);
}

/** How far predicted changes are from true ones, in points, corpus by corpus. */
export function differenceText(cases: readonly VerdictCase[]): string {
  const corpora = [...groupBy(cases, ({ corpus }) => corpus)];
  const of = ([corpus, own]: (typeof corpora)[number]): string => {
    const points = own.map(({ predicted, truth }) => 100 * Math.abs(predicted - truth));
    return `- ${corpus}: ${mean(points).toFixed(1)} points on average, ${Math.max(...points).toFixed(1)} at most`;
  };
  return ['How far predicted changes are from true ones:', '', ...corpora.map(of)].join('\n');
}

/** The wrong ones, the largest difference first. */
export function wrongTable(cases: readonly VerdictCase[]): string {
  const rows = cases
    .filter(isWrong)
    .toSorted((a, b) => Math.abs(b.predicted - b.truth) - Math.abs(a.predicted - a.truth))
    .map((one) => [
      one.corpus,
      one.name,
      one.word,
      percent(one.predicted),
      trueWord(one),
      percent(one.truth),
    ]);
  return rows.length === 0
    ? 'None.'
    : markdownTable(['corpus', 'pair', 'verdict', 'predicted', 'truth', 'true change'], rows);
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
