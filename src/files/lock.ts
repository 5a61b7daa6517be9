import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { message } from '../kernel/message';
import { InputError } from '../kernel/result';
import { isRunning, partOf } from './parts';
import { writeFault } from './writeFile';

/** Who holds a lock. */
interface Owner {
  readonly pid: number;
  readonly host: string;
  /** When the process began, in ticks since the machine did; empty where the system does not say. */
  readonly began: string;
  /** Tells this holding from all others. */
  readonly token: string;
}

/** A file that belongs to this process until it is released. */
export interface Lock {
  release(): void;
}

/**
 * Takes a file for this process alone, by a file `NAME.lock` beside it that names its owner. The lock of a process
 * that is dead is taken over.
 * @throws InputError with code `in-use` naming the process that has it, or that no lock can be written
 */
export function lock(file: string): Lock {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    return take(`${behindLinks(file)}.lock`, file);
  } catch (error) {
    throw writeFault(file, error);
  }
}

/** One file has one lock, whatever links lead to it. */
function behindLinks(file: string): string {
  return existsSync(file) ? realpathSync(file) : file;
}

/** Does `task` while a file belongs to this process; waits for others at most so long, in milliseconds. */
export async function whileLocked<T>(file: string, mostMs: number, task: () => Promise<T>): Promise<T> {
  const held = await lockWithin(file, mostMs);
  try {
    return await task();
  } finally {
    held.release();
  }
}

const RETRY_MS = 20;

async function lockWithin(file: string, mostMs: number): Promise<Lock> {
  for (let left = mostMs; ; left -= RETRY_MS)
    try {
      return lock(file);
    } catch (error) {
      if (!(error instanceof InputError) || error.code !== 'in-use' || left <= 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
}

function take(name: string, file: string): Lock {
  const own: Owner = {
    pid: process.pid,
    host: os.hostname(),
    began: beganAt(process.pid),
    token: randomBytes(8).toString('hex'),
  };
  while (!create(name, own)) {
    const other = ownerOf(name);
    if (other === 'none') continue;
    if (other === 'unknown' || isAlive(other)) throw inUse(file, name, other);
    removeOf(other, name, file);
  }
  return {
    release: () => {
      const now = ownerOf(name);
      if (typeof now === 'object' && now.token === own.token) rmSync(name, { force: true });
    },
  };
}

/** Makes the lock with its content at once, so that none is ever seen without an owner; false where there is one. */
function create(name: string, owner: Owner): boolean {
  const part = partOf(name);
  writeFileSync(part, JSON.stringify(owner), { flag: 'wx' });
  try {
    linkSync(part, name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(part, { force: true });
  }
}

/**
 * Removes the lock of a dead process. Several may try: who does it holds a lock named after that owner, and looks
 * again, so that the lock of the next owner is never taken for that of the dead one.
 */
function removeOf(dead: Owner, name: string, file: string): void {
  const turn = take(`${name}.${dead.token}`, file);
  try {
    const now = ownerOf(name);
    if (typeof now === 'object' && now.token === dead.token) rmSync(name, { force: true });
  } finally {
    turn.release();
  }
}

function ownerOf(name: string): Owner | 'none' | 'unknown' {
  try {
    const owner = JSON.parse(readFileSync(name, 'utf8')) as Partial<Owner> | null;
    return isOwner(owner) ? owner : 'unknown';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'none' : 'unknown';
  }
}

function isOwner(value: Partial<Owner> | null): value is Owner {
  return (
    Number.isSafeInteger(value?.pid) &&
    [value?.host, value?.began, value?.token].every((field) => typeof field === 'string') &&
    /^[0-9a-f]{1,32}$/.test(value!.token!)
  );
}

/** Of another machine nothing is known: its lock is kept. */
function isAlive({ pid, host, began }: Owner): boolean {
  if (host !== os.hostname()) return true;
  if (!isRunning(pid)) return false;
  // A number is given again: the process of now may be another one.
  const now = beganAt(pid);
  return began === '' || now === '' || now === began;
}

/** Field 22 of `/proc/PID/stat`; the name before it may hold anything, so it is counted from its last bracket. */
function beganAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function inUse(file: string, name: string, owner: Owner | 'unknown'): InputError {
  const said =
    owner === 'unknown'
      ? message('files.lockUnknown', { lock: name })
      : message('files.inUse', { pid: owner.pid, host: owner.host, lock: name });
  return new InputError(said, 'in-use', file);
}
