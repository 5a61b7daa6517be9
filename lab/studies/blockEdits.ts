/**
 * Tries to rewrite the block size of every launch of real sources and says how often that is proven safe.
 *
 *   npm run study -- block-edits [--limit SECONDS] PATH…
 *
 * Each launch with a known block is tried with twice and with half its threads. A corpus is given up after
 * SECONDS (default 60); the launches tried until then are an even sample.
 */
import { parseArgs } from 'node:util';
import { editBlockSize } from '../../src/cuda/edits/block/blockSize';
import { CudaWorkspace } from '../../src/cuda/workspace';
import { resolveDim3, volume } from '../../src/kernel/symbolic';
import { readCorpus } from '../cuda/corpus/corpus';
import { generalReason } from '../cuda/edits/reasons';

const MAX_THREADS = 1024;
const MIN_THREADS = 32;

function outcomeOf(workspace: CudaWorkspace, launch: Parameters<typeof editBlockSize>[1]): string {
  const block = resolveDim3(launch.block);
  if (block === null) return 'the block is not a known number';
  const sizes = [2 * volume(block), volume(block) / 2].filter(
    (size) => size <= MAX_THREADS && size >= MIN_THREADS,
  );
  const outcomes = sizes.map((size) => editBlockSize(workspace, launch, size));
  if (outcomes.some(({ kind }) => kind === 'edit')) return 'safe';
  const [first] = outcomes;
  return first?.kind === 'refused'
    ? generalReason(first.reason)
    : 'no other size between 32 and 1024 threads';
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { limit: { type: 'string', default: '60' } },
});
for (const folder of positionals) {
  const corpus = readCorpus(folder);
  const workspace = new CudaWorkspace();
  for (const { path, text } of corpus.texts) workspace.setFile(path, text);
  const launches = workspace.index().launches.filter((launch) => launch.inactive === undefined);
  // Every seventh, then the others: a run that is cut short is still spread over the corpus.
  const order = [0, 1, 2, 3, 4, 5, 6].flatMap((start) => launches.filter((_, index) => index % 7 === start));
  const counts = new Map<string, number>();
  const end = performance.now() + 1000 * Number(values.limit);
  let tried = 0;
  for (const launch of order) {
    if (performance.now() > end) break;
    const outcome = outcomeOf(workspace, launch);
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    tried++;
  }
  console.log(`\n${corpus.name}: ${tried} of ${launches.length} launches tried`);
  for (const [outcome, count] of [...counts].sort((a, b) => b[1] - a[1]).slice(0, 10)) {
    console.log(`  ${((100 * count) / tried).toFixed(1).padStart(5)} %  ${outcome}`);
  }
}
