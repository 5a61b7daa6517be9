import type { Words } from '../kernel/message';
import type { InputWarning } from '../kernel/source';
import { words } from '../words';
import { say } from '../words/say';

/** Warnings of an answer and of its applications as lines of text, each line once. */
export function warningLines(
  warnings: readonly Words[],
  apps: readonly { readonly name: string; readonly warnings: readonly Words[] }[],
): string[] {
  const own = apps.flatMap(({ name, warnings: lines }) => lines.map((line) => `${name}: ${words(line)}`));
  return [...new Set([...warnings.map(words), ...own])].map((line) => say('cli.warning', { line }));
}

/** What could not be read of input files, with its file and line. */
export function inputWarningLines(warnings: readonly InputWarning[]): string[] {
  return warnings.map(({ message: said, location }) =>
    say('cli.warning', { line: `${location ? `${location.path}:${location.line}: ` : ''}${words(said)}` }),
  );
}
