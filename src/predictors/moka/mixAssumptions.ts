import { plain } from '../../kernel/message';
import type { InstructionMix } from '../../kernel/kernel';
import type { Assumption } from '../../kernel/origin';

/** How the keys of these assumptions begin. */
export const MIX_KEY = 'moka:mix:';

/** What counting a kernel's instructions took for granted: in words only, no setting replaces it. */
export function mixAssumptions(mix: InstructionMix): readonly Assumption[] {
  return mix.assumptions.map((text) => ({ key: `${MIX_KEY}${plain(text)}`, value: '', text }));
}
