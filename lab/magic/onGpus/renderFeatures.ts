import { percent, tableOf, two } from '../markdown';
import type { PartnerCases } from '../leastSimilarCases';
import type { AuthorFeatures, SetSimilarity } from './features';

/** Figure 5.4 as printed: violations of 26, mean slowdown − 1. */
const PRINTED: Readonly<Record<string, string>> = {
  FeatAll: '7, 0.12',
  FeatMystic: '14, 0.22',
  'Feat9 of table 5.3': '9, 0.16',
};

/** The parts of the page by the names of their blocks. */
export const renderFeatures = (features: AuthorFeatures): Readonly<Record<string, string>> => ({
  'magic-author-coverage': coverage(features),
  'magic-author-sets': sets(features),
});

function coverage(features: AuthorFeatures): string {
  const { programs, kernels, metrics, left, varying, common } = features;
  return [
    `${kernels} kernels of ${programs} programs, ${metrics} metrics; without a gap ${left.kernels} and ${left.metrics}, of which ${varying} vary enough, ${common} of them among the author's 64.`,
    tableOf(
      [
        'variance kept',
        'in table 5.1',
        'metrics here',
        'kept by as many as printed',
        "of the author's selection, mean of 20 seeds",
        'drawn at random',
      ],
      features.coverage.map((row) => [
        percent(row.share),
        `${row.printed}`,
        `${row.ours}`,
        `${(100 * row.kept).toFixed(1)} %`,
        row.common.toFixed(1),
        row.random.toFixed(1),
      ]),
    ),
  ].join('\n\n');
}

const cases = ({ violations, mean }: PartnerCases): string =>
  `${Number.isInteger(violations) ? violations : violations.toFixed(1)}, ${two(mean)}`;

function sets({ sets: all, own, any, bestPartners }: AuthorFeatures): string {
  return tableOf(
    [
      'partner by',
      'metrics',
      'cophenetic correlation',
      'the best clustering',
      'pairs nearer than the two sorts',
      'figure 5.4',
      'largest value of a program’s kernels',
      'their mean',
    ],
    [
      ...all.map((set) => [
        set.set,
        `${set.metrics}`,
        two(set.cophenetic ?? 0),
        best(set),
        percent(set.sortsBehind),
        PRINTED[set.set] ?? '–',
        cases(set.byMost),
        cases(set.byMean),
      ]),
      ...own.map(({ from, metrics, byMost, byMean }) => [
        `selected here ${from}, mean of 20 seeds`,
        `${metrics}`,
        ...['–', '–', '–', '–'],
        cases(byMost),
        cases(byMean),
      ]),
      ['any partner', ...Array<string>(5).fill('–'), cases(any), cases(any)],
      ['best partner', ...Array<string>(5).fill('–'), cases(bestPartners), cases(bestPartners)],
    ],
  );
}

const best = ({ best: { distance, method, cophenetic } }: SetSimilarity): string =>
  `${distance}, ${method}, ${two(cophenetic ?? 0)}`;
