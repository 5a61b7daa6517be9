import { closest } from '../../kernel/closest';
import { message, type Words } from '../../kernel/message';
import type { SourceRange } from '../../kernel/source';

/** A number that the user set and that a kernel has no use for. */
export interface UnusedNumber {
  readonly name: string;
  /** One sentence for people. */
  readonly text: Words;
  readonly path: string;
  /** Where it is set; null where that is not in the source. */
  readonly range: SourceRange | null;
}

/** A number that is set for a kernel, by whom. */
export interface GivenNumber {
  readonly name: string;
  readonly path: string;
  readonly range: SourceRange | null;
}

/** Names of what a kernel leaves open; other names are those of arguments and host variables. */
const OPEN_NUMBER = /^(trips|share|window|elements)_/;
const EXTENT = /^(grid|block)Dim[XYZ]$/;
/** Names that a message lists. */
const LISTED = 8;

/**
 * The numbers among `given` that nothing in a kernel has the name of.
 * @param settable names of arguments and of what the kernel leaves open
 * @param isKnown whether a name stands for something else at the launch
 */
export function unusedNumbers(
  kernel: string,
  given: readonly GivenNumber[],
  settable: readonly string[],
  isKnown: (name: string) => boolean,
): UnusedNumber[] {
  const open = settable.filter((name) => OPEN_NUMBER.test(name));
  const has = openNumbers(open);
  return given.flatMap(({ name, path, range }) => {
    const [object] = name.split('.');
    if (EXTENT.test(name) || settable.includes(name) || settable.includes(object!) || isKnown(name))
      return [];
    const near = closest(name, settable);
    const text =
      near === null
        ? message('cuda.unusedNumber', { name, kernel, has })
        : message('cuda.unusedNumberBut', { name, kernel, near });
    return [{ name, path, range, text }];
  });
}

function openNumbers(open: readonly string[]): Words {
  if (open.length === 0) return message('cuda.noOpenNumbers');
  if (open.length <= LISTED) return message('cuda.openNumbers', { names: open });
  return message('cuda.openNumbersAndMore', { names: open.slice(0, LISTED), more: open.length - LISTED });
}
