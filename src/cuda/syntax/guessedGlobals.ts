import { tokenize } from './lexer';
import type { Tokens } from './tokens';

const KEYWORD = '__global__';
/** How libraries name the macro: `CUTLASS_GLOBAL` of a submodule that is not checked out, `GPU_KERNEL` of a header for two languages. */
const NAME = /^[A-Z][A-Z0-9_]*_(GLOBAL|KERNEL)$/;
const ENDINGS = ['_GLOBAL', '_KERNEL'];
/** The name without the library's: too short for the keyword to stand in its place. */
export const BARE_GLOBAL = 'KERNEL';
/** What may follow the macro in the head of a function, and never a constant of that name. */
const IN_HEAD = /^(void|static|inline|__launch_bounds__|__forceinline__|__cluster_dims__)$/;
/** What may stand in front of a declaration. */
const BEFORE = /^[;{}>]?$/;

/** A text in which macros that no file defines are read as `__global__`, and where they stand. */
export interface GuessedGlobals {
  readonly tokens: Tokens;
  readonly guessed: readonly { readonly index: number; readonly name: string }[];
}

/**
 * Reads a macro without a definition as `__global__` where its name and its place in the head of a function say so:
 * its header is absent, and every kernel of the repository may stand behind it. No token changes its place.
 */
export function guessGlobals(tokens: Tokens): GuessedGlobals {
  const { text } = tokens;
  const guessed: { index: number; name: string }[] = [];
  if (!ENDINGS.some((ending) => text.includes(ending))) return { tokens, guessed };
  const parts: string[] = [];
  let done = 0;
  for (let index = 0; index < tokens.count; index++) {
    if (
      !tokens.isIdentifier(index) ||
      !IN_HEAD.test(tokens.at(index + 1)) ||
      !BEFORE.test(tokens.at(index - 1))
    )
      continue;
    const name = tokens.at(index);
    if (name.length < KEYWORD.length || !NAME.test(name)) continue;
    guessed.push({ index, name });
    parts.push(text.slice(done, tokens.start(index)), KEYWORD.padEnd(name.length));
    done = tokens.end(index);
  }
  return {
    tokens: guessed.length === 0 ? tokens : tokenize(parts.join('') + text.slice(done), false),
    guessed,
  };
}

/** Tests for a bare `KERNEL` in the head of a function that no macro has replaced. */
export function hasBareGlobal(text: string, read: (text: string) => Tokens): boolean {
  if (!/\bKERNEL\b/.test(text)) return false;
  const tokens = read(text);
  return Array.from({ length: tokens.count }, (_, index) => index).some(
    (index) =>
      tokens.is(index, BARE_GLOBAL) &&
      IN_HEAD.test(tokens.at(index + 1)) &&
      BEFORE.test(tokens.at(index - 1)),
  );
}
