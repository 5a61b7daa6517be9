// Compares the DRAM model with Ramulator 2.1, HSM's line and the host link with measured copies.
//   npm run study -- dram [--write]    with --write also to docs/simulator-validation-dram.md
import path from 'node:path';
import { bandwidthTable, gtx950Table } from '../simulator/dram/hostLink';
import { hsmTable } from '../simulator/dram/hsmLine';
import { ramulatorSummary } from '../simulator/dram/ramulator';
import { writeBlock } from '../reportBlocks';

const root = process.cwd();
const parts: [string, string][] = [
  ['hsm', hsmTable()],
  ['ramulator', ramulatorSummary(root)],
  ['bandwidth', bandwidthTable(root)],
  ['gtx950', gtx950Table(root)],
];

for (const [name, text] of parts) {
  console.log(`\n${name}\n${text}`);
  if (process.argv.includes('--write'))
    await writeBlock(path.join(root, 'docs/simulator-validation-dram.md'), name, text);
}
