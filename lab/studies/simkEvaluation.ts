// What SimK's block sizes are worth with simulated reference kernels, beside measured ones and a blind choice.
//   npm run study -- simk-evaluation [--write]    with --write also to docs/block-sweep-simulation.md
import { tableText } from '../data/tables';
import path from 'node:path';
import { requireGpu } from '../../src/gpu/findGpu';
import { readGtx950Sweeps } from '../moka/reproduction/sweeps';
import { publishedReferences, simulatedReferences } from '../../src/predictors/moka/simk/references';
import { SWEEP_CASES } from '../moka/blockSweep/cases';
import { writeBlock } from '../reportBlocks';
import { measuredTable, simulatedTable } from '../moka/simk/evaluate';

const root = process.cwd();
const report = path.join(root, 'docs/block-sweep-simulation.md');
const gpu = requireGpu('gtx-950');
const simulated = ['gtx-950', 'v100-sxm2'].map((id) => {
  const set = simulatedReferences(requireGpu(id));
  if (set === null) throw new Error(`there is no simulated reference set of ${id}`);
  return set;
});

const parts: [string, string][] = [
  ['simk-simulated', simulatedTable(simulated, (id) => requireGpu(id).limits.fp32Lanes)],
];
const sweeps = readGtx950Sweeps(tableText(root, 'block_sweep_gtx950'), gpu);
const table = measuredTable(sweeps, gpu, publishedReferences(), simulated[0]!, ourApplication);
parts.push(['simk-measured', table]);
for (const [name, text] of parts) {
  console.log(`\n${name}\n${text}`);
  if (process.argv.includes('--write')) await writeBlock(report, name, text);
}

/** The workload that implements a measured kernel. */
function ourApplication(measured: string): string | undefined {
  return SWEEP_CASES.find((of) => of.measured === measured)?.source.split('/')[1];
}
