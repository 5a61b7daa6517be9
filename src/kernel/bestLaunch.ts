import type { Launch } from './kernel';
import { launchable } from './symbolic';

/**
 * The launch of a kernel that is known best: what stands for all of them wherever one is needed. Its block and
 * grid are known numbers that could be launched, else its block is; the first such one counts, and launches that
 * `#if` leaves out come last.
 */
export function bestLaunch(launches: readonly Launch[]): Launch | null {
  const ordered = compiledFirst(launches);
  const withBlock = ordered.filter(({ block }) => launchable(block) !== null);
  return withBlock.find(({ grid }) => launchable(grid) !== null) ?? withBlock[0] ?? ordered[0] ?? null;
}

/** Launches that `#if` leaves out come last. */
export function compiledFirst(launches: readonly Launch[]): readonly Launch[] {
  const isCompiled = ({ inactive }: Launch): boolean => inactive === undefined;
  return [...launches.filter(isCompiled), ...launches.filter((launch) => !isCompiled(launch))];
}
