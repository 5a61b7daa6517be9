import { applyFunction, applyOperator } from '../../kernel/expression';
import type { Dim3 } from '../../kernel/symbolic';
import { LINE_BYTES } from '../core/sizes';
import type { AccessReach, PlacedArray } from './kernelContext';
import { boundsOf } from './laneBounds';
import type { AffineForm, LaneForm, LaneOperation } from '../../kernel/totals/laneExpression';
import type { ResolvedLaunch } from './launch';

/** An array of which blocks on different SMs touch the same lines. */
export interface SharedArray {
  /** First byte in device memory. */
  readonly base: number;
  readonly bytes: number;
  /** Lines that the blocks of a part of a GPU touch, over the part's share of those that all blocks touch. */
  readonly surplus: number;
}

/** Below it blocks at the edge of a part touch what their neighbours touch as well, no more. */
const LEAST_SURPLUS = 1.25;
/** Larger arrays are far beyond any cache. */
const MOST_BYTES = 2 ** 28;
/** Blocks that are looked at one by one where their place is no sum. */
const MOST_BLOCKS = 4096;

/**
 * The arrays of a kernel of which the blocks that run on a part of a GPU touch more than the part's share.
 *
 * @param share the part's of the GPU's SMs
 * @param known surpluses of the kernel's arrays that were reckoned before
 */
export function sharedArrays(
  reaches: readonly AccessReach[],
  launch: ResolvedLaunch,
  share: number,
  known: Map<string, number>,
): readonly SharedArray[] {
  const arrays = new Set(reaches.map(({ array }) => array));
  return [...arrays].flatMap((array): readonly SharedArray[] => {
    if (array.space === 'shared' || array.space === 'local' || array.bytes > MOST_BYTES) return [];
    const own = reaches.filter((reach) => reach.array === array);
    if (own.some(({ by }) => by === null)) return [];
    const key = `${share} ${array.name}`;
    const surplus = known.get(key) ?? surplusOf(own, array, launch, share);
    known.set(key, surplus);
    return surplus >= LEAST_SURPLUS ? [{ base: array.base, bytes: array.bytes, surplus }] : [];
  });
}

function surplusOf(
  reaches: readonly AccessReach[],
  array: PlacedArray,
  launch: ResolvedLaunch,
  share: number,
): number {
  const blocks = launch.grid[0] * launch.grid[1] * launch.grid[2];
  const touched = touchedBytes(reaches, array, launch);
  return touched(launch.blocks) / (Math.max(share, launch.blocks / blocks) * touched(blocks));
}

/** Accesses that follow the block in the same way. */
interface ReachGroup {
  readonly index: LaneForm;
  /** Bytes that a block touches by them. */
  readonly bytes: number;
}

/** Bytes of an array that so many of the first blocks of a launch touch, at least by one group of accesses. */
function touchedBytes(
  reaches: readonly AccessReach[],
  array: PlacedArray,
  launch: ResolvedLaunch,
): (first: number) => number {
  const groups = groupsOf(reaches, array, launch);
  const spread = reaches.flatMap((reach) => spreadOf(reach, array, launch) ?? []);
  return (first) =>
    Math.max(
      ...groups.map(({ index, bytes }) => bytes * distinctBlocks(index, launch.grid, first)),
      ...spread.map((touched) => touched(first)),
    );
}

const threadsOf = ({ block }: ResolvedLaunch): number => block[0] * block[1] * block[2];
const roundsOf = ({ trips }: AccessReach): number =>
  [...trips.values()].reduce((product, count) => product * count, 1);

/** Lanes that take any element leave lines out by chance, the fewer the more blocks there are. */
function spreadOf(
  reach: AccessReach,
  array: PlacedArray,
  launch: ResolvedLaunch,
): ((first: number) => number) | null {
  if (reach.by === null || !('elements' in reach.by)) return null;
  const bytes = reach.by.elements * array.declaration.elementBytes;
  const lines = Math.max(1, bytes / LINE_BYTES);
  const ofBlock = threadsOf(launch) * roundsOf(reach);
  return (first) => bytes * -Math.expm1((-first * ofBlock) / lines);
}

function groupsOf(
  reaches: readonly AccessReach[],
  { bytes, declaration: { elementBytes } }: PlacedArray,
  launch: ResolvedLaunch,
): readonly ReachGroup[] {
  const groups = new Map<string, { index: LaneForm; bytes: number; low: number; high: number }>();
  reaches.forEach((reach, at) => {
    const { by: index, laneBytes, trips } = reach;
    if (index === null || 'elements' in index) return;
    const key = index.kind === 'affine' ? index.form.block.join() : `access ${at}`;
    const group = groups.get(key) ?? { index, bytes: 0, low: Infinity, high: -Infinity };
    const [low, high] = boundsOf(index, [1, 1, 1], trips);
    group.bytes += threadsOf(launch) * roundsOf(reach) * laneBytes;
    group.low = Math.min(group.low, low * elementBytes);
    group.high = Math.max(group.high, high * elementBytes + laneBytes);
    groups.set(key, group);
  });
  const blocks = launch.grid[0] * launch.grid[1] * launch.grid[2];
  // Accesses of a group touch the same, mostly: blocks in different places have no more than their part of the array.
  return [...groups.values()].map(({ index, bytes: most, low, high }) => ({
    index,
    bytes: Math.min(most, high - low, bytes / distinctBlocks(index, launch.grid, blocks)),
  }));
}

/** How many of the first blocks of a grid begin in different places. */
function distinctBlocks(index: LaneForm, grid: Dim3, first: number): number {
  return index.kind === 'affine'
    ? distinctCoordinates(index.form.block, grid, first)
    : distinctPlaces(index, grid, first);
}

/** How many different coordinates the first blocks have along the axes that count. */
function distinctCoordinates(
  [byX, byY, byZ]: AffineForm['block'],
  [width, height]: Dim3,
  first: number,
): number {
  const rows = Math.ceil(first / width);
  const planes = Math.ceil(rows / height);
  const ofRow = byX === 0 ? 1 : Math.min(first, width);
  if (byY === 0) return ofRow * (byZ === 0 ? 1 : planes);
  const ofRows = byZ === 0 ? Math.min(rows, height) : rows;
  return Math.min(first, ofRow * ofRows);
}

function distinctPlaces(index: LaneForm, grid: Dim3, first: number): number {
  const looked = Math.min(first, MOST_BLOCKS);
  const places = new Set<number>();
  for (let block = 0; block < looked; block++) {
    const x = block % grid[0];
    const rest = (block - x) / grid[0];
    const y = rest % grid[1];
    places.add(placeOf(index, [x, y, (rest - y) / grid[1]]));
  }
  // Of more blocks than were looked at, all go on as these do, or come again to the same places.
  return places.size === looked ? first : places.size;
}

/** Where the first thread of a block begins. */
function placeOf(form: LaneForm, block: Dim3): number {
  if (form.kind === 'affine') {
    const { constant, threads, block: by } = form.form;
    return constant + (threads?.[0] ?? 0) + by[0] * block[0] + by[1] * block[1] + by[2] * block[2];
  }
  return applied(
    form.operation,
    form.of.map((part) => placeOf(part, block)),
  );
}

function applied(operation: LaneOperation, [a, b = NaN]: readonly number[]): number {
  switch (operation) {
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return applyOperator(operation, a!, b);
    default:
      return applyFunction(operation, a!, b);
  }
}
