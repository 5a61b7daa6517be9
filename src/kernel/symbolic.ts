import type { Words } from './message';

/**
 * A value found in source text. `value` is null while something in it is not known; `unknowns`
 * then names what is missing (identifiers or sub-expressions as written).
 */
export interface SymbolicValue {
  /** The expression as written, white space folded. */
  readonly text: string;
  readonly value: number | null;
  readonly unknowns: readonly string[];
  /** Variables and members whose numbers would make the value known, where these are others than `unknowns`. */
  readonly settable?: readonly string[];
  /** Assumptions behind `value`, or reasons why it is unknown: one sentence each. */
  readonly notes?: readonly Words[];
}

/** What a number can be given to: a variable, or a member such as `image.width`. */
export function isSettable(name: string): boolean {
  return /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/.test(name);
}

/** Names whose numbers would make a value known; none where no name would, or where it is known. */
export function settableOf({
  unknowns,
  settable = unknowns.every(isSettable) ? unknowns : [],
}: Pick<SymbolicValue, 'unknowns' | 'settable'>): readonly string[] {
  return settable;
}

/** Three extents in the order x, y, z; components that are not written are the constant 1. */
export type SymbolicDim3 = readonly [SymbolicValue, SymbolicValue, SymbolicValue];

/** Three resolved extents in the order x, y, z. */
export type Dim3 = readonly [number, number, number];

/** A constant as a symbolic value. */
export function known(value: number, text = String(value)): SymbolicValue {
  return { text, value, unknowns: [] };
}

/** The extents as numbers, or null while one of them is unknown. */
export function resolveDim3(dim: SymbolicDim3): Dim3 | null {
  const [x, y, z] = [dim[0].value, dim[1].value, dim[2].value];
  return x === null || y === null || z === null ? null : [x, y, z];
}

/** Product of the three extents. */
export function volume(dim: Dim3): number {
  return dim[0] * dim[1] * dim[2];
}

/** The place with a number, counted along x first, then y, then z. */
export function coordinates(index: number, [x, y]: Dim3): Dim3 {
  return [index % x, Math.floor(index / x) % y, Math.floor(index / (x * y))];
}

/** True for extents that a launch could have: each a whole number of at least 1, and countable together. */
export function isLaunchable(dim: Dim3): boolean {
  return (
    dim.every((extent) => Number.isSafeInteger(extent) && extent >= 1) && Number.isSafeInteger(volume(dim))
  );
}

/** The extents as numbers, where they are known and could be launched. */
export function launchable(dim: SymbolicDim3): Dim3 | null {
  const resolved = resolveDim3(dim);
  return resolved !== null && isLaunchable(resolved) ? resolved : null;
}

/** True for what can be a size in bytes. */
export function isByteCount(bytes: number): boolean {
  return Number.isSafeInteger(bytes) && bytes >= 0;
}
