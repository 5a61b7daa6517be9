/**
 * What kernels that yield did on an H100, and what searches and maps would have made of it.
 *
 *   npm run study -- yielding-on-card [--write] [--raw FOLDER] [--simulate SECONDS]
 *
 * Reads lab/data/h100_yielding.json; `--write` writes the tables of docs/yielding-on-card.md. `--raw` first makes the
 * numbers of that file of what lab/gspace/card/run.sh printed on a card. `--simulate` adds simulated points of the same maps
 * to lab/gspace/card/simulated.ndjson for so many seconds of processor time.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { markdownTable } from '../../src/kernel/markdownTable';
import { condensed, dataText } from '../gspace/card/condense';
import { cardLattices, cardSpace, recordedFeatures, wholeLattice } from '../gspace/card/lattices';
import { yieldingOnCard } from '../gspace/card/measured';
import {
  costTable,
  interpolation,
  kernelTable,
  mapTable,
  methodTable,
  pairTable,
  startTable,
  toldTable,
  windowMeans,
} from '../gspace/card/tables';
import { cardPrograms } from '../gspace/card/launches';
import { simulatedTable, simulateMaps, type SimulatedPoint } from '../gspace/card/simulated';
import { processorSeconds } from '../sweep/studySweep';
import { QOS } from '../gspace/conditions';
import { judge } from '../gspace/evaluate';
import type { Row } from '../gspace/rows';
import { readRows } from '../recordedRows';
import { writeBlock } from '../reportBlocks';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const DATA = path.join(ROOT, 'lab/data/h100_yielding.json');
const SIMULATED = path.join(ROOT, 'lab/gspace/card/simulated.ndjson');
const PAGE = path.join(ROOT, 'docs/yielding-on-card.md');
/** The pair whose map is shown. */
const SHOWN = ['cfd', 'lbm'];

const { values } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    raw: { type: 'string' },
    simulate: { type: 'string', default: '0' },
  },
});
if (values.raw !== undefined) {
  fs.writeFileSync(DATA, dataText({ ...yieldingOnCard(ROOT), ...condensed(values.raw) }));
}
const seconds = Number(values.simulate);
if (seconds > 0) simulateMaps(SIMULATED, await cardPrograms(ROOT), () => processorSeconds() < seconds);
const data = yieldingOnCard(ROOT);
const rows = readRows<Row>(path.join(ROOT, 'docs/reproduction/gspace-runs.ndjson'));
const models = [cardSpace(data, rows)];
const featuresOf = recordedFeatures(rows);
const lattices = cardLattices(data, featuresOf, (name) => !name.startsWith('micro'));
const results = lattices.map((lattice) => judge(lattice, data.gpu, models, QOS));
const whole = judge(wholeLattice(data, featuresOf), data.gpu, models, QOS);
const shown = lattices.find(
  ({ yielding, critical }) => yielding.app === SHOWN[0] && critical.app === SHOWN[1],
)!;

await block('cost', markdownTable(...costTable(data)));
await block('starts', markdownTable(...startTable(data)));
await block('map', markdownTable(...mapTable(shown)));
await block('pairs', markdownTable(...pairTable(data, results)));
await block('told', markdownTable(...toldTable(results)));
await block('searches', markdownTable(...methodTable(results)));
await block('whole', markdownTable(...methodTable([whole])));
await block('simulated', markdownTable(...simulatedTable(lattices, readRows<SimulatedPoint>(SIMULATED))));
await block('kernels', markdownTable(...kernelTable(data)));
console.log(
  interpolation(lattices),
  windowMeans(data, results),
  whole.best,
  whole.kept,
  whole.configurations,
);

async function block(name: string, text: string): Promise<void> {
  console.log(`${text}\n`);
  if (values.write) await writeBlock(PAGE, name, text);
}
