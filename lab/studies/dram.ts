// Compares the DRAM model with Ramulator 2.1, HSM's line and the host link with measured copies.
//   npm run study -- dram [--write]    with --write also to docs/simulator-validation-dram.md
import fs from 'node:fs';
import path from 'node:path';
import { oracleFolder } from '../simulator/dram/oracle';
import { bandwidthTable, gtx950Table } from '../simulator/dram/hostLink';
import { hsmTable } from '../simulator/dram/hsmLine';
import { ramulatorSummary } from '../simulator/dram/ramulator';
import { writeBlock } from '../reportBlocks';

const root = process.cwd();
const oracle = oracleFolder(root);
const transfers = path.resolve(root, '../shared/data/transfers');

const parts: [string, string][] = [['hsm', hsmTable()]];
if (oracle === undefined) console.error('no Ramulator results beside this checkout: left out');
else parts.push(['ramulator', ramulatorSummary(oracle)]);
if (!fs.existsSync(transfers)) console.error('no measured copies beside this checkout: left out');
else parts.push(['bandwidth', bandwidthTable(transfers)], ['gtx950', gtx950Table(transfers)]);

for (const [name, text] of parts) {
  console.log(`\n${name}\n${text}`);
  if (process.argv.includes('--write'))
    await writeBlock(path.join(root, 'docs/simulator-validation-dram.md'), name, text);
}
