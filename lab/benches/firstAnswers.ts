// How long a file in sight waits for its first answers when a folder is opened, each file in a process of its own.
//   npm run bench -- first-answers PATH…
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { markdownTable } from '../../src/kernel/markdownTable';
import { collectFiles } from '../../src/analysis/collectFiles';
import { createNodeSession } from '../../src/analysis/nodeSession';
import { DEFAULT_SETTINGS } from '../../src/analysis/workspaceState';
import { median } from '../../src/stats/quantile';

/** Files with kernels that are opened, spread evenly over the folder. */
const OPENED = 3;

interface Cost {
  readonly cpuMs: number;
  readonly wallMs: number;
}

interface Answered extends Cost {
  readonly files: number;
  readonly kernels: number;
  /** Files with kernels. */
  readonly paths: readonly string[];
}

/** Parser and first snapshot, of one file or of all. */
async function answer(folder: string, only: string | null): Promise<Answered> {
  const { sources, profiles } = await collectFiles([folder]);
  const [cpu, wall] = [process.cpuUsage(), performance.now()];
  const session = await createNodeSession('dist');
  const change = { sources, profiles, settings: DEFAULT_SETTINGS };
  const results = await session.analyze(change, undefined, only === null ? null : [only]);
  const { user, system } = process.cpuUsage(cpu);
  const paths = results.files.flatMap((file) => (file.kernels.length > 0 ? [file.path] : []));
  return {
    cpuMs: (user + system) / 1000,
    wallMs: performance.now() - wall,
    files: sources.size,
    kernels: results.files.reduce((sum, file) => sum + file.kernels.length, 0),
    paths,
  };
}

function inOwnProcess(folder: string, only: string | null): Answered {
  const argv = [process.argv[1]!, '--one', folder, ...(only === null ? [] : [only])];
  return JSON.parse(
    execFileSync(process.execPath, argv, { encoding: 'utf8', maxBuffer: 2 ** 28 }),
  ) as Answered;
}

function rowOf(folder: string): string[] {
  const whole = inOwnProcess(folder, null);
  const step = Math.max(1, Math.floor(whole.paths.length / OPENED));
  const opened = whole.paths.filter((_, i) => i % step === 0).slice(0, OPENED);
  const costs = opened.map((file) => inOwnProcess(folder, file));
  const seconds = (values: readonly number[], pick: (of: readonly number[]) => number): string =>
    (pick(values) / 1000).toFixed(1);
  const cpu = costs.map(({ cpuMs }) => cpuMs);
  const wall = costs.map(({ wallMs }) => wallMs);
  const most = (of: readonly number[]): number => Math.max(...of);
  return [
    path.basename(path.resolve(folder)),
    `${whole.files} (${whole.kernels})`,
    `${seconds(cpu, median)}, ${seconds(cpu, most)}`,
    `${seconds(wall, median)}, ${seconds(wall, most)}`,
    (whole.cpuMs / 1000).toFixed(1),
  ];
}

const [first, folder, only] = process.argv.slice(2);
if (first === '--one') console.log(JSON.stringify(await answer(folder!, only ?? null)));
else {
  const head = [
    'folder',
    'files (kernels)',
    'file in sight, CPU s (median, worst)',
    'wall s (median, worst)',
    'all files, CPU s',
  ];
  console.log(markdownTable(head, process.argv.slice(2).map(rowOf)));
}
