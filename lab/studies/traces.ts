/**
 * What the traces of published programs tell without source: the share of kernel time whose operation and data type
 * stand in the names of kernels, and the iterations that are found against the steps that the trace names itself,
 * which the finder does not see. Writes the table into docs/traces.md with --write.
 *   npm run study -- traces FOLDER… [--write]
 */
import { createReadStream, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { profilePage } from '../../src/analysis/profilePage';
import type { KernelProfile, ProfileFile } from '../../src/kernel/profile';
import { readProfile } from '../../src/profiles/readProfile';
import { median } from '../../src/stats/quantile';
import { duration, percent } from '../../src/words/format';
import { writeBlock } from '../reportBlocks';

const STEP = /^ProfilerStep#/;

async function read(file: string): Promise<ProfileFile> {
  const stream = createReadStream(file);
  const source = { size: statSync(file).size, [Symbol.asyncIterator]: () => stream[Symbol.asyncIterator]() };
  return readProfile(path.basename(file), source);
}

/** Share of kernel time of those kernels that a test accepts. */
function share({ kernels }: ProfileFile, accept: (kernel: KernelProfile) => boolean): number {
  const time = (rows: readonly KernelProfile[]): number =>
    rows.reduce((sum, { durationNs, calls }) => sum + (durationNs ?? 0) * calls, 0);
  return time(kernels.filter(accept)) / time(kernels);
}

function steps({ ranges = [] }: ProfileFile): string {
  const own = ranges.filter(({ name, side }) => side === 'host' && STEP.test(name));
  if (own.length === 0) return '–';
  const times = own.flatMap(({ durationNs }) => durationNs ?? []);
  return `${new Set(own.map(({ name }) => name)).size} × ${times.length === 0 ? '?' : duration(median(times))}`;
}

function rowOf(name: string, file: ProfileFile): string {
  const { readings, devices } = profilePage(file);
  const both = share(file, ({ name }) => {
    const { operation = null, dataType = null } = readings[name] ?? {};
    return operation !== null && dataType !== null;
  });
  const sure = share(file, ({ name }) => {
    const { operation, dataType } = readings[name] ?? {};
    return operation?.assumed === false && dataType?.assumed === false;
  });
  const [device] = devices;
  const found = device?.iterations ?? null;
  const { idle } = device ?? {};
  const cells = [
    name,
    file.device ?? '–',
    percent(both),
    percent(sure),
    found === null ? '–' : `${found.count} × ${duration(found.periodNs)}`,
    steps(file),
    idle === undefined || idle.spanNs === 0 ? '–' : percent(idle.idleNs / idle.spanNs),
    idle === undefined || idle.untoldNs === idle.idleNs ? '–' : percent(idle.launchNs / idle.spanNs),
  ];
  return `| ${cells.join(' | ')} |`;
}

async function main(): Promise<void> {
  const folders = process.argv.slice(2).filter((each) => !each.startsWith('--'));
  const rows: string[] = [];
  for (const folder of folders)
    for (const name of readdirSync(folder).sort()) {
      const file = await read(path.join(folder, name));
      if (file.kernels.some(({ durationNs }) => durationNs !== null && durationNs > 0))
        rows.push(rowOf(name, file));
    }
  const table = [
    '| trace | GPU | operation and type | of it not assumed | iterations found | steps that it names | idle | launch latency |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
  console.log(table);
  if (process.argv.includes('--write')) await writeBlock('docs/traces.md', 'traces', table);
}

void main();
