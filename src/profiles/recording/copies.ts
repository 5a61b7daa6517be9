import type { TransferDirection } from '../../kernel/profile';

/** Directions by CUPTI's number of a copy's kind (CUpti_ActivityMemcpyKind); Nsight Systems adds 11 to 13. */
const DIRECTIONS: readonly (TransferDirection | null)[] = [
  null,
  'HtoD',
  'DtoH',
  'HtoA',
  'AtoH',
  'AtoA',
  'AtoD',
  'DtoA',
  'DtoD',
  'HtoH',
  'PtoP',
  'unified',
  'unified',
  'unified',
];

/** The direction of a copy by its number; null for one that is not known. */
export function copyDirection(kind: number | null): TransferDirection | null {
  return kind === null ? null : (DIRECTIONS[kind] ?? null);
}

/** How a recording numbers host memory. nvprof's numbers are CUPTI's, those of Nsight Systems are one less. */
export interface HostMemoryKinds {
  readonly pageable: number;
  readonly pinned: number;
}

/** Tests whether the host side of a copy is pinned; null where the recording does not tell. */
export function isPinned(
  direction: TransferDirection,
  source: number | null,
  target: number | null,
  kinds: HostMemoryKinds,
): boolean | null {
  const host = direction.startsWith('H') ? source : direction.endsWith('H') ? target : null;
  if (host === kinds.pinned) return true;
  return host === kinds.pageable ? false : null;
}
