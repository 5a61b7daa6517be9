import type { SourceRange } from '../../kernel/source';

export interface SourceEdit {
  readonly path: string;
  readonly range: SourceRange;
  readonly newText: string;
}

/** An edit that was proven safe, or the reason why there is none. */
export type EditOutcome =
  | { readonly kind: 'edit'; readonly edits: readonly SourceEdit[]; readonly note: string }
  | { readonly kind: 'refused'; readonly reason: string };

export function refused(reason: string): EditOutcome {
  return { kind: 'refused', reason };
}
