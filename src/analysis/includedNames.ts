const INCLUDE = /^[ \t]*#[ \t]*include[ \t]*(["<])([^">\n]+)[">]/gm;

/** What a directive includes. */
export interface IncludedName {
  /** With `/`. */
  readonly name: string;
  /** In quotes, which is how a project's own files are included; else in angle brackets. */
  readonly isQuoted: boolean;
}

/** The names that a text includes, in their order. */
export function includedNames(text: string): IncludedName[] {
  // Compilers of Windows take both separators.
  return [...text.matchAll(INCLUDE)].map(([, mark, name]) => ({
    name: name!.replaceAll('\\', '/'),
    isQuoted: mark === '"',
  }));
}

/** The names that a text includes in quotes. */
export function quotedIncludes(text: string): string[] {
  return includedNames(text).flatMap(({ name, isQuoted }) => (isQuoted ? [name] : []));
}
