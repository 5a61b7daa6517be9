import type { RankComparison } from '../analysis/traces/rankComparison';
import { ranksColumns, ranksHead, ranksRows, ranksSpread } from '../words/texts/rankTexts';
import { table } from '../words/texts/table';

/** Ranks of one run side by side: times of each, then its kernel time by operation. `--json` has all ranks. */
export function rankReport(comparison: RankComparison): string {
  return [
    ranksHead(comparison),
    table(ranksColumns(comparison), ranksRows(comparison)),
    ...[ranksSpread(comparison) ?? []].flat(),
  ].join('\n');
}
