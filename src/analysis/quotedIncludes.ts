const INCLUDE = /^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"/gm;

/** The names that a text includes in quotes, which is how a project's own files are included, with `/`. */
export function quotedIncludes(text: string): string[] {
  // Compilers of Windows take both separators.
  return [...text.matchAll(INCLUDE)].map(([, name]) => name!.replaceAll('\\', '/'));
}
