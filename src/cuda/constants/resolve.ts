import type { Evaluation } from './evaluation';
import type { Found, Scope, TypeSymbol, VariableSymbol } from './scope';
import { bareType, builtinBytes, builtinScalar, INT, type ScalarType } from './types';
import { aggregateValue, convert, gather, numberValue, unknownValue, type Value } from './value';

/** Names under which values come from outside the program. */
const INPUT = /\b(argv|argc|optarg|optind|getenv|stdin|cin|(f|s)?scanf(_s)?|getCmdLineArgument\w*)\b/;

/** Whether an unknown stems from the command line, the environment or an input stream. */
function isInput(unknown: string): boolean {
  return INPUT.test(unknown);
}

const COMPONENTS = ['x', 'y', 'z'] as const;

/** Types whose missing components are 1. */
function isDim3(type: string): boolean {
  return bareType(type).replace(/\s*&$/, '') === 'dim3';
}

/** The scalar behind a type name, aliases and template arguments followed; null for other types. */
export function scalarOf(type: string, scope: Scope, depth = 0): ScalarType | null {
  const name = bareType(type).replace(/\s*&$/, '');
  const builtin = builtinScalar(name);
  if (builtin !== null || depth > 8) return builtin;
  if (name.endsWith('*')) return builtinScalar('size_t');
  const found = scope.lookup(name);
  if (found?.symbol.kind !== 'type' || found.symbol.target === null) return null;
  return scalarOf(found.symbol.target, outer(found), depth + 1);
}

/** An alias may shadow a name that it refers to: `using T = T` in a template argument. */
function outer(found: Found): Scope {
  const { symbol, scope } = found;
  const self = symbol.kind === 'type' && bareType(symbol.target ?? '') === symbol.name;
  return self ? (scope.parent ?? scope) : scope;
}

/** Bytes of a type; null while it or something in it is not known. */
export function bytesOf(type: string, scope: Scope, evaluation: Evaluation): number | null {
  const name = bareType(type);
  const builtin = builtinBytes(name);
  if (builtin !== null) return builtin;
  const found = scope.lookup(name);
  if (found?.symbol.kind !== 'type') return null;
  const { symbol } = found;
  return evaluation.within(symbol, () =>
    symbol.target === null
      ? classBytes(symbol, found.scope, evaluation)
      : bytesOf(symbol.target, outer(found), evaluation),
  );
}

/** Size of a class by the usual layout: members aligned to their own (element) size, at most 16. */
function classBytes(symbol: TypeSymbol, scope: Scope, evaluation: Evaluation): number | null {
  if (symbol.members.length === 0) return null;
  let offset = 0;
  let alignment = 1;
  for (const member of symbol.members) {
    const element = bytesOf(member.type, scope, evaluation);
    const count = extentProduct(member.extents, scope, evaluation);
    if (element === null || count === null || element === 0) return null;
    const align = alignmentOf(element);
    offset = Math.ceil(offset / align) * align + element * count;
    alignment = Math.max(alignment, align);
  }
  return Math.ceil(offset / alignment) * alignment;
}

function alignmentOf(bytes: number): number {
  for (const align of [16, 8, 4, 2]) if (bytes % align === 0) return Math.min(align, 8);
  return 1;
}

/** Elements of an array; 1 without extents; null while one is unknown. */
export function extentProduct(
  extents: readonly string[],
  scope: Scope,
  evaluation: Evaluation,
): number | null {
  let product = 1;
  for (const extent of extents) {
    const { number } = evaluation.evaluate(extent, scope);
    if (number === null) return null;
    product *= number;
  }
  return product;
}

/** The value of a variable as seen from `from`, all of its assignments taken together. */
export function variableValue(
  found: Found,
  symbol: VariableSymbol,
  evaluation: Evaluation,
  from: Scope,
): Value {
  return evaluation.remember(symbol, from.memo, () => computeVariable(found, symbol, evaluation));
}

function computeVariable(found: Found, symbol: VariableSymbol, evaluation: Evaluation): Value {
  const value = evaluation.within(symbol, () => combine(assigned(found, symbol, evaluation), symbol));
  if (value === null) return unknownValue(symbol.name);
  const parts = withMembers(value, symbol, found.scope, evaluation);
  if (parts !== null) return parts;
  const type = scalarOf(symbol.type, found.scope);
  if (type === null || value.number === null) return value;
  return { ...value, number: convert(value.number, type), type };
}

function assigned(found: Found, symbol: VariableSymbol, evaluation: Evaluation): Value[] {
  return symbol.values.map((value) =>
    value.text === null
      ? unknownValue(isInput(value.writer ?? '') ? `${value.writer}(${symbol.name})` : symbol.name, [
          `${symbol.name} is written by ${value.writer ?? 'code that is not followed'}.`,
        ])
      : evaluation.evaluate(value.text, found.scope),
  );
}

function sameValue(a: Value, b: Value): boolean {
  if (a.parts !== null || b.parts !== null) {
    if (a.parts?.length !== b.parts?.length) return false;
    return a.parts!.every((part, index) => sameValue(part, b.parts![index]!));
  }
  return a.number !== null && a.number === b.number;
}

/**
 * One value from all that are given to a variable: they agree, or all but one come from the
 * program's input and that one is the default. Anything else is unknown, and a note says why.
 */
function combine(values: readonly Value[], symbol: VariableSymbol): Value {
  const { name } = symbol;
  if (values.length === 0) return unknownValue(name);
  const [first, ...others] = values;
  if (others.every((value) => sameValue(first!, value))) return first!;
  const fixed = values.filter((value) => value.unknowns.length === 0 || !value.unknowns.every(isInput));
  const [base, ...more] = fixed;
  if (base !== undefined && fixed.length < values.length && more.every((value) => sameValue(base, value))) {
    return {
      ...base,
      notes: [...base.notes, `${name} can be changed by the program's input; its default is used.`],
    };
  }
  if (base === undefined) return first!;
  const { notes } = gather(values);
  return unknownValue(name, [
    ...notes,
    `${name} is given ${values.length} values that differ or are not known.`,
  ]);
}

/** A `dim3` with its components, those assigned one by one included; null for other variables. */
function withMembers(
  value: Value,
  symbol: VariableSymbol,
  scope: Scope,
  evaluation: Evaluation,
): Value | null {
  const own = COMPONENTS.map((component) => scope.own(`${symbol.name}.${component}`));
  const aggregate = isDim3(symbol.type) || own.some((member) => member !== undefined);
  if (!aggregate) return null;
  const base = componentsOf(value, symbol);
  const parts = COMPONENTS.map((component, index) => {
    const member = own[index];
    const initial = base[index]!;
    if (member?.kind !== 'variable') return initial;
    const written = computeVariable({ symbol: member, scope }, member, evaluation);
    const explicit = symbol.values.length > 0 && initial.text !== '1';
    return explicit
      ? combine([initial, written], { ...member, name: `${symbol.name}.${component}` })
      : written;
  });
  return aggregateValue(parts, symbol.name);
}

function componentsOf(value: Value, symbol: VariableSymbol): readonly Value[] {
  if (value.parts !== null) return padded(value.parts);
  if (symbol.values.length === 0) return padded([]);
  if (value.number !== null) return padded([value]);
  return COMPONENTS.map((component) => ({ ...value, text: `${symbol.name}.${component}` }));
}

/** Three components; those that are not given are 1. */
export function padded(parts: readonly Value[]): readonly Value[] {
  const one = numberValue(1, INT, '1');
  return [parts[0] ?? one, parts[1] ?? one, parts[2] ?? one];
}
