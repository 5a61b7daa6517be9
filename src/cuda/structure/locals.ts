import { message, type Words } from '../../kernel/message';
import { sizePath } from '../constants/members';
import { Scope, type AssignedValue, type Place } from '../constants/scope';
import { splitCommas } from '../syntax/angles';
import { TokenKind, type Tokens } from '../syntax/tokens';
import { literalIndex, pathEnding, pathFrom, type AssignedPath } from './assignedPaths';
import { Block, BlockTree, type BlockKind } from './blocks';
import { argumentsAt, LambdaCalls, writtenArguments } from './bodyCalls';
import { endOfExpression, readDeclaration } from './declarations';
import { functionScope, type Callers } from './functionScope';
import type { FunctionOutline } from './outline';
import { readParameters } from './parameters';
import { assignedValue, assignVariable, defineAlias, defineVariables } from './symbols';
import type { UnitText } from './unitText';

/** Functions that take the address of a variable and only read it. */
const READERS =
  /^(cudaLaunch\w*|cudaGraphAdd\w*|cudaMemcpy\w*|cuLaunch\w*|v?s?n?f?printf|memcpy|fwrite|write|MPI_(I?S|Is)end|sizeof|decltype)$/;

const COPY = /^(cudaMemcpy\w*|memcpy)$/;

/** `>=` may be the end of `>>=`. */
const COMPOUND = new Set(['+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '<<=', '>=']);

/** Methods of lists that append or drop elements at the end, and those that move others as well. */
const LIST_GROWS = /^(push_back|emplace_back|pop_back|resize)$/;
const LIST_CHANGES = /^(insert|emplace|erase|clear|assign|swap)$/;

/** Statements that leave the function. */
const LEAVING = /^(return|throw|exit|abort|_exit|quick_exit|terminate|co_return)$/;

/** Nesting below which blocks are not told apart any more. */
const MAX_NESTING = 200;

/** Reads a function body once: its blocks, its symbols, and every value that is assigned to them. */
class BodyScanner {
  private readonly tokens: Tokens;
  /** The blocks that are open; a brace-less body is one that ends with its `;`. */
  private readonly open: { readonly block: Block; readonly braces: boolean }[];
  /** Names whose declaration has just been read: their `=` is no further assignment. */
  private readonly declared = new Set<number>();
  /** Callees of the parentheses that are open. */
  private readonly callees: string[] = [];
  /** Loop whose head's third part is being read. */
  private step: Block | null = null;
  /** The variable of the `switch` whose body opens next. */
  private switched: string | null = null;
  private readonly switches: (string | null)[] = [];
  /** The `&` of arguments of which the function tells what it writes. */
  private readonly told = new Set<number>();
  private readonly lambdas = new LambdaCalls();
  /** The colon of the label that was read last. */
  private label = -1;

  constructor(
    private readonly unit: UnitText,
    private readonly tree: BlockTree,
  ) {
    this.tokens = unit.tokens;
    this.open = [{ block: tree.root, braces: true }];
  }

  private get block(): Block {
    return this.open[this.open.length - 1]!.block;
  }

  private get scope(): Scope {
    return this.block.scope;
  }

  scan(from: number, to: number): void {
    let statement = true;
    for (let index = from; index < to; index++) {
      const kind = this.tokens.kind(index);
      if (kind === TokenKind.identifier) {
        statement = this.word(index, statement);
      } else if (kind === TokenKind.punctuator) {
        statement = this.punctuator(index);
      } else {
        statement = false;
      }
    }
  }

  private push(kind: BlockKind, from: number, braces: boolean): void {
    const nested = this.open.length < MAX_NESTING;
    const block = nested ? this.tree.open(this.block, kind, from, new Scope(this.scope)) : this.block;
    this.open.push({ block, braces });
  }

  private pop(to: number): void {
    const { block } = this.open.pop()!;
    if (block !== this.open.at(-1)?.block) block.to = to;
  }

  /** Acts on an identifier; whether a statement may begin behind it. */
  private word(index: number, statement: boolean): boolean {
    const word = this.tokens.at(index);
    if (!statement) {
      if (word === 'cin') this.readFromStream(index);
      return false;
    }
    if (word === 'for' || word === 'while') this.push('loop', index, false);
    else if (word === 'case' || word === 'default') this.caseLabel(index);
    else if (LEAVING.test(word)) this.block.ends = 'function';
    else if (word === 'break' || word === 'continue') this.block.ends ??= 'break';
    else if (word === 'else' || word === 'do')
      return this.guarded(index + 1, word === 'do' ? 'loop' : 'plain');
    else this.declaration(index);
    return false;
  }

  /** A body without braces is a block of its own; whether a statement begins there. */
  private guarded(next: number, kind: BlockKind): boolean {
    if (!this.tokens.is(next, '{')) this.push(kind, next, false);
    return true;
  }

  /** Acts on a punctuator; whether a statement may begin behind it. */
  private punctuator(index: number): boolean {
    const { tokens } = this;
    const text = tokens.at(index);
    switch (text) {
      case '{':
        return this.openBrace(index);
      case '}':
        this.closeBrace(index);
        return true;
      case ';':
        return this.semicolon(index);
      case '(':
        this.callees.push(tokens.isIdentifier(index - 1) ? tokens.at(index - 1) : '');
        this.listMethod(index - 1);
        this.call(index);
        return this.callees.at(-1) === 'for' || this.callees.at(-1) === 'if';
      case ')':
        return this.closeParenthesis(index);
      case ':':
        return index === this.label;
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
        if (COMPOUND.has(text)) this.compound(index, text);
        return false;
    }
  }

  /** Ends the bodies without braces; in the head of a `for` the second one starts its third part. */
  private semicolon(index: number): boolean {
    if (this.callees.at(-1) === 'for') {
      this.callees[this.callees.length - 1] = 'for;';
    } else if (this.callees.at(-1) === 'for;') {
      this.step = this.block;
    } else {
      this.endStatement(index + 1);
    }
    return true;
  }

  /** Leaves the bodies without braces that end in front of `next`; before an `else` only its `if`. */
  private endStatement(next: number): void {
    const continues = this.tokens.is(next, 'else');
    while (this.open.length > 1) {
      const { block, braces } = this.open[this.open.length - 1]!;
      if (braces || block.kind === 'case' || (continues && block.kind !== 'plain')) return;
      this.pop(next);
      if (continues) return;
    }
  }

  private closeParenthesis(index: number): boolean {
    const callee = this.callees.pop() ?? '';
    if (callee === 'for;') this.step = null;
    if (callee === 'switch') this.switched = this.switchedVariable(index);
    const next = index + 1;
    if (/^(for;?|while)$/.test(callee)) return true;
    return callee === 'if' ? this.guarded(next, 'plain') : callee === 'switch';
  }

  /** The variable that a `switch` chooses by, in however many parentheses: macros put theirs around it. */
  private switchedVariable(close: number): string | null {
    const { tokens } = this;
    let [first, last] = [tokens.partner(close) + 1, close - 1];
    while (tokens.is(first, '(') && tokens.partner(first) === last) [first, last] = [first + 1, last - 1];
    return first === last && tokens.isIdentifier(first) ? tokens.at(first) : null;
  }

  /** Tests whether the brace at `index` opens statements, not an initialiser. */
  private opensStatements(index: number): boolean {
    const { tokens } = this;
    if (tokens.is(index - 1, ']') && this.isCapture(index - 1)) return true;
    if (tokens.is(index - 1, ':') && this.callees.at(-1) === 'for') return false;
    if (tokens.isIdentifier(index - 1))
      return /^(else|do|try|mutable|noexcept|const)$/.test(tokens.at(index - 1));
    return !/^[=,(\]>]$/.test(tokens.at(index - 1));
  }

  /** Tests whether a bracket ends the captures of a lambda, not the extent of an array. */
  private isCapture(close: number): boolean {
    const { tokens } = this;
    const before = tokens.partner(close) - 1;
    if (tokens.isIdentifier(before)) return tokens.is(before, 'return');
    return !/^[\])]$/.test(tokens.at(before));
  }

  private openBrace(index: number): boolean {
    if (!this.opensStatements(index)) {
      this.open.push({ block: this.block, braces: true });
      this.callees.push('{');
      return false;
    }
    this.switches.push(this.switched);
    const loop = this.tokens.is(index - 1, 'do');
    this.push(
      this.switched !== null || this.isSwitchBody(index) ? 'switch' : loop ? 'loop' : 'plain',
      index,
      true,
    );
    this.switched = null;
    this.callees.push('{{');
    this.lambdaParameters(index);
    return true;
  }

  private isSwitchBody(index: number): boolean {
    const open = this.tokens.is(index - 1, ')') ? this.tokens.partner(index - 1) : -1;
    return open > 0 && this.tokens.is(open - 1, 'switch');
  }

  private lambdaParameters(index: number): void {
    const { tokens } = this;
    const open = tokens.is(index - 1, ')') ? tokens.partner(index - 1) : -1;
    if (open < 1 || !tokens.is(open - 1, ']')) return;
    const capture = tokens.partner(open - 1);
    const calls = tokens.is(capture - 1, '=') ? this.lambdas.declared(tokens.at(capture - 2)) : null;
    readParameters(tokens, open, index - 1).forEach(({ name, type }, parameter) => {
      if (name === '') return;
      const value: AssignedValue = {
        text: null,
        place: this.placeOf(index),
        calls: () => (calls === null ? null : argumentsAt(tokens, calls, parameter, this.tree)),
      };
      this.record(value, index);
      this.scope.define({ kind: 'variable', name, type, extents: [], values: [value] });
    });
  }

  private closeBrace(index: number): void {
    // Parentheses that were not closed inside the braces are given up with them.
    while (this.callees.length > 0 && !this.callees.at(-1)!.startsWith('{')) this.callees.pop();
    const statements = this.callees.pop() === '{{';
    while (this.open.length > 1 && !this.open[this.open.length - 1]!.braces) this.pop(index);
    const { ends } = this.block;
    if (this.open.length > 1) this.pop(index);
    if (!statements) return;
    this.switches.pop();
    if (this.block.kind === 'case' && /^(case|default|\})$/.test(this.tokens.at(index + 1)))
      this.block.ends ??= ends;
    if (!this.tokens.is(index + 1, 'else')) this.endStatement(index + 1);
  }

  /** A `case` label ends the branch before it; in its own branch the switched variable is known. */
  private caseLabel(index: number): void {
    const { tokens } = this;
    const before = this.block;
    const inCase = before.kind === 'case';
    const falls = inCase && before.ends === null;
    if (inCase) this.pop(index);
    this.push('case', index, false);
    const name = this.switches.at(-1) ?? null;
    let colon = index + 1;
    while (colon < tokens.count && !/^[:;{}]$/.test(tokens.at(colon))) colon++;
    this.label = colon;
    if (name === null || !tokens.is(index, 'case')) return;
    const text = falls ? null : tokens.slice(index + 1, colon);
    const place = this.placeOf(index);
    const value: AssignedValue = { text, writer: message('cuda.caseLabels'), place, fact: true };
    this.tree.record(value, { block: this.block, at: index, after: null, before: null });
    this.give(name, value);
  }

  private declaration(index: number): void {
    if (defineAlias(this.unit, index, this.scope)) return;
    const declaration = readDeclaration(this.tokens, index);
    if (declaration === null) return;
    for (const { nameIndex } of declaration.declarators) this.declared.add(nameIndex);
    for (const symbol of defineVariables(this.unit, declaration, this.scope, this.tree)) {
      for (const value of symbol.values) this.record(value, value.place!.at);
    }
    const [declarator] = declaration.declarators;
    const isRange = this.callees.at(-1) === 'for' && this.tokens.is(declaration.end, ':');
    if (isRange && declarator!.element === undefined)
      this.elementsOf(declarator!.name, declarator!.nameIndex, declaration.end + 1);
  }

  /** `for (int size : sizes)`: the first element before the loop, any one after each of its turns. */
  private elementsOf(name: string, at: number, from: number): void {
    const range = this.tokens.slice(from, endOfExpression(this.tokens, from));
    const place = this.placeOf(at);
    this.assign(name, at, { text: `${range}[0]`, place });
    const next: AssignedValue = { text: `${range}[]`, place };
    this.tree.record(next, { block: this.block, at, after: this.block, before: null });
    this.give(name, next);
  }

  private record(value: AssignedValue, at: number): void {
    const before = this.callees.at(-1) === 'for' ? this.block : null;
    this.tree.record(value, { block: this.block, at, after: this.step, before });
  }

  private placeOf(at: number): Place {
    return { flow: this.tree, at, usedAt: at };
  }

  private assign(path: string, at: number, value: AssignedValue): void {
    this.record(value, at);
    this.give(path, value);
  }

  private give(path: string, value: AssignedValue): void {
    const owner = assignVariable(this.scope, path, value);
    if (owner !== null && !this.isOfBody(owner)) this.tree.reachesOut = true;
  }

  private isOfBody(owner: Scope): boolean {
    const outside = this.tree.root.scope.parent;
    for (let inner: Scope | null = this.scope; inner !== outside && inner !== null; inner = inner.parent)
      if (inner === owner) return true;
    return false;
  }

  private assignment(index: number): void {
    const { tokens } = this;
    if (tokens.is(index - 1, ')')) return this.tied(index);
    const target = tokens.is(index - 1, ']') ? this.elementEnding(index - 1) : pathEnding(tokens, index - 1);
    if (target === null || this.declared.has(target.from)) return;
    if (tokens.isIdentifier(target.from - 1) && !/^(else|do)$/.test(tokens.at(target.from - 1))) return;
    let value = { from: index + 1, to: endOfExpression(tokens, index + 1) };
    // `a = b = 0` gives 0 to both.
    for (let at = value.from; at < value.to; at++) {
      if (tokens.is(at, '=')) value = { from: at + 1, to: value.to };
    }
    this.assign(target.path, index, assignedValue(this.unit, value, this.placeOf(index)));
  }

  /** `std::tie(a, b) = v` gives each name its element of the value. */
  private tied(index: number): void {
    const { tokens } = this;
    const close = index - 1;
    const open = tokens.partner(close);
    if (open < 1 || !tokens.is(open - 1, 'tie')) return;
    const value = tokens.slice(index + 1, endOfExpression(tokens, index + 1));
    splitCommas(tokens, open + 1, close).forEach(({ from, to }, element) => {
      if (to !== from + 1 || !tokens.isIdentifier(from)) return;
      this.assign(tokens.at(from), index, { text: `(${value})[${element}]`, place: this.placeOf(index) });
    });
  }

  /** `a[3]` with a literal index is a variable of its own; any other element makes `a` unknown. */
  private elementEnding(bracket: number): AssignedPath | null {
    const { tokens } = this;
    const open = tokens.partner(bracket);
    const owner = open < 0 ? null : pathEnding(tokens, open - 1);
    if (owner === null || this.declared.has(owner.from)) return null;
    const number = literalIndex(tokens, open, bracket);
    if (number !== null) return { path: `${owner.path}[${number}]`, from: owner.from };
    this.written(owner.path, bracket, message('cuda.elementAssignment'));
    return null;
  }

  private written(path: string, at: number, writer: Words): void {
    this.assign(path, at, { text: null, writer, place: this.placeOf(at) });
  }

  private compound(index: number, operator: string): void {
    const shift = operator === '>=' && this.tokens.is(index - 1, '>');
    if (operator === '>=' && !shift) return;
    const target = pathEnding(this.tokens, index - (shift ? 2 : 1));
    if (target !== null) this.written(target.path, index, shift ? '>>=' : operator);
  }

  private increment(index: number): void {
    const { tokens } = this;
    const before = pathEnding(tokens, index - 1);
    if (before !== null) {
      this.written(before.path, index, tokens.at(index));
      return;
    }
    if (!tokens.isIdentifier(index + 1)) return;
    this.written(pathFrom(tokens, index + 1), index, tokens.at(index));
  }

  /** `f(&x)`: the callee may write `x`, except for those that are known to read. */
  private addressOf(index: number): void {
    const { tokens } = this;
    const callee = this.callees.at(-1);
    if (callee === undefined || !/^\w/.test(callee) || !tokens.isIdentifier(index + 1)) return;
    if (this.told.has(index)) return;
    const before = tokens.at(index - 1);
    // A copy writes what its first argument points to, and reads the others.
    const isTarget = COPY.test(callee) && before === '(';
    if (READERS.test(callee) && !isTarget) return;
    const cast = before === ')' && tokens.is(index - 2, '*');
    if (before !== '(' && before !== ',' && !cast) return;
    const after = tokens.at(index + 2);
    if (after === ',' || after === ')') this.written(tokens.at(index + 1), index, callee);
  }

  /** A call of a lambda is one of those that its parameters are told by; a function may write its arguments. */
  private call(open: number): void {
    const { tokens } = this;
    const close = tokens.partner(open);
    if (close < 0 || !tokens.isIdentifier(open - 1) || /^(\.|->)$/.test(tokens.at(open - 2))) return;
    this.lambdas.called(tokens.at(open - 1), open);
    for (const { name, address, written } of writtenArguments(tokens, open, this.scope, (own) =>
      this.isOwn(own),
    )) {
      if (address !== null) this.told.add(address);
      this.assign(name, close, { text: null, writer: written.callee, written, place: this.placeOf(close) });
    }
  }

  /** Tests whether a name is a variable of the body or a parameter: names from outside are not looked for. */
  private isOwn(name: string): boolean {
    const outside = this.tree.root.scope.parent;
    for (let inner: Scope | null = this.scope; inner !== outside && inner !== null; inner = inner.parent) {
      const symbol = inner.own(name);
      if (symbol !== undefined) return symbol.kind === 'variable';
    }
    return false;
  }

  /** `list.push_back(…)` leaves the elements that are there, and their number unknown; others leave nothing known. */
  private listMethod(at: number): void {
    const { tokens } = this;
    const method = tokens.at(at);
    const list = /^(\.|->)$/.test(tokens.at(at - 1)) ? pathEnding(tokens, at - 2) : null;
    if (list === null) return;
    if (LIST_GROWS.test(method)) this.written(sizePath(list.path), at, method);
    else if (LIST_CHANGES.test(method)) this.written(list.path, at, method);
  }

  /** `cin >> a >> b`. */
  private readFromStream(index: number): void {
    const { tokens } = this;
    let at = index + 1;
    while (tokens.is(at, '>') && tokens.is(at + 1, '>') && tokens.isIdentifier(at + 2)) {
      this.written(tokens.at(at + 2), at, 'cin');
      at += 3;
    }
  }
}

/** What the parameters of `main` are usually called, under which others are read. */
const MAIN_PARAMETERS = ['argc', 'argv'];

/** The blocks of a function body with the symbols at each place. */
export function readLocals(unit: UnitText, outline: FunctionOutline, callers: Callers): BlockTree {
  const { body } = outline;
  const scope = functionScope(unit, outline, callers);
  const root = new Block(null, 'plain', body.from, scope);
  root.to = Math.max(body.to, body.from) + 1;
  const tree = new BlockTree(root);
  outline.parameters.forEach(({ name, type }, index) => {
    if (name === '') return;
    const place = { flow: tree, at: body.from - 1, usedAt: body.from - 1 };
    const ofMain = outline.name === 'main' ? MAIN_PARAMETERS[index] : undefined;
    const value: AssignedValue =
      ofMain === undefined || ofMain === name
        ? { text: null, place, calls: () => callers.argument(outline, index) }
        : { text: ofMain };
    tree.record(value, { block: root, at: body.from - 1, after: null, before: null });
    scope.define({ kind: 'variable', name, type, extents: [], values: [value] });
  });
  new BodyScanner(unit, tree).scan(body.from, body.to);
  return tree;
}
