// Judges Prophet on the recorded queries of services beside batch applications, and on what others measured.
//   npm run study -- prophet-reproduction [--write]   into docs/reproduction/prophet.md
//   … --cluster       and the 700 GPUs, in half a minute of processor time and more for each predictor
import path from 'node:path';
import { parseArgs } from 'node:util';
import { requireGpu } from '../../src/gpu/findGpu';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import { tableRows, tableText } from '../data/tables';
import { readTwoStreamRuns } from '../moka/reproduction/timelines/twoStreamRuns';
import { clusterFills } from '../prophet/cluster';
import { evaluate } from '../prophet/evaluate';
import { processErrors } from '../prophet/processes';
import { processRows } from '../prophet/processRows';
import { renderProphet } from '../prophet/render';
import { renderCluster } from '../prophet/renderCluster';
import { renderProcesses, renderTwoStreams } from '../prophet/renderMeasured';
import { renderSafe, renderTails } from '../prophet/renderSafe';
import type { Row } from '../prophet/rows';
import { twoStreamModels } from '../prophet/twoStreams';
import { readRows } from '../recordedRows';
import { writeBlock } from '../reportBlocks';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const { values } = parseArgs({
  options: { write: { type: 'boolean', default: false }, cluster: { type: 'boolean', default: false } },
});
const rows = readRows<Row>(path.join(ROOT, 'docs/reproduction/prophet-runs.ndjson'));
const summary = evaluate(rows, loadSpec('k40'));
const card = requireGpu('gtx-950');
const streams = readTwoStreamRuns(tableText(ROOT, 'two_streams_gtx950'), card);
const blocks: Readonly<Record<string, string>> = {
  prophet: renderProphet(summary),
  tails: renderTails(summary.tails),
  safe: renderSafe(summary.safe),
  processes: renderProcesses(processErrors(processRows(tableRows(ROOT, 'parvagpu_a100')))),
  streams: renderTwoStreams(twoStreamModels(streams, card)),
  ...(values.cluster ? { cluster: renderCluster(clusterFills(rows, loadSpec('k40'))) } : {}),
};
for (const [name, text] of Object.entries(blocks)) {
  if (values.write) await writeBlock(path.join(ROOT, 'docs/reproduction/prophet.md'), name, text);
  else console.log(`${name}\n\n${text}\n`);
}
