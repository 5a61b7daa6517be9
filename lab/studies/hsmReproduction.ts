// HSM's tables beside the paper's from the recorded runs, to docs/reproduction/hsm.md: npm run study -- hsm-reproduction
import fs from 'node:fs';
import path from 'node:path';
import { reproduceHsm } from '../cli/reproduce/hsm';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const { text } = await reproduceHsm(ROOT);
fs.writeFileSync(path.join(ROOT, 'docs/reproduction/hsm.md'), `${text}\n`);
