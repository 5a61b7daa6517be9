// Judges Prophet on the recorded queries of services beside batch applications: npm run study -- prophet-reproduction
//   --write   into docs/reproduction/prophet.md
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import { evaluate } from '../prophet/evaluate';
import { renderProphet } from '../prophet/render';
import { readRows } from '../recordedRows';
import type { Row } from '../prophet/rows';
import { writeBlock } from '../reportBlocks';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const rows = readRows<Row>(path.join(ROOT, 'docs/reproduction/prophet-runs.ndjson'));
const page = renderProphet(evaluate(rows, loadSpec('k40')));
if (values.write) await writeBlock(path.join(ROOT, 'docs/reproduction/prophet.md'), 'prophet', page);
else console.log(page);
