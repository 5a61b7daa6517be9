// How far the shortened co-runs of the editor are from whole ones: the slowdowns that it shows for pairs of the
// samples' kernels against those of whole launches on the whole GPU, relaunched twice.
//   npm run study:window -- [--write]    with --write also to src/analysis/simulation/windowError.json
//   and docs/workspace-simulation.md
// Every simulation is kept in dist/studies/window.ndjson: the same command goes on from there.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { collectFiles } from '../src/analysis/collectFiles';
import { createNodeSession } from '../src/analysis/nodeSession';
import type { SimulatedKernel } from '../src/analysis/simulation/preparation';
import { relaunched, WINDOW } from '../src/analysis/simulation/shortRuns';
import type { PlanInputs } from '../src/analysis/simulation/plan';
import { slowdownOf } from '../src/analysis/simulation/matrix';
import { sharingOf } from '../src/analysis/simulation/sharing';
import { SimulationSet } from '../src/analysis/simulation/simulationSet';
import { runTask } from '../src/analysis/simulation/runTask';
import {
  simulationTask,
  type SimulationTask,
  type TaskOutcome,
  type TaskSubject,
} from '../src/analysis/simulation/task';
import { DEFAULT_SETTINGS } from '../src/analysis/workspaceState';
import type { Scenario } from '../src/kernel/scenario';
import { mean } from '../src/stats/means';
import { markdownTable, writeBlock } from './reportBlocks';

/** One GPU that is small and one that is large. */
const CASES = [
  { name: 'small', gpu: 'gtx-950' },
  { name: 'large', gpu: 'h100-sxm' },
] as const;
const SAMPLES = ['hotspot', 'option-pricing', 'srad', 'vector-add'];
const KERNELS = 5;
/** Pairs whose launches take longer in all, in cycles times SMs, are not compared: whole ones take too long. */
const LONGEST = { spatial: 5e6, streams: 8e6 };
const STORE = 'dist/studies/window.ndjson';
const REPORT = 'docs/workspace-simulation.md';
const OUT = 'src/analysis/simulation/windowError.json';

interface Row {
  readonly pair: string;
  readonly short: number;
  readonly full: number;
}

interface Stored {
  readonly key: string;
  readonly outcome: TaskOutcome;
}

const outcomes = new Map<string, TaskOutcome>();
if (fs.existsSync(STORE))
  for (const line of fs.readFileSync(STORE, 'utf8').split('\n').filter(Boolean)) {
    const { key, outcome } = JSON.parse(line) as Stored;
    outcomes.set(key, outcome);
  }

function outcomeOf(task: SimulationTask): TaskOutcome {
  const known = outcomes.get(task.key);
  if (known !== undefined) return known;
  const outcome = runTask(task);
  outcomes.set(task.key, outcome);
  fs.appendFileSync(STORE, `${JSON.stringify({ key: task.key, outcome } satisfies Stored)}\n`);
  return outcome;
}

async function plannedKernels(gpu: string, mode: 'streams' | 'spatial'): Promise<PlanInputs> {
  const folders = ['common', 'profiles', ...SAMPLES].map((name) => `workloads/samples/${name}`);
  const { sources, profiles } = await collectFiles(folders);
  const session = await createNodeSession('dist');
  await session.analyze({ sources, profiles, settings: { ...DEFAULT_SETTINGS, gpu, mode } });
  return { ...session.simulationPlan({ focus: [], maxKernels: KERNELS }).inputs!, blocks: [] };
}

/** Everything that the editor simulates of these kernels. */
function simulatedSet(inputs: PlanInputs): SimulationSet {
  const known = (): SimulationSet =>
    new SimulationSet({ inputs, assumptions: {}, leftOut: [] }, (key) => outcomes.get(key));
  for (let set = known(); set.open.length > 0; set = known()) set.open.forEach(outcomeOf);
  return known();
}

/** Mean launch of each kernel after the first, whole launches on the whole GPU. */
function wholeLaunches(
  inputs: PlanInputs,
  kernels: readonly SimulatedKernel[],
  cycles: number,
  mode?: Scenario['mode'],
): readonly (number | null)[] {
  const run = { slice: inputs.whole, share: 1 };
  const apps = kernels.map(({ app }) => app);
  const [first, second] = kernels as readonly [SimulatedKernel, SimulatedKernel?];
  const subject: TaskSubject = second
    ? { kind: 'pair', kernelIds: [first.kernelId, second.kernelId] }
    : { kind: 'part', kernelId: first.kernelId, run };
  const { scenario, shortcut } = relaunched(inputs, apps, run, cycles, mode);
  const outcome = outcomeOf(simulationTask(subject, scenario, shortcut));
  return outcome.kind === 'measured' ? outcome.meanLaunches : kernels.map(() => null);
}

/** The slowdowns of all pairs that are short enough, as the editor shows them and of whole launches. */
function rowsOf(inputs: PlanInputs): Row[] {
  const set = simulatedSet(inputs);
  const sharing = sharingOf(inputs.mode, inputs.whole);
  if (sharing.kind === 'none') throw new Error(sharing.reason);
  const cyclesOf = ({ kernelId }: SimulatedKernel): number =>
    set.measured({ kind: 'time', kernelId })?.launchCycles ?? Infinity;
  return inputs.kernels.flatMap((first, index) =>
    inputs.kernels.slice(index).flatMap((second): Row[] => {
      const pair = [first, second];
      const cycles = cyclesOf(first) + cyclesOf(second);
      if (cycles * inputs.whole.sms > LONGEST[inputs.mode === 'spatial' ? 'spatial' : 'streams']) return [];
      const together = wholeLaunches(inputs, pair, cycles, sharing.mode);
      return pair.flatMap((kernel, i): Row[] => {
        const other = pair[1 - i]!;
        const [alone] = wholeLaunches(inputs, [kernel], cyclesOf(kernel));
        const short = slowdownOf(kernel.kernelId, other.kernelId, set);
        const isWhole = short?.error.metric === null;
        if (!alone || !together[i] || short === null || isWhole) return [];
        const name = `${kernel.app.name} beside ${other.app.name}`;
        return [{ pair: name, short: short.slowdown, full: together[i]! / alone }];
      });
    }),
  );
}

function error({ short, full }: Row): number {
  return Math.abs(short - full) / full;
}

interface Summary {
  readonly mean: number;
  readonly worst: number;
  readonly slowdowns: number;
}

function summary(rows: readonly Row[]): Summary {
  const errors = rows.map(error);
  return { mean: mean(errors), worst: Math.max(...errors), slowdowns: rows.length };
}

function table(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.pair,
    row.short.toFixed(3),
    row.full.toFixed(3),
    `${(100 * error(row)).toFixed(1)} %`,
  ]);
  return markdownTable(['kernel', 'shortened', 'whole', 'error'], cells);
}

const result: Record<string, unknown> = {
  command: 'npm run study:window -- --write',
  node: process.version,
  machine: os.arch(),
  warmupCycles: WINDOW.warmupCycles,
  cycles: WINDOW.cycles,
};
const lines: string[][] = [];
for (const { name, gpu } of CASES) {
  const windows = rowsOf(await plannedKernels(gpu, 'spatial'));
  console.log(`${gpu}, windows\n${table(windows)}\n`);
  const launches = rowsOf(onSlices(await plannedKernels(gpu, 'streams')));
  console.log(`${gpu}, shortened launches\n${table(launches)}\n`);
  const found = { window: summary(windows), launches: summary(launches) };
  result[name] = { gpu, ...found };
  lines.push([gpu, 'windows', ...errorCells(found.window)], [gpu, 'launches', ...errorCells(found.launches)]);
}
const errors = markdownTable(['GPU', 'shortened', 'slowdowns', 'mean error', 'worst'], lines);
console.log(errors);
if (process.argv.includes('--write')) {
  fs.writeFileSync(OUT, `${JSON.stringify(result, null, 2)}\n`);
  await writeBlock(path.resolve(REPORT), 'errors', errors);
}

/** As planned where a slice stands for the GPU anyway; a small GPU by its smallest slice, where long launches run. */
function onSlices(inputs: PlanInputs): PlanInputs {
  return inputs.slices[0] === inputs.whole ? { ...inputs, slices: [inputs.slices.at(-1)!] } : inputs;
}

function errorCells({ mean: average, worst, slowdowns }: Summary): string[] {
  return [String(slowdowns), `${(100 * average).toFixed(1)} %`, `${(100 * worst).toFixed(0)} %`];
}
