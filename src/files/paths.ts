import path from 'node:path';

/** A path in the form used inside: `/` is the only separator; on Windows `/` opens files as well. */
export function slashes(file: string, separator: string = path.sep): string {
  return separator === '/' ? file : file.split(separator).join('/');
}

/**
 * Whether `file` lies in `folder` or is it; both absolute and resolved.
 * @param system how paths are written where they are from
 */
export function isWithin(file: string, folder: string, system: path.PlatformPath = path): boolean {
  const way = system.relative(folder, file);
  return way === '' || (way !== '..' && !way.startsWith(`..${system.sep}`) && !system.isAbsolute(way));
}
