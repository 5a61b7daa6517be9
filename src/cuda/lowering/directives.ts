/** Numbers that a comment sets. */
export type GivenNumbers = ReadonlyMap<string, number>;

/** A number that a comment sets. */
export interface Directive {
  readonly name: string;
  readonly value: number;
  /** Line of the comment, 1-based, and where the name stands in it. */
  readonly line: number;
  readonly column: number;
}

const DIRECTIVE = /\bcorun:\s*([^*]*)/;
// A name begins where none is before: looked for from every letter, a long word would take its length squared.
const PAIR = /(?<![\w.])([A-Za-z_][\w.]*(?:\[\w+\][\w.]*)*)\s*=\s*([-+]?[\d.][\w.+-]*)/g;

/** `name=value` pairs of a line such as `// corun: n=1048576, density=0.1`; what is no number is left out. */
function directivesOn(text: string, line: number): Directive[] {
  const comment = DIRECTIVE.exec(text);
  if (comment === null) return [];
  const start = comment.index + comment[0].length - comment[1]!.length;
  return [...comment[1]!.matchAll(PAIR)].flatMap(({ 1: name, 2: number, index }) => {
    const value = Number(number!.replace(/(?<![uUlL])[uUlL]+$/, ''));
    return Number.isFinite(value) ? [{ name: name!, value, line, column: start + index }] : [];
  });
}

/**
 * The numbers of `// corun: n=1048576, density=0.1` on a line and in the comments directly above it; what is nearer
 * goes before what is farther.
 * @param line 1-based
 */
export function directivesAbove(lines: readonly string[], line: number): readonly Directive[] {
  const found = new Map<string, Directive>();
  const read = (at: number): void => {
    for (const one of directivesOn(lines[at - 1] ?? '', at))
      if (!found.has(one.name)) found.set(one.name, one);
  };
  read(line);
  for (let above = line - 1; above >= 1; above--) {
    if (!/^(\/\/|\/\*|\*|$)/.test((lines[above - 1] ?? '').trim())) break;
    read(above);
  }
  return [...found.values()];
}

/** Their values by name. */
export function directiveAbove(lines: readonly string[], line: number): GivenNumbers {
  return new Map(directivesAbove(lines, line).map(({ name, value }) => [name, value]));
}
