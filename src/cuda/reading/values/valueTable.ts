import { calculationOf } from './calledFunctions';
import { fold } from './folding';
import { deeper, type Course, type Region, type Value } from './graph';
import { extremeOf, simplerBinary, simplerConversion } from './simplify';
import { commonType, isIntegral, sameType, scalar, scalarOf, typeKey, type CType } from './types';
import { COMPARISONS, Source, type BinaryOperator, type ValueKind } from './value';

interface Parts {
  readonly kind: ValueKind;
  readonly type: CType;
  readonly args?: readonly Value[];
  readonly name?: string;
  readonly constant?: number | null;
  readonly known?: number | null;
  readonly sources?: number;
  readonly evaluable?: boolean;
  readonly region?: Region;
  readonly text: string;
  readonly loop?: number;
  readonly course?: Course;
}

/** A number that the host gives a kernel. */
export interface HostNumber {
  readonly name: string;
  /** Null while unknown. */
  readonly known: number | null;
}

const SYMBOLS: Readonly<Record<BinaryOperator, string>> = {
  add: '+',
  sub: '-',
  mul: '*',
  div: '/',
  mod: '%',
  shl: '<<',
  shr: '>>',
  and: '&',
  or: '|',
  xor: '^',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
  eq: '==',
  ne: '!=',
  min: 'min',
  max: 'max',
};

const COMMUTATIVE: ReadonlySet<string> = new Set([
  'add',
  'mul',
  'and',
  'or',
  'xor',
  'eq',
  'ne',
  'min',
  'max',
]);

/** Operations up to which an expression is evaluated; shared parts count each time. */
const SIZE_LIMIT = 400;

/** Texts are for people: beyond this they are cut. */
const TEXT_LIMIT = 160;

/** Makes values so that equal computations share one node, and folds what is constant. */
export class ValueTable {
  private readonly byKey = new Map<string, Value>();
  private count = 0;

  constructor(private readonly root: Region) {}

  constant(value: number, type: CType, text = String(value)): Value {
    return this.intern(`c:${value}:${typeKey(type)}`, {
      kind: 'constant',
      type,
      constant: value,
      known: value,
      evaluable: true,
      text,
    });
  }

  /** A parameter, launch dimension or thread coordinate; `known` when its value is at hand. */
  symbol(name: string, type: CType, sources: number, known: number | null, evaluable: boolean): Value {
    return this.intern(`s:${name}`, { kind: 'symbol', type, name, known, sources, evaluable, text: name });
  }

  /** Tests whether anything has asked for a symbol. */
  hasSymbol(name: string): boolean {
    return this.byKey.has(`s:${name}`);
  }

  index(loop: number, name: string, type: CType, sources: number, evaluable: boolean, region: Region): Value {
    return this.intern(`i:${loop}:${name}`, {
      kind: 'index',
      type,
      name,
      loop,
      sources,
      evaluable,
      region,
      text: name,
    });
  }

  /** A variable of a loop whose iterations were followed. */
  followed(loop: number, name: string, type: CType, sources: number, region: Region, course: Course): Value {
    const parts = { type, name, loop, sources, region, course, text: name };
    return this.make({ kind: 'index', evaluable: true, ...parts });
  }

  /** A fresh value that no expression gives again. */
  opaque(type: CType, region: Region, sources: number, args: readonly Value[], text: string): Value {
    return this.make({ kind: 'opaque', type, region, sources, args, text });
  }

  binary(name: BinaryOperator, a: Value, b: Value): Value {
    const type = binaryType(name, a, b);
    const [x, y] =
      COMMUTATIVE.has(name) && (a.constant !== null || a.id > b.id) && b.constant === null ? [b, a] : [a, b];
    const simpler = simplerBinary(this, name, x, y, type);
    if (simpler !== null) return simpler;
    // A difference with a constant is the sum with its negative.
    if (name === 'sub' && !isIntegral(type) && y.constant !== null && type.kind === 'scalar')
      return this.operation(
        'binary',
        type,
        [x, this.constant(-y.constant, y.type)],
        'add',
        `(${a.text} - ${b.text})`,
      );
    if (name === 'mod' && isIntegral(type) && !isPowerOfTwo(y.constant)) return this.remainder(x, y, type);
    const text =
      name === 'min' || name === 'max'
        ? `${name}(${a.text}, ${b.text})`
        : `(${a.text} ${SYMBOLS[name]} ${b.text})`;
    return this.operation('binary', type, [x, y], name, text);
  }

  /** `a % b` as the compiler makes it: `a - a / b * b`, so that a quotient beside it is shared. */
  private remainder(a: Value, b: Value, type: CType): Value {
    const multiple = this.binary('mul', this.binary('div', a, b), b);
    return this.operation('binary', type, [a, multiple], 'sub', `(${a.text} % ${b.text})`);
  }

  unary(kind: 'negate' | 'complement' | 'not', a: Value): Value {
    const type = kind === 'not' ? scalar('bool') : a.type;
    if (a.constant !== null) return this.constant(fold(kind, a.constant, 0, scalarOf(a.type)), type);
    const mark = kind === 'negate' ? '-' : kind === 'not' ? '!' : '~';
    return this.operation(kind, type, [a], kind, `${mark}${a.text}`);
  }

  logical(kind: 'and-also' | 'or-else', a: Value, b: Value): Value {
    const decisive = kind === 'and-also' ? 0 : 1;
    for (const [side, other] of [
      [a, b],
      [b, a],
    ] as const) {
      if (side.constant === null) continue;
      return (side.constant !== 0 ? 1 : 0) === decisive ? this.constant(decisive, scalar('bool')) : other;
    }
    return this.operation(
      kind,
      scalar('bool'),
      [a, b],
      kind,
      `${a.text} ${kind === 'and-also' ? '&&' : '||'} ${b.text}`,
    );
  }

  ternary(condition: Value, a: Value, b: Value): Value {
    if (condition.constant !== null) return condition.constant !== 0 ? a : b;
    if (a === b) return a;
    const type = a.type.kind === 'scalar' && b.type.kind === 'scalar' ? commonType(a.type, b.type) : a.type;
    const [yes, no] = [a, b].map((side) => (side.constant === null ? side : this.convert(side, type)));
    const extreme = extremeOf(condition, yes!, no!);
    if (extreme !== null) return this.binary(extreme, yes!, no!);
    return this.operation(
      'ternary',
      type,
      [condition, a, b],
      'ternary',
      `(${condition.text} ? ${a.text} : ${b.text})`,
    );
  }

  /** A variable after a branch: `a` where the condition held, else `b`; costs nothing itself. */
  merge(condition: Value, a: Value, b: Value): Value {
    if (a === b) return a;
    return this.operation('merge', a.type, [condition, a, b], 'merge', a.text);
  }

  convert(a: Value, type: CType): Value {
    if (sameType(a.type, type)) return a;
    if (a.constant !== null && type.kind === 'scalar') {
      return this.constant(fold('convert', a.constant, 0, type.scalar), type, a.text);
    }
    return simplerConversion(this, a, type) ?? this.operation('convert', type, [a], typeKey(type), a.text);
  }

  /** A pure function of its arguments, charged like an operator. */
  call(name: string, args: readonly Value[], type: CType): Value {
    return this.operation('call', type, args, name, `${name}(${args.map((arg) => arg.text).join(', ')})`);
  }

  /**
   * A call of which a part rests on one operand alone, and is a value of its own.
   *
   * @param part the name of that part, a function of the first operand
   */
  callWithPart(name: string, args: readonly Value[], part: string, type: CType): Value {
    const { text } = this.call(name, args, type);
    return this.operation('call', type, [...args, this.call(part, args.slice(0, 1), type)], name, text);
  }

  /** A call that the compiler makes however often it is written, as its longest way has a loop. */
  callAgain(name: string, args: readonly Value[], type: CType): Value {
    const { text } = this.call(name, args, type);
    return this.make(this.operationParts('call', type, args, name, text));
  }

  /**
   * A load of a member (or the whole) of an element; `epoch` changes whenever memory may have changed.
   * @param number what is loaded, where the host tells it
   */
  load(
    address: readonly Value[],
    field: string,
    type: CType,
    epoch: string,
    region: Region,
    text: string,
    number: HostNumber | null = null,
  ): Value {
    const key = `l:${epoch}${field}:${typeKey(type)}:${address.map((arg) => arg.id).join(',')}`;
    const deepest = address.reduce((found, arg) => deeper(found, arg.region), region);
    return this.intern(key, {
      kind: 'load',
      type,
      name: field,
      args: address,
      region: deepest,
      sources: number === null ? Source.data : Source.argument,
      known: number?.known ?? null,
      evaluable: (number?.known ?? null) !== null,
      text: number?.name ?? text,
    });
  }

  /** `base` moved by `index` elements of the pointed-to type. */
  pointer(base: Value, index: Value, type: CType): Value {
    if (index.constant === 0 && sameType(base.type, type)) return base;
    return this.operation('pointer', type, [base, index], typeKey(type), `${base.text} + ${index.text}`);
  }

  /** A member of an aggregate that sits in registers. */
  extract(aggregate: Value, member: string, type: CType, indices: readonly Value[] = []): Value {
    return this.operation('extract', type, [aggregate, ...indices], member, `${aggregate.text}${member}`);
  }

  /** The operation of a value on other operands. */
  again({ kind, type, name, text }: Value, args: readonly Value[]): Value {
    return this.operation(kind, type, args, name, text);
  }

  private operation(kind: ValueKind, type: CType, args: readonly Value[], name: string, text: string): Value {
    const key = `${kind}:${name}:${typeKey(type)}:${args.map((arg) => arg.id).join(',')}`;
    return this.intern(key, this.operationParts(kind, type, args, name, text));
  }

  private operationParts(
    kind: ValueKind,
    type: CType,
    args: readonly Value[],
    name: string,
    text: string,
  ): Parts {
    return {
      kind,
      type,
      args,
      name,
      text,
      region: args.reduce((deepest, arg) => deeper(deepest, arg.region), this.root),
      sources: args.reduce((sources, arg) => sources | arg.sources, 0),
      evaluable:
        kind !== 'pointer' &&
        args.every((arg) => arg.evaluable) &&
        (kind !== 'call' || calculationOf(name) !== null),
    };
  }

  private intern(key: string, parts: Parts): Value {
    const found = this.byKey.get(key);
    if (found !== undefined) return found;
    const value = this.make(parts);
    this.byKey.set(key, value);
    return value;
  }

  private make(parts: Parts): Value {
    const text = parts.text.length > TEXT_LIMIT ? `${parts.text.slice(0, TEXT_LIMIT)}…` : parts.text;
    const args = parts.args ?? [];
    const size = args.reduce((sum, arg) => sum + arg.size, 1);
    return {
      name: '',
      constant: null,
      known: null,
      sources: 0,
      region: this.root,
      loop: -1,
      course: null,
      ...parts,
      args,
      size,
      loops: parts.loop === undefined ? loopsOf(args) : [parts.loop],
      evaluable: (parts.evaluable ?? false) && size <= SIZE_LIMIT,
      text,
      id: this.count++,
    };
  }
}

const NO_LOOPS: readonly number[] = [];

function loopsOf(args: readonly Value[]): readonly number[] {
  const found = args.filter((arg) => arg.loops.length > 0);
  if (found.length < 2) return found[0]?.loops ?? NO_LOOPS;
  return [...new Set(found.flatMap((arg) => arg.loops))];
}

function binaryType(name: BinaryOperator, a: Value, b: Value): CType {
  if (COMPARISONS.has(name)) return scalar('bool');
  if (name === 'shl' || name === 'shr') return commonType(a.type, scalar('i32'));
  return commonType(a.type, b.type);
}

function isPowerOfTwo(value: number | null): boolean {
  return value !== null && value > 0 && Number.isInteger(Math.log2(value));
}
