import type { TransferDirection } from '../../kernel/profile';
import { directionOf, pinnedOf } from '../nvprof/operations';

/** What the name of a copy tells, such as `Memcpy HtoD (Pinned -> Device)`. */
export interface NamedCopy {
  readonly direction: TransferDirection;
  /** Whether the host's side is pinned; null where the name does not tell. */
  readonly pinned: boolean | null;
}

const COPY = /^Memcpy (\w+)(?: \((\w+) -> (\w+)\))?/;

/** Reads the name of a copy; null for a kind that is not known. */
export function namedCopy(name: string): NamedCopy | null {
  const [, kind = '', source = '', target = ''] = COPY.exec(name) ?? [];
  const direction = directionOf(kind);
  if (direction === null) return null;
  return { direction, pinned: pinnedOf(direction, source, target) };
}
