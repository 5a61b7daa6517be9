import type { Origin, SourceLocation } from '../../kernel/origin';
import type { ProfileFile } from '../../kernel/profile';

/** The program name that sample profiles carry, which no one has run. */
const SYNTHETIC = /(^|[\\/ ])synthetic-sample(\s|$)/;

/** Where the numbers of a profile row come from. */
export type RowOrigin = (row: { readonly location: SourceLocation }) => Origin;

/** Rows of profiles are measured, except those of the bundled samples, which were made up and say so. */
export function rowOrigins(profiles: readonly ProfileFile[]): RowOrigin {
  const synthetic = new Set(profiles.filter(isSynthetic).map(({ path }) => path));
  return ({ location }) => (synthetic.has(location.path) ? 'assumed' : 'measured');
}

/** True for a profile that was generated, not recorded. */
export function isSynthetic(file: ProfileFile): boolean {
  return file.runs?.some(({ command }) => command !== null && SYNTHETIC.test(command)) ?? false;
}
