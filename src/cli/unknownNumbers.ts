import { isName } from '../analysis/stages/numbersSet';
import { closest } from '../kernel/closest';
import { message, type Message } from '../kernel/message';

/**
 * What is said of numbers that are set for the whole project and whose names stand in none of its sources.
 * @param parameters names of the parameters of its kernels
 */
export function unknownNumbers(
  names: readonly string[],
  sources: ReadonlyMap<string, string>,
  parameters: readonly string[],
): readonly Message[] {
  return names
    .filter((name) => isName(name) && !isMentioned(name, sources))
    .map((name) => {
      const near = closest(name, [...new Set(parameters)]);
      return near === null
        ? message('cli.unknownNumber', { name })
        : message('cli.unknownNumberBut', { name, near });
    });
}

function isMentioned(name: string, sources: ReadonlyMap<string, string>): boolean {
  const word = new RegExp(`\\b${name}\\b`);
  for (const text of sources.values()) if (word.test(text)) return true;
  return false;
}
