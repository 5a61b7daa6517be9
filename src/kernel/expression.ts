import { message, type Message, type Words } from './message';
import { fieldFault, type InputError } from './result';

/**
 * Arithmetic as it stands in kernel programs: `+ - * / %`, parentheses, `min`, `max`, `ceil`, `floor`, the
 * bitwise `and`, `or`, `xor` of whole numbers from 0 to 2^32 - 1, and names. `/` is exact; write `floor(a / b)` for C's integer division of non-negative numbers.
 */
export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'negate'; readonly of: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'call'; readonly callee: Callee; readonly of: readonly Expression[] };

/** Binary operator of an expression. */
export type BinaryOperator = '+' | '-' | '*' | '/' | '%';

/** Function that an expression may call. */
export type Callee = 'min' | 'max' | 'ceil' | 'floor' | 'and' | 'or' | 'xor';

const ARITY: Readonly<Record<Callee, number>> = { min: 2, max: 2, ceil: 1, floor: 1, and: 2, or: 2, xor: 2 };
const TOKEN = /\s*(?:(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*)|([-+*/%(),]))/y;
const MAX_LENGTH = 2000;
const MAX_DEPTH = 64;

interface Token {
  readonly text: string;
  readonly kind: 'number' | 'name' | 'symbol' | 'end';
}

const END: Token = { text: '', kind: 'end' };

function shown({ text, kind }: Token): Words {
  return kind === 'end' ? message('kernel.endOfExpression') : text;
}

/** Names to list after a name that is not known. */
export function known(names: readonly string[]): readonly string[] | Message {
  return names.length === 0 ? message('kernel.none') : names;
}

function tokens(text: string, field: string): Token[] {
  if (text.length > MAX_LENGTH)
    throw fieldFault(field, message('kernel.expressionTooLong', { max: MAX_LENGTH }));
  const found: Token[] = [];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match === null)
      throw fieldFault(field, message('kernel.cannotRead', { part: text.slice(at, at + 12), text }));
    if (match[1] !== undefined) found.push({ text: match[1], kind: 'number' });
    else if (match[2] !== undefined) found.push({ text: match[2], kind: 'name' });
    else found.push({ text: match[3] ?? '', kind: 'symbol' });
  }
  found.push(END);
  return found;
}

class Parser {
  private at = 0;
  private depth = 0;

  constructor(
    private readonly list: readonly Token[],
    private readonly field: string,
    private readonly text: string,
  ) {}

  parse(): Expression {
    const result = this.sum();
    if (this.peek().kind !== 'end') this.fail(message('kernel.unexpected', { token: shown(this.peek()) }));
    return result;
  }

  private peek(): Token {
    return this.list[this.at] ?? END;
  }

  private accept(symbols: string): string | null {
    const token = this.peek();
    if (token.kind !== 'symbol' || !symbols.includes(token.text)) return null;
    this.at++;
    return token.text;
  }

  private expect(symbol: string): void {
    if (this.accept(symbol) === null)
      this.fail(message('kernel.expectedBefore', { symbol, token: shown(this.peek()) }));
  }

  private fail(reason: Message): never {
    throw fieldFault(this.field, message('kernel.inText', { what: reason, text: this.text }));
  }

  private sum(): Expression {
    if (++this.depth > MAX_DEPTH) this.fail(message('kernel.nestedTooDeeply'));
    let left = this.product();
    for (let sign = this.accept('+-'); sign !== null; sign = this.accept('+-'))
      left = { kind: 'binary', operator: sign as BinaryOperator, left, right: this.product() };
    this.depth--;
    return left;
  }

  private product(): Expression {
    let left = this.unary();
    for (let sign = this.accept('*/%'); sign !== null; sign = this.accept('*/%'))
      left = { kind: 'binary', operator: sign as BinaryOperator, left, right: this.unary() };
    return left;
  }

  private unary(): Expression {
    let negative = false;
    for (let sign = this.accept('+-'); sign !== null; sign = this.accept('+-'))
      if (sign === '-') negative = !negative;
    const of = this.primary();
    return negative ? { kind: 'negate', of } : of;
  }

  private primary(): Expression {
    const token = this.peek();
    if (this.accept('(') !== null) {
      const inner = this.sum();
      this.expect(')');
      return inner;
    }
    this.at++;
    if (token.kind === 'number') return { kind: 'number', value: Number(token.text) };
    if (token.kind !== 'name') this.fail(message('kernel.unexpected', { token: shown(token) }));
    if (this.accept('(') === null) return { kind: 'name', name: token.text };
    return this.call(token.text);
  }

  private call(name: string): Expression {
    if (!Object.hasOwn(ARITY, name))
      this.fail(message('kernel.unknownFunction', { name, known: Object.keys(ARITY) }));
    const callee = name as Callee;
    const of = [this.sum()];
    while (this.accept(',') !== null) of.push(this.sum());
    this.expect(')');
    if (of.length !== ARITY[callee])
      this.fail(message('kernel.takesValues', { name: callee, count: ARITY[callee] }));
    return { kind: 'call', callee, of };
  }
}

/** Parses `text`; errors are `InputError`s that start with `field`. */
export function parseExpression(text: string, field: string): Expression {
  return new Parser(tokens(text, field), field, text).parse();
}

/** The value of an operator on two numbers; `%` is the mathematical modulus, so never negative for b > 0. */
export function applyOperator(operator: BinaryOperator, a: number, b: number): number {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case '%':
      return a - b * Math.floor(a / b);
  }
}

/** The value of a known function on numbers; those of one number look at the first. */
export function applyFunction(callee: Callee, a: number, b: number): number {
  switch (callee) {
    case 'min':
      return Math.min(a, b);
    case 'max':
      return Math.max(a, b);
    case 'ceil':
      return Math.ceil(a);
    case 'floor':
      return Math.floor(a);
    case 'and':
      return (a & b) >>> 0;
    case 'or':
      return (a | b) >>> 0;
    case 'xor':
      return (a ^ b) >>> 0;
  }
}

/** Tells a value as it is when asked. */
type Reading = () => number;

/** `expression` as a function, for one that is evaluated again and again: each name is looked up once, by `read`. */
function readingOf(expression: Expression, read: (name: string) => Reading): Reading {
  switch (expression.kind) {
    case 'number': {
      const { value } = expression;
      return () => value;
    }
    case 'name':
      return read(expression.name);
    case 'negate': {
      const of = readingOf(expression.of, read);
      return () => -of();
    }
    case 'binary':
      return operationOf(
        expression.operator,
        readingOf(expression.left, read),
        readingOf(expression.right, read),
      );
    case 'call': {
      const { callee, of } = expression;
      const a = readingOf(of[0]!, read);
      const b = of[1] === undefined ? () => NaN : readingOf(of[1], read);
      return () => applyFunction(callee, a(), b());
    }
  }
}

/** `applyOperator`, the most frequent operators chosen beforehand. */
function operationOf(operator: BinaryOperator, left: Reading, right: Reading): Reading {
  switch (operator) {
    case '+':
      return () => left() + right();
    case '-':
      return () => left() - right();
    case '*':
      return () => left() * right();
    default:
      return () => applyOperator(operator, left(), right());
  }
}

/** A name that is none of `names`. */
function unknownName(name: string, names: Iterable<string>, field: string): InputError {
  return fieldFault(field, message('kernel.unknownName', { name, known: known([...names]) }));
}

/** The value of `expression`; a name that `names` lacks is an `InputError` that lists the known ones. */
export function evaluate(expression: Expression, names: ReadonlyMap<string, number>, field: string): number {
  const read = (name: string): Reading => {
    const value = names.get(name);
    if (value === undefined) throw unknownName(name, names.keys(), field);
    return () => value;
  };
  return readingOf(expression, read)();
}
