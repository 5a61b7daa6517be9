// Counts how often the verdict on two launches (overlap, don't, no difference, unknown) is right: against whole
// simulated co-runs of kernels of the samples and the suite, and against measured timelines of a GTX 950.
//   npm run study -- verdicts [--pairs N] [--cycles N] [--write]    N pairs of each corpus at most, of launches of at
//   most so many cycles; with --write also to docs/verdicts.md
// Shortened runs are kept in dist/studies/verdicts.ndjson: the same command goes on from there.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { collectFiles } from '../../src/analysis/collectFiles';
import { createNodeSession } from '../../src/analysis/nodeSession';
import { slicesOf, wholeGpu } from '../../src/analysis/simulation/gpuSlice';
import type { PlanInputs } from '../../src/analysis/simulation/plan';
import type { SimulatedKernel } from '../../src/analysis/simulation/preparation';
import { DEFAULT_SETTINGS } from '../../src/analysis/workspaceState';
import { requireGpu } from '../../src/gpu/findGpu';
import { extentOf } from '../../src/kernel/scenario';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import { createRandom } from '../../src/stats/random';
import { studyParser } from '../cuda/instructionMix/compare';
import { tableText } from '../data/tables';
import { readTwoStreamRuns } from '../moka/reproduction/timelines/twoStreamRuns';
import { writeBlock } from '../reportBlocks';
import { applicationOf } from '../suite/application';
import { lowererOf } from '../suite/lowerWith';
import { readSuite } from '../suite/suite';
import { readSuiteTexts } from '../suite/suiteFiles';
import { suiteWorkspace } from '../suite/suiteWorkspace';
import { StudyStore } from '../simulator/window/store';
import { pairVerdict, type KernelPair } from '../verdicts/pairs';
import { timelineVerdicts } from '../verdicts/timelines';
import { differenceText, verdictTable, wrongTable, type VerdictCase } from '../verdicts/verdictCase';

const GPU = 'gtx-950';
const REPORT = 'docs/verdicts.md';
/** Samples with launches that are short enough to be simulated whole. */
const SAMPLES = ['hotspot', 'option-pricing', 'srad', 'vector-add', 'kmeans', 'histogram', 'scan'];
/** Workloads of the suite that are looked at, a seeded choice. */
const WORKLOADS = 16;

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '12' },
    cycles: { type: 'string', default: '300000' },
    write: { type: 'boolean' },
  },
});
const [mostPairs, mostCycles] = [Number(values.pairs), Number(values.cycles)];
const store = new StudyStore('dist/studies/verdicts.ndjson');

const cases: VerdictCase[] = [
  ...verdictsOf('samples', shortOnes(await sampleInputs())),
  ...verdictsOf('suite', shortOnes(await suiteInputs())),
];
const runs = readTwoStreamRuns(tableText(process.cwd(), 'two_streams_gtx950'), requireGpu(GPU));
cases.push(...timelineVerdicts(runs, requireGpu(GPU)));

const report = `${verdictTable(cases)}\n\n${differenceText(cases)}\n\nWrong ones:\n\n${wrongTable(cases)}`;
console.log(report);
if (values.write) await writeBlock(REPORT, 'verdicts', report);

function verdictsOf(corpus: string, inputs: PlanInputs): readonly VerdictCase[] {
  return chosenPairs(inputs).flatMap((pair) => {
    const set = store.simulatedSet({ ...inputs, kernels: [...new Set(pair)], onlyPairs: [idsOf(pair)] });
    return pairVerdict(`${corpus}, simulated whole on a GTX 950`, inputs, pair, set) ?? [];
  });
}

function idsOf([a, b]: KernelPair): readonly [string, string] {
  return [a.kernelId, b.kernelId];
}

/** Of the samples, kernels whose launches are known. */
async function sampleInputs(): Promise<PlanInputs> {
  const folders = ['common', ...SAMPLES].map((name) => path.join('workloads/samples', name));
  const { sources } = await collectFiles(folders);
  const session = await createNodeSession('dist');
  await session.analyze({ sources, settings: { ...DEFAULT_SETTINGS, gpu: GPU } });
  const all = session.simulationPlan({ focus: [], maxKernels: 60 }).inputs!;
  return { ...all, blocks: [], kernels: all.kernels.filter(({ openSizes }) => openSizes.length === 0) };
}

/** Of workloads of the suite, the kernel of the first launch. */
async function suiteInputs(): Promise<PlanInputs> {
  const texts = await readSuiteTexts('workloads');
  const lower = lowererOf(suiteWorkspace(texts, { parser: await studyParser(process.cwd()) }));
  const chosen = shuffled(readSuite(texts).workloads).slice(0, WORKLOADS);
  const kernels = chosen.map((entry): SimulatedKernel => {
    const { name, program, launch } = applicationOf(entry, lower).kernels![0]!;
    const app = { name: `${entry.workload.name}: ${name}`, program: program!, launch: launch! };
    return { kernelId: app.name, app, block: extentOf(app.launch.block), assumptions: [], openSizes: [] };
  });
  const whole = wholeGpu(loadSpec(GPU).spec);
  return { gpuId: GPU, mode: 'streams', whole, slices: slicesOf(whole), kernels, blocks: [] };
}

/** Without kernels whose launches last long. */
function shortOnes(inputs: PlanInputs): PlanInputs {
  const alone = store.simulatedSet({ ...inputs, onlyPairs: [] });
  const kernels = inputs.kernels.filter(({ kernelId }) => {
    const time = alone.measured({ kind: 'time', kernelId });
    return time !== null && (time.launchCycles ?? Infinity) <= mostCycles;
  });
  return { ...inputs, kernels };
}

/** A seeded choice of different kernels' pairs. */
function chosenPairs({ kernels }: PlanInputs): readonly KernelPair[] {
  return shuffled(kernels.flatMap((a, at) => kernels.slice(at + 1).map((b): KernelPair => [a, b]))).slice(
    0,
    mostPairs,
  );
}

function shuffled<T>(things: readonly T[]): readonly T[] {
  const random = createRandom(1);
  return things
    .map((thing) => ({ thing, key: random.next() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ thing }) => thing);
}
