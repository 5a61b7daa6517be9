import { expandedTokens } from '../preprocessor/expand';
import { closeAngle, foldText, splitCommas } from '../syntax/angles';
import { TokenKind, type Tokens } from '../syntax/tokens';
import { elementAt, listValue, memberNamed } from './accessed';
import { calledValue } from './called';
import { asType } from './calls';
import { isCast } from './casts';
import { asCondition, operandsOf } from './environment';
import { Evaluation, type EvaluationMode } from './evaluation';
import { parseCharacter, parseNumber } from './literals';
import { namedConstant } from './namedConstants';
import { combine, PRECEDENCE } from './operators';
import { withOtherDefinitions } from './otherDefinitions';
import { foldedPack } from './packFold';
import { argumentLeft } from './writtenArguments';
import { bytesOf, scalarOf } from './resolve';
import type { Scope } from './scope';
import { foldIn, typeMember } from './typeMembers';
import { isTypeWord, SIZE } from './types';
import {
  aggregateValue,
  applyUnary,
  gather,
  numberValue,
  unknownFrom,
  unknownValue,
  type Value,
} from './value';
import { variableBytes } from './variableBytes';
import { variableValue } from './variables';

const MAX_NESTING = 200;
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
    const first = this.binary(1);
    if (!this.accept('?')) {
      this.nesting--;
      return first;
    }
    const condition = asCondition(first);
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
      left = combine(operator, ...operandsOf(operator, left, right), this.textFrom(start));
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
    const asked = this.unary();
    const operand = operator === '!' ? asCondition(asked) : asked;
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
    if (!tokens.is(at + 2, '(') || !tokens.is(at + 3, ')')) return null;
    const text = foldText(tokens.slice(start, at + 4));
    const value = listValue(
      { list, name: tokens.slice(start, at), method: tokens.at(at + 1), text },
      this.scope,
    );
    if (value !== null) this.at += 4;
    return value;
  }

  /** `a.b` and `a->b`. */
  private member(start: number, owner: Value): Value {
    this.at++;
    const name = this.tokens.at(this.at);
    if (!this.tokens.isIdentifier(this.at)) return this.giveUp(start);
    this.at++;
    const [root, isOfVariable] = [this.tokens.at(start), this.at === start + 3];
    const asked = { owner, name, root, isOfVariable, text: this.textFrom(start) };
    return memberNamed(asked, this.scope, this.evaluation);
  }

  private element(start: number, owner: Value, close: number): Value {
    const index = this.evaluation.evaluate(this.tokens.slice(this.at + 1, close), this.scope);
    this.at = close + 1;
    const list = this.tokens.slice(start, this.tokens.partner(close));
    return elementAt({ owner, index, list, text: this.textFrom(start) }, this.scope, this.evaluation);
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
    if (fold !== null) {
      this.at = close + 1;
      return foldedPack(fold, this.textFrom(start), this.scope, this.evaluation);
    }
    if (isCast(this.tokens, start, close, this.scope)) {
      this.at = close + 1;
      const operand = this.unary();
      return { ...asType(operand, inner, this.scope), text: this.textFrom(start) };
    }
    const value = this.inside(start + 1, close);
    return { ...value, text: this.textFrom(start) };
  }

  /** The expression between two tokens; leaves the reader behind the closing bracket. */
  private inside(from: number, close: number): Value {
    this.at = from;
    const value = this.ternary();
    const complete = this.at === close;
    this.at = close + 1;
    return complete ? value : unknownValue(foldText(this.tokens.slice(from, close)));
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
    return calledValue({ path, args, templateArguments, text }, this.scope, this.evaluation);
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
    const bytes =
      bytesOf(inner, this.scope, this.evaluation) ?? variableBytes(inner.trim(), this.scope, this.evaluation);
    const text = this.textFrom(start);
    return bytes === null ? unknownValue(text) : numberValue(bytes, SIZE, text);
  }
}

function readExpression(text: string, scope: Scope, evaluation: Evaluation): Value {
  const value = new ExpressionReader(expandedTokens(text, scope.macros), scope, evaluation).readAll();
  return withOtherDefinitions(value, text, scope);
}

/** Evaluates a text. */
export function evaluateText(text: string, scope: Scope, mode: EvaluationMode = {}): Value {
  return new Evaluation(readExpression, argumentLeft, mode).evaluate(text, scope);
}
