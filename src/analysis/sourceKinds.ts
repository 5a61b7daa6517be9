import { folded } from '../cuda/files/includeGraph';

const ENDINGS = 'cu cuh cuknl hip ptx h hpp hh hxx inl c cpp cc cxx'.split(' ');
const SOURCE = new RegExp(`\\.(${ENDINGS.join('|')})$`, 'i');

/** Files whose names `isSourceName` knows, as globs have them. */
export const SOURCE_GLOB = `**/*.{${ENDINGS.join(',')}}`;

const CUDA_SOURCE = /\.(cuh?|hip|ptx)$/i;
const MENTIONS_CUDA =
  /__global__|<<\s*<|[A-Z0-9]_(?:GLOBAL|KERNEL)\s+(?:void|static|inline|__launch_bounds__)\b|cudaLaunch|__device__|__launch_bounds__|hipLaunch/;
const INCLUDE = /^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]/gm;

/** True for C-family files, which may hold CUDA or HIP, and for PTX. */
export function isSourceName(path: string): boolean {
  return SOURCE.test(path);
}

/** True for `.cu`, `.cuh`, `.hip` and `.ptx` files, and for other C-family text that mentions CUDA. */
export function mayHoldCuda(path: string, text: string): boolean {
  return CUDA_SOURCE.test(path) || MENTIONS_CUDA.test(text);
}

/**
 * Of all C-family texts the ones that matter: those that may hold CUDA, and what they include, directly or
 * not, because sizes and macros often stand in plain headers. Includes are matched by the end of the path.
 */
export function wantedSources(texts: ReadonlyMap<string, string>): Map<string, string> {
  const byName = new Map<string, string[]>();
  for (const path of texts.keys()) byName.set(nameOf(path), [...(byName.get(nameOf(path)) ?? []), path]);
  const wanted = new Map<string, string>();
  const queue = [...texts].filter(([path, text]) => mayHoldCuda(path, text)).map(([path]) => path);
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (wanted.has(path)) continue;
    const text = texts.get(path)!;
    wanted.set(path, text);
    for (const [, named] of text.matchAll(INCLUDE)) {
      // Compilers of Windows take both separators.
      const target = named!.replaceAll('\\', '/');
      queue.push(
        ...(byName.get(nameOf(target)) ?? []).filter((candidate) => endsWithPath(candidate, target)),
      );
    }
  }
  return wanted;
}

/** As Windows and macOS compare names: they find a header whatever letters name it. */
function nameOf(path: string): string {
  return folded(path.split('/').at(-1)!);
}

/** `../` in an include may lead anywhere: only the folders that it names are compared. */
function endsWithPath(path: string, target: string): boolean {
  const named = folded(target.replace(/^(\.\.?\/)+/, ''));
  return `/${folded(path)}`.endsWith(`/${named}`);
}
