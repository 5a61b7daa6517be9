import { splitCommas, type TokenRange } from '../syntax/angles';
import type { Tokens } from '../syntax/tokens';

/** The arguments of the call whose name stands at `index`; null when no parenthesis follows. */
export function callArguments(
  tokens: Tokens,
  index: number,
): { readonly args: readonly TokenRange[]; readonly close: number } | null {
  const open = index + 1;
  if (!tokens.is(open, '(')) return null;
  const close = tokens.partner(open);
  if (close < 0) return null;
  const args = close === open + 1 ? [] : splitCommas(tokens, open + 1, close, true);
  return { args, close };
}

/** The variable that a pointer expression starts from: `&a[i * n]`, `(float *)a + n` and `a.data()` give `a`. */
export function baseName(text: string): string | null {
  const bare = text
    .replace(/\((const\s+)?[A-Za-z_][\w:\s]*\*+\s*(const\s*)?\)/g, '')
    .replace(/^(reinterpret_cast|static_cast|const_cast)\s*<[^>]*>\s*/, '')
    .replace(/^[\s&(*]+/, '')
    .replace(/\.\s*at\s*\(([^()]*)\)/g, '[$1]');
  return /^[A-Za-z_]\w*((\.|->)(?!data\b|get\b|begin\b)\w+(?!\s*\())*(\[[^\]]*\])?/.exec(bare)?.[0] ?? null;
}
