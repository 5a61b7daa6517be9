import type { Words } from '../../kernel/message';
import type { SourceRange } from '../../kernel/source';

/** Replacement of a range of a source file. */
export interface SourceEdit {
  readonly path: string;
  readonly range: SourceRange;
  readonly newText: string;
}

/** An edit that was proven safe, or the reason why there is none. */
export type EditOutcome =
  | { readonly kind: 'edit'; readonly edits: readonly SourceEdit[]; readonly note: Words }
  | Refusal;

/** Refused edit, with the reason. */
export interface Refusal {
  readonly kind: 'refused';
  readonly reason: Words;
  /** True where too much is unknown for a proof; false where the code speaks against the edit. */
  readonly unknown: boolean;
}

/** Refusal because the code speaks against the edit. */
export function refused(reason: Words): Refusal {
  return { kind: 'refused', reason, unknown: false };
}

/** A refusal for want of a proof. */
export function unproven(reason: Words): Refusal {
  return { kind: 'refused', reason, unknown: true };
}
