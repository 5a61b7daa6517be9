import { folded } from '../cuda/files/includeGraph';
import { addLaunching, intersects, SeenCode } from '../cuda/files/launchingCode';

const ENDINGS = 'cu cuh cuknl hip ptx h hpp hh hxx inl c cpp cc cxx'.split(' ');
const SOURCE = new RegExp(`\\.(${ENDINGS.join('|')})$`, 'i');

/** Files whose names `isSourceName` knows, as globs have them. */
export const SOURCE_GLOB = `**/*.{${ENDINGS.join(',')}}`;

/** What is compiled by itself and may do nothing for CUDA but call what does. */
const HOST_SOURCE = /\.(c|cpp|cc|cxx)$/i;
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
 * Of all C-family texts the ones that matter: those that may hold CUDA, those that call their functions which give the
 * GPU work, and what they include, directly or not, because sizes and macros often stand in plain headers. Includes are
 * matched by the end of the path.
 */
export function wantedSources(texts: ReadonlyMap<string, string>): Map<string, string> {
  const includes = new Includes(texts);
  const seen = new Map([...texts].map(([path, text]) => [path, new SeenCode(text)]));
  const launching = new Set<string>();
  const wanted = new Map<string, string>();
  const others = [...texts.keys()].filter((path) => HOST_SOURCE.test(path));
  const isCaller = (path: string): boolean =>
    !wanted.has(path) &&
    seen.get(path)!.names(launching) &&
    includes
      .with([path])
      .some((one) => wanted.has(one) || intersects(seen.get(one)!.declarations, launching));
  let found = [...texts].filter(([path, text]) => mayHoldCuda(path, text)).map(([path]) => path);
  while (found.length > 0) {
    for (const path of includes.with(found)) wanted.set(path, texts.get(path)!);
    addLaunching(
      launching,
      [...wanted.keys()].map((path) => seen.get(path)!),
    );
    found = others.filter(isCaller);
  }
  return wanted;
}

/** Who includes whom, by names alone. */
class Includes {
  private readonly byName = new Map<string, string[]>();
  private readonly known = new Map<string, readonly string[]>();

  constructor(private readonly texts: ReadonlyMap<string, string>) {
    for (const path of texts.keys())
      this.byName.set(nameOf(path), [...(this.byName.get(nameOf(path)) ?? []), path]);
  }

  /** Some files and what they include, directly or not. */
  with(paths: readonly string[]): string[] {
    const all = new Set(paths);
    for (const path of all) for (const included of this.of(path)) all.add(included);
    return [...all];
  }

  private of(path: string): readonly string[] {
    const known =
      this.known.get(path) ??
      [...this.texts.get(path)!.matchAll(INCLUDE)].flatMap(([, named]) => {
        // Compilers of Windows take both separators.
        const target = named!.replaceAll('\\', '/');
        return (this.byName.get(nameOf(target)) ?? []).filter((candidate) => endsWithPath(candidate, target));
      });
    this.known.set(path, known);
    return known;
  }
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
