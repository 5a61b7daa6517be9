import type { Words } from '../kernel/message';
import type { InputWarning } from '../kernel/source';
import { say } from '../words/say';
import { saidOnce } from '../words/texts/saidOnce';
import { inputWarningLines } from './warningLines';

/** What was taken for granted and could not be read, in one paragraph to stand behind an answer; none where that is nothing. */
export function restsOn(
  assumptions: readonly Words[],
  warnings: readonly InputWarning[] = [],
): readonly string[] {
  const lines = [
    ...saidOnce(assumptions).map((assumption) => say('cli.assumed', { assumption })),
    ...inputWarningLines(warnings),
  ];
  return lines.length === 0 ? [] : [lines.join('\n')];
}
