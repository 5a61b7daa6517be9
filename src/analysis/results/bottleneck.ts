import type { Sourced } from '../../kernel/origin';

/** How much of a resource a kernel uses. */
export interface Bottleneck {
  readonly resource: string;
  /** Utilisation 0–1. */
  readonly share: Sourced;
}
