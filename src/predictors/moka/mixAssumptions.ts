import { plain } from '../../kernel/message';
import { lineAndText, type CodeAssumption } from '../../kernel/codeAssumption';
import type { InstructionMix } from '../../kernel/kernel';
import type { Assumption } from '../../kernel/origin';

/** Key of what counting a kernel's instructions took for granted. */
export function mixKey(assumption: CodeAssumption): string {
  return `moka:mix:${plain(lineAndText(assumption))}`;
}

/** What counting a kernel's instructions took for granted: in words only, no setting replaces it. */
export function mixAssumptions(mix: InstructionMix): readonly Assumption[] {
  return mix.assumptions.map((one) => ({ key: mixKey(one), value: '', text: lineAndText(one) }));
}
