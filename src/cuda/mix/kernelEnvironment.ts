import { lastIdentifier, withoutLastArguments } from '../syntax/names';
import type { Launch } from '../../kernel/kernel';
import type { SourceRange } from '../../kernel/source';
import { evaluate } from '../constants/evaluate';
import { evaluateText } from '../constants/expression';
import type { ScalarType } from '../constants/types';
import { constant, Scope, type VariableSymbol } from '../constants/scope';
import type { FunctionUnit } from '../files/functionUnit';
import type { GlobalVariable, TypedNumber } from './context';
import { DeclaredTypes } from './declaredTypes';
import type { CType, ScalarName } from '../reading/values/types';
import type { AllocationCall } from './allocationCalls';

/** Lookups in the workspace that the reading of a kernel needs. */
export interface MixSources {
  functionsNamed(name: string, path: string): readonly FunctionUnit[];
  /** The text of a file as the user sees it. */
  textOf(path: string): string | null;
  /** The lines of that text; none where there is no such file. */
  linesOf(path: string): readonly string[];
  /** The calls in it that allocate device memory. */
  allocationsIn(path: string): readonly AllocationCall[];
  /** Symbols in sight at a launch; null when the launch is not found. */
  scopeOfLaunch(launch: Launch): Scope | null;
}

/** A function that a reading of a kernel looks into: the n-th device function of a name, or the kernel. */
export interface UnitKey {
  /** Null for the kernel itself. */
  readonly name: string | null;
  readonly place: number;
}

/** Key of the kernel itself. */
export const KERNEL_ITSELF: UnitKey = { name: null, place: 0 };

/** `__align__(16)`, `alignas(16)`, `__attribute__((aligned(16)))` */
const ALIGNED = /\b(?:__align__|__builtin_align__|alignas|aligned)\s*\(([^()]*)\)/;

/** Lines above a loop that are searched for pragmas. */
const PRAGMA_LINES = 3;

/**
 * Names, types and pragmas in sight of one kernel. Queries are made of texts and offsets, so that the same query can
 * be repeated after an edit.
 */
export class KernelEnvironment {
  private readonly scope: Scope;
  private readonly types: DeclaredTypes;
  private readonly found = new Map<string, readonly FunctionUnit[]>();

  constructor(
    readonly kernel: FunctionUnit,
    private readonly sources: MixSources,
  ) {
    this.scope = kernel.scopeAt(kernel.text.indexOf('{') + 1);
    this.types = new DeclaredTypes(this.scope);
  }

  /** Device functions of a name that the kernel may mean; `Type::f` for a method, `operator+` for an operator. */
  functions(name: string): readonly FunctionUnit[] {
    let units = this.found.get(name);
    if (units === undefined) {
      const operator = operatorIn(name);
      const [plain, owner] = operator === null ? methodIn(name) : [OPERATOR, null];
      units = this.sources
        .functionsNamed(plain, this.kernel.path)
        .filter(
          (unit) =>
            unit.kind !== 'kernel' &&
            (operator === null || isOperator(operator, unit)) &&
            (owner === null || ownerOf(unit.outline.qualifiedName) === owner),
        );
      this.found.set(name, units);
    }
    return units;
  }

  /** The number of an expression in the kernel's scope; null while unknown. */
  number(text: string): number | null {
    return evaluate(text, this.scope).value;
  }

  /** The number of an expression at an offset of a function, with names bound to numbers. */
  constant(
    key: UnitKey,
    offset: number,
    text: string,
    bound: ReadonlyMap<string, number>,
  ): TypedNumber | null {
    const scope = new Scope(this.unit(key).scopeAt(offset));
    for (const [name, value] of bound) scope.define(constant(name, String(value)));
    const { number, type } = evaluateText(text, scope);
    return number === null ? null : { value: number, scalar: scalarNameOf(type) };
  }

  namedType(name: string): CType | null {
    return this.types.named(name);
  }

  globalVariable(name: string): GlobalVariable | null {
    const symbol = this.scope.lookup(name)?.symbol;
    if (symbol?.kind !== 'variable') return null;
    const space = /__constant__/.test(symbol.type)
      ? 'constant'
      : /__shared__/.test(symbol.type)
        ? 'shared'
        : 'global';
    // A host constant is a number, not a variable on the device.
    if (space === 'global' && !/__device__|__managed__/.test(symbol.type)) return null;
    const elements = /\bconst(expr)?\b/.test(symbol.type) ? this.tableOf(symbol) : null;
    return { type: this.types.declared(symbol), space, ...(elements === null ? {} : { elements }) };
  }

  /** The numbers that an array is initialised with; null where they are many, or not all are known. */
  private tableOf({ extents, values: [initial, ...others] }: VariableSymbol): readonly number[] | null {
    const text = initial?.text ?? '';
    if (extents.length === 0 || others.length > 0 || !text.startsWith('{')) return null;
    const parts = text
      .replace(/[{}]/g, '')
      .split(',')
      .filter((part) => part.trim() !== '');
    if (parts.length > LONGEST_TABLE) return null;
    const numbers = parts.flatMap((part) => evaluateText(part, this.scope).number ?? []);
    const length = extents.reduce<number>((product, extent) => product * (this.number(extent) ?? 0), 1);
    return numbers.length === parts.length && (length === 0 || length === numbers.length) ? numbers : null;
  }

  range(key: UnitKey, start: number, end: number): SourceRange {
    return this.unit(key).rangeOf(start, end);
  }

  /** The `#pragma` lines directly above an offset of a function. */
  pragmas(key: UnitKey, offset: number): readonly string[] {
    const unit = this.unit(key);
    const { startLine } = unit.rangeOf(offset, offset);
    const first = Math.max(0, startLine - 1 - PRAGMA_LINES);
    const lines = this.sources.linesOf(unit.path).slice(first, startLine - 1);
    const pragmas: string[] = [];
    for (const line of lines.reverse()) {
      if (/^\s*#\s*pragma\b/.test(line)) pragmas.push(line);
      else if (!/^\s*(\/\/.*)?$/.test(line)) break;
    }
    return pragmas;
  }

  /**
   * The number in an attribute that aligns what a statement declares; null without one.
   * @param end where its first declarator begins
   */
  alignment(key: UnitKey, start: number, end: number): number | null {
    const unit = this.unit(key);
    const from = 1 + Math.max(...[';', '{', '}'].map((mark) => unit.text.lastIndexOf(mark, start - 1)));
    const written = ALIGNED.exec(unit.text.slice(from, end))?.[1];
    return written === undefined ? null : evaluate(written, unit.scopeAt(start)).value;
  }

  private unit({ name, place }: UnitKey): FunctionUnit {
    return (name === null ? undefined : this.functions(name)[place]) ?? this.kernel;
  }
}

/** Elements up to which a constant array is read. */
const LONGEST_TABLE = 64;

/** An operator that a program defines. */
interface Operator {
  /** Its type; null for one that is no member, which may stand in a namespace. */
  readonly owner: string | null;
  readonly sign: string;
}

const OPERATOR = 'operator';

function operatorIn(name: string): Operator | null {
  const at = name.lastIndexOf(OPERATOR);
  if (at < 0) return null;
  const sign = name.slice(at + OPERATOR.length).replaceAll(/\s/g, '');
  if (!/^\W+$/.test(sign)) return null;
  const before = name.slice(0, at);
  const owner = ownerOf(before);
  return { owner, sign };
}

function isOperator({ owner, sign }: Operator, { outline }: FunctionUnit): boolean {
  const found = operatorIn(outline.qualifiedName);
  return found?.sign === sign && (owner === null || found.owner === owner);
}

/** The name of a function, and of the type that it is a method of; null for any. */
function methodIn(name: string): readonly [string, string | null] {
  const at = name.lastIndexOf('::');
  return at < 0 ? [name, null] : [name.slice(at + 2), name.slice(0, at)];
}

/** The type in front of the name of a method, without its template arguments. */
function ownerOf(qualifiedName: string): string | null {
  const at = qualifiedName.lastIndexOf('::');
  return at < 0 ? null : lastIdentifier(withoutLastArguments(qualifiedName.slice(0, at)));
}

/** The name of a type of constants. */
function scalarNameOf({ float, bytes, signed }: ScalarType): ScalarName {
  if (float) return bytes === 8 ? 'f64' : bytes === 4 ? 'f32' : 'f16';
  if (bytes === 8) return signed ? 'i64' : 'u64';
  return signed ? 'i32' : 'u32';
}
