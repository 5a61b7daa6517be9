import type { MemoryPart } from '../../reading/values/graph';

/** Where an access goes, as far as the compiler tells. */
export interface PlaceKey {
  /** The same for accesses to one place. */
  readonly place: string;
  /** The same for places that lie a known number of bytes apart; null where no distance is known. */
  readonly row: string | null;
  /** Bytes behind the start of the row. */
  readonly offset: number;
  readonly bytes: number;
  /** Bytes, up to 16, at a multiple of which the row is known to start. */
  readonly alignment: number;
  readonly part: MemoryPart;
}

/** Tests whether two places cannot overlap: they are in other arrays, or in one row and far enough apart. */
export function areApart(a: PlaceKey, b: PlaceKey): boolean {
  if (a.part.array !== null && b.part.array !== null && a.part.array !== b.part.array) return true;
  if (a.row === null || a.row !== b.row) return false;
  return a.offset + a.bytes <= b.offset || b.offset + b.bytes <= a.offset;
}
