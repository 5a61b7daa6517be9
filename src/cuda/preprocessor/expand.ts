import { tokenize } from '../syntax/lexer';
import { TokenKind, type Tokens } from '../syntax/tokens';
import type { Macro, MacroLookup } from './macros';

/** A token on its way through macro expansion. */
export interface MacroToken {
  readonly kind: number;
  readonly text: string;
  /** White space stands before it. */
  readonly spaced: boolean;
  /** Offsets in the source that it came from; those of the invocation for a macro's own tokens. */
  readonly start: number;
  readonly end: number;
  /** Written in the source at `start`, not produced by a macro. */
  readonly written: boolean;
  /** Names that must not be expanded in it any more. */
  readonly hidden: ReadonlySet<string> | null;
}

/** Tokens that one expander may produce, and the nesting of invocations in arguments. */
const MAX_TOKENS = 200_000;
const MAX_DEPTH = 64;

/** Tokens of source text as written. */
export function writtenTokens(tokens: Tokens, from: number, to: number): MacroToken[] {
  const list: MacroToken[] = [];
  for (let index = from; index < to; index++) {
    if (tokens.kind(index) === TokenKind.directive) continue;
    list.push({
      kind: tokens.kind(index),
      text: tokens.at(index),
      spaced: index > 0 && tokens.end(index - 1) < tokens.start(index),
      start: tokens.start(index),
      end: tokens.end(index),
      written: true,
      hidden: null,
    });
  }
  return list;
}

/** The arguments of an invocation, and what of the reversed list lies behind it. */
interface Invocation {
  readonly args: readonly (readonly MacroToken[])[];
  readonly remaining: number;
  /** Source offset at which the invocation ends. */
  readonly end: number;
}

/** Reads `( … )` at the end of a reversed list; null when it is not closed. */
function readInvocation(pending: readonly MacroToken[]): Invocation | null {
  const args: MacroToken[][] = [[]];
  let depth = 0;
  for (let index = pending.length - 1; index >= 0; index--) {
    const token = pending[index]!;
    const { text } = token;
    if (text === '(' && depth++ === 0) continue;
    if (text === ')' && --depth === 0) {
      return { args, remaining: index, end: token.end };
    }
    if (text === ',' && depth === 1) args.push([]);
    else args.at(-1)!.push(token);
  }
  return null;
}

/** Groups the arguments by parameter; the variadic one takes the rest with its commas. */
function bindArguments(macro: Macro, args: Invocation['args']): Map<string, readonly MacroToken[]> | null {
  const names = macro.parameters ?? [];
  const bound = new Map<string, readonly MacroToken[]>();
  const fixed = macro.variadic ? names.length - 1 : names.length;
  const given = names.length === 0 && args.length === 1 && args[0]!.length === 0 ? 0 : args.length;
  if (given < fixed || (given > fixed && !macro.variadic)) return null;
  names.slice(0, fixed).forEach((name, index) => bound.set(name, args[index] ?? []));
  if (macro.variadic) {
    const comma = { kind: TokenKind.punctuator, text: ',', spaced: false, written: false, hidden: null };
    const rest: MacroToken[] = [];
    args.slice(fixed).forEach((arg, index) => {
      if (index > 0) rest.push({ ...comma, start: arg[0]?.start ?? 0, end: arg[0]?.start ?? 0 });
      rest.push(...arg);
    });
    bound.set(names.at(-1)!, rest);
  }
  return bound;
}

function textOf(tokens: readonly MacroToken[]): string {
  return tokens.map((token, index) => (index > 0 && token.spaced ? ' ' : '') + token.text).join('');
}

/** Expands macros by the rules of the C standard (6.10.3): `#`, `##`, rescanning, no recursion. */
export class MacroExpander {
  private produced = 0;
  /** Set when a limit cut an expansion short; the name then stays as written. */
  exhausted = false;

  constructor(
    private readonly lookup: MacroLookup,
    private readonly maxTokens = MAX_TOKENS,
  ) {}

  /** Expands every invocation in `list`; rescans a replacement together with what follows it. */
  expand(list: readonly MacroToken[], depth = 0): MacroToken[] {
    const out: MacroToken[] = [];
    const pending = list.toReversed();
    for (let token = pending.pop(); token !== undefined; token = pending.pop()) {
      const tokens = token.kind === TokenKind.identifier ? this.replacement(token, pending, depth) : null;
      if (tokens === null) out.push(token);
      else for (let index = tokens.length - 1; index >= 0; index--) pending.push(tokens[index]!);
    }
    return out;
  }

  /** What replaces `token`, its arguments taken from `pending`; null when it is no invocation. */
  private replacement(token: MacroToken, pending: MacroToken[], depth: number): MacroToken[] | null {
    if (token.hidden?.has(token.text) === true) return null;
    const macro = this.lookup(token.text);
    if (macro === undefined) return null;
    if (depth > MAX_DEPTH || this.produced > this.maxTokens) {
      this.exhausted = true;
      return null;
    }
    if (macro.parameters === null) return this.substitute(macro, new Map(), token, token.end, depth);
    if (pending.at(-1)?.text !== '(') return null;
    const call = readInvocation(pending);
    const bound = call === null ? null : bindArguments(macro, call.args);
    if (call === null || bound === null) return null;
    pending.length = call.remaining;
    return this.substitute(macro, bound, token, call.end, depth);
  }

  private substitute(
    macro: Macro,
    bound: ReadonlyMap<string, readonly MacroToken[]>,
    at: MacroToken,
    end: number,
    depth: number,
  ): MacroToken[] {
    const body = macro.tokens;
    const hidden = new Set(at.hidden ?? []).add(macro.name);
    const own = (index: number): MacroToken => ({
      kind: body.kind(index),
      text: body.at(index),
      spaced: index === 0 ? at.spaced : body.end(index - 1) < body.start(index),
      start: at.start,
      end: Math.max(at.end, end),
      written: false,
      hidden: null,
    });
    const out: MacroToken[] = [];
    for (let index = 0; index < body.count; index++) {
      const name = body.at(index);
      if (name === '##' && index > 0 && index + 1 < body.count) {
        index++;
        this.paste(out, this.operand(bound, own(index)), macro);
      } else if (name === '#' && macro.parameters !== null && bound.has(body.at(index + 1))) {
        const text = JSON.stringify(textOf(bound.get(body.at(index + 1))!));
        out.push({ ...own(index), kind: TokenKind.string, text });
        index++;
      } else {
        const arg = bound.get(name);
        const pasted = body.is(index + 1, '##');
        if (arg === undefined) out.push(own(index));
        else out.push(...spacedAs(pasted ? arg : this.argument(arg, depth), own(index)));
      }
    }
    this.produced += out.length;
    return out.map((token) => hide(token, hidden));
  }

  private argument(arg: readonly MacroToken[], depth: number): readonly MacroToken[] {
    return this.expand(arg, depth + 1);
  }

  private operand(bound: ReadonlyMap<string, readonly MacroToken[]>, own: MacroToken): readonly MacroToken[] {
    return bound.get(own.text) ?? [own];
  }

  /** `left ## right`: the last token so far and the first of `right` become one token. */
  private paste(out: MacroToken[], right: readonly MacroToken[], macro: Macro): void {
    const left = out.at(-1);
    const [first, ...rest] = right;
    if (first === undefined) {
      // GNU: `, ## __VA_ARGS__` drops the comma when there is nothing to add.
      if (left?.text === ',' && macro.variadic) out.pop();
      return;
    }
    if (left === undefined || left.text === ',') {
      out.push(first, ...rest);
      return;
    }
    out.pop();
    const text = left.text + first.text;
    out.push({ ...left, kind: tokenize(text).kind(0), text, written: false }, ...rest);
  }
}

function spacedAs(tokens: readonly MacroToken[], like: MacroToken): MacroToken[] {
  return tokens.map((token, index) => (index === 0 ? { ...token, spaced: like.spaced } : token));
}

function hide(token: MacroToken, names: ReadonlySet<string>): MacroToken {
  if (token.kind !== TokenKind.identifier) return token;
  return { ...token, hidden: token.hidden === null ? names : new Set([...token.hidden, ...names]) };
}

/** Expands the macros in a piece of text, for evaluation. */
export function expandText(text: string, lookup: MacroLookup): string {
  const tokens = tokenize(text);
  let found = false;
  for (let index = 0; index < tokens.count && !found; index++) {
    found = tokens.isIdentifier(index) && lookup(tokens.at(index)) !== undefined;
  }
  if (!found) return text;
  return joinTokens(new MacroExpander(lookup).expand(writtenTokens(tokens, 0, tokens.count)));
}

/** The tokens as text; a space where the source had one or where two tokens would run together. */
export function joinTokens(tokens: readonly MacroToken[]): string {
  let text = '';
  for (const token of tokens) {
    const glue = token.spaced || needsSpace(text, token.text);
    text += (text !== '' && glue ? ' ' : '') + token.text;
  }
  return text;
}

/** Whether text ending in `before` and a token `after` would lex differently when put together. */
export function needsSpace(before: string, after: string): boolean {
  if (before === '') return false;
  const last = before.at(-1)!;
  const first = after[0] ?? '';
  if (/[\w$]/.test(last) && /[\w$"']/.test(first)) return true;
  if (/[\d.]/.test(last) && /[\d.]/.test(first) && /(^|\W)\.?\d*$/.test(before)) return true;
  // `>` is never glued to another `>`, and must not be torn from it: `>>>` ends a configuration.
  if (last === '>') return first === '=';
  return /[-+&|<=:*/!%^#]/.test(last) && /[-+&|<>=:*/#.]/.test(first);
}
