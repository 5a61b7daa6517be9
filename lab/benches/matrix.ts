// What the simulations of a workspace cost: tasks and processor time by what they are for.
//   npm run bench -- matrix [--all | --gpu ID --mode MODE] [--write]
// Without a choice the first case alone runs, which takes a minute or two; all of them take five or more. With
// --write the table goes to docs/workspace-simulation.md, too, and holds all cases unless some are chosen.
// Runs on one thread; the editor and the command line run the same tasks on all free cores.
import path from 'node:path';
import { markdownTable } from '../../src/kernel/markdownTable';
import { collectFiles } from '../../src/analysis/collectFiles';
import { createNodeSession } from '../../src/analysis/nodeSession';
import { readParserFiles } from '../../src/analysis/nodeFiles';
import type { ScenarioApp } from '../../src/kernel/scenario';
import { runAnyTask } from '../../src/analysis/simulation/runAnyTask';
import { runPlan, type PlanMaker, type TaskRunner } from '../../src/analysis/simulation/runPlan';
import type { SimulationTask, TaskOutcome, TaskSubject } from '../../src/analysis/simulation/task';
import { createCudaParser } from '../../src/cuda/syntax/parser';
import { DEFAULT_SETTINGS } from '../../src/analysis/workspaceState';
import type { SharingMode } from '../../src/kernel/prediction';
import { writeBlock } from '../reportBlocks';

const KERNELS = 10;
const SAMPLES = 'workloads/samples';
const REPORT = 'docs/workspace-simulation.md';
const CASES: readonly (readonly [gpu: string, mode: SharingMode])[] = [
  ['h100-sxm', 'streams'],
  ['h100-sxm', 'spatial'],
  ['gtx-950', 'streams'],
  ['gtx-950', 'spatial'],
];

/** Tasks and CPU seconds by what the tasks are for. */
type Costs = Readonly<
  Record<'alone' | 'profiles' | 'pairs' | 'together' | 'blocks', { tasks: number; seconds: number }>
>;

interface Slow {
  readonly name: string;
  readonly seconds: number;
}

interface Measured {
  readonly costs: Costs;
  readonly pairs: number;
  readonly slow: readonly Slow[];
}

async function measure(gpu: string, mode: SharingMode): Promise<Measured> {
  const { sources, profiles } = await collectFiles([SAMPLES]);
  const session = await createNodeSession('dist');
  await session.analyze({ sources, profiles, settings: { ...DEFAULT_SETTINGS, gpu, mode } });
  const planFor: PlanMaker = (fitted) => session.simulationPlan({ focus: [], maxKernels: KERNELS, fitted });
  const parser = await createCudaParser(await readParserFiles('dist'));
  const outcomes = new Map<string, TaskOutcome>();
  const slow: Slow[] = [];
  const costs: Costs = {
    alone: { tasks: 0, seconds: 0 },
    profiles: { tasks: 0, seconds: 0 },
    pairs: { tasks: 0, seconds: 0 },
    together: { tasks: 0, seconds: 0 },
    blocks: { tasks: 0, seconds: 0 },
  };
  const runner: TaskRunner = {
    run: async (tasks, onOutcome) => {
      for (const task of tasks) {
        const started = process.cpuUsage();
        onOutcome(task, await runAnyTask(task, () => Promise.resolve(parser)));
        const { user, system } = process.cpuUsage(started);
        const seconds = (user + system) / 1e6;
        const cost = costs[purposeOf(task)];
        cost.tasks++;
        cost.seconds += seconds;
        slow.push({ name: nameOf(task), seconds });
      }
      return true;
    },
  };
  await runPlan(planFor, runner, outcomes, { onOutcome: () => undefined, onSettled: () => undefined });
  slow.sort((a, b) => b.seconds - a.seconds);
  return { costs, pairs: (KERNELS * (KERNELS + 1)) / 2, slow: slow.slice(0, 5) };
}

const PURPOSES: Readonly<Partial<Record<TaskSubject['kind'], keyof Costs>>> = {
  fit: 'profiles',
  pair: 'pairs',
  together: 'together',
  block: 'blocks',
};

function purposeOf({ subject: { kind } }: SimulationTask): keyof Costs {
  return PURPOSES[kind] ?? 'alone';
}

function nameOf(task: SimulationTask): string {
  const names = 'request' in task ? [task.request.kernelId] : appsOf(task).map(({ name }) => name);
  return `${task.subject.kind} ${names.join(' + ')}`;
}

function appsOf(task: Exclude<SimulationTask, { request: unknown }>): readonly ScenarioApp[] {
  return 'together' in task ? task.together.apps : task.scenario.apps;
}

function option(name: string): string | null {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? null : (process.argv[at + 1] ?? null);
}

function chosenCases(): typeof CASES {
  const gpu = option('gpu');
  const mode = option('mode');
  const all = process.argv.includes('--all') || process.argv.includes('--write');
  if (gpu === null && mode === null) return all ? CASES : CASES.slice(0, 1);
  return CASES.filter(([id, kind]) => (gpu ?? id) === id && (mode ?? kind) === kind);
}

const rows: string[][] = [];
for (const [gpu, mode] of chosenCases()) {
  const { costs, pairs, slow } = await measure(gpu, mode);
  const { alone, profiles, pairs: beside, together, blocks } = costs;
  const matrix = alone.seconds + profiles.seconds + beside.seconds + together.seconds;
  rows.push([
    gpu,
    mode,
    `${beside.tasks} of ${pairs}`,
    alone.seconds.toFixed(1),
    `${profiles.seconds.toFixed(1)} (${profiles.tasks})`,
    beside.seconds.toFixed(1),
    `${together.seconds.toFixed(1)} (${together.tasks})`,
    matrix.toFixed(1),
    `${blocks.seconds.toFixed(1)} (${blocks.tasks})`,
  ]);
  for (const { name, seconds } of slow) console.error(`${gpu} ${mode}: ${seconds.toFixed(2)} s  ${name}`);
}
const head = [
  'GPU',
  'mode',
  'pairs',
  'alone, CPU s',
  'beside profiles, CPU s',
  'pairs, CPU s',
  'started together, CPU s',
  'matrix, CPU s',
  'other block sizes, CPU s',
];
const table = markdownTable(head, rows);
console.log(table);
if (process.argv.includes('--write')) await writeBlock(path.resolve(REPORT), 'cost', table);
