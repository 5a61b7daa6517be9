// Judges Prophet on the recorded queries of services beside batch applications, and on what others measured.
//   npm run study -- prophet-reproduction [--write]   into docs/reproduction/prophet.md, with its pictures beside it
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { reproduceProphet } from '../cli/reproduce/prophet';
import { writeBlock } from '../reportBlocks';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const { blocks, text, plots } = reproduceProphet(ROOT, (line) => console.error(line));
const folder = path.join(ROOT, 'docs/reproduction');
if (values.write) {
  for (const [name, block] of Object.entries(blocks))
    await writeBlock(path.join(folder, 'prophet.md'), name, block);
  for (const { name, svg } of plots) fs.writeFileSync(path.join(folder, `${name}.svg`), svg);
} else console.log(text);
