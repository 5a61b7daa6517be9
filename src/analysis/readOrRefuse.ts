import type { ProfileFile } from '../kernel/profile';
import { InputError, saidOf } from '../kernel/result';
import { readProfile } from '../profiles/readProfile';
import type { ByteSource, ReadOptions, ReadProgress } from '../profiles/source';
import type { ProgressListener } from './worker/api';

/** Gives the event loop a turn. */
const yieldToTasks = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Reads a profile; one that cannot even be opened is refused by name, so that others are still read. */
export async function readOrRefuse(
  path: string,
  open: () => Promise<ByteSource>,
  options: ReadOptions = {},
): Promise<ProfileFile> {
  try {
    return await readProfile(path, await open(), { yieldToTasks, ...options });
  } catch (error) {
    if (error instanceof InputError && error.code === 'cancelled') throw error;
    // Whoever shows a refused file names it.
    const isNamed = error instanceof InputError && error.path === path && error.line === undefined;
    const reason = isNamed ? error.what : saidOf(error);
    return {
      path,
      format: 'unknown',
      status: 'refused',
      reason,
      device: null,
      kernels: [],
      transfers: [],
      api: [],
      warnings: [],
    };
  }
}

/** Tells how much of a known number of things is done, at most a hundred times. */
export function inHundredths(tell: (fraction: number) => void): (done: number, total: number) => void {
  let shown = -1;
  return (done, total) => {
    const step = Math.floor((100 * done) / total);
    if (step === shown) return;
    shown = step;
    tell(done / total);
  };
}

/** How much of a profile is read, at most a hundred times. */
export function readingProgress(
  path: string,
  onProgress: ProgressListener,
): (progress: ReadProgress) => void {
  let shown = -1;
  return ({ bytesRead, totalBytes }) => {
    const fraction = totalBytes ? bytesRead / totalBytes : null;
    const step = fraction === null ? Math.floor(bytesRead / 1e7) : Math.floor(fraction * 100);
    if (step === shown) return;
    shown = step;
    onProgress({ phase: `Reading ${path}`, fraction });
  };
}
