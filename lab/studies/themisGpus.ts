// How far the shipped networks of the GPUs that users pick are off on applications that none of them has learned from.
//   npm run study -- themis-gpus        writes docs/themis-gpus.md from docs/bottleneck-pairs.ndjson
// Its pairs are simulated, and asked of the networks, by bottleneck-pairs.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PairRow } from '../bottlenecks/pairRows';
import { RecordedRows } from '../recordedRows';
import { unseenReport } from '../themis/studies/unseenReport';

const root = process.env['CORUN_ROOT'] ?? process.cwd();
const { rows } = new RecordedRows<PairRow>(path.join(root, 'docs/bottleneck-pairs.ndjson'));
await writeFile(path.join(root, 'docs/themis-gpus.md'), unseenReport(rows));
