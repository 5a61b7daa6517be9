import type { TypeMember } from '../constants/scope';
import { closeAngle, splitCommas, type TokenRange } from '../syntax/angles';
import type { Tokens } from '../syntax/tokens';

/** One name of a declaration. */
export interface Declarator {
  readonly name: string;
  readonly nameIndex: number;
  /** `*` and `&` marks between type and name. */
  readonly marks: string;
  /** Array extents, outermost first. */
  readonly extents: readonly TokenRange[];
  /** The initialiser's tokens without `=`, parentheses kept off, braces kept on. */
  readonly value: TokenRange | null;
  /** Form of its initialiser. */
  readonly form: 'none' | 'assign' | 'parentheses' | 'braces';
  /** Of a name of `auto [a, b] = v`: which element of the value it is. */
  readonly element?: number;
}

/** `const unsigned int a = 1, *b;` */
export interface Declaration {
  /** Type with its qualifiers, as token range. */
  readonly type: TokenRange;
  readonly declarators: readonly Declarator[];
  /** Token after the last declarator: `;`, `:`, `)` or what could not be read. */
  readonly end: number;
}

/** Words that may stand before or within a type without being one. */
const SPECIFIERS = new Set(
  (
    'const constexpr consteval constinit static inline extern volatile register mutable thread_local typename ' +
    'struct class union enum unsigned signed long short __shared__ __constant__ __device__ __host__ __managed__ ' +
    '__restrict__ __restrict __grid_constant__ __forceinline__ __inline__ friend virtual explicit typedef'
  ).split(' '),
);

const ARITHMETIC_WORDS = /^(unsigned|signed|long|short)$/;

/** Words that begin a statement which is no declaration. */
const STATEMENTS = new Set(
  (
    'return if else for while do switch case default break continue goto throw try catch delete new using ' +
    'namespace template public private protected sizeof operator static_assert asm __asm__ this co_return'
  ).split(' '),
);

const ATTRIBUTES = new Set([
  '__align__',
  'alignas',
  '__attribute__',
  '__builtin_align__',
  '__launch_bounds__',
  '__declspec',
]);

/** Index after attributes such as `__align__(16)` or `[[maybe_unused]]`. */
export function skipAttributes(tokens: Tokens, index: number): number {
  for (;;) {
    if (tokens.is(index + 1, '(') && ATTRIBUTES.has(tokens.at(index))) {
      const close = tokens.partner(index + 1);
      if (close < 0) return index;
      index = close + 1;
    } else if (tokens.is(index, '[') && tokens.is(index + 1, '[') && tokens.partner(index) > 0) {
      index = tokens.partner(index) + 1;
    } else {
      return index;
    }
  }
}

/** Index after `a::b<c>::d`; the given one must be an identifier or `::`. */
export function skipName(tokens: Tokens, index: number): number {
  if (tokens.is(index, '::')) index++;
  for (;;) {
    index++;
    if (tokens.is(index, '<')) {
      const close = closeAngle(tokens, index);
      if (close < 0) return index;
      index = close + 1;
    }
    if (!tokens.is(index, '::') || !tokens.isIdentifier(index + 1)) return index;
    index++;
  }
}

/** Index after the type that starts at `from`; -1 when there is none. */
function skipType(tokens: Tokens, from: number): number {
  let index = skipAttributes(tokens, from);
  let named = false;
  let arithmetic = false;
  while (tokens.isIdentifier(index) || tokens.is(index, '::')) {
    const word = tokens.at(index);
    if (STATEMENTS.has(word)) return -1;
    if (SPECIFIERS.has(word)) {
      arithmetic ||= ARITHMETIC_WORDS.test(word);
      index++;
    } else if (named || (arithmetic && !/^(int|char|double)$/.test(word))) {
      break;
    } else {
      named = true;
      index = skipName(tokens, index);
    }
    index = skipAttributes(tokens, index);
  }
  return named || arithmetic ? index : -1;
}

/** End of an initialiser: the first top-level `,` `;` `)` `]` or `}`. */
export function endOfExpression(tokens: Tokens, from: number): number {
  let index = from;
  for (; index < tokens.count; index++) {
    const text = tokens.at(index);
    if (text === ',' || text === ';' || text === ')' || text === ']' || text === '}') break;
    if (text === '(' || text === '[' || text === '{') {
      const close = tokens.partner(index);
      if (close < 0) break;
      index = close;
    } else if (text === '<' && tokens.isIdentifier(index - 1)) {
      const close = closeAngle(tokens, index);
      if (close > 0 && endsTemplate(tokens, index, close)) index = close;
    }
  }
  return index;
}

/** Tests whether angles are template arguments: `f<a, b>(…)`, `f<a, b>{…}`, `f<a, b>::c`, `= f<a, b>;`. */
function endsTemplate(tokens: Tokens, open: number, close: number): boolean {
  const next = tokens.at(close + 1);
  if (/^[({]$|^::$/.test(next)) return true;
  if (next !== ';') return false;
  for (let index = open + 1; index < close; index++) if (/^(=|&&|\|\|)$/.test(tokens.at(index))) return false;
  return true;
}

function readExtents(tokens: Tokens, from: number): { extents: TokenRange[]; next: number } {
  const extents: TokenRange[] = [];
  let next = from;
  while (tokens.is(next, '[')) {
    const close = tokens.partner(next);
    if (close < 0) break;
    extents.push({ from: next + 1, to: close });
    next = close + 1;
  }
  return { extents, next };
}

/** `(*name)(…)` and `(*const name[2])(…)`: where the name stands, and the token behind; null for others. */
function functionPointer(tokens: Tokens, open: number): { nameIndex: number; next: number } | null {
  const close = tokens.is(open, '(') && tokens.is(open + 1, '*') ? tokens.partner(open) : -1;
  const end = close > 0 && tokens.is(close + 1, '(') ? tokens.partner(close + 1) : -1;
  if (end < 0) return null;
  const nameIndex = tokens.is(open + 2, 'const') ? open + 3 : open + 2;
  const closes = readExtents(tokens, nameIndex + 1).next === close;
  return closes ? { nameIndex, next: end + 1 } : null;
}

/** Reads the declarator whose marks or name begin at `from`; null when there is no name. */
function readDeclarator(tokens: Tokens, from: number): { declarator: Declarator; next: number } | null {
  let index = from;
  let marks = '';
  for (; ; index++) {
    const text = tokens.at(index);
    if (text === '*' || text === '&' || text === '&&') marks += text;
    else if (text !== 'const' && text !== '__restrict__' && text !== '__restrict' && text !== 'volatile')
      break;
  }
  index = skipAttributes(tokens, index);
  const pointer = functionPointer(tokens, index);
  const nameIndex = pointer?.nameIndex ?? index;
  if (!tokens.isIdentifier(nameIndex) || STATEMENTS.has(tokens.at(nameIndex))) return null;
  const named = readExtents(tokens, skipAttributes(tokens, nameIndex + 1));
  const { extents } = named;
  const next = pointer?.next ?? named.next;
  const base = { name: tokens.at(nameIndex), nameIndex, marks: pointer === null ? marks : '*', extents };
  const { end, ...initialiser } = readInitialiser(tokens, next);
  return { declarator: { ...base, ...initialiser }, next: end };
}

function readInitialiser(
  tokens: Tokens,
  from: number,
): Pick<Declarator, 'form' | 'value'> & { readonly end: number } {
  const close = tokens.partner(from);
  if (tokens.is(from, '=')) {
    const end = endOfExpression(tokens, from + 1);
    return { form: 'assign', value: { from: from + 1, to: end }, end };
  }
  if (tokens.is(from, '(') && close > 0)
    return { form: 'parentheses', value: { from: from + 1, to: close }, end: close + 1 };
  if (tokens.is(from, '{') && close > 0)
    return { form: 'braces', value: { from, to: close + 1 }, end: close + 1 };
  return { form: 'none', value: null, end: from };
}

/** The names of `auto [a, b] = v` behind the type that ends at `from`; null for all else. */
function readBindings(tokens: Tokens, from: number): { declarators: Declarator[]; end: number } | null {
  const open = /^&&?$/.test(tokens.at(from)) ? from + 1 : from;
  const close = tokens.is(from - 1, 'auto') && tokens.is(open, '[') ? tokens.partner(open) : -1;
  if (close < 0) return null;
  const { end, ...initialiser } = readInitialiser(tokens, close + 1);
  const marks = tokens.slice(from, open);
  const declarators = splitCommas(tokens, open + 1, close)
    .filter((name) => tokens.isIdentifier(name.from) && name.to === name.from + 1)
    .map(({ from: nameIndex }, element): Declarator => {
      const name = tokens.at(nameIndex);
      return { name, nameIndex, marks, extents: [], ...initialiser, element };
    });
  return { declarators, end };
}

/**
 * Reads a declaration of variables at `from`. Null when the tokens are something else; a function
 * prototype reads as a declarator in parentheses, which the caller must tell apart.
 */
export function readDeclaration(tokens: Tokens, from: number): Declaration | null {
  const typeEnd = skipType(tokens, from);
  if (typeEnd < 0) return null;
  const { declarators, end } = readBindings(tokens, typeEnd) ?? readDeclarators(tokens, typeEnd);
  if (declarators.length === 0) return null;
  const ends = tokens.at(end);
  if (ends !== ';' && ends !== ':' && ends !== ')' && ends !== '') return null;
  return { type: { from, to: typeEnd }, declarators, end };
}

function readDeclarators(tokens: Tokens, from: number): { declarators: Declarator[]; end: number } {
  const declarators: Declarator[] = [];
  let end = from;
  for (;;) {
    const read = readDeclarator(tokens, end);
    if (read === null) break;
    declarators.push(read.declarator);
    end = read.next;
    if (!tokens.is(end, ',')) break;
    end++;
  }
  return { declarators, end };
}

/**
 * The members that a class inside of another one makes of it: those declared behind its brace, and, where neither it
 * nor a member has a name (`union { int i; float f; };`), one that lends its own members to the outer class.
 */
export function membersBehind(tokens: Tokens, from: number, type: string, isUnnamed: boolean): TypeMember[] {
  if (isUnnamed && tokens.is(from, ';')) return [{ name: type, type, extents: [], isUnnamed }];
  return readDeclarators(tokens, from).declarators.map(({ name, marks, extents }) => ({
    name,
    type: type + marks,
    extents: extents.map((extent) => tokens.slice(extent.from, extent.to)),
  }));
}

/** Tests whether `(…)` after a declared name holds parameters, not constructor arguments. */
export function looksLikeParameters(tokens: Tokens, range: TokenRange): boolean {
  if (range.from >= range.to) return true;
  for (let index = range.from; index < range.to; index++) {
    const text = tokens.at(index);
    if (text === '(' || text === '[' || text === '{') index = Math.max(index, tokens.partner(index));
    else if (tokens.isIdentifier(index) && tokens.isIdentifier(index + 1)) return true;
    else if (/^[*&]$/.test(text) && /^[,)]$/.test(tokens.at(index + 1))) return true;
  }
  return range.to - range.from === 1 && /^(void|int|float|double|char|bool)$/.test(tokens.at(range.from));
}
