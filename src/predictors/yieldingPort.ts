import type { EditOutcome } from '../cuda/edits/outcome';
import type { CudaWorkspace } from '../cuda/workspace';
import type { Kernel, Launch } from '../kernel/kernel';

/**
 * The port of transformations that let a kernel give SMs back while it runs: its blocks become tasks of a queue, which
 * blocks that stay on the GPU work off until the host asks for their place.
 */

/**
 * How the host says which blocks leave: `pair`, all but so many on the first n SMs; `array`, how many may stay, SM by
 * SM.
 */
export const YIELD_VARIANTS = ['pair', 'array'] as const;
export type YieldVariant = (typeof YIELD_VARIANTS)[number];

/** What is asked for. */
export interface YieldRequest {
  readonly variant: YieldVariant;
  /** The launch that is to start the yielding kernel; null for the kernel alone. */
  readonly launch: Launch | null;
}

/** Writes yielding kernels. */
export interface YieldingTransformer {
  readonly id: string;
  /**
   * The edit that puts a yielding kernel beside a kernel, which itself stays as its callers know it, or the reason why
   * there is none.
   */
  edit(workspace: CudaWorkspace, kernel: Kernel, request: YieldRequest): EditOutcome;
}
