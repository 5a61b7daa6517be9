import { MacroEnvironment, type IncludeResolver } from '../preprocessor/environment';
import { makeMacro, type MacroLookup } from '../preprocessor/macros';
import { preprocess, type Preprocessed } from '../preprocessor/preprocess';
import type { UnitText } from '../structure/unitText';
import { tokenizeLaunches } from '../syntax/chevrons';
import { BARE_GLOBAL, hasBareGlobal } from '../syntax/guessedGlobals';
import type { SourceFile } from './sourceFile';

const GLOBAL = makeMacro(BARE_GLOBAL, '__global__');

/** Workspace lookups that preprocessing a file needs. */
export interface PreprocessingContext {
  /** Macros before the first line of a file that is compiled by itself. */
  predefined(path: string): MacroLookup;
  readonly resolve: IncludeResolver;
  /** The file through which this one is compiled; itself for most. */
  root(path: string): SourceFile;
}

interface PreprocessedFile {
  readonly preprocessed: Preprocessed;
  readonly macros: MacroEnvironment;
  readonly paths: readonly string[];
  /** Whether a `KERNEL` that no file defines was read as `__global__`. */
  readonly hasGuess: boolean;
}

/** A file after preprocessing; a `KERNEL` that is left in the head of a function is one more macro, for `__global__`. */
export function preprocessedFile(file: SourceFile, context: PreprocessingContext): PreprocessedFile {
  const { tokens, directives } = file.takeTokens();
  const read = (predefined: PreprocessingContext['predefined'], hasGuess: boolean): PreprocessedFile => {
    const { macros, paths } = environmentOf(file, { ...context, predefined });
    return { preprocessed: preprocess(file.path, tokens, directives, macros), macros, paths, hasGuess };
  };
  const plain = read(context.predefined, false);
  if (!hasBareGlobal(plain.preprocessed.text, tokenizeLaunches)) return plain;
  return read((path) => {
    const known = context.predefined(path);
    return (name) => known(name) ?? (name === BARE_GLOBAL ? GLOBAL : undefined);
  }, true);
}

/** Where `__global__` stands for a `KERNEL` in the source. */
export function bareGlobals(unit: UnitText): readonly { readonly index: number; readonly name: string }[] {
  return Array.from({ length: unit.tokens.count }, (_, index) => index)
    .filter((index) => unit.tokens.is(index, '__global__'))
    .map((index) => ({ index, ...unit.span({ from: index, to: index + 1 }) }))
    .filter(({ start, end }) => unit.source.slice(start, end) === BARE_GLOBAL)
    .map(({ index }) => ({ index, name: BARE_GLOBAL }));
}

/** The macros before the first line of a file: those of its includer for a fragment. */
function environmentOf(
  file: SourceFile,
  context: PreprocessingContext,
): { macros: MacroEnvironment; paths: string[] } {
  const root = context.root(file.path);
  if (root.path === file.path)
    return { macros: new MacroEnvironment(context.predefined(root.path), context.resolve), paths: [] };
  const outer = new MacroEnvironment(context.predefined(root.path), context.resolve);
  const reached = outer.replayUntil(root, file.path);
  return {
    macros: new MacroEnvironment(reached ? outer.lookup : context.predefined(root.path), context.resolve),
    paths: reached ? [...outer.includedPaths] : [root.path],
  };
}
