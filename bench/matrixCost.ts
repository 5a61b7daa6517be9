// What the simulations of a workspace cost: tasks, SM cycles and processor time by kind.
//   npm run bench:matrix -- [--gpu ID] [--mode MODE] [--kernels N] [PATH…]
// Runs on one thread; the editor and the command line run the same tasks on all free cores.
import { collectFiles } from '../src/analysis/collectFiles';
import { createNodeSession } from '../src/analysis/nodeSession';
import { runTask } from '../src/analysis/simulation/runTask';
import { SimulationSet } from '../src/analysis/simulation/simulationSet';
import type { SimulationTask, TaskOutcome } from '../src/analysis/simulation/task';
import { DEFAULT_SETTINGS } from '../src/analysis/workspaceState';
import type { SharingMode } from '../src/kernel/prediction';
import { markdownTable } from './reportBlocks';

interface Cost {
  tasks: number;
  cycles: number;
  seconds: number;
}

const args = process.argv.slice(2);
const [gpu, mode, most] = [option('gpu', 'h100-sxm'), option('mode', 'streams'), option('kernels', '10')];
const paths = args.length > 0 ? args : ['workloads/samples'];

const { sources, profiles } = await collectFiles(paths);
const session = await createNodeSession('dist');
await session.analyze({
  sources,
  profiles,
  settings: { ...DEFAULT_SETTINGS, gpu, mode: mode as SharingMode },
});
const plan = session.simulationPlan({ focus: [], maxKernels: Number(most) });
const outcomes = new Map<string, TaskOutcome>();
const costs = new Map<string, Cost>();
const single: { readonly name: string; readonly seconds: number }[] = [];
let hashing = 0;
for (let set = known(); set.open.length > 0; set = known()) for (const task of set.open) run(task);
report();

function option(name: string, otherwise: string): string {
  const at = args.indexOf(`--${name}`);
  return at < 0 ? otherwise : args.splice(at, 2)[1]!;
}

function known(): SimulationSet {
  const started = process.cpuUsage();
  const set = new SimulationSet(plan, (key) => outcomes.get(key));
  hashing = seconds(started);
  return set;
}

function seconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
}

function run(task: SimulationTask): void {
  const started = process.cpuUsage();
  const outcome = runTask(task);
  const spent = seconds(started);
  outcomes.set(task.key, outcome);
  const { kind } = task.subject;
  const cost = costs.get(kind) ?? { tasks: 0, cycles: 0, seconds: 0 };
  const { limits, warmupCycles = 0, apps } = task.scenario;
  costs.set(kind, {
    tasks: cost.tasks + 1,
    cycles: cost.cycles + (limits?.cycles ?? 0) + warmupCycles,
    seconds: cost.seconds + spent,
  });
  single.push({ name: `${kind} ${apps.map(({ name }) => name).join(' + ')}`, seconds: spent });
  if (outcome.kind === 'failed') console.error(`${kind}: ${outcome.reason}`);
}

function report(): void {
  const kernels = plan.inputs?.kernels.map(({ app }) => app.name) ?? [];
  console.log(`${gpu}, ${mode}: ${kernels.length} kernels (${kernels.join(', ')})\n`);
  const rows = [...costs].map(([kind, { tasks, cycles, seconds: spent }]) => [
    kind,
    String(tasks),
    (cycles / 1e6).toFixed(2),
    spent.toFixed(1),
  ]);
  const sum = [...costs.values()].reduce((total, cost) => total + cost.seconds, 0);
  console.log(markdownTable(['task', 'tasks', 'million cycles', 'CPU s'], rows));
  console.log(`\n${sum.toFixed(1)} CPU s in all; the set of known outcomes takes ${hashing.toFixed(3)} s`);
  const slowest = single.toSorted((a, b) => b.seconds - a.seconds).slice(0, 8);
  for (const { name, seconds: spent } of slowest) console.log(`${spent.toFixed(2)} s  ${name}`);
}
