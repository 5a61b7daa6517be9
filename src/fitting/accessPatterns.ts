import type { AccessIndex } from '../kernel/program';
import { WARP_SIZE } from '../kernel/warp';
import { LINE_BYTES, SECTOR_BYTES } from '../simulator/core/sizes';

/** Element size and index expression that give a warp's request a wanted shape. */
export interface Pattern {
  readonly elementBytes: 1 | 2 | 4 | 8 | 16;
  readonly elements: number;
  readonly index: AccessIndex;
}

/** One way to serve a request with a whole number of sectors, and the share of requests that take it. */
export interface Weighted<T> {
  readonly value: T;
  readonly share: number;
}

const NEGLIGIBLE = 0.01;

/** `mean` as a mixture of the two levels around it; one level where it is met within 1 %. */
export function mixtureOf(mean: number, levels: readonly number[]): readonly Weighted<number>[] {
  const low = levels.findLast((level) => level <= mean) ?? levels[0]!;
  const high = levels.find((level) => level >= mean) ?? levels.at(-1)!;
  if (high - low <= 0) return [{ value: low, share: 1 }];
  const share = (mean - low) / (high - low);
  if (share < NEGLIGIBLE) return [{ value: low, share: 1 }];
  if (share > 1 - NEGLIGIBLE) return [{ value: high, share: 1 }];
  return [
    { value: low, share: 1 - share },
    { value: high, share },
  ];
}

/** Numbers of sectors that a request can touch: 1 to one per lane. */
export const WHOLE_SECTORS: readonly number[] = Array.from({ length: WARP_SIZE }, (_, i) => i + 1);

/**
 * Bytes from lane to lane with which `lanes` lanes touch exactly `sectors` adjacent sectors: the first byte of
 * the last lane has to lie in the last sector.
 */
export function laneStride(sectors: number, lanes: number): number {
  const last = Math.max(1, Math.floor(lanes) - 1);
  return Math.min(SECTOR_BYTES, Math.ceil((SECTOR_BYTES * (sectors - 1)) / last));
}

/**
 * A request of a stream that no other request touches.
 *
 * @param position number of the request in the stream, an expression over block, warp and loops
 * @param slots requests after which the stream begins anew; null when all of them fit
 */
export function streamIndex(
  position: string,
  sectors: number,
  lanes: number,
  spread: boolean,
  slots: number | null,
): string {
  const at = slots === null ? `(${position})` : `((${position}) % ${slots})`;
  if (!spread || sectors < 2)
    return `${at} * ${sectors * SECTOR_BYTES} + lane * ${laneStride(sectors, lanes)}`;
  // Four requests share the lines: each takes one of the four sectors of every line.
  const step = laneStride(sectors, lanes) * (LINE_BYTES / SECTOR_BYTES);
  const perLine = LINE_BYTES / SECTOR_BYTES;
  return `floor(${at} / ${perLine}) * ${sectors * LINE_BYTES} + ${at} % ${perLine} * ${SECTOR_BYTES} + floor(lane * ${step} / ${LINE_BYTES}) * ${LINE_BYTES}`;
}

/** Bytes that `requests` requests of a stream cover. */
export function streamBytes(requests: number, sectors: number): number {
  return (Math.ceil(requests / 4) * 4 + 4) * sectors * SECTOR_BYTES;
}

const ELEMENT_BYTES = [1, 2, 4, 8, 16] as const;

/** Patterns of requests at random aligned places of a footprint that the whole grid shares. */
export function sharedPatterns(
  sectors: number,
  lanes: number,
  footprintBytes: number,
): readonly Weighted<Pattern>[] {
  const wide = Math.max(1, Math.floor(lanes));
  const neighbours = ELEMENT_BYTES.map((bytes) => ({
    sectors: Math.max(1, Math.round((bytes * lanes) / SECTOR_BYTES)),
    pattern: consecutivePattern(bytes, footprintBytes),
  }));
  const shapes = [...neighbours, { sectors: wide, pattern: scatteredPattern(footprintBytes) }];
  const levels = [...new Set(shapes.map((shape) => shape.sectors))].sort((a, b) => a - b);
  return mixtureOf(Math.min(sectors, levels.at(-1)!), levels).map(({ value, share }) => ({
    value: shapes.find((shape) => shape.sectors === value)!.pattern,
    share,
  }));
}

function consecutivePattern(elementBytes: Pattern['elementBytes'], footprintBytes: number): Pattern {
  const footprint = Math.max(1, Math.floor(footprintBytes / elementBytes / WARP_SIZE)) * WARP_SIZE;
  return { elementBytes, elements: footprint, index: { kind: 'random', footprint, lanes: 'consecutive' } };
}

function scatteredPattern(footprintBytes: number): Pattern {
  const footprint = Math.max(WARP_SIZE, Math.floor(footprintBytes / 16));
  return { elementBytes: 16, elements: footprint, index: { kind: 'random', footprint } };
}

/** Strides of 4-byte words for which a warp needs 1, 2, 4 … passes through 32 banks, as far as `words` allows. */
export function bankPatterns(passes: number, words: number): readonly Weighted<string>[] {
  const possible = [1, 2, 4, 8, 16, 32].filter((degree) => 31 * degree < words);
  if (possible.length === 0) return [{ value: '0', share: 1 }];
  return mixtureOf(Math.min(passes, possible.at(-1)!), possible).map(({ value, share }) => ({
    value: value === 1 ? 'lane' : `lane * ${value}`,
    share,
  }));
}
