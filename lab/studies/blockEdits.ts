/**
 * Asks every launch of real sources for other block sizes and says how often one is proven safe, and why not.
 *
 *   npm run study -- block-edits [--write] [--most 200] PATH…
 *
 * Each launch whose block is known is asked for the sizes of `WANTED_THREADS`. Of a corpus with more than `--most`
 * launches, an even sample is asked. `--write` puts the table into docs/block-size-edits.md.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CudaWorkspace } from '../../src/cuda/workspace';
import type { Launch } from '../../src/kernel/kernel';
import { readCorpus } from '../cuda/corpus/corpus';
import { editOutcomes } from '../cuda/edits/offeredEdits';
import { generalReason } from '../cuda/edits/reasons';
import { writeBlock } from '../reportBlocks';

const PAGE = path.join(process.env['CORUN_ROOT'] ?? process.cwd(), 'docs/block-size-edits.md');
const SAFE = 'safe';
/** Reasons for a refusal that a row of the table names. */
const NAMED_REASONS = 4;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean' }, most: { type: 'string', default: '200' } },
});

function outcomeOf(workspace: CudaWorkspace, launch: Launch): string {
  const outcomes = editOutcomes(workspace, launch);
  if (outcomes === null) return 'the block is not a known number';
  if (outcomes.some(({ kind }) => kind === 'edit')) return SAFE;
  const refused = outcomes.find((outcome) => outcome.kind === 'refused');
  return refused ? generalReason(refused.reason) : 'no other size';
}

/** `most` of the launches, evenly spread. */
function evenSample(launches: readonly Launch[], most: number): readonly Launch[] {
  const count = Math.min(most, launches.length);
  return Array.from(
    { length: count },
    (_, index) => launches[Math.floor((index * launches.length) / count)]!,
  );
}

function countedBy(outcomes: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return counts;
}

function rowOf(folder: string): string {
  const corpus = readCorpus(folder);
  const workspace = new CudaWorkspace();
  for (const { path: file, text } of corpus.texts) workspace.setFile(file, text);
  const launches = workspace.index().launches.filter((launch) => launch.inactive === undefined);
  const asked = evenSample(launches, Number(values.most));
  const counts = countedBy(asked.map((launch) => outcomeOf(workspace, launch)));
  const share = (count: number): string => `${((100 * count) / Math.max(asked.length, 1)).toFixed(0)} %`;
  const reasons = [...counts]
    .filter(([outcome]) => outcome !== SAFE)
    .sort(([, a], [, b]) => b - a)
    .slice(0, NAMED_REASONS)
    // Underscores would make it bold.
    .map(([reason, count]) => `${reason.replaceAll('__', '\\_\\_')} ${share(count)}`);
  const cells = [
    corpus.name,
    `${asked.length} of ${launches.length}`,
    share(counts.get(SAFE) ?? 0),
    reasons.join('; '),
  ];
  return `| ${cells.join(' | ')} |`;
}

const table = [
  '| corpus | launches asked | proven safe | strongest reasons for a refusal |',
  '| --- | --- | --- | --- |',
  ...positionals.map(rowOf),
].join('\n');
console.log(table);
if (values.write) await writeBlock(PAGE, 'block-edits', table);
