// Judges G-Space's predictions and searches on the recorded runs of pairs: npm run study -- gspace-reproduction
//   --write   into docs/reproduction/gspace.md, with its pictures beside it
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { reproduceGspace } from '../cli/reproduce/gspace';
import { writeBlock } from '../reportBlocks';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const { text, plots } = await reproduceGspace(ROOT);
const folder = path.join(ROOT, 'docs/reproduction');
if (values.write) {
  await writeBlock(path.join(folder, 'gspace.md'), 'gspace', text);
  for (const { name, svg } of plots) fs.writeFileSync(path.join(folder, `${name}.svg`), svg);
} else console.log(text);
