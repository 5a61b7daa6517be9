import { closeAngle, splitCommas, type TokenRange } from '../syntax/angles';
import type { Tokens } from '../syntax/tokens';

/** What a call hands over. */
export interface CallArguments {
  readonly templates: readonly TokenRange[];
  readonly args: readonly TokenRange[];
  /** The parentheses around the arguments. */
  readonly open: number;
  readonly close: number;
}

/** The arguments of the call `name(…)` or `name<…>(…)` whose name stands at `index`; null for what is none. */
export function callArguments(tokens: Tokens, index: number): CallArguments | null {
  const angle = tokens.is(index + 1, '<') ? closeAngle(tokens, index + 1) : -1;
  const open = angle < 0 ? index + 1 : angle + 1;
  if (!tokens.is(open, '(')) return null;
  const close = tokens.partner(open);
  if (close < 0) return null;
  const args = close === open + 1 ? [] : splitCommas(tokens, open + 1, close, true);
  const templates = angle < 0 ? [] : splitCommas(tokens, index + 2, angle, true);
  return { templates, args, open, close };
}

/** The variable that a pointer expression starts from: `&a[i * n]`, `(float *)a + n` and `a.data()` give `a`. */
export function baseName(text: string): string | null {
  const bare = text
    .replace(/\((const\s+)?[A-Za-z_][\w:\s]*\*+\s*(const\s*)?\)/g, '')
    .replace(/^(reinterpret_cast|static_cast|const_cast)\s*<[^>]*>\s*/, '')
    .replace(/^[\s&(*]+/, '')
    .replace(/\.\s*at\s*\(([^()]*)\)/g, '[$1]');
  return /^[A-Za-z_]\w*((\.|->)(?!data\b|get\b|begin\b)\w+\b(?!\s*\())*(\[[^\]]*\])?/.exec(bare)?.[0] ?? null;
}
