import { MAX_BLOCK, MAX_GRID, MAX_THREADS_PER_BLOCK } from '../kernel/launchLimits';
import type { Dim3 } from '../kernel/symbolic';
import { volume } from '../kernel/symbolic';

/** 255 for the compiler; the profiler also counts what the driver uses. */
const MAX_REGISTERS_PER_THREAD = 256;
const REGISTERS_PER_BLOCK = 65536;
/** No architecture to 12.x gives a block more than 227 KiB; the bound leaves room for newer ones. */
const MAX_SHARED_BYTES = 1 << 20;

const isExtent = (value: number | null, max: number): boolean =>
  value !== null && Number.isInteger(value) && value >= 1 && value <= max;

type Extents = readonly [number | null, number | null, number | null];

const within = (dim: Extents, max: Dim3): dim is Dim3 =>
  isExtent(dim[0], max[0]) && isExtent(dim[1], max[1]) && isExtent(dim[2], max[2]);

/** The block size, or null when no GPU can launch it. */
export function trustedBlock(dim: Extents): Dim3 | null {
  return within(dim, MAX_BLOCK) && volume(dim) <= MAX_THREADS_PER_BLOCK ? dim : null;
}

/** The grid size, or null when no GPU can launch it. */
export function trustedGrid(dim: Extents): Dim3 | null {
  return within(dim, MAX_GRID) ? dim : null;
}

/** Tests whether so many registers per thread are possible, for blocks of this size where it is known. */
export function possibleRegisters(registers: number, block: Dim3 | null): boolean {
  return (
    Number.isInteger(registers) &&
    registers >= 0 &&
    registers <= MAX_REGISTERS_PER_THREAD &&
    registers * (block === null ? 1 : volume(block)) <= REGISTERS_PER_BLOCK
  );
}

/**
 * The whole number of bytes that a rounded size stands for, or null when no whole number rounds
 * to it (a wrong unit, a damaged digit). Sizes that are rounded by more than half a byte become
 * the nearest whole number.
 */
export function wholeBytes(value: number, slack: number): number | null {
  const whole = Math.round(value);
  return value >= 0 && Math.abs(whole - value) <= slack * 1.01 + 1e-6 ? whole : null;
}

/** The shared memory of a block in bytes, or null when no GPU has so much. */
export function trustedShared(value: number, slack: number): number | null {
  const bytes = wholeBytes(value, slack);
  return bytes !== null && bytes <= MAX_SHARED_BYTES ? bytes : null;
}

/** A number with the distance by which rounding may have moved it. */
export interface Rounded {
  readonly value: number;
  readonly slack: number;
}

/** Tests whether `product` can be `a × b`, all three rounded as printed. */
export function isProduct(product: Rounded, a: Rounded, b: Rounded): boolean {
  const low = (a.value - a.slack) * (b.value - b.slack);
  const high = (a.value + a.slack) * (b.value + b.slack);
  const margin = product.slack + 1e-6 * Math.abs(product.value);
  return product.value >= low - margin && product.value <= high + margin;
}

/** Tests whether min ≤ mean ≤ max holds up to rounding. */
export function isOrdered(min: Rounded, mean: Rounded, max: Rounded): boolean {
  const below = (a: Rounded, b: Rounded): boolean =>
    a.value - a.slack <= b.value + b.slack + 1e-9 * Math.abs(b.value);
  return below(min, mean) && below(mean, max);
}
