// How far the shortened co-runs of the editor are from whole ones: the slowdowns that it shows for pairs of the
// samples' kernels against those of whole launches, relaunched twice.
//   npm run study -- co-run-window [--write]    with --write also to src/analysis/simulation/windowError.json
//   and docs/workspace-simulation.md
//   npm run study -- co-run-window --long    only two pairs of long launches, whole on all SMs (a quarter of an hour)
//   npm run study -- co-run-window --replays GPU    only the launches that are replayed on that GPU
// Every simulation is kept in dist/studies/window.ndjson: the same command goes on from there.
import { english } from '../../src/words';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { markdownTable } from '../../src/kernel/markdownTable';
import { collectFiles } from '../../src/analysis/collectFiles';
import { createNodeSession } from '../../src/analysis/nodeSession';
import type { GpuSlice } from '../../src/analysis/simulation/gpuSlice';
import { simulatedRuns } from '../../src/analysis/simulation/simulatedRuns';
import { slowdownOf } from '../../src/predictors/simulation/predictor';
import type { PlanInputs } from '../../src/analysis/simulation/plan';
import type { SimulatedKernel } from '../../src/analysis/simulation/preparation';
import { sharingOf } from '../../src/analysis/simulation/sharing';
import { relaunched, REPLAY_WINDOW, WINDOW, windowOf } from '../../src/analysis/simulation/shortRuns';
import type { SimulationSet } from '../../src/analysis/simulation/simulationSet';
import { simulationTask, type ScenarioOutcome } from '../../src/analysis/simulation/task';
import { MOSTLY_WAITING } from '../../src/analysis/simulation/windowError';
import { DEFAULT_SETTINGS } from '../../src/analysis/workspaceState';
import type { Scenario } from '../../src/kernel/scenario';
import { writeBlock } from '../reportBlocks';
import { errorCells, errorTable, summary, type Row, type Summary } from '../simulator/window/rows';
import { StudyStore } from '../simulator/window/store';

/** One GPU that is small and one that is large. */
const CASES = [
  { name: 'small', gpu: 'gtx-950' },
  { name: 'large', gpu: 'h100-sxm' },
] as const;
/** Where kernels with short launches come from. */
const SHORT = ['hotspot', 'option-pricing', 'srad', 'vector-add'];
/** Pairs whose launches take longer in all, in cycles times SMs, are not compared: whole ones take too long. */
const LONGEST = { waiting: 8e6, divided: 7e6, replays: 1.1e7 };
/** Long launches that are also compared with whole ones on the whole GPU. */
const LONG_ON_ALL = [
  ['matrixMulTiled', 'vectorAdd'],
  ['matrixMulTiled', 'advanceRows'],
] as const;
const REPORT = 'docs/workspace-simulation.md';
const OUT = 'src/analysis/simulation/windowError.json';

type Mode = 'streams' | 'spatial';
type Pair = readonly [SimulatedKernel, SimulatedKernel];

const { values } = parseArgs({
  options: { write: { type: 'boolean' }, long: { type: 'boolean' }, replays: { type: 'string' } },
});
const store = new StudyStore('dist/studies/window.ndjson');

/** Simulations are compared with simulations. */
const unmeasured = (): null => null;

async function planned(gpu: string, mode: Mode, samples: readonly string[] | null): Promise<PlanInputs> {
  const folders = samples === null ? [''] : ['common', 'profiles', ...samples];
  const { sources, profiles } = await collectFiles(folders.map((name) => `workloads/samples/${name}`));
  const session = await createNodeSession('dist');
  await session.analyze({ sources, profiles, settings: { ...DEFAULT_SETTINGS, gpu, mode } });
  const maxKernels = samples === null ? 10 : 5;
  return {
    ...session.simulationPlan({ focus: [], maxKernels, blocks: false }).inputs!,
    blocks: [],
    firstPairs: [],
  };
}

function pairsOf(inputs: PlanInputs): Pair[] {
  return inputs.kernels.flatMap((first, i) => inputs.kernels.slice(i).map((second): Pair => [first, second]));
}

function cyclesOf(set: SimulationSet, kernels: readonly SimulatedKernel[]): number {
  const cycles = kernels.map(({ kernelId }) => set.measured({ kind: 'time', kernelId })?.launchCycles);
  return cycles.reduce<number>((sum, one) => sum + (one ?? Infinity), 0);
}

function modeOn(mode: Mode, slice: GpuSlice): Scenario['mode'] {
  const sharing = sharingOf(mode, slice);
  if (sharing.kind === 'none') throw new Error(english(sharing.reason));
  return sharing.mode;
}

/** Mean launch of each kernel after the first, whole launches. */
function wholeLaunches(
  inputs: PlanInputs,
  kernels: readonly SimulatedKernel[],
  cycles: number,
  slice: GpuSlice,
  mode?: Scenario['mode'],
): readonly (number | null)[] {
  const apps = kernels.map(({ app }) => app);
  const { scenario, shortcut } = relaunched(inputs, apps, { slice, replayed: false }, cycles, mode);
  const outcome = store.outcomeOf(simulationTask({ kind: 'time', kernelId: '' }, scenario, shortcut));
  return outcome.kind === 'failed' ? kernels.map(() => null) : outcome.meanLaunches;
}

/** The slowdowns of a pair as `shortOf` gives them, and of whole launches on `slice`. */
function rowsOfPair(
  inputs: PlanInputs,
  set: SimulationSet,
  pair: Pair,
  slice: GpuSlice,
  shortOf: (kernel: SimulatedKernel, other: SimulatedKernel) => number | null,
): Row[] {
  const mode = modeOn(inputs.mode as Mode, slice);
  const together = wholeLaunches(inputs, pair, cyclesOf(set, pair), slice, mode);
  return pair.flatMap((kernel, i): Row[] => {
    const other = pair[1 - i]!;
    const [alone] = wholeLaunches(inputs, [kernel], cyclesOf(set, [kernel]), slice);
    const short = shortOf(kernel, other);
    if (!alone || !together[i] || short === null) return [];
    return [{ pair: `${kernel.app.name} beside ${other.app.name}`, short, full: together[i]! / alone }];
  });
}

function affordable(inputs: PlanInputs, set: SimulationSet, sms: number, most: number): Pair[] {
  return pairsOf(inputs).filter((pair) => cyclesOf(set, pair) * sms <= most);
}

/** As shown, against whole launches on the whole GPU; pairs that are simulated like that anyway are left out. */
function shownRows(inputs: PlanInputs, longest: number): Row[] {
  const set = store.simulatedSet(inputs);
  const shown = (kernel: SimulatedKernel, other: SimulatedKernel): number | null => {
    const runs = simulatedRuns(kernel.kernelId, other.kernelId, set, unmeasured);
    const found = runs && slowdownOf(runs);
    return found === null || runs!.error.metric === null ? null : found.slowdown;
  };
  return affordable(inputs, set, inputs.whole.sms, longest).flatMap((pair) =>
    rowsOfPair(inputs, set, pair, inputs.whole, shown),
  );
}

/** Windows in place of launches, where each kernel has SMs of its own. */
function windowRows(inputs: PlanInputs): Row[] {
  const set = store.simulatedSet(inputs);
  const paces = (kernels: readonly SimulatedKernel[], mode: Scenario['mode']): readonly number[] => {
    const { scenario, shortcut } = windowOf(
      inputs,
      kernels.map(({ app }) => app),
      mode,
    );
    return measured(store.outcomeOf(simulationTask({ kind: 'time', kernelId: '' }, scenario, shortcut)))
      .paces;
  };
  return affordable(inputs, set, inputs.whole.sms, LONGEST.divided).flatMap((pair) => {
    const together = paces(pair, modeOn('spatial', inputs.slices[0]));
    const shortOf = (kernel: SimulatedKernel): number =>
      paces([kernel], { kind: 'streams' })[0]! / together[pair.indexOf(kernel)]!;
    return rowsOfPair(inputs, set, pair, inputs.whole, shortOf);
  });
}

function measured(outcome: ScenarioOutcome): Extract<ScenarioOutcome, { kind: 'measured' }> {
  if (outcome.kind === 'measured') return outcome;
  throw new Error(outcome.kind === 'failed' ? english(outcome.reason) : 'a window that was replayed');
}

/** Launches that are replayed, against whole ones on the slice that they are replayed on. */
function replayRows(inputs: PlanInputs): Row[] {
  const set = store.simulatedSet(inputs);
  const slice = inputs.slices.at(-1)!;
  return affordable(inputs, set, slice.sms, LONGEST.replays).flatMap((pair) =>
    set.pairRun(pair[0].kernelId, pair[1].kernelId)?.replayed
      ? rowsOfPair(inputs, set, pair, slice, shownSlowdown(set))
      : [],
  );
}

/** The same against whole launches on the whole GPU, of a few pairs. */
function longRows(inputs: PlanInputs): Row[] {
  const set = store.simulatedSet(inputs);
  const named = (name: string): SimulatedKernel => inputs.kernels.find(({ app }) => app.name === name)!;
  return LONG_ON_ALL.flatMap(([a, b]) =>
    rowsOfPair(inputs, set, [named(a), named(b)], inputs.whole, shownSlowdown(set)),
  );
}

function shownSlowdown(set: SimulationSet) {
  return ({ kernelId }: SimulatedKernel, other: SimulatedKernel): number | null =>
    slowdownBeside(kernelId, other.kernelId, set);
}

/** As planned where a slice stands for the GPU anyway; a small GPU by its smallest slice, where long launches run. */
function onSlices(inputs: PlanInputs): PlanInputs {
  return inputs.slices[0] === inputs.whole ? { ...inputs, slices: [inputs.slices.at(-1)!] } : inputs;
}

const result: Record<string, unknown> = {
  command: 'npm run study -- co-run-window --write',
  node: process.version,
  machine: os.arch(),
  window: WINDOW,
  replayWindow: REPLAY_WINDOW,
};
const lines: string[][] = [];

function report(gpu: string, what: string, rows: readonly Row[]): Summary | null {
  if (rows.length === 0) return null;
  console.log(`${gpu}, ${what}\n${errorTable(rows)}\n`);
  const found = summary(rows);
  lines.push([gpu, what, ...errorCells(found)]);
  return found;
}

async function reportReplays(gpu: string): Promise<Record<'replays' | 'waits', Summary | null>> {
  const replays = replayRows(await planned(gpu, 'streams', null));
  const waits = replays.filter(({ short }) => short > MOSTLY_WAITING);
  const others = replays.filter(({ short }) => short <= MOSTLY_WAITING);
  return {
    replays: report(gpu, `replayed launches, slowed down up to ${MOSTLY_WAITING}`, others),
    waits: report(gpu, `replayed launches, slowed down more`, waits),
  };
}

const isWhole = values.long === undefined && values.replays === undefined;
for (const { name, gpu } of isWhole ? CASES : []) {
  const streams = await planned(gpu, 'streams', SHORT);
  const spatial = await planned(gpu, 'spatial', SHORT);
  result[name] = {
    gpu,
    launches: report(gpu, 'launches on a slice', shownRows(onSlices(streams), LONGEST.waiting)),
    divided: report(gpu, 'launches with SMs of their own, on a slice', shownRows(spatial, LONGEST.divided)),
    window: report(gpu, 'windows with SMs of their own', windowRows(spatial)),
    ...(await reportReplays(gpu)),
  };
}
if (values.replays !== undefined) await reportReplays(values.replays);
if (values.long) {
  const { gpu } = CASES[1];
  report(gpu, 'replayed launches, against all SMs', longRows(await planned(gpu, 'streams', null)));
}
const errors = markdownTable(['GPU', 'shortened', 'slowdowns', 'mean error', 'worst'], lines);
console.log(errors);
if (values.write && isWhole) {
  fs.writeFileSync(OUT, `${JSON.stringify(result, null, 2)}\n`);
  await writeBlock(path.resolve(REPORT), 'errors', errors);
}

function slowdownBeside(id: string, other: string, set: SimulationSet): number | null {
  const runs = simulatedRuns(id, other, set, unmeasured);
  return runs && slowdownOf(runs).slowdown;
}
