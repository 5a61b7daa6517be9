// Judges G-Space's predictions and searches on the recorded runs of pairs: npm run study -- gspace-reproduction
//   --write   into docs/reproduction/gspace.md
import path from 'node:path';
import { parseArgs } from 'node:util';
import { reproduceGspace } from '../cli/reproduce/gspace';
import { writeBlock } from '../reportBlocks';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const { text } = await reproduceGspace(ROOT);
if (values.write) await writeBlock(path.join(ROOT, 'docs/reproduction/gspace.md'), 'gspace', text);
else console.log(text);
