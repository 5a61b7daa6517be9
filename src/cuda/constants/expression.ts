import { withoutArguments } from '../syntax/names';
import { message } from '../../kernel/message';
import { WARP_SIZE } from '../../kernel/warp';
import { expandedTokens } from '../preprocessor/expand';
import { closeAngle, foldText, splitCommas } from '../syntax/angles';
import { TokenKind, type Tokens } from '../syntax/tokens';
import { Evaluation, type EvaluationMode } from './evaluation';
import { isSettable } from '../../kernel/symbolic';
import { asType, builtinCall, isFromInput, namedConstant, optionCall } from './calls';
import { functionCall } from './functionCall';
import { parseCharacter, parseNumber } from './literals';
import { memberOf, memberValue, sizePath } from './members';
import { withOtherDefinitions } from './otherDefinitions';
import { combine, PRECEDENCE } from './operators';
import { bytesOf, extentProduct, scalarOf } from './resolve';
import { Scope } from './scope';
import { foldIn, typeMember, type Fold } from './typeMembers';
import { elementGot, pairMember } from './tuples';
import { INT, isTypeWord, SIZE } from './types';
import { variableValue } from './variables';
import {
  aggregateValue,
  applyUnary,
  gather,
  numberValue,
  unknownFrom,
  unknownValue,
  type Value,
} from './value';

const MAX_NESTING = 200;
const WARP_NOTE = message('cuda.warpSize');
/** Lists whose size is the number of elements in their initialiser; `auto` of a braced one is such a list. */
const LIST_TYPE = /\b(vector\s*<|initializer_list\s*<|auto\b)/;
const LIST_METHOD = /^(size|front|back)$/;
const CASTS = /^(static|reinterpret|const|dynamic)_cast$/;

/** Reads and evaluates one expression. */
class ExpressionReader {
  private at = 0;
  private nesting = 0;

  constructor(
    private readonly tokens: Tokens,
    private readonly scope: Scope,
    private readonly evaluation: Evaluation,
  ) {}

  /** The whole text as one expression. */
  readAll(): Value {
    const text = foldText(this.tokens.text);
    if (this.tokens.count === 0) return unknownValue(text);
    const value = this.ternary();
    if (this.at < this.tokens.count || this.evaluation.spent) return unknownValue(text, value.notes);
    return { ...value, text };
  }

  private is(text: string): boolean {
    return this.tokens.is(this.at, text);
  }

  private accept(text: string): boolean {
    if (!this.is(text)) return false;
    this.at++;
    return true;
  }

  private textFrom(start: number): string {
    return foldText(this.tokens.slice(start, this.at));
  }

  /** The rest of the text as an unknown: what cannot be read swallows everything behind it. */
  private giveUp(start: number): Value {
    this.at = this.tokens.count;
    return unknownValue(foldText(this.tokens.slice(start, this.tokens.count)));
  }

  private ternary(): Value {
    const start = this.at;
    if (++this.nesting > MAX_NESTING || !this.evaluation.step()) return this.giveUp(start);
    const condition = this.binary(1);
    if (!this.accept('?')) {
      this.nesting--;
      return condition;
    }
    const yes = this.ternary();
    if (!this.accept(':')) return this.giveUp(start);
    const no = this.ternary();
    this.nesting--;
    const text = this.textFrom(start);
    if (condition.number !== null) {
      const chosen = condition.number !== 0 ? yes : no;
      return { ...chosen, notes: gather([condition, chosen]).notes, text };
    }
    return yes.number !== null && yes.number === no.number
      ? { ...yes, text }
      : unknownFrom([condition, yes, no], text);
  }

  private operator(): string {
    const text = this.tokens.at(this.at);
    const shift = text === '>' && this.is('>') && this.tokens.is(this.at + 1, '>');
    return shift && this.tokens.start(this.at + 1) === this.tokens.end(this.at) ? '>>' : text;
  }

  private binary(minimum: number): Value {
    const start = this.at;
    let left = this.unary();
    for (;;) {
      const operator = this.operator();
      const strength = PRECEDENCE[operator];
      if (strength === undefined || strength < minimum) return left;
      this.at += operator === '>>' ? 2 : 1;
      const right = this.binary(strength + 1);
      left = combine(operator, left, right, this.textFrom(start));
    }
  }

  private unary(): Value {
    const start = this.at;
    if (++this.nesting > MAX_NESTING || !this.evaluation.step()) return this.giveUp(start);
    const operator = this.tokens.at(this.at);
    if (!/^[-+!~&*]$|^(\+\+|--)$/.test(operator)) {
      const value = this.postfix();
      this.nesting--;
      return value;
    }
    this.at++;
    const operand = this.unary();
    this.nesting--;
    const text = this.textFrom(start);
    const result = operand.number === null ? null : applyUnary(operator, operand.number, operand.type);
    if (result !== null) return { ...operand, ...result, text };
    return operand.number === null && /^[-+!~]$/.test(operator)
      ? unknownFrom([operand], text, operand.type)
      : unknownValue(text);
  }

  private postfix(): Value {
    const start = this.at;
    let value = this.primary();
    for (;;) {
      if (this.is('.') || this.is('->')) {
        value = this.ofList(start, value) ?? this.member(start, value);
      } else if (this.is('(') || this.is('[')) {
        const close = this.tokens.partner(this.at);
        if (close < 0) return this.giveUp(start);
        value = this.is('[') ? this.element(start, value, close) : this.skipTo(close + 1, start);
      } else if (this.is('++') || this.is('--')) {
        value = this.skipTo(this.at + 1, start);
      } else {
        return value;
      }
    }
  }

  private skipTo(index: number, start: number): Value {
    this.at = index;
    return unknownValue(this.textFrom(start));
  }

  /** `list.size()`, `list.front()` and `list.back()` of one whose elements are written down; null for all else. */
  private ofList(start: number, list: Value): Value | null {
    const { tokens, at } = this;
    const method = tokens.at(at + 1);
    if (
      list.parts === null ||
      !LIST_METHOD.test(method) ||
      !tokens.is(at + 2, '(') ||
      !tokens.is(at + 3, ')')
    )
      return null;
    const name = tokens.slice(start, at);
    const symbol = this.scope.lookup(name)?.symbol;
    const isList = symbol?.kind === 'variable' && LIST_TYPE.test(symbol.type);
    // What lets a list grow is remembered as an assignment to its size.
    if (!isList || this.scope.lookup(sizePath(name)) !== null) return null;
    this.at += 4;
    const text = this.textFrom(start);
    if (method === 'size') return { ...numberValue(list.parts.length, SIZE, text), notes: list.notes };
    const element = method === 'front' ? list.parts[0] : list.parts.at(-1);
    return element === undefined
      ? unknownValue(text)
      : { ...element, notes: gather([list, element]).notes, text };
  }

  /** `a.b` and `a->b`: a component of an aggregate, or a member that was assigned by its path. */
  private member(start: number, owner: Value): Value {
    this.at++;
    const name = this.tokens.at(this.at);
    if (!this.tokens.isIdentifier(this.at)) return this.giveUp(start);
    this.at++;
    const text = this.textFrom(start);
    const component = owner.parts?.['xyz'.indexOf(name)];
    if (component !== undefined && 'xyz'.includes(name)) return component;
    const whole = this.memberOfWhole(start, owner, name);
    if (whole !== null && (whole.number !== null || whole.parts !== null)) return { ...whole, text };
    const path = pathOfMember(text);
    const found = this.scope.lookup(path);
    if (found?.symbol.kind === 'variable') {
      const value = whole ?? variableValue(found, found.symbol, this.evaluation, this.scope);
      if (value.number !== null || value.parts !== null)
        return { ...this.evaluation.withGiven(path, value), text };
      return this.evaluation.withGiven(path, renamed(value, text));
    }
    if (found?.symbol.kind === 'bound') return found.symbol.value;
    const ofPair = pairMember(owner, name);
    if (ofPair !== null) return { ...ofPair, text };
    const warp = /^warp_?size$/i.test(name);
    if (warp) return { ...numberValue(WARP_SIZE, INT, text), notes: [WARP_NOTE] };
    return this.evaluation.withGiven(path, unknownMember(text, path));
  }

  /** The member of a variable that was given a value as a whole, or of an element of a table. */
  private memberOfWhole(start: number, owner: Value, name: string): Value | null {
    const root = this.scope.lookup(this.tokens.at(start));
    if (root?.symbol.kind !== 'variable') return null;
    if (this.at === start + 3)
      return memberValue({ symbol: root.symbol, scope: root.scope }, name, this.evaluation, this.scope);
    const placed = owner.parts === null ? null : memberOf(root.symbol.type, name, this.scope);
    return (placed === null ? undefined : owner.parts?.[placed.place]) ?? null;
  }

  private element(start: number, owner: Value, close: number): Value {
    const index = this.evaluation.evaluate(this.tokens.slice(this.at + 1, close), this.scope);
    this.at = close + 1;
    const part = index.number === null ? undefined : owner.parts?.[index.number];
    if (part !== undefined) return { ...part, notes: gather([part, index]).notes };
    const text = this.textFrom(start);
    const path = `${this.tokens.slice(start, this.tokens.partner(close)).replace(/\s+/g, '')}[${index.number}]`;
    const found = this.scope.lookup(path);
    if (found?.symbol.kind !== 'variable') return unknownValue(text);
    return { ...variableValue(found, found.symbol, this.evaluation, this.scope), text };
  }

  private primary(): Value {
    const start = this.at;
    const text = this.tokens.at(start);
    switch (this.tokens.kind(start)) {
      case TokenKind.number:
      case TokenKind.character: {
        this.at++;
        const literal = parseNumber(text) ?? parseCharacter(text);
        return literal === null ? unknownValue(text) : numberValue(literal.number, literal.type, text);
      }
      case TokenKind.identifier:
        return this.named();
      case TokenKind.punctuator:
        if (text === '(') return this.parenthesised();
        return text === '{' ? this.braced('') : this.giveUp(start);
      default:
        return this.skipTo(start + 1, start);
    }
  }

  private parenthesised(): Value {
    const start = this.at;
    const close = this.tokens.partner(start);
    if (close < 0) return this.giveUp(start);
    const inner = this.tokens.slice(start + 1, close);
    const fold = inner.includes('...') ? foldIn(this.tokens, start + 1, close) : null;
    if (fold !== null) return this.folded(start, close, fold);
    if (this.isCast(start, close)) {
      this.at = close + 1;
      const operand = this.unary();
      return { ...asType(operand, inner, this.scope), text: this.textFrom(start) };
    }
    const value = this.inside(start + 1, close);
    return { ...value, text: this.textFrom(start) };
  }

  /** A fold over a template's parameter pack whose elements calls tell. */
  private folded(start: number, close: number, { operator, each, first }: Fold): Value {
    this.at = close + 1;
    const text = this.textFrom(start);
    const pack = /[A-Za-z_]\w*/.exec(each)?.[0] ?? '';
    const { parts, notes } = this.evaluation.evaluate(pack, this.scope);
    if (parts === null || PRECEDENCE[operator] === undefined) return unknownValue(text);
    const values = parts.map((value) =>
      this.evaluation.evaluate(each, new Scope(this.scope).define({ kind: 'bound', name: pack, value })),
    );
    if (first !== null) values.unshift(this.evaluation.evaluate(first, this.scope));
    const [head, ...others] = values;
    if (head === undefined) return unknownValue(text);
    const result = others.reduce((all, value) => combine(operator, all, value, text), head);
    return { ...result, notes: [...notes, ...result.notes], text };
  }

  /** The expression between two tokens; leaves the reader behind the closing bracket. */
  private inside(from: number, close: number): Value {
    this.at = from;
    const value = this.ternary();
    const complete = this.at === close;
    this.at = close + 1;
    return complete ? value : unknownValue(foldText(this.tokens.slice(from, close)));
  }

  /** `(type) operand`: only type words, or an alias, or a name that a pointer mark follows. */
  private isCast(open: number, close: number): boolean {
    const { tokens } = this;
    const next = tokens.kind(close + 1);
    const operand =
      next === TokenKind.identifier || next === TokenKind.number || /^[(!~{"']$/.test(tokens.at(close + 1));
    const signed = /^[-+*&]$/.test(tokens.at(close + 1));
    if (!operand && !signed) return false;
    let words = 0;
    for (let index = open + 1; index < close; index++) {
      if (tokens.isIdentifier(index)) words++;
      else if (!/^(\*|&|::|<|>|,)$/.test(tokens.at(index))) return false;
    }
    if (words === 0) return false;
    const text = tokens.slice(open + 1, close);
    if (isTypeWord(tokens.at(open + 1)) || scalarOf(text, this.scope) !== null) return true;
    const symbol = this.scope.lookup(text)?.symbol;
    return symbol?.kind === 'type' || (operand && symbol === undefined && !tokens.is(close + 1, '('));
  }

  private braced(type: string): Value {
    const start = this.at;
    const close = this.tokens.partner(start);
    if (close < 0) return this.giveUp(start);
    const args = this.args(start, close);
    const text = this.textFrom(start);
    const scalar = type === '' ? null : scalarOf(type, this.scope);
    return scalar !== null && args.length === 1
      ? asType(args[0]!, type, this.scope)
      : aggregateValue(args, text);
  }

  private args(open: number, close: number): Value[] {
    this.at = close + 1;
    return splitCommas(this.tokens, open + 1, close).map((part) =>
      this.evaluation.evaluate(this.tokens.slice(part.from, part.to), this.scope),
    );
  }

  private named(): Value {
    const start = this.at;
    const word = this.tokens.at(start);
    if (word === 'sizeof' || word === 'alignof') return this.sizeOf();
    if (CASTS.test(word) && this.tokens.is(start + 1, '<')) return this.namedCast();
    const templateArguments = this.path();
    const name = this.textFrom(start);
    if (this.is('(')) return this.call(start, name, templateArguments);
    if (this.is('{')) return this.braced(name);
    return this.symbolValue(name);
  }

  /** Moves over `a::b<c>::d`, or words such as `unsigned int`; returns the last template arguments. */
  private path(): string[] {
    const { tokens } = this;
    let templateArguments: string[] = [];
    if (isTypeWord(tokens.at(this.at))) {
      while (isTypeWord(tokens.at(this.at + 1))) this.at++;
    }
    this.at++;
    for (;;) {
      const close = this.is('<') && this.isTemplate() ? closeAngle(tokens, this.at) : -1;
      if (close > 0) {
        templateArguments = splitCommas(tokens, this.at + 1, close).map((part) =>
          tokens.slice(part.from, part.to),
        );
        this.at = close + 1;
      } else if (this.is('::') && tokens.isIdentifier(this.at + 1)) {
        templateArguments = [];
        this.at += 2;
      } else {
        return templateArguments;
      }
    }
  }

  /** Tests whether the `<` here opens template arguments: a call, a brace or `::` follows its `>`. */
  private isTemplate(): boolean {
    const close = closeAngle(this.tokens, this.at);
    if (close < 0 || !/^([({]|::)$/.test(this.tokens.at(close + 1))) return false;
    const kind = this.scope.lookup(this.tokens.at(this.at - 1))?.symbol.kind;
    return kind !== 'variable' && kind !== 'bound';
  }

  private symbolValue(name: string): Value {
    const member = name.includes('::') ? typeMember(name, this.scope, this.evaluation) : null;
    if (member !== null) return { ...member, text: name };
    const found = this.scope.lookup(name);
    if (found?.symbol.kind === 'variable') {
      const value = this.evaluation.withGiven(
        name,
        variableValue(found, found.symbol, this.evaluation, this.scope),
      );
      return value.number !== null || value.parts !== null ? { ...value, text: name } : value;
    }
    if (found?.symbol.kind === 'bound') return found.symbol.value;
    if (this.evaluation.undefinedIsZero) return name === 'true' ? numberValue(1) : numberValue(0);
    return namedConstant(name) ?? this.evaluation.withGiven(name, unknownValue(name));
  }

  private call(start: number, path: string, templateArguments: readonly string[]): Value {
    const close = this.tokens.partner(this.at);
    if (close < 0) return this.giveUp(start);
    const open = this.at;
    const args = this.args(open, close);
    const text = this.textFrom(start);
    const name = templateArguments.length > 0 ? withoutArguments(path).trim() : path;
    if (args.length === 1 && scalarOf(name, this.scope) !== null) {
      return { ...asType(args[0]!, name, this.scope), text };
    }
    const found = this.scope.lookup(name) ?? this.scope.definedElsewhere(name);
    if (found?.symbol.kind === 'function') {
      const fitting = found.symbol.overloads.filter((overload) => accepts(overload.parameters, args.length));
      for (const overload of fitting) {
        const value = functionCall(found, overload, args, templateArguments, text, this.evaluation);
        if (value.unknowns.length === 0) return value;
        if (fitting.length === 1) return optionCall(args, text) ?? value;
      }
    }
    const inputs = args.some(isFromInput);
    return (
      elementGot(name, args, templateArguments) ??
      builtinCall(name, args, text) ??
      optionCall(args, text) ??
      (inputs ? unknownFrom(args, text) : unknownValue(text))
    );
  }

  private namedCast(): Value {
    const start = this.at;
    const close = closeAngle(this.tokens, start + 1);
    const end = close > 0 && this.tokens.is(close + 1, '(') ? this.tokens.partner(close + 1) : -1;
    if (end < 0) return this.giveUp(start);
    const type = this.tokens.slice(start + 2, close);
    const value = this.inside(close + 2, end);
    return { ...asType(value, type, this.scope), text: this.textFrom(start) };
  }

  private sizeOf(): Value {
    const start = this.at++;
    const isPack = this.is('...');
    if (isPack) this.at++;
    const close = this.is('(') ? this.tokens.partner(this.at) : -1;
    if (close < 0) {
      this.unary();
      return unknownValue(this.textFrom(start));
    }
    const inner = this.tokens.slice(this.at + 1, close);
    this.at = close + 1;
    const elements = isPack ? this.evaluation.evaluate(inner, this.scope).parts : null;
    if (elements !== null) return numberValue(elements.length, SIZE, this.textFrom(start));
    const bytes = bytesOf(inner, this.scope, this.evaluation) ?? this.expressionBytes(inner.trim());
    const text = this.textFrom(start);
    return bytes === null ? unknownValue(text) : numberValue(bytes, SIZE, text);
  }

  /** `sizeof(array)`, `sizeof(array[0])`, `sizeof(*pointer)` of declared variables. */
  private expressionBytes(text: string): number | null {
    const match = /^(\*?)\s*([A-Za-z_]\w*)\s*((?:\[[^\]]*\])*)$/.exec(text);
    const found = match === null ? null : this.scope.lookup(match[2]!);
    if (match === null || found?.symbol.kind !== 'variable') return null;
    const { symbol, scope } = found;
    const steps = (match[1] === '*' ? 1 : 0) + (match[3]!.match(/\[/g)?.length ?? 0);
    const extents = symbol.extents.slice(steps);
    const pointers = Math.max(0, steps - symbol.extents.length);
    const type = symbol.type.replace(
      new RegExp(`(\\s*\\*(\\s*(const|restrict|__restrict|__restrict__))*){${pointers}}\\s*$`),
      '',
    );
    if (pointers > 0 && type === symbol.type) return null;
    const element = bytesOf(type, scope, this.evaluation);
    const count =
      extents.join() === '' && extents.length === 1
        ? (variableValue(found, symbol, this.evaluation, this.scope).parts?.length ?? null)
        : extentProduct(extents, scope, this.evaluation);
    return element === null || count === null ? null : element * count;
  }
}

/** How a member is called where it is given a value: `image->width` and `this->width` are `image.width` and `width`. */
function pathOfMember(text: string): string {
  return text.replaceAll('->', '.').replace(/^this\./, '');
}

function unknownMember(text: string, path: string): Value {
  const unknown = unknownValue(text);
  return path === text || !isSettable(path) ? unknown : { ...unknown, settable: [path] };
}

function renamed(value: Value, text: string): Value {
  return { ...value, unknowns: value.unknowns.length > 0 ? value.unknowns : [text], text };
}

function accepts(parameters: readonly { readonly default?: string }[], given: number): boolean {
  const required = parameters.filter((parameter) => parameter.default === undefined).length;
  return given >= required && given <= parameters.length;
}

function readExpression(text: string, scope: Scope, evaluation: Evaluation): Value {
  const value = new ExpressionReader(expandedTokens(text, scope.macros), scope, evaluation).readAll();
  return withOtherDefinitions(value, text, scope);
}

/** Evaluates a text. */
export function evaluateText(text: string, scope: Scope, mode: EvaluationMode = {}): Value {
  return new Evaluation(readExpression, mode).evaluate(text, scope);
}
