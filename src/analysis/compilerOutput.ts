const SCHEME = 'nvcc:';
const ENDING = '.ptxas';

/** The profile path under which the compiler's output for a source is known: `nvcc:a.cu.ptxas`. */
export function compilerOutputPath(source: string): string {
  return `${SCHEME}${source}${ENDING}`;
}

/** The source that a profile path is the compiler's output for; null for a profile file. */
export function compiledSource(profilePath: string): string | null {
  return profilePath.startsWith(SCHEME) && profilePath.endsWith(ENDING)
    ? profilePath.slice(SCHEME.length, -ENDING.length)
    : null;
}
