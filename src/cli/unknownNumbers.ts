import { closest } from '../kernel/closest';
import { message, type Message } from '../kernel/message';
import { isSettable } from '../kernel/symbolic';

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
    .filter((name) => isSettable(name) && !isMentioned(name, sources))
    .map((name) => {
      const near = closest(name, [...new Set(parameters)]);
      return near === null
        ? message('cli.unknownNumber', { name })
        : message('cli.unknownNumberBut', { name, near });
    });
}

/** Whether one source has the name; of `image.width`, which may stand there as `image->width`, both words. */
function isMentioned(name: string, sources: ReadonlyMap<string, string>): boolean {
  const words = name.split('.').map((word) => new RegExp(`\\b${word}\\b`));
  for (const text of sources.values()) if (words.every((word) => word.test(text))) return true;
  return false;
}
