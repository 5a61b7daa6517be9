// Installs the npm packages when node_modules does not hold what package-lock.json asks for.
// Imports nothing from npm: it runs in a bare clone.
import { spawnSync } from 'node:child_process';
import { lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(path.join(root, lockFile), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** The first package that is not installed as the lock file asks, or undefined when all are. */
function stalePackage() {
  const wanted = packagesOf('package-lock.json');
  const installed = packagesOf('node_modules/.package-lock.json') ?? {};
  return Object.keys(wanted).find((name) => {
    if (name === '') return false;
    const have = installed[name];
    // Optional packages for other platforms are left out on purpose.
    return have ? have.version !== wanted[name].version : wanted[name].optional !== true;
  });
}

function isLink(file) {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** Brings node_modules up to date by `npm ci`; throws when that fails. Returns true when it ran. */
export function installPackages() {
  const stale = stalePackage();
  if (stale === undefined) return false;
  if (isLink(path.join(root, 'node_modules'))) {
    throw new Error(
      `node_modules is a link and lacks ${stale} of package-lock.json: install where it points to`,
    );
  }
  console.log(`npm ci (${stale} is not installed as package-lock.json asks)`);
  const run = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (run.status !== 0) throw new Error(`npm ci failed (${run.signal ?? `exit ${run.status}`})`);
  return true;
}
