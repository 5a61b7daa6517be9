// Replays every two of the 79 programs in time slices from their runs alone, and keeps the slowdowns.
//   npm run study -- magic-matrix
//   … --gpus gtx-950,…     on these, whose runs alone are recorded
//   … --seconds 300        starts nothing more after so much processor time
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import { matrixRows } from '../magic/jobs/matrix';
import type { Row } from '../magic/jobs/rows';
import { matrixRow, recordedSolos } from '../magic/jobs/runs';
import { RecordedRows } from '../recordedRows';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const { values } = parseArgs({
  options: {
    gpus: { type: 'string', default: 'gtx-1080-ti,gtx-950,gtx-760' },
    seconds: { type: 'string', default: '900' },
    file: { type: 'string', default: path.join(ROOT, 'docs/reproduction/magic-runs.ndjson') },
  },
});
const seconds = (): number => process.cpuUsage().user / 1e6;
const isOver = (): boolean => seconds() > Number(values.seconds);

const rows = new RecordedRows<Row>(values.file);
for (const host of [true, false])
  for (const gpu of values.gpus.split(',').map(loadSpec)) {
    const solos = recordedSolos(rows, gpu);
    for (const { of, make } of matrixRows(solos, host, gpu))
      if (!isOver()) matrixRow(rows, { solos, of, host, gpu }, make);
    console.error(gpu.gpu.id, host ? 'with host work' : 'without', seconds());
  }
