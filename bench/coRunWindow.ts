// How far the shortened co-runs of the editor are from full ones: windows where each kernel has a part of the
// GPU of its own, first blocks where launches follow each other.
//   npm run study:window -- [--write]    with --write also to src/analysis/simulation/windowError.json
import fs from 'node:fs';
import os from 'node:os';
import { collectFiles } from '../src/analysis/collectFiles';
import { createNodeSession } from '../src/analysis/nodeSession';
import { firstBlocks, WINDOW, type PlanInputs } from '../src/analysis/simulation/plan';
import type { SimulatedKernel } from '../src/analysis/simulation/preparation';
import { SimulationSet } from '../src/analysis/simulation/simulationSet';
import { runTask } from '../src/analysis/simulation/runTask';
import type { TaskOutcome } from '../src/analysis/simulation/task';
import { DEFAULT_SETTINGS } from '../src/analysis/workspaceState';
import { InputError } from '../src/kernel/result';
import type { Scenario } from '../src/kernel/scenario';
import { simulate } from '../src/simulator/simulate';
import { markdownTable } from './reportBlocks';
import { mean } from '../src/stats/means';

const GPU = 'gtx-950';
const SAMPLES = ['hotspot', 'option-pricing', 'srad', 'transpose', 'vector-add', 'matrix-mul'];
const KERNELS = 8;
/** Full launches beyond this many cycles are not compared. */
const LONGEST = 1_500_000;
const OUT = 'src/analysis/simulation/windowError.json';

interface Row {
  readonly pair: string;
  readonly short: number;
  readonly full: number;
}

async function plannedKernels(): Promise<PlanInputs> {
  const { sources, profiles } = await collectFiles(
    ['common', 'profiles', ...SAMPLES].map((name) => `workloads/samples/${name}`),
  );
  const session = await createNodeSession('dist');
  await session.analyze({ sources, profiles, settings: { ...DEFAULT_SETTINGS, gpu: GPU, mode: 'spatial' } });
  return session.simulationPlan({ focus: [], maxKernels: KERNELS }).inputs!;
}

function launchCycles(inputs: PlanInputs): ReadonlyMap<string, number> {
  const outcomes = new Map<string, TaskOutcome>();
  const alone = { ...inputs, kernels: inputs.kernels, blocks: [] };
  const set = new SimulationSet({ inputs: alone, assumptions: {}, leftOut: [] }, (key) => outcomes.get(key));
  const found = new Map<string, number>();
  for (const task of set.open.filter(({ subject }) => subject.kind === 'time')) {
    const outcome = runTask(task);
    if (outcome.kind === 'measured' && outcome.launchCycles !== null && task.subject.kind === 'time')
      found.set(task.subject.kernelId, outcome.launchCycles);
  }
  return found;
}

/** Slowdowns of both kernels, each on half of the SMs: by their pace over the window, and by whole launches. */
function windowRows(inputs: PlanInputs, pair: readonly [SimulatedKernel, SimulatedKernel]): Row[] {
  const half = Math.floor(inputs.sms / 2);
  const apps = pair.map(({ app }) => ({ ...app, repeat: 'always' as const }));
  const mode: Scenario['mode'] = { kind: 'spatial', sms: [half, half] };
  const window = { warmupCycles: WINDOW.warmupCycles, limits: { cycles: WINDOW.cycles } };
  const paces = (scenario: Scenario): number[] =>
    simulate({ ...scenario, ...window }, { slowdowns: false }).apps.map(({ ipc }) => ipc);
  const together = paces({ gpu: GPU, mode, apps });
  const alone = apps.map((app) => paces({ gpu: GPU, apps: [app] })[0]!);
  const full = simulate({ gpu: GPU, mode, apps, limits: { untilEachFinishedOnce: true } });
  return full.apps.flatMap((app, index): Row[] => {
    const name = `${app.name} beside ${full.apps[1 - index]!.name}`;
    return app.slowdown === null
      ? []
      : [{ pair: name, short: alone[index]! / together[index]!, full: app.slowdown }];
  });
}

/** Slowdowns of relaunched launches, whole and cut to a quarter of their blocks. */
function partRows([a, b]: readonly [SimulatedKernel, SimulatedKernel], cycles: number): Row[] {
  const together = (share: number): (number | null)[] => {
    const apps = [a, b].map(({ app }) => ({ ...firstBlocks(app, share), repeat: 'always' as const }));
    const limits = { cycles: Math.ceil(2.5 * share * cycles) };
    const pair = simulate({ gpu: GPU, apps, limits }, { slowdowns: false });
    const alone = apps.map((app) => simulate({ gpu: GPU, apps: [app], limits }, { slowdowns: false }));
    return pair.apps.map((app, index) => {
      const [colo, solo] = [app.kernels[0]!.cycles, alone[index]!.apps[0]!.kernels[0]!.cycles];
      return colo === null || solo === null ? null : colo / solo;
    });
  };
  const [short, full] = [together(PART), together(1)];
  return [a, b].flatMap(({ app }, index): Row[] => {
    const [s, f] = [short[index]!, full[index]!];
    const other = [a, b][1 - index]!.app.name;
    return s === null || f === null ? [] : [{ pair: `${app.name} beside ${other}`, short: s, full: f }];
  });
}
const PART = 0.25;

function error({ short, full }: Row): number {
  return Math.abs(short - full) / full;
}

function summary(rows: readonly Row[]): { mean: number; worst: number; slowdowns: number } {
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
  return markdownTable(['kernel', 'shortened', 'full', 'error'], cells);
}

const inputs = await plannedKernels();
const cycles = launchCycles(inputs);
const timed = inputs.kernels.filter(({ kernelId }) => (cycles.get(kernelId) ?? Infinity) < LONGEST);
console.log(timed.map(({ app, kernelId }) => `${app.name} ${cycles.get(kernelId)}`).join(', '));
const pairs = timed.flatMap((a, index) =>
  timed.slice(index + 1).map((b): [SimulatedKernel, SimulatedKernel] => [a, b]),
);
const windows: Row[] = [];
const parts: Row[] = [];
for (const pair of pairs) {
  try {
    windows.push(...windowRows(inputs, pair));
    const sum = cycles.get(pair[0].kernelId)! + cycles.get(pair[1].kernelId)!;
    if (pair.every(({ waves }) => waves * PART >= 1)) parts.push(...partRows(pair, sum));
  } catch (failure) {
    if (!(failure instanceof InputError)) throw failure;
    console.log(failure.message);
  }
}
console.log(table(windows), '\n');
console.log(table(parts));
const result = {
  command: 'npm run study:window -- --write',
  gpu: GPU,
  node: process.version,
  machine: os.arch(),
  window: { ...WINDOW, ...summary(windows) },
  part: { share: PART, ...summary(parts) },
};
console.log(JSON.stringify(result, null, 2));
if (process.argv.includes('--write')) fs.writeFileSync(OUT, `${JSON.stringify(result, null, 2)}\n`);
