/** A number in an object: bytes from the object's start, and its own. */
export interface Leaf {
  readonly offset: number;
  readonly bytes: number;
}

/** Bytes of vector accesses, and the most numbers that one moves. */
const WIDTHS = [16, 8, 4, 2];
const MOST = 4;

/**
 * Numbers of one object that the compiler moves with one vector access each, as PTX of nvcc 13.0 has them: they begin at
 * a multiple of the vector's width.
 * @param leaves in the order of their offsets
 * @param alignment bytes at a multiple of which the object lies
 * @param hasGaps loads read what lies between two numbers, too; stores leave it alone
 */
export function vectorRuns<L extends Leaf>(
  leaves: readonly L[],
  alignment: number,
  hasGaps: boolean,
): readonly (readonly L[])[] {
  const taken = new Set<L>();
  const runs: (readonly L[])[] = [];
  for (const first of leaves) {
    if (taken.has(first)) continue;
    const run = widestFrom(
      first,
      leaves.filter((leaf) => !taken.has(leaf)),
      alignment,
      hasGaps,
    );
    if (run === null || (hasMiddleGap(run) && follows(run, runs.at(-1)))) continue;
    runs.push(run);
    run.forEach((leaf) => taken.add(leaf));
  }
  return runs;
}

function widestFrom<L extends Leaf>(
  { offset, bytes }: Leaf,
  leaves: readonly L[],
  alignment: number,
  hasGaps: boolean,
): readonly L[] | null {
  for (const width of WIDTHS) {
    if (offset % width !== 0 || alignment % width !== 0 || width <= bytes || width > MOST * bytes) continue;
    const run = leaves.filter((leaf) => leaf.offset >= offset && leaf.offset < offset + width);
    const isFull = run.length === width / bytes;
    const reachesIntoUpperHalf = run.some((leaf) => leaf.offset >= offset + width / 2);
    const isAlike = run.every((leaf) => leaf.bytes === bytes);
    if (isAlike && run.length > 1 && (isFull || (hasGaps && reachesIntoUpperHalf))) return run;
  }
  return null;
}

function hasMiddleGap(run: readonly Leaf[]): boolean {
  return run.some(({ offset }, at) => at > 0 && offset !== run[at - 1]!.offset + run[at - 1]!.bytes);
}

/** Tests whether a run begins where another one, filled up at its end, stops: nvcc then fills no gap of this one. */
function follows([first]: readonly Leaf[], before: readonly Leaf[] | undefined): boolean {
  const [start, last] = [before?.[0], before?.at(-1)];
  if (first === undefined || start === undefined || last === undefined) return false;
  const [apart, left] = [first.offset - start.offset, first.offset - last.offset];
  return apart === MOST * first.bytes && left === 2 * first.bytes;
}
