// Counts how often the verdict on two launches (overlap, don't, no difference, unknown) is right: against whole
// simulated co-runs of kernels of the samples and the suite, and against measured timelines of a GTX 950.
//   npm run study -- verdicts [--pairs N] [--seeds A,B] [--write]    N pairs of each corpus at most for each seed that
//   they are drawn by; with --write also to docs/verdicts.md
// Simulations of the editor are kept in dist/studies/verdicts.ndjson: the same command goes on from there.
import { parseArgs } from 'node:util';
import type { PlanInputs } from '../../src/analysis/simulation/plan';
import { requireGpu } from '../../src/gpu/findGpu';
import { tableText } from '../data/tables';
import { readTwoStreamRuns } from '../moka/reproduction/timelines/twoStreamRuns';
import { writeBlock } from '../reportBlocks';
import { shuffled } from '../shuffled';
import { StudyStore } from '../simulator/window/store';
import { sampleInputs, suiteInputs } from '../verdicts/corpora';
import { pairsOf } from '../../src/stats/pairs';
import { pairCase, type KernelPair, type PairCase } from '../verdicts/pairs';
import { timelineVerdicts } from '../verdicts/timelines';
import { differenceText, verdictTable, wrongTable, type VerdictCase } from '../verdicts/verdictCase';
import { wayTable } from '../verdicts/wayTable';

const GPU = 'gtx-950';
const LARGE_GPU = 'h100-sxm';
const REPORT = 'docs/verdicts.md';
/** Core cycles of the longest launches that are looked at: whole ones are run of all. */
const MOST_CYCLES = { [GPU]: 300_000, [LARGE_GPU]: 30_000 };

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '12' },
    seeds: { type: 'string', default: '1,2' },
    write: { type: 'boolean' },
  },
});
const mostPairs = Number(values.pairs);
const seeds = values.seeds.split(',').map(Number);
const store = new StudyStore('dist/studies/verdicts.ndjson');

const pairs: PairCase[] = [
  ...casesOf('samples on a GTX 950', await sampleInputs(GPU), MOST_CYCLES[GPU]),
  ...casesOf('suite on a GTX 950', await suiteInputs(GPU), MOST_CYCLES[GPU]),
  ...casesOf('samples on an H100', await sampleInputs(LARGE_GPU), MOST_CYCLES[LARGE_GPU]),
];
const runs = readTwoStreamRuns(tableText(process.cwd(), 'two_streams_gtx950'), requireGpu(GPU));
const cases: VerdictCase[] = [
  ...pairs.map(({ verdict }) => verdict),
  ...timelineVerdicts(runs, requireGpu(GPU)),
];

const report = [
  verdictTable(cases),
  differenceText(cases),
  wayTable(pairs),
  'Wrong ones:',
  wrongTable(cases),
].join('\n\n');
console.log(report);
if (values.write) await writeBlock(REPORT, 'verdicts', report);

/** Draws of pairs: none is in two of them. */
function casesOf(corpus: string, all: PlanInputs, mostCycles: number): readonly PairCase[] {
  const inputs = shortOnes(all, mostCycles);
  const seen = new Set<KernelPair>();
  const every: readonly KernelPair[] = pairsOf(inputs.kernels);
  return seeds.flatMap((seed) => {
    const drawn = shuffled(every, seed)
      .filter((pair) => !seen.has(pair))
      .slice(0, mostPairs);
    drawn.forEach((pair) => seen.add(pair));
    return drawn.flatMap((pair) => {
      const own = { ...inputs, kernels: [...new Set(pair)], onlyPairs: [idsOf(pair)] };
      return pairCase(`${corpus}, draw ${seed}`, inputs, pair, store.simulatedSet(own)) ?? [];
    });
  });
}

function idsOf([a, b]: KernelPair): readonly [string, string] {
  return [a.kernelId, b.kernelId];
}

/** Without kernels whose launches last long. */
function shortOnes(inputs: PlanInputs, mostCycles: number): PlanInputs {
  const alone = store.simulatedSet({ ...inputs, onlyPairs: [] });
  const kernels = inputs.kernels.filter(({ kernelId }) => {
    const time = alone.measured({ kind: 'time', kernelId });
    return time !== null && (time.launchCycles ?? Infinity) <= mostCycles;
  });
  return { ...inputs, kernels };
}
