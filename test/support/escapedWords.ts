/** What stays as it is in every language: units, names of tools, formats and codes. */
export interface Exceptions {
  /** Identifiers, paths, ids: single words that are names in what is shown. */
  readonly names: ReadonlySet<string>;
  /** Texts that are taken out whole, e.g. code and syntax of a command line. */
  readonly texts: readonly RegExp[];
}

/** Units as numbers have them, and marks of the field that are spelled alike everywhere. */
const UNITS = ['ns', 'ms', 'min', 'KiB', 'MiB', 'GiB', 'TiB', 'GB', 'clocks'];

const WORD = /[A-Za-z][A-Za-z]+/g;

/** Options, paths, file names, C++ names and template arguments: no language's words. */
const CODE = [
  /--?[a-z][\w-]*(?:=\S*)?/g,
  /[\w.@~-]*\/[\w./@*~-]+(?::\d+)?/g,
  /\b[\w-]+\.(?:cuh?|csv|json|cpp|h|md|txt|log|sh)\b(?::\d+)?/g,
  /\b[A-Za-z]\w*(?:::\w+)+/g,
  /\b\w*(?:_\w*|\d\w*|[a-z][A-Z]\w*)\b/g,
];

/**
 * Words of a text in the pseudo-locale that are not accented and so did not come out of the table of messages,
 * but for names and code.
 */
export function escapedWords(text: string, { names, texts }: Exceptions): readonly string[] {
  const left = [...texts, ...CODE].reduce((rest, pattern) => rest.replace(pattern, ' '), text);
  const found = [...left.matchAll(/[\p{L}\p{M}]+/gu)].map(([word]) => word).filter(isPlain);
  return [...new Set(found)].filter((word) => !names.has(word) && !UNITS.includes(word));
}

const isPlain = (word: string): boolean => word.replace(WORD, '') === '';

/** Words of code without its comments. */
export function wordsOfCode(text: string): readonly string[] {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ' ').match(WORD) ?? [];
}
