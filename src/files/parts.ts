import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';

/** A name beside a file for what is to take its place; it names the process that writes it. */
export function partOf(file: string): string {
  const own = `${process.pid}-${randomBytes(6).toString('hex')}`;
  return path.join(path.dirname(file), `.${path.basename(file)}.${own}.part`);
}

/** Takes away what processes that are dead have left beside a file. */
export async function clearParts(file: string): Promise<void> {
  const folder = path.dirname(file);
  for (const name of await readdir(folder).catch(() => []))
    for (const written of [`${path.basename(file)}`, `${path.basename(file)}.lock`]) {
      const pid = pidIn(name, written);
      if (pid !== null && !isRunning(pid)) await rm(path.join(folder, name), { force: true });
    }
}

function pidIn(name: string, file: string): number | null {
  if (!name.startsWith(`.${file}.`)) return null;
  const pid = /^(\d+)-[0-9a-f]{12}\.part$/.exec(name.slice(file.length + 2))?.[1];
  return pid === undefined ? null : Number(pid);
}

/** Whether a process of that number runs on this machine. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
