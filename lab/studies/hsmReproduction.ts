// HSM's tables and pictures beside the paper's from the recorded runs: npm run study -- hsm-reproduction
// They go to docs/reproduction/hsm.md and beside it, every epoch under a policy to docs/reproduction/hsm-epochs.csv.
import fs from 'node:fs';
import path from 'node:path';
import { reproduceHsm } from '../cli/reproduce/hsm';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const FOLDER = path.join(ROOT, 'docs/reproduction');
const { text, plots, csv } = await reproduceHsm(ROOT);
fs.writeFileSync(path.join(FOLDER, 'hsm.md'), `${text}\n`);
fs.writeFileSync(path.join(FOLDER, 'hsm-epochs.csv'), csv);
for (const { name, svg } of plots) fs.writeFileSync(path.join(FOLDER, `${name}.svg`), svg);
