import type { Scope, TypeSymbol } from '../constants/scope';
import { classOf } from '../structure/calledClass';
import { foldText, splitCommas } from '../syntax/angles';
import { tokenize } from '../syntax/lexer';
import type { Tokens } from '../syntax/tokens';
import type { CudaWorkspace, FunctionUnit } from '../workspace';
import { expressionEnd } from './assignment';
import { handlePath, MAX_TEXT } from './handlePath';
import { memberClass } from './memberClass';

/** The call of a function that does nothing but hand something out. */
export interface GetterCall {
  readonly unit: FunctionUnit;
  /** The object whose method it is, as written; null for a free function and for the caller's own. */
  readonly object: string | null;
  readonly arguments: readonly string[];
  /** What it hands out, as the function writes it. */
  readonly result: string;
}

/** Bases of a class that are looked through for a method, with their own. */
const MOST_BASES = 8;

/**
 * The getter that a text calls, as `queue.stream()`, `queues[i]->get()` and `streamOf(2)` do; null for all else.
 *
 * @param tokensOf tokens of a function
 */
export function getterCall(
  workspace: CudaWorkspace,
  { caller, scope }: { readonly caller: FunctionUnit; readonly scope: Scope },
  text: string,
  tokensOf: (unit: FunctionUnit) => Tokens,
): GetterCall | null {
  if (text.length > MAX_TEXT || !text.trimEnd().endsWith(')')) return null;
  const tokens = tokenize(text, false);
  const close = tokens.count - 1;
  const open = tokens.is(close, ')') ? tokens.partner(close) : -1;
  if (open < 1 || !tokens.isIdentifier(open - 1)) return null;
  const link = tokens.at(open - 2);
  const isMethod = link === '.' || link === '->';
  if (open > 1 && !isMethod && link !== '::') return null;
  const object = isMethod && !(open === 3 && tokens.is(0, 'this')) ? tokens.slice(0, open - 2) : null;
  const type = object === null ? ownClass(tokens, open, caller) : heldClass(workspace, caller, scope, object);
  const given = splitCommas(tokens, open + 1, close, true).filter(({ from, to }) => to > from);
  const unit = functionOf(workspace, { caller, scope }, type, tokens.at(open - 1), given.length);
  const result = unit && handedOut(tokensOf(unit));
  return unit === null || result === null
    ? null
    : { unit, object, arguments: given.map(({ from, to }) => tokens.slice(from, to)), result };
}

const ownClass = (tokens: Tokens, open: number, caller: FunctionUnit): string | null =>
  tokens.is(open - 2, '::') ? tokens.at(open - 3) : classOf(caller.outline);

/** The class of an object by its path; null where nothing tells it. */
function heldClass(
  workspace: CudaWorkspace,
  caller: FunctionUnit,
  scope: Scope,
  object: string,
): string | null {
  const path = handlePath(object, (index) => index);
  if (path === null) return null;
  const member = /\.(\w+)(?:\[[^\]]*\])*$/.exec(path.rest)?.[1];
  const symbol = member === undefined && !path.isOwn ? scope.lookup(path.root)?.symbol : undefined;
  const written =
    symbol?.kind === 'variable' ? classWritten(symbol.type, symbol.values[0]?.text ?? '') : null;
  return written ?? memberClass(workspace, caller.path, member ?? path.root) ?? null;
}

const HOLDER =
  /^(?:const\s+)?(?:std\s*::\s*)?(?:unique_ptr|shared_ptr|optional|vector|array|deque|reference_wrapper)\s*</;
const MADE = /\b(?:make_unique|make_shared)\s*<\s*([\w:]+)|\bnew\s+([\w:]+)|^\s*([\w:]+)\s*[({]/;

/** The class that a variable's type names, or of what it holds; of `auto` that of what it is given. */
export function classWritten(type: string, value: string): string | null {
  let bare = type.trim();
  for (let head = HOLDER.exec(bare); head !== null; head = HOLDER.exec(bare)) {
    const tokens = tokenize(bare.slice(head[0].length, Math.max(0, bare.lastIndexOf('>'))), false);
    const [first] = splitCommas(tokens, 0, tokens.count, true);
    bare = first === undefined ? '' : tokens.slice(first.from, first.to).trim();
  }
  if (/\bauto\b/.test(bare)) bare = MADE.exec(value)?.slice(1).find(Boolean) ?? '';
  const words = bare.replace(/<.*/s, '').match(/[A-Za-z_]\w*/g) ?? [];
  return words.findLast((word) => !/^(?:const|struct|class)$/.test(word)) ?? null;
}

function functionOf(
  workspace: CudaWorkspace,
  { caller, scope }: { readonly caller: FunctionUnit; readonly scope: Scope },
  type: string | null,
  name: string,
  count: number,
): FunctionUnit | null {
  const all = [
    ...workspace.functionsNamed(name, caller.path),
    ...workspace.functionsLinked(name, caller.path),
  ].filter(({ kind, outline }) => kind === 'host' && outline.parameters.length >= count);
  const classes =
    type === null ? [null] : [...withBases(type, scope), classOf(caller.outline) === type ? null : type];
  for (const each of classes) {
    const found = all.filter(({ outline }) => classOf(outline) === each);
    if (found.length > 0)
      return found.find(({ outline }) => outline.parameters.length === count) ?? found[0]!;
  }
  return null;
}

function withBases(type: string, scope: Scope): readonly string[] {
  const classes = [type];
  for (let at = 0; at < classes.length && classes.length < MOST_BASES; at++)
    for (const base of classSymbol(scope, classes[at]!)?.bases ?? []) {
      const name = classWritten(base.replace(/\b(?:public|private|protected|virtual)\b/g, ''), '');
      if (name !== null && !classes.includes(name)) classes.push(name);
    }
  return classes;
}

/** What is known of a class, by its name or another name of it. */
export function classSymbol(scope: Scope, name: string): TypeSymbol | null {
  const symbol = scope.lookup(name)?.symbol;
  if (symbol?.kind !== 'type') return null;
  if (symbol.target === null) return symbol;
  const target = scope.lookup(symbol.target.replace(/<.*/s, '').trim())?.symbol;
  return target?.kind === 'type' && target.target === null ? target : null;
}

/** What stands behind the only `return` of a function; null where there is none, or another one. */
function handedOut(tokens: Tokens): string | null {
  let found = -1;
  for (let at = 0; at < tokens.count; at++) {
    if (!tokens.is(at, 'return')) continue;
    if (found >= 0) return null;
    found = at;
  }
  return found < 0 ? null : foldText(tokens.slice(found + 1, expressionEnd(tokens, found + 1)));
}
