import { pairLacks, pairVerdicts, type PairLack } from '../../src/analysis/results/overlapResult';
import { unreadIn } from '../../src/analysis/results/unreadCode';
import type { WorkspaceResults } from '../../src/analysis/results/workspaceResults';
import { markdownTable } from '../../src/kernel/markdownTable';
import type { OverlapWord } from '../../src/sharing/overlapVerdict';

/** Why a pair has no word. */
type Reason = PairLack['what'] | 'withinError';

const REASONS: Readonly<Record<Reason, string>> = {
  sizes: 'sizes that the sources leave open',
  launch: 'sizes of this launch that the sources leave open',
  time: 'no time of a kernel',
  code: 'functions whose code is not at hand',
  type: 'types whose declaration is not at hand',
  refused: 'kernels that cannot be simulated',
  slowdown: 'not simulated together',
  withinError: 'less than its error',
};

/** What sources that nobody prepared are told about their pairs of launches. */
export interface WordsElsewhere {
  readonly corpus: string;
  /** Pairs that can run together, by word. */
  readonly words: Readonly<Record<OverlapWord, number>>;
  /** Why pairs are unknown. */
  readonly unknown: ReadonlyMap<Reason, number>;
  /** Places that were not followed, behind which more may run together. */
  readonly unread: number;
}

/** Counts the words on all pairs of a workspace. */
export function wordsElsewhere(corpus: string, results: WorkspaceResults): WordsElsewhere {
  const words = { overlap: 0, apart: 0, same: 0, unknown: 0 };
  const unknown = new Map<Reason, number>();
  for (const one of pairVerdicts(results)) {
    const word = one.verdict?.word ?? 'unknown';
    words[word]++;
    if (word !== 'unknown') continue;
    const reason = one.verdict === null ? pairLacks(one).at(-1)!.what : 'withinError';
    unknown.set(reason, (unknown.get(reason) ?? 0) + 1);
  }
  return { corpus, words, unknown, unread: unreadIn(results).length };
}

/** One row for each corpus. */
export function elsewhereTable(rows: readonly WordsElsewhere[]): string {
  return markdownTable(
    ['sources', 'pairs', 'overlap', 'don’t', 'no difference', 'unknown', 'places not followed'],
    rows.map(({ corpus, words, unknown, unread }) => {
      const pairs = Object.values(words).reduce((sum, count) => sum + count, 0);
      const why = [...unknown].map(([reason, count]) => `${count} ${REASONS[reason]}`).join(', ');
      const unsaid = why === '' ? '0' : `${words.unknown}: ${why}`;
      return [
        corpus,
        String(pairs),
        ...[words.overlap, words.apart, words.same].map(String),
        unsaid,
        String(unread),
      ];
    }),
  );
}
