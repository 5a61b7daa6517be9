/** Numbers that a comment sets. */
export type GivenNumbers = ReadonlyMap<string, number>;

const DIRECTIVE = /\bcorun:\s*([^*]*)/;
const PAIR = /([A-Za-z_][\w.]*)\s*=\s*([-+]?[\d.][\w.+-]*)/g;

/** `name=value` pairs of a text such as `n=1048576, density=0.1`; what is no number is left out. */
function readPairs(text: string): GivenNumbers {
  const found = new Map<string, number>();
  for (const [, name, value] of text.matchAll(PAIR)) {
    const number = Number(value!.replace(/[uUlL]+$/, ''));
    if (Number.isFinite(number)) found.set(name!, number);
  }
  return found;
}

/**
 * The numbers of `// corun: n=1048576, density=0.1` in the comments directly above a line, or on it.
 * @param line 1-based
 */
export function directiveAbove(lines: readonly string[], line: number): GivenNumbers {
  const found = new Map<string, number>();
  const read = (text: string): void => {
    const pairs = DIRECTIVE.exec(text)?.[1];
    if (pairs === undefined) return;
    for (const [name, value] of readPairs(pairs)) if (!found.has(name)) found.set(name, value);
  };
  read(lines[line - 1] ?? '');
  for (let above = line - 2; above >= 0; above--) {
    const text = (lines[above] ?? '').trim();
    if (!/^(\/\/|\/\*|\*|$)/.test(text)) break;
    read(text);
  }
  return found;
}
