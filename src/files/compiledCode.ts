import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import { Script } from 'node:vm';
import { partOf } from './parts';

/** A process or thread that lives on has compiled by then what it is used for. */
const KEPT_AFTER_MS = 10_000;

/** A run of so many times the processor time of the one that what is kept is from has compiled more. */
const MORE_WORK = 2;

/** Versions of Corun and of Node, in VS Code and in terminals, whose code is kept of each bundle. */
const MOST_KEPT = 6;

/** In front of the code: SHA-256 of what follows, and the processor time of the run that it is from, in ms. */
const SEAL_BYTES = 32;
const HEADER_BYTES = SEAL_BYTES + 4;

/** V8's own mark, with hashes of its version, the source and its flags. */
const V8_HEADER_BYTES = 16;

interface Kept {
  readonly code: Buffer;
  readonly workMs: number;
}

/**
 * Runs a bundle as `require` does, with what V8 made of it before: to compile two megabytes anew takes longer than to
 * start Node. What the first run compiled is kept in the user's cache folder, under SHA-256 of the bundle, of V8's
 * version and of the processor's kind; without such a folder, or where it belongs to somebody else, all is compiled.
 *
 * The bundle must not use `import()`: code that is kept no longer knows how.
 */
export function runCompiled(bundle: string, folder: string | null = compiledFolder()): void {
  const source = readFileSync(bundle);
  const file = folder === null ? null : path.join(folder, keptName(bundle, source));
  const kept = file === null ? null : readKept(file);
  const script = new Script(Module.wrap(source.toString('utf8')), {
    filename: bundle,
    cachedData: kept?.code,
  });
  if (file !== null) {
    const keptMs = kept === null || script.cachedDataRejected === true ? 0 : kept.workMs;
    const flags = flagsOfNow();
    whenUsed((workMs) => {
      if (workMs < MORE_WORK * keptMs || !flagsOfNow().equals(flags)) return;
      keep(file, { code: script.createCachedData(), workMs });
    });
  }
  const module = { exports: {} };
  const run = script.runInThisContext() as (...given: unknown[]) => void;
  run(module.exports, createRequire(bundle), module, bundle, path.dirname(bundle));
}

/** Where compiled code is kept: in the user's cache folder; nowhere where Node is told to keep none. */
export function compiledFolder(
  { env, platform }: Pick<NodeJS.Process, 'env' | 'platform'> = process,
  home = homeOfUser(),
): string | null {
  if (env['NODE_DISABLE_COMPILE_CACHE'] !== undefined) return null;
  const usual = {
    win32: env['LOCALAPPDATA'] ?? path.join(home, 'AppData/Local'),
    darwin: path.join(home, 'Library/Caches'),
  } as Readonly<Record<string, string>>;
  const caches = env['XDG_CACHE_HOME'] ?? usual[platform] ?? path.join(home, '.cache');
  return path.isAbsolute(caches) ? path.join(caches, 'corun/compiled') : null;
}

/** The user's home; an empty text where the system knows none, as of a user that only a container has. */
function homeOfUser(): string {
  try {
    return homedir();
  } catch {
    return '';
  }
}

function keptName(bundle: string, source: Uint8Array): string {
  const flags = [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' ');
  const machine = `${process.versions.v8} ${process.arch} ${flags} `;
  const hash = createHash('sha256').update(machine).update(source);
  return `${path.basename(bundle, '.js')}-${hash.digest('hex')}.v8`;
}

/** What V8 writes in front of any code: it takes none of a process that has changed flags since its start. */
function flagsOfNow(): Buffer {
  return new Script('').createCachedData().subarray(0, V8_HEADER_BYTES);
}

/** V8 looks at its own version and at the length of the source, not at every byte. */
function readKept(file: string): Kept | null {
  try {
    // Whoever can write the file decides what this user runs.
    if (process.getuid !== undefined && statSync(file).uid !== process.getuid()) return null;
    const bytes = readFileSync(file);
    const [seal, sealed] = [bytes.subarray(0, SEAL_BYTES), bytes.subarray(SEAL_BYTES)];
    if (!sealOf(sealed).equals(seal)) return null;
    return { code: bytes.subarray(HEADER_BYTES), workMs: sealed.readUInt32LE() };
  } catch {
    return null;
  }
}

function sealOf(sealed: Uint8Array): Buffer {
  return createHash('sha256').update(sealed).digest();
}

/** Once, at the end or after a while: what has not been called by then is compiled in every run. */
function whenUsed(task: (workMs: number) => void): void {
  const before = process.cpuUsage();
  const end = (): void => {
    clearTimeout(timer);
    process.off('exit', end);
    const { user, system } = process.cpuUsage(before);
    task(Math.round((user + system) / 1000));
  };
  const timer = setTimeout(end, KEPT_AFTER_MS).unref();
  process.once('exit', end);
}

/** Nothing depends on it: a folder that is read-only or full keeps nothing. */
function keep(file: string, { code, workMs }: Kept): void {
  const part = partOf(file);
  const work = Buffer.alloc(HEADER_BYTES - SEAL_BYTES);
  work.writeUInt32LE(workMs);
  const sealed = Buffer.concat([work, code]);
  const isKept = done(() => {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(part, Buffer.concat([sealOf(sealed), sealed]), { mode: 0o600, flag: 'wx' });
    renameSync(part, file);
  });
  if (isKept) done(() => removeOld(file));
  else done(() => rmSync(part, { force: true }));
}

/** Whether the system let it be done. */
function done(task: () => void): boolean {
  try {
    task();
    return true;
  } catch {
    return false;
  }
}

/** Of one bundle the newest files alone. */
function removeOld(file: string): void {
  const folder = path.dirname(file);
  const name = path.basename(file);
  const prefix = name.slice(0, name.lastIndexOf('-') + 1);
  const aged = readdirSync(folder)
    .filter((other) => other.startsWith(prefix))
    .map((other) => path.join(folder, other))
    .map((other) => ({ other, mtimeMs: statSync(other).mtimeMs }))
    .sort((a, b) => b.mtimeMs - a.mtimeMs);
  for (const { other } of aged.slice(MOST_KEPT)) rmSync(other, { force: true });
}
