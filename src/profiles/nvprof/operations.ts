import type { TransferDirection } from '../../kernel/profile';

const DIRECTIONS = ['HtoD', 'DtoH', 'DtoD', 'PtoP', 'HtoH', 'HtoA', 'AtoH', 'AtoA', 'AtoD', 'DtoA'] as const;
const UNIFIED_COPY = /^\[Unified Memory Memcpy (?:HtoD|DtoH|DtoD)\]$/;
const COPY = /^\[CUDA memcpy (\w+)\]$/;

/** Operation that a row of a trace or summary stands for, by its name. */
export type Operation =
  | { readonly kind: 'transfer'; readonly direction: TransferDirection }
  /** Page faults and other events in brackets: no kernel and no transfer. */
  | { readonly kind: 'other' }
  | { readonly kind: 'kernel' };

/** Direction by its short name (`HtoD`), or null. */
export function directionOf(name: string): TransferDirection | null {
  return DIRECTIONS.find((direction) => direction === name) ?? null;
}

/** Which operation a name in a GPU row stands for. */
export function operationOf(name: string): Operation {
  if (!name.startsWith('[')) return { kind: 'kernel' };
  if (name === '[CUDA memset]') return { kind: 'transfer', direction: 'memset' };
  if (UNIFIED_COPY.test(name)) return { kind: 'transfer', direction: 'unified' };
  const direction = directionOf(COPY.exec(name)?.[1] ?? '');
  return direction === null ? { kind: 'other' } : { kind: 'transfer', direction };
}

/** Tests whether the host side of a copy is pinned, by nvprof's memory kinds; null where that is unknown. */
export function pinnedOf(direction: TransferDirection, source: string, target: string): boolean | null {
  const host = direction.startsWith('H') ? source : direction.endsWith('H') ? target : '';
  if (host === 'Pinned') return true;
  return host === 'Pageable' ? false : null;
}
