// Simulates pairs of applications that no shipped model has learned from, and keeps what was counted of them:
//   npm run study -- bottleneck-pairs [--pairs 24] [--gpus gtx-950,…] [--seconds 300]
// The pairs and splits are those of themis-gpus; on GPUs without networks, as many of the same draw. Runs are kept in
// dist/studies: the same command goes on from there. Those of a GPU take the place of what docs/bottleneck-pairs.ndjson
// has of it once all of its pairs were run.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { PairRuns } from '../bottlenecks/pairRuns';
import type { PairRow } from '../bottlenecks/pairRows';
import { readRows, RecordedRows } from '../recordedRows';
import { readThemisModels } from '../themis/models';
import { REPRODUCTION_SEED, shuffled } from '../themis/reproduction/protocol';
import { unseenApps } from '../themis/studies/unseenApps';

/** Shares of the SMs that the first of two applications gets, in turn, and the pair that stands first. */
const SHARES = [1 / 2, 1 / 3, 2 / 3, 1 / 6];
const SHOWN = ['n-body', 'transpose'];

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '24' },
    gpus: { type: 'string', default: 'gtx-950,v100-sxm2,h100-sxm,a100-sxm4-40gb' },
    seconds: { type: 'string', default: '300' },
  },
});
const root = process.env['CORUN_ROOT'] ?? process.cwd();
const files = await readThemisModels(path.join(root, 'models/themis'));
const apps = await unseenApps(root);
const recorded = path.join(root, 'docs/bottleneck-pairs.ndjson');
const rows = new RecordedRows<PairRow>(path.join(root, 'dist/studies/bottleneck-pairs.ndjson'));
const seconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
for (const gpu of values.gpus.split(',')) {
  const runs = new PairRuns(gpu, apps, rows, files);
  const names = runs.measurable();
  const drawn = shuffled(
    names.flatMap((a) => names.filter((b) => b !== a).map((b) => [a, b])),
    REPRODUCTION_SEED,
  );
  const asked = [SHOWN, ...drawn].slice(0, Number(values.pairs));
  const run = asked.flatMap((pair, at) => {
    if (seconds() > Number(values.seconds)) return [];
    const row = runs.pair(pair, SHARES[at % SHARES.length]!);
    console.error(gpu, at, ...pair, Math.round(seconds()));
    return row;
  });
  if (run.length === asked.length) record(gpu, run);
}

/** Puts the rows of a GPU where those were that the file has of it. */
function record(gpu: string, own: readonly PairRow[]): void {
  const others = readRows<PairRow>(recorded);
  const first = others.findIndex((row) => row.gpu === gpu);
  const all = others.filter((row) => row.gpu !== gpu);
  all.splice(first < 0 ? all.length : first, 0, ...own);
  fs.writeFileSync(recorded, all.map((row) => `${JSON.stringify(row)}\n`).join(''));
}
