import { expandedTokens } from '../preprocessor/expand';
import { splitCommas, type TokenRange } from '../syntax/angles';
import { statementEnd } from '../syntax/statementEnd';
import type { Tokens } from '../syntax/tokens';
import { asCondition } from './environment';
import type { Evaluation } from './evaluation';
import { emptyObject, typedValue } from './localObjects';
import { withPart } from './objectParts';
import { isDim3, scalarOf } from './resolve';
import { Scope } from './scope';
import { converted, gather, unknownFrom, unknownValue, type Value } from './value';

/** How a statement ended: the next one follows, a loop goes on or is left, or the function returns a value. */
type End = 'next' | 'continue' | 'break' | Value;

const NAME = /^\w+$/;
/** Types of pointers that are declared in functions of numbers: texts, and what has no type. */
const POINTED = /^(?:char|void)$/;
const STEP = /^(?:(\w+)\s*(\+\+|--)|(\+\+|--)\s*(\w+))$/;
const ASSIGNMENT = /^(\w+(?:\.\w+)*)\s*(\+|-|\*|\/|%|&|\||\^|<<|>>)?=(?!=)/;
const QUALIFIER = /\b(?:const|constexpr|static)\b/g;
/** Calls that leave the variables of the function as they are. */
const HARMLESS = /^(?:static_assert|assert|f?printf|\w*CHECK\w*)$/;
/** Statements that are not followed. */
const OTHER_STATEMENT = /^(?:goto|try|throw|case|default|else)$/;

/**
 * What a function returns, by running its statements on the parameters that are bound in `scope`: declarations and
 * assignments of scalars and objects, branches, loops and `return`. Unknown where a condition is; null where a statement
 * is of another kind, or where it would take more steps than an evaluation has.
 */
export function returnedValue(body: string, scope: Scope, evaluation: Evaluation): Value | null {
  const run = new FunctionBody(expandedTokens(body, scope.macros), evaluation);
  const end = run.whole(scope);
  if (end === null || typeof end === 'string') return null;
  return run.decidedBy.length === 0 ? end : { ...end, notes: gather([end, ...run.decidedBy]).notes };
}

/** Runs the statements of a function on what is bound in `scope`, which then has what they leave there. */
export function runBody(body: string, scope: Scope, evaluation: Evaluation): End | null {
  return new FunctionBody(expandedTokens(body, scope.macros), evaluation).whole(scope);
}

class FunctionBody {
  /** Conditions that something was assumed for. */
  readonly decidedBy: Value[] = [];

  constructor(
    private readonly tokens: Tokens,
    private readonly evaluation: Evaluation,
  ) {}

  whole(scope: Scope): End | null {
    return this.block({ from: 0, to: this.tokens.count }, scope);
  }

  /** Statements one after the other, in a scope of their own. */
  private block({ from, to }: TokenRange, outer: Scope): End | null {
    const scope = new Scope(outer);
    for (let at = from; at < to;) {
      const end = statementEnd(this.tokens, at);
      const left = this.statement({ from: at, to: Math.min(end, to) }, scope);
      if (left !== 'next') return left;
      at = end;
    }
    return 'next';
  }

  private statement({ from, to }: TokenRange, scope: Scope): End | null {
    const { tokens } = this;
    const word = tokens.at(from);
    if (!this.evaluation.step() || OTHER_STATEMENT.test(word)) return null;
    switch (word) {
      case '{':
        return this.block({ from: from + 1, to: to - 1 }, scope);
      case ';':
        return 'next';
      case 'break':
      case 'continue':
        return word;
      case 'return':
        return this.returned({ from: from + 1, to: to - 1 }, scope);
      case 'switch':
        return this.choice({ from, to }, scope);
      case 'if':
        return this.branch({ from, to }, scope);
      case 'for':
        return this.countedLoop({ from, to }, scope);
      case 'while':
        return this.loop(this.inBrackets(from + 1), { from: tokens.partner(from + 1) + 1, to }, null, scope);
      case 'do':
        return this.bottomTested({ from, to }, scope);
      default:
        return this.expressions({ from, to: to - 1 }, scope) ? 'next' : null;
    }
  }

  private text({ from, to }: TokenRange): string {
    return this.tokens.slice(from, to).trim();
  }

  private value(range: TokenRange, scope: Scope): Value {
    return this.evaluation.evaluate(this.text(range), scope);
  }

  private decided(condition: Value): Value {
    if (condition.number !== null && condition.notes.length > 0) this.decidedBy.push(condition);
    return condition;
  }

  private inBrackets(open: number): TokenRange {
    return { from: open + 1, to: this.tokens.partner(open) };
  }

  /** What stands between the brackets of an `if`: an expression, or `int *p = f()`, which tests what it declares. */
  private condition(range: TokenRange, scope: Scope): Value {
    const name = this.declaredAt(range.from, range.to);
    if (name === range.from || !this.expressions(range, scope)) return this.value(range, scope);
    return this.evaluation.evaluate(this.tokens.at(name), scope);
  }

  private returned(range: TokenRange, scope: Scope): Value | null {
    const stepped = STEP.exec(this.text(range));
    if (stepped === null) return this.value(range, scope);
    const name = stepped[1] ?? stepped[4]!;
    const before = this.evaluation.evaluate(name, scope);
    if (!this.expressions(range, scope)) return null;
    return stepped[1] === undefined ? this.evaluation.evaluate(name, scope) : before;
  }

  private branch({ from, to }: TokenRange, outer: Scope): End | null {
    const { tokens } = this;
    const open = tokens.is(from + 1, 'constexpr') ? from + 2 : from + 1;
    const scope = new Scope(outer);
    const condition = this.decided(asCondition(this.condition(this.inBrackets(open), scope)));
    const then = tokens.partner(open) + 1;
    if (then <= open) return null;
    if (condition.number === null) return unknownFrom([condition], condition.text);
    const thenEnd = statementEnd(tokens, then);
    if (condition.number !== 0) return this.statement({ from: then, to: thenEnd }, scope);
    return tokens.is(thenEnd, 'else') ? this.statement({ from: thenEnd + 1, to }, scope) : 'next';
  }

  /** A `switch`: the statements from the label of its number on. */
  private choice({ from, to }: TokenRange, outer: Scope): End | null {
    const { tokens } = this;
    const chosen = this.decided(this.value(this.inBrackets(from + 1), outer));
    const open = tokens.partner(from + 1) + 1;
    if (!tokens.is(open, '{')) return null;
    if (chosen.number === null) return unknownFrom([chosen], chosen.text);
    const scope = new Scope(outer);
    let at = this.labelOf(chosen.number, { from: open + 1, to: to - 1 }, scope);
    if (at === null) return null;
    while (at < to - 1) {
      const label = this.behindLabel(at);
      if (label === null) {
        const end = statementEnd(tokens, at);
        const left = this.statement({ from: at, to: Math.min(end, to - 1) }, scope);
        if (left !== 'next') return left === 'break' ? 'next' : left;
        at = end;
      } else at = label;
    }
    return 'next';
  }

  /** Where the label of a number stands, or `default`; the end where there is neither, null where one is not known. */
  private labelOf(number: number, { from, to }: TokenRange, scope: Scope): number | null {
    const { tokens } = this;
    let fallback = to;
    for (let at = from; at < to; at++) {
      if (tokens.is(at, '{') || tokens.is(at, '(')) at = Math.max(at, tokens.partner(at));
      else if (tokens.is(at, 'default')) fallback = at;
      else if (tokens.is(at, 'case')) {
        const label = this.value({ from: at + 1, to: this.behindLabel(at)! - 1 }, scope);
        if (label.number === null) return null;
        if (label.number === number) return at;
      }
    }
    return fallback;
  }

  /** The token behind the colon of a label that begins at `from`; null where none does. */
  private behindLabel(from: number): number | null {
    const { tokens } = this;
    if (!tokens.is(from, 'case') && !tokens.is(from, 'default')) return null;
    let at = from;
    while (at < tokens.count && !tokens.is(at, ':')) at++;
    return at + 1;
  }

  private countedLoop({ from, to }: TokenRange, outer: Scope): End | null {
    const { tokens } = this;
    const scope = new Scope(outer);
    const head = this.inBrackets(from + 1);
    const parts: TokenRange[] = [];
    for (let at = head.from; at < head.to; at = parts.at(-1)!.to + 1)
      parts.push({ from: at, to: Math.min(this.partEnd(at), head.to) });
    const [first, condition] = parts;
    if (first === undefined || condition === undefined || !this.expressions(first, scope)) return null;
    const step = parts[2] ?? { from: head.to, to: head.to };
    return this.loop(condition, { from: tokens.partner(from + 1) + 1, to }, step, scope);
  }

  /** End of a part of a `for`: its semicolon, or that of the bracket. */
  private partEnd(from: number): number {
    const end = statementEnd(this.tokens, from);
    return this.tokens.is(end - 1, ';') ? end - 1 : end;
  }

  private loop(condition: TokenRange, body: TokenRange, step: TokenRange | null, scope: Scope): End | null {
    for (;;) {
      const test = this.decided(this.value(condition, scope));
      if (test.number === null) return unknownFrom([test], test.text);
      if (test.number === 0) return 'next';
      const end = this.statement(body, scope);
      if (end === 'break') return 'next';
      if (end !== 'next' && end !== 'continue') return end;
      if (step !== null && !this.expressions(step, scope)) return null;
    }
  }

  private bottomTested({ from, to }: TokenRange, scope: Scope): End | null {
    const { tokens } = this;
    const bodyEnd = statementEnd(tokens, from + 1);
    if (!tokens.is(bodyEnd, 'while')) return null;
    const body = { from: from + 1, to: bodyEnd };
    const end = this.statement(body, scope);
    if (end === 'break') return 'next';
    if (end !== 'next' && end !== 'continue') return end;
    const condition = this.inBrackets(bodyEnd + 1);
    return condition.to > to ? null : this.loop(condition, body, null, scope);
  }

  /** Declarations, assignments and calls with a comma between them; false where one is none of these. */
  private expressions({ from, to }: TokenRange, scope: Scope): boolean {
    const name = this.declaredAt(from, to);
    const type = name === from ? null : this.text({ from, to: name }).replace(QUALIFIER, ' ').trim();
    const starts = splitCommas(this.tokens, name, to);
    return starts.every((part) =>
      type === null ? this.assigned(part, scope) : this.declared(part, type, scope),
    );
  }

  /** Place of the name that a declaration gives; `from` for what is no declaration. */
  private declaredAt(from: number, to: number): number {
    const { tokens } = this;
    let at = from;
    while (at + 1 < to && tokens.isIdentifier(at) && (tokens.isIdentifier(at + 1) || tokens.is(at + 1, '::')))
      at += tokens.is(at + 1, '::') ? 2 : 1;
    return this.pointedAt(at, to) ?? at;
  }

  /** Place of the name in `char *text = …`, whose type ends at `at`; null where no pointer is declared so. */
  private pointedAt(at: number, to: number): number | null {
    const { tokens } = this;
    if (!POINTED.test(tokens.at(at)) || !tokens.is(at + 1, '*')) return null;
    let name = at + 1;
    while (tokens.is(name, '*') || tokens.is(name, 'const')) name++;
    return name < to && tokens.isIdentifier(name) && tokens.is(name + 1, '=') ? name : null;
  }

  private declared({ from, to }: TokenRange, type: string, scope: Scope): boolean {
    const { tokens } = this;
    const name = tokens.at(from);
    const scalar = scalarOf(type, scope);
    const opened = tokens.is(from + 1, '(') || tokens.is(from + 1, '{');
    if (!NAME.test(name) || (from + 1 < to && !opened && !tokens.is(from + 1, '='))) return false;
    if (scalar === null && type !== 'auto') return this.declaredObject({ from, to }, type, scope);
    const initial = opened ? this.inBrackets(from + 1) : { from: from + 2, to };
    const value = from + 1 < to ? this.value(initial, scope) : unknownValue(name);
    scope.define({ kind: 'bound', name, value: scalar === null ? value : converted(value, scalar) });
    return true;
  }

  /** `dim3 block(16, 16);`, `Config c;`, `Config c{4, 8};` and `Config c = f();`; no constructors but those of `dim3`. */
  private declaredObject({ from, to }: TokenRange, type: string, scope: Scope): boolean {
    const { tokens, evaluation } = this;
    const name = tokens.at(from);
    const empty = emptyObject(type, scope, evaluation);
    if (empty === null) return false;
    let value: Value = empty;
    if (tokens.is(from + 1, '=')) value = this.value({ from: from + 2, to }, scope);
    else if (tokens.is(from + 1, '{') || (tokens.is(from + 1, '(') && isDim3(type)))
      value = evaluation.evaluate(`{${this.text(this.inBrackets(from + 1))}}`, scope);
    else if (from + 1 < to) return false;
    scope.define({ kind: 'bound', name, value: typedValue(value, type, scope, evaluation) });
    return true;
  }

  private assigned(range: TokenRange, scope: Scope): boolean {
    const text = this.text(range);
    const stepped = STEP.exec(text);
    if (stepped !== null) {
      const name = stepped[1] ?? stepped[4]!;
      return this.assign(name, `${name} ${(stepped[2] ?? stepped[3]!)[0]} 1`, scope);
    }
    const [whole, name, operator] = ASSIGNMENT.exec(text) ?? [];
    if (whole === undefined)
      return text === '' || (HARMLESS.test(this.tokens.at(range.from)) && !text.includes('&'));
    const right = text.slice(whole.length);
    return this.assign(name!, operator === undefined ? right : `${name} ${operator} (${right})`, scope);
  }

  private assign(path: string, text: string, scope: Scope): boolean {
    const [name, ...members] = path.split('.');
    const found = scope.lookup(name!);
    if (found?.symbol.kind !== 'bound') return false;
    const before = found.symbol.value;
    const given = this.evaluation.evaluate(text, scope);
    const part = members.length === 0 && before.parts === null ? converted(given, before.type) : given;
    const value = withPart(before, members, part);
    if (value === null) return false;
    found.scope.define({ ...found.symbol, value });
    return true;
  }
}
