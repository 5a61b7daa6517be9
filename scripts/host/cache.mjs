// The user's cache folder: where it is, a lock that outlives no process, and folders that appear whole or not at all.
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const MARKER = 'corun-complete.json';
const HEARTBEAT_MS = 2_000;
const STALE_MS = 20_000;

/** Folder of Corun inside the XDG cache folder. */
export function cacheFolder() {
  const base = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache');
  return path.join(base, 'corun');
}

/** True when `folder` was completed with exactly this `recipe`. */
export async function isComplete(folder, recipe) {
  try {
    return (await readFile(path.join(folder, MARKER), 'utf8')) === JSON.stringify(recipe);
  } catch {
    return false;
  }
}

/**
 * Brings `folder` into being through `fill(staging)` unless it is complete already. `fill` works in a
 * folder of its own beside the target, which is renamed at the end, so an interrupted run leaves
 * nothing half done; concurrent callers wait for the first.
 * Returns true when `fill` ran.
 */
export async function completeFolder(folder, recipe, fill) {
  if (await isComplete(folder, recipe)) return false;
  await mkdir(path.dirname(folder), { recursive: true });
  return withLock(`${folder}.lock`, async () => {
    if (await isComplete(folder, recipe)) return false;
    const staging = `${folder}.${process.pid}-${randomBytes(3).toString('hex')}`;
    try {
      await mkdir(staging);
      await fill(staging);
      await writeFile(path.join(staging, MARKER), JSON.stringify(recipe));
      await rm(folder, { recursive: true, force: true });
      await rename(staging, folder);
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
    return true;
  });
}

/** Runs `work` while holding the lock folder, whose age its holder keeps renewing; a lock left behind expires. */
async function withLock(lock, work) {
  while (!(await tryLock(lock))) await sleep(500);
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(lock, now, now).catch(() => {});
  }, HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    await rm(lock, { recursive: true, force: true });
  }
}

async function tryLock(lock) {
  try {
    await mkdir(lock);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const age = await stat(lock).then(
    (found) => Date.now() - found.mtimeMs,
    () => 0,
  );
  if (age > STALE_MS) await rm(lock, { recursive: true, force: true });
  return false;
}
