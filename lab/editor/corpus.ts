import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { AnalyzeAnswer } from '../../src/cli/answers';

const MAX_OUTPUT = 2 ** 30;
/** Runs in the process that is measured: its resources as the last line of stderr. */
const REPORT = `process.on('exit', () => console.error(JSON.stringify(process.resourceUsage())))`;

/** What `corun analyze` took on the named paths. */
export interface CorpusCost {
  readonly files: number;
  readonly kernels: number;
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
  readonly residentMB: number;
}

/** @throws Error with the command's own message when it fails. */
export function corpusCost(dist: string, paths: readonly string[]): CorpusCost {
  const hook = `data:text/javascript,${encodeURIComponent(REPORT)}`;
  const start = performance.now();
  const run = spawnSync(
    process.execPath,
    ['--import', hook, path.join(dist, 'cli.js'), 'analyze', ...paths, '--json', '--full'],
    { encoding: 'utf8', maxBuffer: MAX_OUTPUT },
  );
  const wallSeconds = (performance.now() - start) / 1000;
  if (run.status !== 0) throw new Error(run.stderr.trim() || String(run.error));
  const { files } = JSON.parse(run.stdout) as AnalyzeAnswer;
  const used = JSON.parse(run.stderr.trim().split('\n').at(-1)!) as NodeJS.ResourceUsage;
  return {
    files: files.length,
    kernels: files.reduce((sum, file) => sum + file.kernels.length, 0),
    wallSeconds,
    cpuSeconds: (used.userCPUTime + used.systemCPUTime) / 1e6,
    residentMB: used.maxRSS / 1024,
  };
}
