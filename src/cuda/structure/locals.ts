import { Scope } from '../constants/scope';
import type { TokenRange } from '../syntax/angles';
import { TokenKind, type Tokens } from '../syntax/tokens';
import { endOfExpression, readDeclaration } from './declarations';
import type { FunctionOutline } from './outline';
import { assignVariable, defineAlias, defineVariables } from './symbols';
import type { UnitText } from './unitText';

/** One block of a function body with its symbols. */
interface Block {
  readonly from: number;
  to: number;
  readonly scope: Scope;
}

/** Functions that take the address of a variable and only read it. */
const READERS =
  /^(cudaLaunch\w*|cudaMemcpy\w*|cuLaunch\w*|v?s?n?f?printf|memcpy|fwrite|write|MPI_(I?S|Is)end|sizeof|decltype)$/;

const COPY = /^(cudaMemcpy\w*|memcpy)$/;

const COMPOUND = /^(\+=|-=|\*=|\/=|%=|&=|\|=|\^=|<<=|>=)$/;

/** Nesting below which blocks share the scope of the block around them. */
const MAX_NESTING = 200;

/** The scope of a function: its template parameters (with defaults) and its parameters. */
export function functionScope(unit: UnitText, outline: FunctionOutline): Scope {
  const scope = new Scope(outline.scope, unit.macrosAt(outline.body.from));
  for (const parameter of outline.template) {
    if (parameter.name === '') continue;
    if (/^(typename|class)\b/.test(parameter.kind)) {
      const target = parameter.default;
      if (target !== undefined) scope.define({ kind: 'type', name: parameter.name, target, members: [] });
    } else {
      const values = parameter.default === undefined ? [] : [{ text: parameter.default }];
      scope.define({ kind: 'variable', name: parameter.name, type: parameter.kind, extents: [], values });
    }
  }
  for (const { name, type } of outline.parameters) {
    if (name !== '') scope.define({ kind: 'variable', name, type, extents: [], values: [] });
  }
  return scope;
}

/** The symbols of a function body by place, with every value that is assigned to them. */
export class LocalScopes {
  private readonly blocks: Block[];
  private readonly open: Block[];
  /** Names whose declaration has just been read: their `=` is no further assignment. */
  private readonly declared = new Set<number>();
  /** Callees of the parentheses that are open. */
  private readonly callees: string[] = [];
  private readonly tokens: Tokens;

  constructor(
    private readonly unit: UnitText,
    body: TokenRange,
    scope: Scope,
  ) {
    this.tokens = unit.tokens;
    const root = { from: body.from, to: body.to, scope };
    this.blocks = [root];
    this.open = [root];
    this.scan(body);
  }

  /** The scope at a token of the body. */
  at(index: number): Scope {
    // Blocks lie in the order of their opening: the last one that holds the token is innermost.
    let low = 0;
    let high = this.blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.blocks[middle]!.from <= index) low = middle;
      else high = middle - 1;
    }
    for (; low > 0; low--) if (index < this.blocks[low]!.to) break;
    return this.blocks[low]!.scope;
  }

  private get scope(): Scope {
    return this.open.at(-1)!.scope;
  }

  private scan(body: TokenRange): void {
    let statement = true;
    for (let index = body.from; index < body.to; index++) {
      const kind = this.tokens.kind(index);
      if (kind === TokenKind.identifier) {
        if (statement) this.statement(index);
        else if (this.tokens.is(index, 'cin')) this.readFromStream(index);
        const word = this.tokens.at(index);
        statement = word === 'else' || word === 'do';
      } else if (kind === TokenKind.punctuator) {
        statement = this.punctuator(index);
      } else {
        statement = false;
      }
    }
  }

  /** Acts on a punctuator; whether a statement may begin behind it. */
  private punctuator(index: number): boolean {
    const { tokens } = this;
    const text = tokens.at(index);
    switch (text) {
      case '{':
        return this.openBlock(index);
      case '}':
        this.closeBlock(index);
        return true;
      case ';':
        return true;
      case '(':
        this.callees.push(tokens.isIdentifier(index - 1) ? tokens.at(index - 1) : '');
        return this.callees.at(-1) === 'for' || this.callees.at(-1) === 'if';
      case ')':
        return /^(if|for|while|switch)$/.test(this.callees.pop() ?? '');
      case ':':
        return true;
      case '=':
        this.assignment(index);
        return false;
      case '++':
      case '--':
        this.increment(index);
        return false;
      case '&':
        this.addressOf(index);
        return false;
      default:
        if (COMPOUND.test(text)) this.compound(index, text);
        return false;
    }
  }

  private openBlock(index: number): boolean {
    const before = this.tokens.at(index - 1);
    const plain =
      !/^[=,(\]>]$/.test(before) &&
      (!this.tokens.isIdentifier(index - 1) || /^(else|do|try|mutable|noexcept|const)$/.test(before));
    const nested = plain && this.open.length < MAX_NESTING;
    const scope = nested ? new Scope(this.scope) : this.scope;
    const block: Block = { from: index, to: Number.MAX_SAFE_INTEGER, scope };
    if (nested) this.blocks.push(block);
    this.open.push(block);
    return plain;
  }

  private closeBlock(index: number): void {
    if (this.open.length > 1) this.open.pop()!.to = index;
  }

  private statement(index: number): void {
    if (defineAlias(this.unit, index, this.scope)) return;
    const declaration = readDeclaration(this.tokens, index);
    if (declaration === null) return;
    for (const { nameIndex } of declaration.declarators) this.declared.add(nameIndex);
    defineVariables(this.unit, declaration, this.scope);
  }

  /** The variable path that ends at `end`: `a`, `a.b`, `a->b`; null for elements and dereferences. */
  private pathEnding(end: number): { path: string; from: number } | null {
    const { tokens } = this;
    if (!tokens.isIdentifier(end)) return null;
    let from = end;
    while (/^(\.|->)$/.test(tokens.at(from - 1)) && tokens.isIdentifier(from - 2)) from -= 2;
    const before = tokens.at(from - 1);
    if (before === '.' || before === '->' || before === '::') return null;
    if (before === '*' && !tokens.isIdentifier(from - 2) && !tokens.is(from - 2, ')')) return null;
    const path = tokens
      .slice(from, end + 1)
      .replace(/\s+/g, '')
      .replaceAll('->', '.')
      .replace(/^this\./, '');
    return { path, from };
  }

  private assignment(index: number): void {
    const { tokens } = this;
    if (tokens.is(index - 1, ']')) {
      this.elementWritten(index - 1);
      return;
    }
    const target = this.pathEnding(index - 1);
    if (target === null || this.declared.has(target.from)) return;
    if (tokens.isIdentifier(target.from - 1) && !/^(else|do)$/.test(tokens.at(target.from - 1))) return;
    let value = { from: index + 1, to: endOfExpression(tokens, index + 1) };
    // `a = b = 0` gives 0 to both.
    for (let at = value.from; at < value.to; at++)
      if (tokens.is(at, '=')) value = { from: at + 1, to: value.to };
    const text = tokens.slice(value.from, value.to);
    const site = this.unit.site(value);
    assignVariable(this.scope, target.path, site === undefined ? { text } : { text, site });
  }

  private elementWritten(bracket: number): void {
    const open = this.tokens.partner(bracket);
    const target = open < 0 ? null : this.pathEnding(open - 1);
    if (target !== null && !this.declared.has(target.from))
      this.written(target.path, 'an assignment to an element');
  }

  private written(path: string, writer: string): void {
    assignVariable(this.scope, path, { text: null, writer });
  }

  private compound(index: number, operator: string): void {
    const shift = operator === '>=' && this.tokens.is(index - 1, '>');
    if (operator === '>=' && !shift) return;
    const target = this.pathEnding(index - (shift ? 2 : 1));
    if (target !== null) this.written(target.path, shift ? '>>=' : operator);
  }

  private increment(index: number): void {
    const { tokens } = this;
    const before = this.pathEnding(index - 1);
    if (before !== null) {
      this.written(before.path, tokens.at(index));
      return;
    }
    if (!tokens.isIdentifier(index + 1)) return;
    let end = index + 1;
    while (/^(\.|->)$/.test(tokens.at(end + 1)) && tokens.isIdentifier(end + 2)) end += 2;
    const path = tokens.slice(index + 1, end + 1).replaceAll('->', '.');
    this.written(path, tokens.at(index));
  }

  /** `f(&x)`: the callee may write `x`, except for those that are known to read. */
  private addressOf(index: number): void {
    const { tokens } = this;
    const callee = this.callees.at(-1);
    if (callee === undefined || callee === '' || !tokens.isIdentifier(index + 1)) return;
    const before = tokens.at(index - 1);
    // A copy writes what its first argument points to, and reads the others.
    const isTarget = COPY.test(callee) && before === '(';
    if (READERS.test(callee) && !isTarget) return;
    const cast = before === ')' && tokens.is(index - 2, '*');
    if (before !== '(' && before !== ',' && !cast) return;
    const after = tokens.at(index + 2);
    if (after === ',' || after === ')') this.written(tokens.at(index + 1), callee);
  }

  /** `cin >> a >> b`. */
  private readFromStream(index: number): void {
    const { tokens } = this;
    let at = index + 1;
    while (tokens.is(at, '>') && tokens.is(at + 1, '>') && tokens.isIdentifier(at + 2)) {
      this.written(tokens.at(at + 2), 'cin');
      at += 3;
    }
  }
}
