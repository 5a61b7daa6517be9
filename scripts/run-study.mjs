// Bundles one TypeScript study of lab/ and runs it from the project root:
//   node scripts/run-study.mjs lab/studies/mokaBlocksize.ts [arguments…]
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { constantBindings } from './constantBindings.mjs';

const root = path.resolve(import.meta.dirname, '..');
const [study, ...rest] = process.argv.slice(2);
if (study === undefined) {
  console.error('usage: node scripts/run-study.mjs lab/STUDY.ts [arguments…]');
  process.exit(2);
}
const outfile = path.join(root, 'dist/studies', `${path.basename(study, '.ts')}.mjs`);
await esbuild.build({
  absWorkingDir: root,
  entryPoints: [study],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  sourcemap: 'linked',
  logLevel: 'warning',
  plugins: [constantBindings()],
});
const run = spawnSync(process.execPath, ['--enable-source-maps', outfile, ...rest], {
  stdio: 'inherit',
  cwd: root,
});
process.exit(run.status ?? 1);
