import type { TemplateParameter } from '../../kernel/kernel';
import { closeAngle, foldText, splitCommas } from '../syntax/angles';
import { TokenKind, type Tokens } from '../syntax/tokens';
import { nameInParentheses } from './parameters';

/** Kind of what the tokens in front of a `{` introduce. */
export type HeadKind = 'namespace' | 'linkage' | 'class' | 'enum' | 'function' | 'initialiser' | 'block';

/** A function's head, by token index. */
export interface FunctionHead {
  readonly nameIndex: number;
  /** The tokens of the name with its qualifiers: `A::B::f`. */
  readonly nameFrom: number;
  readonly open: number;
  readonly close: number;
}

/** Words in front of `(` that are attributes or operators of a head, never the function's name. */
const NOT_NAMES = new Set(
  (
    '__launch_bounds__ __attribute__ __declspec __align__ alignas decltype noexcept requires explicit throw ' +
    '__cluster_dims__ __maxnreg__ __block_size__ __builtin_align__ sizeof if for while switch catch static_assert ' +
    'asm __asm__ defined return template typename void int float double bool auto __annotate__'
  ).split(' '),
);

/** Words that may follow a function's parameter list. */
const AFTER_PARAMETERS =
  /^(const|volatile|noexcept|override|final|requires|try|mutable|__launch_bounds__|__attribute__|__cluster_dims__|__maxnreg__)$/;

/** Index after all `template <…>` and `requires` prefixes at `from`. */
export function skipTemplates(tokens: Tokens, from: number): number {
  let index = from;
  while (tokens.is(index, 'template') && tokens.is(index + 1, '<')) {
    const close = closeAngle(tokens, index + 1, true);
    if (close < 0) return index;
    index = close + 1;
  }
  return index;
}

/** Start of the name that ends at `index`: over `A::B<T>::` to the left. */
function nameStart(tokens: Tokens, index: number, limit: number): number {
  let start = index;
  if (tokens.is(start - 1, '~')) start--;
  while (start - 2 >= limit && tokens.is(start - 1, '::')) {
    let before = start - 2;
    if (tokens.is(before, '>')) {
      let depth = 0;
      for (; before > limit; before--) {
        if (tokens.is(before, '>')) depth++;
        else if (tokens.is(before, '<') && --depth === 0) break;
      }
      before--;
    }
    if (!tokens.isIdentifier(before)) break;
    start = before;
  }
  return start;
}

/** The identifier in front of a parameter list at `open`, template arguments of a specialisation skipped. */
function nameBefore(tokens: Tokens, open: number, from: number): number {
  let index = open - 1;
  if (tokens.is(index, '>')) {
    let depth = 0;
    for (; index > from; index--) {
      const text = tokens.at(index);
      if (text === '>') depth++;
      else if (text === ')' || text === ']') index = Math.max(from, tokens.partner(index));
      else if (text === '<' && --depth === 0) break;
    }
    index--;
  }
  if (!tokens.isIdentifier(index)) return operatorName(tokens, open, from);
  return index >= from && !NOT_NAMES.has(tokens.at(index)) ? index : -1;
}

/** `operator()`, `operator+` and the like, up to four tokens in front of the parameter list. */
function operatorName(tokens: Tokens, open: number, from: number): number {
  for (let index = open - 1; index >= Math.max(from, open - 4); index--) {
    if (tokens.is(index, 'operator')) return index;
  }
  return -1;
}

/** Index after attributes with arguments such as `__launch_bounds__(256)`. */
function skipHeadAttributes(tokens: Tokens, from: number): number {
  let index = from;
  while (NOT_NAMES.has(tokens.at(index)) && tokens.is(index + 1, '(') && tokens.partner(index + 1) > 0) {
    index = tokens.partner(index + 1) + 1;
  }
  return index;
}

/** Tests whether the parentheses that end at `close` belong to an attribute macro: a name follows them. */
function nameFollows(tokens: Tokens, close: number, to: number): boolean {
  const next = skipHeadAttributes(tokens, close + 1);
  return next < to && tokens.isIdentifier(next) && !AFTER_PARAMETERS.test(tokens.at(next));
}

/** The function head whose parameter list opens at `open`; null when no name stands before it. */
function headAt(tokens: Tokens, open: number, from: number): FunctionHead | null {
  const close = tokens.partner(open);
  const nameIndex = nameBefore(tokens, open, from);
  // In `operator()(…)` the parameters are in the second pair.
  if (nameIndex < 0 || (tokens.is(nameIndex, 'operator') && tokens.is(close + 1, '('))) return null;
  return { nameIndex, nameFrom: nameStart(tokens, nameIndex, from), open, close };
}

const TESTS = /^(?:TYPED_)?TEST(?:_[FP])?$|^BENCHMARK(?:_DEFINE)?_F$/;

/** `Suite.Case` of a function that GoogleTest's or Google Benchmark's macros name by their arguments; null for others. */
export function testName(tokens: Tokens, { nameIndex, open, close }: FunctionHead): string | null {
  const isPair = tokens.is(open + 2, ',') && close === open + 4;
  if (!TESTS.test(tokens.at(nameIndex)) || !isPair) return null;
  return `${tokens.at(open + 1)}.${tokens.at(open + 3)}`;
}

/**
 * Finds name and parameter list of the function whose head runs from `from` to `to`. An attribute
 * macro with arguments in front of the name is passed over: another name with `(` follows it.
 */
export function readFunctionHead(tokens: Tokens, from: number, to: number): FunctionHead | null {
  let candidate: FunctionHead | null = null;
  for (let index = skipTemplates(tokens, from); index < to; index++) {
    const text = tokens.at(index);
    if (text === '<' && tokens.isIdentifier(index - 1)) {
      const close = closeAngle(tokens, index);
      if (close > 0 && close < to) index = close;
    } else if (text === '(' || text === '[') {
      const close = tokens.partner(index);
      if (close < 0) continue;
      if (close >= to) break;
      candidate = (text === '(' ? headAt(tokens, index, from) : null) ?? candidate;
      if (candidate?.open === index && !nameFollows(tokens, close, to)) break;
      index = close;
    } else if ((text === '=' && !tokens.is(index - 1, 'operator')) || (text === ':' && candidate !== null)) {
      break;
    }
  }
  return candidate;
}

function topLevelWords(tokens: Tokens, from: number, to: number): string[] {
  const words: string[] = [];
  for (let index = from; index < to; index++) {
    const text = tokens.at(index);
    if (text === '(' || text === '[') index = Math.max(index, tokens.partner(index));
    else if (tokens.isIdentifier(index)) words.push(text);
  }
  return words;
}

const CLASS_WORD = /^(class|struct|union)$/;

/** Classifies the head in front of a `{` at `to`. */
export function headKind(tokens: Tokens, from: number, to: number): HeadKind {
  const start = skipTemplates(tokens, from);
  if (start >= to) return 'block';
  const words = topLevelWords(tokens, start, to);
  if (words[0] === 'namespace' || (words[0] === 'inline' && words[1] === 'namespace')) return 'namespace';
  if (words[0] === 'extern' && tokens.kind(to - 1) === TokenKind.string && words.length === 1)
    return 'linkage';
  const head = readFunctionHead(tokens, from, to);
  const typeWord = words.findIndex((word) => CLASS_WORD.test(word) || word === 'enum');
  if (typeWord >= 0 && head === null && !hasAssignment(tokens, start, to)) {
    return words[typeWord] === 'enum' ? 'enum' : 'class';
  }
  if (head !== null) return 'function';
  return hasAssignment(tokens, start, to) || tokens.isIdentifier(to - 1) ? 'initialiser' : 'block';
}

function hasAssignment(tokens: Tokens, from: number, to: number): boolean {
  for (let index = from; index < to; index++) {
    const text = tokens.at(index);
    if (text === '(' || text === '[') index = Math.max(index, tokens.partner(index));
    else if (text === '=') return true;
  }
  return false;
}

/** Name of a class or enumeration; empty for an anonymous one. */
export function classNameOf(tokens: Tokens, from: number, to: number): string {
  let index = skipTemplates(tokens, from);
  while (index < to && !CLASS_WORD.test(tokens.at(index)) && !tokens.is(index, 'enum')) index++;
  let name = '';
  for (index++; index < to; index++) {
    const text = tokens.at(index);
    if (text === '(' || text === '[') index = Math.max(index, tokens.partner(index));
    else if (text === ':' || text === '<') break;
    else if (tokens.isIdentifier(index) && !NOT_NAMES.has(text) && !/^(class|struct|final)$/.test(text))
      name = text;
  }
  return name;
}

/** The arguments for which a class head specialises its template (`struct Size<float>`); null where it does not. */
export function specialisedFor(tokens: Tokens, from: number, to: number): readonly string[] | null {
  let index = skipTemplates(tokens, from);
  while (index < to && !tokens.is(index, '<') && !tokens.is(index, ':')) index++;
  const close = tokens.is(index, '<') && index < to ? closeAngle(tokens, index, true) : -1;
  if (close < 0 || close >= to) return null;
  return splitCommas(tokens, index + 1, close, true).map((part) => tokens.slice(part.from, part.to));
}

/** Tests whether a class head is that of a union. */
export function isUnionHead(tokens: Tokens, from: number, to: number): boolean {
  let index = skipTemplates(tokens, from);
  while (index < to && !CLASS_WORD.test(tokens.at(index))) index++;
  return index < to && tokens.is(index, 'union');
}

/** The bases of a class as written, from its head. */
export function basesOf(tokens: Tokens, from: number, to: number): string[] {
  let index = skipTemplates(tokens, from);
  while (index < to && !tokens.is(index, ':')) index++;
  if (index >= to) return [];
  return splitCommas(tokens, index + 1, to, true).map((part) =>
    tokens.slice(part.from, part.to).replace(/^(\s*(public|private|protected|virtual)\b)+\s*/, ''),
  );
}

const ALIGNING = new Set(['__align__', '__builtin_align__', 'alignas', 'aligned', '__aligned__']);

/** Bytes to which an attribute of a class aligns it, as written: `__align__(16)`; null where none does. */
export function alignmentOf(tokens: Tokens, from: number, to: number): string | null {
  for (let index = from; index < to; index++) {
    const close =
      ALIGNING.has(tokens.at(index)) && tokens.is(index + 1, '(') ? tokens.partner(index + 1) : -1;
    if (close > 0) return tokens.slice(index + 2, close);
  }
  return null;
}

/** The parameters of the `template <…>` prefixes at `from`; empty for a full specialisation. */
export function readTemplateParameters(tokens: Tokens, from: number): TemplateParameter[] {
  const parameters: TemplateParameter[] = [];
  let index = from;
  while (tokens.is(index, 'template') && tokens.is(index + 1, '<')) {
    const close = closeAngle(tokens, index + 1, true);
    if (close < 0) break;
    for (const part of splitCommas(tokens, index + 2, close, true)) {
      parameters.push(templateParameter(tokens, part.from, part.to));
    }
    index = close + 1;
  }
  return parameters;
}

function templateParameter(tokens: Tokens, from: number, to: number): TemplateParameter {
  let equals = from;
  while (equals < to && !tokens.is(equals, '=')) {
    const close = tokens.is(equals, '<') ? closeAngle(tokens, equals) : tokens.partner(equals);
    equals = (close > equals && close < to ? close : equals) + 1;
  }
  const pointer = nameInParentheses(tokens, from, equals);
  const named = pointer < 0 && equals - 1 > from && tokens.isIdentifier(equals - 1);
  const name = pointer >= 0 ? tokens.at(pointer) : named ? tokens.at(equals - 1) : '';
  const kind = foldText(tokens.slice(from, named ? equals - 1 : equals));
  return equals < to ? { kind, name, default: foldText(tokens.slice(equals + 1, to)) } : { kind, name };
}
