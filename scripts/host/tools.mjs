// Programs of the machine that the offline host needs: found, installed when we may, or named in the error.
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** A failure that the user can act on: printed without a stack trace. */
export class HostError extends Error {}

/** Debian package → the names under which its program is found on PATH. */
const PACKAGES = {
  'g++': ['g++', 'c++'],
  make: ['make'],
  python3: ['python3'],
  chromium: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
};

/** What an installation of Chromium without recommended packages lacks: letters, and the marks ● ◐ ○ △. */
const FONTS = ['fonts-liberation', 'fonts-dejavu-core'];

/** Absolute path of the first of `names` that is executable on PATH, or undefined. */
export function findProgram(names) {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    for (const name of names) {
      const candidate = path.join(folder, name);
      try {
        accessSync(candidate, constants.X_OK);
        return candidate;
      } catch {
        // Not here: the next folder may have it.
      }
    }
  }
  return undefined;
}

/** Absolute path of a Chromium: `CHROMIUM_EXECUTABLE` when set, else from PATH, or undefined. */
export function findChromium() {
  return process.env.CHROMIUM_EXECUTABLE || findProgram(PACKAGES.chromium);
}

/** Runs a command; resolves with its output, or rejects with a HostError that carries the last lines of it. */
export function command(file, args, { cwd, env = process.env } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk) => (output += chunk);
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => reject(new HostError(`cannot run ${file}: ${error.message}`)));
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(output);
      const tail = output.trimEnd().split('\n').slice(-25).join('\n');
      reject(new HostError(`${[file, ...args].join(' ')} failed (${signal ?? `exit ${code}`}):\n${tail}`));
    });
  });
}

/** Makes sure that the programs of `packages` (keys of PACKAGES) exist; root on Debian installs them. */
export async function ensurePrograms(packages, log = console.log) {
  const absent = () =>
    packages.filter((name) => (name === 'chromium' ? !findChromium() : !findProgram(PACKAGES[name])));
  const missing = absent();
  if (missing.length === 0) return;
  const wanted = missing.includes('chromium') ? [...missing, ...FONTS] : missing;
  const install = `apt-get install -y ${wanted.join(' ')}`;
  if (process.getuid?.() !== 0 || !findProgram(['apt-get'])) {
    throw new HostError(`missing: ${missing.join(', ')}. Install with: sudo ${install}`);
  }
  log(`installing ${missing.join(', ')} with apt-get`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const args = ['install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120', ...wanted];
  try {
    await command('apt-get', args, { env });
  } catch {
    // A fresh image has no package lists yet.
    await command('apt-get', ['update'], { env });
    await command('apt-get', args, { env });
  }
  const still = absent();
  if (still.length > 0)
    throw new HostError(`${install} ran, yet ${still.join(', ')} cannot be found on PATH`);
}
