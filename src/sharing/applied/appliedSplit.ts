import type { Words } from '../../kernel/message';
import type { MigProfile } from '../../kernel/gpuSpec';
import type { SharingMode } from '../../kernel/prediction';

/** Mechanisms by which a split of SMs is put into force on a real GPU. */
export const MECHANISMS = ['green-contexts', 'mps', 'mig'] as const;

/** Mechanism that puts a split of SMs into force. */
export type Mechanism = (typeof MECHANISMS)[number];

/**
 * Mechanism that puts a split into force in a sharing mode; null where the mode splits nothing, or leaves that
 * open.
 */
export function mechanismOfMode(mode: SharingMode | undefined): Mechanism | null {
  return mode === 'mps' || mode === 'mig' ? mode : null;
}

/** A resource that the parts of a split still compete for. */
export type SharedResource = 'SMs' | 'L2 cache' | 'DRAM bandwidth' | 'PCIe';

/** Commands or code to copy. */
export interface ApplyText {
  readonly title: Words;
  readonly language: 'shell' | 'cpp';
  readonly code: string;
}

/** A split as a mechanism can really set it up. */
export interface AppliedSplit {
  readonly mechanism: Mechanism;
  /** SMs that each application gets (with a cap: may use at most). */
  readonly sms: readonly number[];
  /** The setting of each application in the mechanism's own terms, e.g. `3g.40gb` or `45 %`. */
  readonly settings: readonly Words[];
  /** SMs that no application can use. */
  readonly unusedSms: number;
  /** True where the numbers are upper bounds without a reservation. */
  readonly isCap: boolean;
  /** MIG profiles of the applications; absent with other mechanisms. */
  readonly instances?: readonly MigProfile[];
  readonly shared: readonly SharedResource[];
  readonly apply: readonly ApplyText[];
  readonly notes: readonly Words[];
}

/** One application that is to get some of the SMs. */
export interface SplitPart {
  readonly name: string;
  readonly sms: number;
}
