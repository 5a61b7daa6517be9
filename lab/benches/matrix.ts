// What the simulations of a workspace cost: tasks and processor time by what they are for.
//   npm run bench -- matrix [--all | --gpu ID --mode MODE] [--meeting] [--write]
// Without a choice the first case alone runs, which takes a minute or two; all of them take five or more. Of a single
// case it is also told what was simulated, which no load of the machine changes; with --meeting only of pairs that can
// meet, as without --all-pairs on the command line. With --write a single case goes to docs/simulator-speed.md, and all
// of them to docs/workspace-simulation.md.
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
import { countSimulatedWork } from '../simulator/simulatedWork';

const KERNELS = 10;
const SAMPLES = 'workloads/samples';
const REPORT = 'docs/workspace-simulation.md';
const WORK_REPORT = 'docs/simulator-speed.md';
const CASES: readonly (readonly [gpu: string, mode: SharingMode])[] = [
  ['h100-sxm', 'streams'],
  ['h100-sxm', 'spatial'],
  ['gtx-950', 'streams'],
  ['gtx-950', 'spatial'],
];

/** What tasks are for, in the order in which they run. */
const PHASES = [
  'launches alone',
  'beside profiles',
  'pairs that run whole',
  'their kernels alone',
  'replayed pairs',
  'their kernels alone, replayed',
  'pairs started together',
  'other block sizes',
] as const;
type Phase = (typeof PHASES)[number];

interface Cost {
  tasks: number;
  seconds: number;
  smCycles: number;
  warpInstructions: number;
}

type Costs = Readonly<Record<Phase, Cost>>;

interface Slow {
  readonly name: string;
  readonly seconds: number;
}

interface Measured {
  readonly costs: Costs;
  readonly pairs: number;
  readonly slow: readonly Slow[];
}

const takeWork = countSimulatedWork();

async function measure(gpu: string, mode: SharingMode): Promise<Measured> {
  const { sources, profiles } = await collectFiles([SAMPLES]);
  const session = await createNodeSession('dist');
  await session.analyze({ sources, profiles, settings: { ...DEFAULT_SETTINGS, gpu, mode } });
  const pairs = process.argv.includes('--meeting') ? 'meeting' : 'all';
  const planFor: PlanMaker = (wishes) =>
    session.simulationPlan({ focus: [], maxKernels: KERNELS, ...wishes, pairs });
  const parser = await createCudaParser(await readParserFiles('dist'));
  const outcomes = new Map<string, TaskOutcome>();
  const slow: Slow[] = [];
  const costs = Object.fromEntries(
    PHASES.map((phase) => [phase, { tasks: 0, seconds: 0, smCycles: 0, warpInstructions: 0 }]),
  ) as Record<Phase, Cost>;
  const runner: TaskRunner = {
    run: async (tasks, onOutcome) => {
      for (const task of tasks) {
        takeWork();
        const started = process.cpuUsage();
        onOutcome(task, await runAnyTask(task, () => Promise.resolve(parser)));
        const { user, system } = process.cpuUsage(started);
        const seconds = (user + system) / 1e6;
        const { smCycles, warpInstructions } = takeWork();
        const cost = costs[phaseOf(task)];
        cost.tasks++;
        cost.seconds += seconds;
        cost.smCycles += smCycles;
        cost.warpInstructions += warpInstructions;
        slow.push({ name: nameOf(task), seconds });
      }
      return true;
    },
  };
  await runPlan(planFor, runner, outcomes, { onOutcome: () => undefined, onSettled: () => undefined });
  slow.sort((a, b) => b.seconds - a.seconds);
  return { costs, pairs: (KERNELS * (KERNELS + 1)) / 2, slow: slow.slice(0, 5) };
}

const PHASE_OF: Readonly<Record<TaskSubject['kind'], Phase>> = {
  time: 'launches alone',
  fit: 'beside profiles',
  pair: 'pairs that run whole',
  pace: 'their kernels alone',
  part: 'their kernels alone',
  together: 'pairs started together',
  block: 'other block sizes',
};

function phaseOf(task: SimulationTask): Phase {
  const { kind } = task.subject;
  const isReplayed = 'shortcut' in task && task.shortcut?.replay === true;
  if (!isReplayed) return PHASE_OF[kind];
  return kind === 'pair' ? 'replayed pairs' : 'their kernels alone, replayed';
}

/** The sum of what some phases cost. */
function sumOf(costs: Costs, phases: readonly Phase[]): Cost {
  const all = phases.map((phase) => costs[phase]);
  const sum = (what: keyof Cost): number => all.reduce((total, cost) => total + cost[what], 0);
  return {
    tasks: sum('tasks'),
    seconds: sum('seconds'),
    smCycles: sum('smCycles'),
    warpInstructions: sum('warpInstructions'),
  };
}

/** What was simulated, phase by phase. */
function workTable(costs: Costs): string {
  const row = (name: string, { tasks, smCycles, warpInstructions, seconds }: Cost): string[] => [
    name,
    `${tasks}`,
    (smCycles / 1e6).toFixed(1),
    (warpInstructions / 1e6).toFixed(1),
    seconds.toFixed(1),
  ];
  const rows = PHASES.map((phase) => row(phase, costs[phase]));
  const head = ['what', 'tasks', 'million cycles × SMs', 'million warp instructions', 'CPU s'];
  return markdownTable(head, [...rows, row('all', sumOf(costs, PHASES))]);
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
  const all = process.argv.includes('--all');
  if (gpu === null && mode === null) return all ? CASES : CASES.slice(0, 1);
  return CASES.filter(([id, kind]) => (gpu ?? id) === id && (mode ?? kind) === kind);
}

const rows: string[][] = [];
const cases = chosenCases();
let work: string | null = null;
for (const [gpu, mode] of cases) {
  const { costs, pairs, slow } = await measure(gpu, mode);
  const aloneCost = sumOf(costs, ['launches alone', 'their kernels alone', 'their kernels alone, replayed']);
  const beside = sumOf(costs, ['pairs that run whole', 'replayed pairs']);
  const [profiles, together] = [costs['beside profiles'], costs['pairs started together']];
  const blocks = costs['other block sizes'];
  rows.push([
    gpu,
    mode,
    `${beside.tasks} of ${pairs}`,
    aloneCost.seconds.toFixed(1),
    `${profiles.seconds.toFixed(1)} (${profiles.tasks})`,
    beside.seconds.toFixed(1),
    `${together.seconds.toFixed(1)} (${together.tasks})`,
    (sumOf(costs, PHASES).seconds - blocks.seconds).toFixed(1),
    `${blocks.seconds.toFixed(1)} (${blocks.tasks})`,
  ]);
  if (cases.length === 1) work = workTable(costs);
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
if (work !== null) console.log(`\n${work}`);
if (process.argv.includes('--write')) {
  if (work === null) await writeBlock(path.resolve(REPORT), 'cost', table);
  else await writeBlock(path.resolve(WORK_REPORT), 'work', work);
}
