// Programs of the machine that the offline host needs: found, installed when we may, or named in the error.
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** A failure that the user can act on: printed without a stack trace. */
export class HostError extends Error {}

/** Program → the names under which it is found on PATH, the first that is there serves. */
const PROGRAMS = {
  'g++': ['g++', 'c++'],
  make: ['make'],
  python3: ['python3'],
  // The shell has no windows of its own, and takes less of the processor for the same page.
  chromium: [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ],
};

/** Debian packages that bring Chromium; not every distribution has the first. */
const CHROMIUM_PACKAGES = ['chromium-headless-shell', 'chromium'];

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
  return process.env.CHROMIUM_EXECUTABLE || findProgram(PROGRAMS.chromium);
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

/** Lists of Debian packages that bring `programs`, the best first. */
function packageLists(programs) {
  if (!programs.includes('chromium')) return [programs];
  const others = programs.filter((name) => name !== 'chromium');
  return CHROMIUM_PACKAGES.map((chromium) => [...others, chromium, ...FONTS]);
}

/** Installs the first of the lists that can be installed. */
async function installFirst(lists) {
  const apt = (...args) =>
    command('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  const install = async ([packages, ...others]) => {
    try {
      await apt('install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120', ...packages);
    } catch (error) {
      if (others.length === 0) throw error;
      await install(others);
    }
  };
  try {
    await install(lists);
  } catch {
    // A fresh image has no package lists yet.
    await apt('update');
    await install(lists);
  }
}

/** Makes sure that `programs` (keys of PROGRAMS) exist; root on Debian installs them. */
export async function ensurePrograms(programs, log = console.log) {
  const absent = () =>
    programs.filter((name) => (name === 'chromium' ? !findChromium() : !findProgram(PROGRAMS[name])));
  const missing = absent();
  if (missing.length === 0) return;
  const lists = packageLists(missing);
  const byHand = `apt-get install -y ${lists[0].join(' ')}`;
  if (process.getuid?.() !== 0 || !findProgram(['apt-get'])) {
    throw new HostError(`missing: ${missing.join(', ')}. Install with: sudo ${byHand}`);
  }
  log(`installing ${missing.join(', ')} with apt-get`);
  await installFirst(lists);
  const still = absent();
  if (still.length > 0) throw new HostError(`${byHand} ran, yet ${still.join(', ')} cannot be found on PATH`);
}
