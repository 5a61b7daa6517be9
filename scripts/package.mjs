// Packages the extension: production build, .vsix beside package.json, and the same files unpacked in
// out/package, where the tests can run what a user would install.
//   node scripts/package.mjs
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { createVSIX, listFiles, PackageManager } from '@vscode/vsce';
import { globSync, rmSync } from './files.mjs';

const root = path.resolve(import.meta.dirname, '..');
const LIMIT_BYTES = 8_000_000;
const STAGED = path.join(root, 'out/package');

/** Leftovers of a development build would be stale beside production bundles. */
function cleanBundles() {
  const tests = path.join(root, 'dist/test');
  for (const file of globSync(path.join(root, 'dist'), (name) => !name.startsWith(tests))) rmSync(file);
}

async function stage() {
  rmSync(STAGED);
  const files = await listFiles({ cwd: root, packageManager: PackageManager.None });
  for (const file of files) {
    const target = path.join(STAGED, file);
    mkdirSync(path.dirname(target), { recursive: true });
    cpSync(path.join(root, file), target);
  }
  return files.length;
}

const { name, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const vsix = path.join(root, `${name}-${version}.vsix`);
mkdirSync(path.join(root, 'dist'), { recursive: true });
cleanBundles();
execFileSync(process.execPath, [path.join(root, 'scripts/build.mjs'), '--production'], { stdio: 'inherit' });
await createVSIX({ cwd: root, packagePath: vsix, dependencies: false });
const count = await stage();
const { size } = statSync(vsix);
const sizes = `${(size / 1e6).toFixed(2)} MB of at most ${LIMIT_BYTES / 1e6} MB, ${count} files`;
console.log(`${path.relative(root, vsix)}: ${sizes}`);
if (size > LIMIT_BYTES) {
  console.error('the package is too large');
  process.exitCode = 1;
}
