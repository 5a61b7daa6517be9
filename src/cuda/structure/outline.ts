import { closedUp, withoutBrackets } from '../syntax/names';
import { message, type Words } from '../../kernel/message';
import type { TemplateParameter } from '../../kernel/kernel';
import { Scope, type FunctionParameter, type TypeMember, type TypeSymbol } from '../constants/scope';
import { bareType } from '../constants/types';
import { closeAngle, foldText, type TokenRange } from '../syntax/angles';
import { readInitialisers } from './constructors';
import { membersBehind, readDeclaration, skipAttributes } from './declarations';
import {
  alignmentOf,
  basesOf,
  classNameOf,
  headKind,
  isUnionHead,
  readFunctionHead,
  readTemplateParameters,
  skipTemplates,
  specialisedFor,
  testName,
  type FunctionHead,
} from './heads';
import { readParameters } from './parameters';
import { defineAlias, defineEnumerators, defineFlag, defineVariables } from './symbols';
import type { UnitText } from './unitText';

/** A function definition found in a file. */
export interface FunctionOutline {
  readonly name: string;
  /** With namespaces, classes and the arguments of a specialisation. */
  readonly qualifiedName: string;
  /** From the first token of the head to the closing brace. */
  readonly whole: TokenRange;
  readonly head: FunctionHead;
  /** The tokens between the braces. */
  readonly body: TokenRange;
  readonly template: readonly TemplateParameter[];
  readonly parameters: readonly FunctionParameter[];
  readonly isKernel: boolean;
  /** Runs on the device only (`__device__` without `__host__`), or is a kernel. */
  readonly isDevice: boolean;
  /** The scope that encloses it. */
  readonly scope: Scope;
}

/** A stretch of text that does not fit the structure of a file. */
export interface StructureFault {
  readonly code: 'unbalanced-braces';
  readonly range: TokenRange;
  readonly message: Words;
}

/** Outline of a file: functions, file scope and faults. */
export interface Outline {
  readonly functions: readonly FunctionOutline[];
  readonly scope: Scope;
  readonly faults: readonly StructureFault[];
}

interface Frame {
  readonly kind: 'file' | 'namespace' | 'class' | 'open';
  readonly name: string;
  readonly scope: Scope;
  /** Index of the closing brace; the token count for a frame that is never closed. */
  readonly close: number;
  readonly members: TypeMember[];
  readonly typedef: boolean;
  /** Of a class: its template's parameters and its bases. */
  template: readonly TemplateParameter[];
  bases: readonly string[];
  /** Of a specialisation: its arguments in brackets; empty for others. */
  specialised: string;
  /** Of a class: bytes to which its declaration aligns it, as written; null where it does not. */
  alignment: string | null;
  isUnion: boolean;
}

/** Bodies longer than this are not kept for evaluation. */
const MAX_FUNCTION_TEXT = 2000;
const MAX_FRAMES = 200;

/** Finds the declarations of a file, without recursion, tolerant of everything it does not know. */
class OutlineScanner {
  private readonly functions: FunctionOutline[] = [];
  private readonly faults: StructureFault[] = [];
  private readonly frames: Frame[];
  private readonly kernelWords: readonly number[];
  /** Functions whose bodies hold what is none of theirs. */
  private readonly broken = new Set<FunctionOutline>();

  constructor(
    private readonly unit: UnitText,
    private readonly fileScope: Scope,
  ) {
    this.frames = [this.frame('file', '', fileScope, unit.tokens.count)];
    const words: number[] = [];
    const { tokens } = unit;
    for (let index = 0; index < tokens.count; index++) if (tokens.is(index, '__global__')) words.push(index);
    this.kernelWords = words;
  }

  private frame(kind: Frame['kind'], name: string, scope: Scope, close: number, typedef = false): Frame {
    return {
      kind,
      name,
      scope,
      close,
      members: [],
      template: [],
      bases: [],
      specialised: '',
      alignment: null,
      isUnion: false,
      typedef,
    };
  }

  private get top(): Frame {
    return this.frames.at(-1)!;
  }

  run(): Outline {
    const { tokens } = this.unit;
    let index = 0;
    while (index < tokens.count) {
      index = this.closeFrames(index) ?? this.declaration(index);
    }
    const functions = this.functions.map((found, n) => this.untilNext(found, this.functions[n + 1]));
    return { functions, scope: this.fileScope, faults: this.faults };
  }

  /** A body that lacks a brace ends where the next function begins: others are no part of it. */
  private untilNext(found: FunctionOutline, next: FunctionOutline | undefined): FunctionOutline {
    if (next === undefined || !this.broken.has(found) || next.whole.from >= found.body.to) return found;
    const to = next.whole.from;
    return { ...found, body: { from: found.body.from, to }, whole: { from: found.whole.from, to } };
  }

  /** Leaves the frames that end at `index`; null when none does. */
  private closeFrames(index: number): number | null {
    if (!this.unit.tokens.is(index, '}')) return null;
    if (this.top.close === index) this.leave(this.frames.pop()!, index);
    return index + 1;
  }

  private leave(frame: Frame, close: number): void {
    if (frame.kind !== 'class') return;
    const { tokens } = this.unit;
    const after = skipAttributes(tokens, close + 1);
    const name =
      frame.typedef && tokens.isIdentifier(after) ? tokens.at(after) : frame.name || this.nameByPlace(close);
    if (name === '') return;
    if (this.top.kind === 'class' && !frame.typedef)
      this.top.members.push(...membersBehind(tokens, after, name, frame.name === ''));
    const { members, scope: statics, template, bases } = frame;
    const alignment = alignmentOf(tokens, close + 1, after) ?? frame.alignment;
    const plain = { kind: 'type' as const, name, target: null, members, statics, template, bases };
    const symbol: TypeSymbol = {
      ...plain,
      ...(alignment === null ? {} : { alignment }),
      ...(frame.isUnion ? { isUnion: true } : {}),
    };
    for (const scope of [this.top.scope, this.fileScope]) {
      if (frame.specialised !== '') scope.define({ ...symbol, name: name + frame.specialised });
      if (frame.specialised === '' || scope.own(name) === undefined) scope.define(symbol);
    }
  }

  /** A name for a class without one that is part of another class; empty elsewhere. */
  private nameByPlace(close: number): string {
    return this.top.kind === 'class' ? `unnamed_${close}_in_${this.top.name}` : '';
  }

  /** Reads one declaration at `from`; the index of the next one. */
  private declaration(from: number): number {
    const { tokens } = this.unit;
    for (let index = from; index < tokens.count; index++) {
      const text = tokens.at(index);
      if (text === ';') return this.simple(from, index);
      if (text === '}') return index;
      if (text === ':' && index === from + 1 && this.top.kind === 'class') return index + 1;
      if (text === '{') {
        const next = this.brace(from, index);
        if (next !== null) return next;
        index = Math.max(index, tokens.partner(index));
      } else if (text === '(' || text === '[') {
        index = Math.max(index, tokens.partner(index));
      } else if (text === 'template' && tokens.is(index + 1, '<')) {
        index = Math.max(index, closeAngle(tokens, index + 1, true));
      }
    }
    return tokens.count;
  }

  /** A declaration that ends with `;`: aliases, variables, members. */
  private simple(from: number, end: number): number {
    const { unit, top } = this;
    const start = skipTemplates(unit.tokens, from);
    if (defineAlias(unit, start, top.scope, readTemplateParameters(unit.tokens, from))) return end + 1;
    if (defineFlag(unit, start, top.scope)) return end + 1;
    const declaration = readDeclaration(unit.tokens, start);
    if (declaration === null) return end + 1;
    const isStatic = /\bstatic\b|\bconstexpr\b/.test(
      unit.tokens.slice(declaration.type.from, declaration.type.to),
    );
    for (const symbol of defineVariables(unit, declaration, top.scope)) {
      if (top.kind === 'class') {
        if (!isStatic) {
          const value = symbol.values[0]?.text;
          const { name, type, extents } = symbol;
          top.members.push({ name, type, extents, ...(typeof value === 'string' ? { default: value } : {}) });
        }
        this.fileScope.define({ ...symbol, name: `${top.name}::${symbol.name}` });
      } else if (top.kind === 'namespace' && this.fileScope.own(symbol.name) === undefined) {
        this.fileScope.define(symbol);
      }
    }
    return end + 1;
  }

  /** Handles the `{` at `at` of the head that starts at `from`; null when the head goes on behind it. */
  private brace(from: number, at: number): number | null {
    const { tokens } = this.unit;
    const close = tokens.partner(at);
    switch (headKind(tokens, from, at)) {
      case 'namespace':
        return this.enter('namespace', this.namespaceName(from, at), at);
      case 'linkage':
      case 'block':
        return this.enter('open', '', at);
      case 'class':
        return this.enterClass(from, at);
      case 'enum':
        if (close > 0) {
          const name = classNameOf(tokens, from, at);
          defineEnumerators(this.unit, { from: at + 1, to: close }, this.top.scope, name);
          if (this.top.kind !== 'file')
            defineEnumerators(this.unit, { from: at + 1, to: close }, this.fileScope, name);
        }
        return null;
      case 'function':
        return this.function(from, at, close);
      case 'initialiser':
        if (close >= 0) return null;
        this.unbalanced(at);
        return at + 1;
    }
  }

  private namespaceName(from: number, at: number): string {
    const { tokens } = this.unit;
    const names: string[] = [];
    for (let index = from; index < at; index++) {
      const attribute = skipAttributes(tokens, index);
      if (attribute > index) index = attribute;
      const name = tokens.at(index);
      if (tokens.isIdentifier(index) && !/^(namespace|inline)$/.test(name) && index < at) names.push(name);
    }
    return names.join('::');
  }

  private enterClass(from: number, at: number): number {
    const { tokens } = this.unit;
    const depth = this.frames.length;
    const given = specialisedFor(tokens, from, at);
    const typedef = tokens.is(from, 'typedef');
    const own = given === null ? '' : `<${given.map(bareType).join(', ')}>`;
    const next = this.enter('class', classNameOf(tokens, from, at), at, { typedef, own });
    if (this.frames.length > depth) {
      this.top.specialised = own;
      this.top.template = readTemplateParameters(tokens, from);
      this.top.bases = basesOf(tokens, from, at);
      this.top.alignment = alignmentOf(tokens, from, at);
      this.top.isUnion = isUnionHead(tokens, from, at);
    }
    return next;
  }

  private enter(
    kind: Frame['kind'],
    name: string,
    at: number,
    { typedef, own } = { typedef: false, own: '' },
  ): number {
    const { tokens } = this.unit;
    const close = tokens.partner(at);
    if (close < 0) this.unbalanced(at);
    if (this.frames.length >= MAX_FRAMES) return close < 0 ? tokens.count : close + 1;
    const scope = kind === 'open' ? this.top.scope : this.namedScope(kind, name, own);
    this.frames.push(this.frame(kind, name, scope, close < 0 ? tokens.count : close, typedef));
    return at + 1;
  }

  /** A namespace that is opened again continues its scope. */
  private readonly scopes = new Map<string, Scope>();

  private namedScope(kind: Frame['kind'], name: string, own = ''): Scope {
    const key = `${kind} ${this.qualify(name)}${own}`;
    const known = name === '' ? undefined : this.scopes.get(key);
    const scope = known ?? new Scope(this.top.scope);
    this.scopes.set(key, scope);
    return scope;
  }

  private qualify(name: string): string {
    return [...this.frames.map((frame) => frame.name), name].filter((part) => part !== '').join('::');
  }

  private unbalanced(at: number): void {
    const range = { from: at, to: at + 1 };
    this.faults.push({ code: 'unbalanced-braces', range, message: message('cuda.openBrace') });
  }

  /** Tests whether a kernel is declared between two tokens. */
  private holdsKernel(from: number, to: number): boolean {
    const words = this.kernelWords;
    let low = 0;
    let high = words.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (words[middle]! < from) low = middle + 1;
      else high = middle;
    }
    return low < words.length && words[low]! < to;
  }

  private function(from: number, at: number, close: number): number | null {
    const { tokens } = this.unit;
    const read = readFunctionHead(tokens, from, at)!;
    const body = bodyOf(tokens, read, at);
    if (body !== at) return null;
    const kernelHead = this.holdsKernel(from, at);
    const end = close < 0 ? tokens.count : close;
    const found = this.add(from, read, { from: at + 1, to: end }, kernelHead);
    // A kernel inside a body means that a brace is missing before it.
    const broken = close < 0 || this.holdsKernel(at, close);
    if (broken) this.broken.add(found);
    if (close < 0) this.unbalanced(at);
    return broken ? this.enterBroken(at, end) : end + 1;
  }

  private enterBroken(at: number, end: number): number {
    if (this.frames.length < MAX_FRAMES) this.frames.push(this.frame('open', '', this.top.scope, end));
    return at + 1;
  }

  private add(from: number, head: FunctionHead, body: TokenRange, isKernel: boolean): FunctionOutline {
    const { unit, top } = this;
    const { tokens } = unit;
    const test = testName(tokens, head);
    const written = test ?? closedUp(foldText(tokens.slice(head.nameFrom, head.open)));
    const name = test ?? tokens.at(head.nameIndex);
    const template = readTemplateParameters(tokens, from);
    const parameters = readParameters(tokens, head.open, head.close);
    const headText = tokens.slice(from, head.nameFrom);
    const outline: FunctionOutline = {
      name,
      qualifiedName: this.qualify(written),
      whole: { from, to: Math.min(body.to + 1, tokens.count) },
      head,
      body,
      template,
      parameters,
      isKernel,
      isDevice: isKernel || (/\b__device__\b/.test(headText) && !/\b__host__\b/.test(headText)),
      scope: this.memberScope(written) ?? top.scope,
    };
    this.functions.push(outline);
    if (isConstructor(outline)) readInitialisers(unit, outline, outline.scope);
    if (!isKernel) this.defineFunction(outline, headText);
    return outline;
  }

  /** The class scope of a member that is defined outside of its class, which another file may declare. */
  private memberScope(written: string): Scope | null {
    const owner = /^(.*)::[^:]*$/.exec(written)?.[1];
    return owner === undefined ? null : this.namedScope('class', withoutBrackets(owner));
  }

  private defineFunction(outline: FunctionOutline, headText: string): void {
    const { tokens } = this.unit;
    const body = tokens.slice(outline.body.from, outline.body.to);
    const mayTell =
      /\breturn\b/.test(body) || outline.parameters.some(({ type }) => /[*&]$/.test(type.trim()));
    if (body.length > MAX_FUNCTION_TEXT || !mayTell) return;
    const type = foldText(
      withoutTemplate(headText).replace(
        /\b(__host__|__device__|__forceinline__|__inline__|static|inline|constexpr)\b/g,
        ' ',
      ),
    );
    const overload = {
      parameters: outline.parameters,
      template: outline.template.map((parameter) => ({
        name: parameter.name,
        type: parameter.kind,
        ...(parameter.default === undefined ? {} : { default: parameter.default }),
      })),
      body,
      type,
    };
    for (const scope of new Set([this.top.scope, this.fileScope])) {
      const before = scope.own(outline.name);
      const overloads = before?.kind === 'function' ? [...before.overloads, overload] : [overload];
      if (before === undefined || before.kind === 'function') {
        scope.define({ kind: 'function', name: outline.name, overloads });
      }
    }
  }
}

/** Tests for `A::A(…)`, and `A(…)` in a class of that name. */
export function isConstructor({ name, qualifiedName }: FunctionOutline): boolean {
  const parts = qualifiedName.split('::').map(withoutBrackets);
  return parts.length > 1 && parts.at(-1) === name && parts.at(-2) === name;
}

/** What stands in front of a function's name, without its template's parameters. */
function withoutTemplate(headText: string): string {
  const from = headText.search(/template\s*</);
  const last = [...headText.matchAll(/>\s*(?=\w)/g)].at(-1);
  if (from < 0 || last === undefined || last.index < from) return headText;
  return `${headText.slice(0, from)} ${headText.slice(last.index + last[0].length)}`;
}

/**
 * The brace that opens the body, when the one at `at` may belong to a member initialiser
 * `: a{1}, b(2) {`; `at` itself otherwise.
 */
function bodyOf(tokens: UnitText['tokens'], head: FunctionHead, at: number): number {
  let colon = -1;
  for (let index = head.close + 1; index < at && colon < 0; index++) {
    if (tokens.is(index, '(')) index = Math.max(index, tokens.partner(index));
    else if (tokens.is(index, ':')) colon = index;
  }
  if (colon < 0) return at;
  return tokens.isIdentifier(at - 1) || tokens.is(at - 1, '>') ? -1 : at;
}

/** The functions, constants and types of a file. `scope` receives the file's own symbols. */
export function readOutline(unit: UnitText, scope: Scope): Outline {
  return new OutlineScanner(unit, scope).run();
}
