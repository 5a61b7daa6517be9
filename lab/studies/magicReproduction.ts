// Evaluates Magic on the recorded runs of its 79 programs: npm run study -- magic-reproduction
//   --write   into docs/reproduction/magic.md, with its plot
// What classifiers and networks were trained to is in docs/reproduction/magic-trained.ndjson; what is missing is trained and
// added there, and the same command goes on from there.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readRows, RecordedRows } from '../recordedRows';
import type { Row } from '../magic/jobs/rows';
import { slowdownPlot } from '../magic/reproduction/plot';
import { renderMagic } from '../magic/reproduction/render';
import { recordedTraining, type TrainedRow } from '../magic/reproduction/training';
import { summaryOf } from '../magic/reproduction/summary';
import { writeBlock } from '../reportBlocks';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const FOLDER = path.join(ROOT, 'docs/reproduction');
const { values } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    file: { type: 'string', default: path.join(FOLDER, 'magic-runs.ndjson') },
  },
});
const trained = new RecordedRows<TrainedRow>(path.join(FOLDER, 'magic-trained.ndjson'));
const summary = summaryOf(readRows<Row>(values.file), recordedTraining(trained), (step) =>
  console.error(step, process.cpuUsage().user / 1e6),
);
const blocks = renderMagic(summary);
if (values.write) {
  for (const [name, text] of Object.entries(blocks))
    await writeBlock(path.join(FOLDER, 'magic.md'), name, text);
  fs.writeFileSync(path.join(FOLDER, 'magic-slowdowns.svg'), slowdownPlot(summary.gpus));
} else console.log(Object.values(blocks).join('\n\n'));
