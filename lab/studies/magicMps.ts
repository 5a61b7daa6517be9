// Tells what the 79 programs of Magic's evaluation take beside each other under MPS: npm run study -- magic-mps
// Runs alone, pairs in turns and samples of pairs under MPS come from magic-collect and magic-matrix. Whoever tells those
// pairs best from runs alone that are told otherwise in turns than side by side fills in all that were not simulated on any
// of the GPUs, which are added to the same file.
//   … --gpus gtx-950,…   on these
//   … --write            into docs/reproduction/magic.md
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import type { Row } from '../magic/jobs/rows';
import { filledRow, recordedSolos, recordedUnderMps } from '../magic/jobs/runs';
import { isDisputed, tellerErrors, Tellers } from '../magic/jobs/underMps';
import { mpsResults } from '../magic/reproduction/mps';
import { renderMps } from '../magic/reproduction/renderMps';
import { RecordedRows } from '../recordedRows';
import { writeBlock } from '../reportBlocks';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const FOLDER = path.join(ROOT, 'docs/reproduction');
const { values } = parseArgs({
  options: {
    gpus: { type: 'string', default: 'gtx-1080-ti,gtx-950' },
    file: { type: 'string', default: path.join(FOLDER, 'magic-runs.ndjson') },
    write: { type: 'boolean', default: false },
  },
});

const rows = new RecordedRows<Row>(values.file);
const gpus = values.gpus.split(',').map((id) => {
  const gpu = loadSpec(id);
  const solos = recordedSolos(rows, gpu);
  return { gpu, solos, tellers: new Tellers(solos, gpu) };
});
const disputed = gpus.flatMap(({ gpu, tellers }) =>
  tellers.pairs(recordedUnderMps(rows, gpu)).filter(isDisputed),
);
const { teller: by } = tellerErrors(disputed)[0]!;
console.error(`${by}, of ${disputed.length} pairs`);
for (const { gpu, solos, tellers } of gpus)
  for (const [of, { app }] of solos.entries())
    filledRow(rows, { solos, of: app, by, gpu }, () => tellers.row(by, of));
const text = renderMps(mpsResults(rows.rows));
if (values.write) await writeBlock(path.join(FOLDER, 'magic.md'), 'magic-mps', text);
else console.log(text);
