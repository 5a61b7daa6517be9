import { tokenize } from '../syntax/lexer';
import { TokenKind, type Tokens } from '../syntax/tokens';
import type { Macro, MacroLookup } from './macros';
import { hides, joinTokens, MacroToken, writtenTokens, type HiddenNames } from './macroTokens';

/** Tokens that one expander may produce, and the nesting of invocations in arguments. */
const MAX_TOKENS = 200_000;
const MAX_DEPTH = 64;

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
    if (text === ')' && --depth === 0) return { args, remaining: index, end: token.end };
    if (text === ',' && depth === 1) args.push([]);
    else args[args.length - 1]!.push(token);
  }
  return null;
}

type Arguments = ReadonlyMap<string, readonly MacroToken[]>;

const NO_ARGUMENTS: Arguments = new Map();

/** Groups the arguments by parameter; the variadic one takes the rest with its commas. */
function bindArguments(macro: Macro, args: Invocation['args']): Arguments | null {
  const names = macro.parameters ?? [];
  const bound = new Map<string, readonly MacroToken[]>();
  const fixed = macro.variadic ? names.length - 1 : names.length;
  const given = names.length === 0 && args.length === 1 && args[0]!.length === 0 ? 0 : args.length;
  if (given < fixed || (given > fixed && !macro.variadic)) return null;
  names.slice(0, fixed).forEach((name, index) => bound.set(name, args[index] ?? []));
  if (macro.variadic) {
    const rest: MacroToken[] = [];
    args.slice(fixed).forEach((arg, index) => {
      const at = arg[0]?.start ?? 0;
      if (index > 0) rest.push(new MacroToken(TokenKind.punctuator, ',', false, at, at, false, null));
      for (const token of arg) rest.push(token);
    });
    bound.set(names.at(-1)!, rest);
  }
  return bound;
}

/** `#parameter`: the argument as a string literal. */
function stringized(tokens: readonly MacroToken[]): string {
  return JSON.stringify(
    tokens.map((token, index) => (index > 0 && token.spaced ? ' ' : '') + token.text).join(''),
  );
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

  /** Replacement of `token`, its arguments taken from `pending`; null when it is no invocation. */
  private replacement(token: MacroToken, pending: MacroToken[], depth: number): MacroToken[] | null {
    if (hides(token.hidden, token.text)) return null;
    const macro = this.lookup(token.text);
    if (macro === undefined) return null;
    if (depth > MAX_DEPTH || this.produced > this.maxTokens) {
      this.exhausted = true;
      return null;
    }
    if (macro.parameters === null) return this.substitute(macro, NO_ARGUMENTS, token, token.end, depth);
    if (pending.at(-1)?.text !== '(') return null;
    const call = readInvocation(pending);
    const bound = call === null ? null : bindArguments(macro, call.args);
    if (call === null || bound === null) return null;
    pending.length = call.remaining;
    return this.substitute(macro, bound, token, call.end, depth);
  }

  private substitute(
    macro: Macro,
    bound: Arguments,
    at: MacroToken,
    end: number,
    depth: number,
  ): MacroToken[] {
    const body = macro.pieces;
    const hidden: HiddenNames = { name: macro.name, rest: at.hidden };
    const last = Math.max(at.end, end);
    const out: MacroToken[] = [];
    const unions = new Map<HiddenNames, HiddenNames>();
    const own = (index: number, text = body[index]!.text, kind = body[index]!.kind) =>
      new MacroToken(
        kind,
        text,
        index === 0 ? at.spaced : body[index]!.spaced,
        at.start,
        last,
        false,
        hidden,
      );
    for (let index = 0; index < body.length; index++) {
      const name = body[index]!.text;
      const next = body[index + 1]?.text;
      if (name === '##' && index > 0 && next !== undefined) {
        index++;
        paste(out, bound.get(next) ?? [own(index)], macro);
      } else if (name === '#' && next !== undefined && bound.has(next)) {
        out.push(own(index, stringized(bound.get(next)!), TokenKind.string));
        index++;
      } else {
        const arg = bound.get(name);
        if (arg === undefined) out.push(own(index));
        else appendArgument(out, next === '##' ? arg : this.expand(arg, depth + 1), own(index), unions);
      }
    }
    this.produced += out.length;
    return out;
  }
}

/** Appends an argument; its tokens are hidden from the macro as well as from what hid them before. */
function appendArgument(
  out: MacroToken[],
  arg: readonly MacroToken[],
  at: MacroToken,
  unions: Map<HiddenNames, HiddenNames>,
): void {
  arg.forEach((token, index) => {
    const spaced = index === 0 ? token.withSpace(at.spaced) : token;
    const needed = token.kind === TokenKind.identifier;
    out.push(needed ? spaced.withHidden(union(token.hidden, at.hidden!, unions)) : spaced);
  });
}

function union(a: HiddenNames | null, b: HiddenNames, known: Map<HiddenNames, HiddenNames>): HiddenNames {
  if (a === null) return b;
  let joined = known.get(a);
  if (joined === undefined) {
    joined = b;
    for (let node: HiddenNames | null = a; node !== null; node = node.rest) {
      if (!hides(b, node.name)) joined = { name: node.name, rest: joined };
    }
    known.set(a, joined);
  }
  return joined;
}

/** `left ## right`: the last token so far and the first of `right` become one token. */
function paste(out: MacroToken[], right: readonly MacroToken[], macro: Macro): void {
  const left = out.at(-1);
  const first = right[0];
  if (first === undefined) {
    // GNU: `, ## __VA_ARGS__` drops the comma when there is nothing to add.
    if (left?.text === ',' && macro.variadic) out.pop();
    return;
  }
  if (left === undefined || left.text === ',') {
    out.push(first);
  } else {
    const text = left.text + first.text;
    out.pop();
    const kind = tokenize(text).kind(0);
    out.push(new MacroToken(kind, text, left.spaced, left.start, left.end, false, left.hidden));
  }
  for (let index = 1; index < right.length; index++) out.push(right[index]!);
}

/** The tokens of a piece of text with its macros expanded, for evaluation. */
export function expandedTokens(text: string, lookup: MacroLookup): Tokens {
  const tokens = tokenize(text);
  let found = false;
  for (let index = 0; index < tokens.count && !found; index++) {
    found = tokens.isIdentifier(index) && lookup(tokens.at(index)) !== undefined;
  }
  if (!found) return tokens;
  return tokenize(joinTokens(new MacroExpander(lookup).expand(writtenTokens(tokens, 0, tokens.count))));
}
