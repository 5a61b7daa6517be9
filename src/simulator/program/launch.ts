import type { Dim3 } from '../../kernel/symbolic';

/** A launch with everything resolved. */
export interface ResolvedLaunch {
  readonly grid: Dim3;
  readonly block: Dim3;
  readonly dynamicSharedBytes: number;
  /** Blocks that run, the first ones of the grid. */
  readonly blocks: number;
}
