/**
 * Analyses a workspace of thousands of sources and large profiles: time, memory, size of the answer, and cancelling.
 *
 *   npm run build && npm run study -- scale [--sources 5000] [--profiles 50] [--megabytes 50] [--seed 21] [--write]
 *
 * The workspace is written to a temporary folder, which is removed afterwards. `--write` puts the table into
 * docs/reliability.md.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { markdownTable } from '../../src/kernel/markdownTable';
import { writeBlock } from '../reportBlocks';
import { costOfCommand } from '../commandCost';
import { analysisOf, bytesBelow, cancelClient, interruptCommand } from '../scale/measure';
import { writeWorkspace } from '../scale/workspace';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
/** Seconds after which an analysis is ended, while it reads and while it analyses. */
const MOMENTS = [1, 3, 6, 10];

const { values } = parseArgs({
  options: {
    sources: { type: 'string', default: '5000' },
    profiles: { type: 'string', default: '50' },
    megabytes: { type: 'string', default: '50' },
    seed: { type: 'string', default: '21' },
    write: { type: 'boolean' },
  },
});
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'corun-scale-'));
try {
  await main();
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const [sources, profiles, megabytes] = [values.sources, values.profiles, values.megabytes].map(Number);
  const size = {
    sources: sources!,
    profiles: profiles!,
    bytesPerProfile: megabytes! * 1e6,
  };
  await writeWorkspace(ROOT, folder, { ...size, seed: Number(values.seed) });
  const dist = path.join(ROOT, 'dist');
  const interrupts: number[] = [];
  const cancels: number[] = [];
  for (const moment of MOMENTS) {
    interrupts.push(await interruptCommand(dist, folder, moment));
    cancels.push(await cancelClient(dist, folder, moment));
  }
  const cost = await costOfCommand(dist, analysisOf(folder));
  const table = markdownTable(
    ['measured', 'value'],
    [
      ['sources, profiles, MB', `${sources}, ${profiles}, ${(bytesBelow(folder) / 1e6).toFixed(0)}`],
      ['processor time, s', cost.processorSeconds.toFixed(0)],
      ['from begin to end, s', cost.seconds.toFixed(0)],
      ['resident at most, MB', cost.residentMB.toFixed(0)],
      ['JSON, MB', (Buffer.byteLength(cost.output) / 1e6).toFixed(2)],
      ['lines of progress', String(cost.progress)],
      ['Ctrl-C, ms, longest of 4', Math.max(...interrupts).toFixed(1)],
      ['cancel in the editor, ms, longest of 4', Math.max(...cancels).toFixed(1)],
    ],
  );
  console.log(table);
  if (values.write) await writeBlock(path.join(ROOT, 'docs/reliability.md'), 'scale', table);
}
