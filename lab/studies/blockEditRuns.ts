/**
 * Runs every block-size edit that is offered on real sources beside the original, and compares what memory holds.
 *
 *   npm run study -- block-edit-runs [--write] [--limit SECONDS] [--generated 200] [--seed 1] PATH…
 *
 * Each launch is asked for blocks of 32 to 1024 threads. Where an edit is offered as proven safe, the source is compiled
 * as it is and as edited, and the PTX of both runs in our interpreter on seeded data and on sizes that neither block
 * divides; constants that the grid follows are set to such sizes in both. A difference is a fault of the proof. Skipped
 * without nvcc. Generated launches, of which many must be refused, are compared first. `--write` puts the table into docs/block-size-edits.md. A corpus is given up after SECONDS (default
 * 100) of processor time; what was compared until then is an even sample.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CudaWorkspace } from '../../src/cuda/workspace';
import { readCorpus } from '../cuda/corpus/corpus';
import { compareEdit, type EditComparison } from '../cuda/edits/compareEdit';
import { generatedLaunches } from '../cuda/edits/generatedLaunches';
import { CompileTree } from '../cuda/compile/compileTree';
import { offeredEdits, type OfferedEdit } from '../cuda/edits/offeredEdits';
import { missingCompiler } from '../cuda/lowering/compiled';
import { writeBlock } from '../reportBlocks';

const PAGE = path.join(process.env['CORUN_ROOT'] ?? process.cwd(), 'docs/block-size-edits.md');

interface Row {
  readonly corpus: string;
  readonly launches: number;
  readonly offered: readonly OfferedEdit[];
  readonly outcomes: readonly EditComparison[];
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean' },
    limit: { type: 'string', default: '100' },
    generated: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
});
const missing = missingCompiler();
if (missing === null) await main();
else console.log(`skipped: ${missing}`);

async function main(): Promise<void> {
  const generated = fs.mkdtempSync(path.join(os.tmpdir(), 'corun-generated-'));
  const files = generatedLaunches(Number(values.generated), Number(values.seed));
  for (const [file, text] of files) fs.writeFileSync(path.join(generated, file), text);
  const rows = [generated, ...positionals].map(compareCorpus);
  fs.rmSync(generated, { recursive: true, force: true });
  const table = tableOf(rows);
  console.log(`\n${table}`);
  if (values.write) await writeBlock(PAGE, 'block-edit-runs', table);
}

function compareCorpus(folder: string): Row {
  const corpus = readCorpus(folder);
  const workspace = new CudaWorkspace();
  for (const { path: file, text } of corpus.texts) workspace.setFile(file, text);
  const launches = workspace.index().launches.filter((launch) => launch.inactive === undefined);
  const offered = launches.flatMap((launch) => offeredEdits(workspace, launch));
  const tree = new CompileTree(folder);
  const outcomes: EditComparison[] = [];
  const end = performance.now() + 1000 * Number(values.limit);
  // Every seventh, then the others: a run that is cut short is still spread over the corpus.
  const order = [0, 1, 2, 3, 4, 5, 6].flatMap((start) => offered.filter((_, place) => place % 7 === start));
  try {
    for (const one of order) {
      if (performance.now() > end) break;
      const outcome = compareEdit({ workspace, tree }, one);
      outcomes.push(outcome);
      const { launch, blockBefore, threads } = one;
      const place = `${launch.path}:${launch.line} ${launch.callee} ${blockBefore.join('x')} to ${threads}`;
      if (outcome.kind !== 'same')
        console.log(`${outcome.kind} ${place}: ${outcome.kind === 'left' ? outcome.reason : outcome.what}`);
    }
  } finally {
    tree.close();
  }
  return {
    corpus: corpus.name.replace(/^corun-generated-.*/, 'generated'),
    launches: launches.length,
    offered,
    outcomes,
  };
}

function tableOf(rows: readonly Row[]): string {
  return [
    '| corpus | launches | with an edit | edits offered | tried | compared | the same | different | not compared, strongest reasons |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map(({ corpus, launches, offered, outcomes }) => {
      const number = (kind: EditComparison['kind']): number =>
        outcomes.filter((outcome) => outcome.kind === kind).length;
      const compared = number('same') + number('differs');
      const withEdit = new Set(offered.map(({ launch }) => launch)).size;
      const cells = [corpus, launches, withEdit, offered.length, outcomes.length, compared];
      return `| ${[...cells, number('same'), number('differs'), reasons(outcomes)].join(' | ')} |`;
    }),
  ].join('\n');
}

function reasons(outcomes: readonly EditComparison[]): string {
  const counts = new Map<string, number>();
  for (const outcome of outcomes)
    if (outcome.kind === 'left') counts.set(outcome.reason, (counts.get(outcome.reason) ?? 0) + 1);
  const strongest = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 4);
  return strongest.map(([reason, count]) => `${reason} ${count}`).join(', ');
}
