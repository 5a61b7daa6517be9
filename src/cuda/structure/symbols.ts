import type { TemplateParameter } from '../../kernel/kernel';
import { message } from '../../kernel/message';
import type { AssignedValue, Flow, Place, Scope, ValueSite, VariableSymbol } from '../constants/scope';
import { bareType, builtinScalar } from '../constants/types';
import { foldText, splitCommas, type TokenRange } from '../syntax/angles';
import {
  endOfExpression,
  looksLikeParameters,
  skipName,
  type Declaration,
  type Declarator,
} from './declarations';
import type { UnitText } from './unitText';

/** Initialisers longer than this are tables or lambdas, of no use as a constant. */
const MAX_VALUE_TEXT = 4000;

/** Assignments to one variable above which it counts as unknown. */
const MAX_VALUES = 200;
const MANY: AssignedValue = { text: null, writer: message('cuda.manyAssignments') };

/** A value as written in a file; its place in the source is worked out when it is asked for. */
class WrittenValue implements AssignedValue {
  constructor(
    readonly text: string,
    private readonly unit: UnitText,
    private readonly range: TokenRange,
    readonly place: Place | undefined,
  ) {}

  get site(): ValueSite | undefined {
    return this.unit.site(this.range);
  }
}

/** The value that the tokens of `range` give at a place; `text` stands for them if it is given. */
export function assignedValue(
  unit: UnitText,
  range: TokenRange,
  place: Place | undefined,
  text = unit.tokens.slice(range.from, range.to),
): AssignedValue {
  if (text.length <= MAX_VALUE_TEXT) return new WrittenValue(text, unit, range, place);
  const value = { text: null, writer: message('cuda.longInitialiser') };
  return place === undefined ? value : { ...value, place };
}

/** The value that an initialiser gives; null when there is none. */
function initialValue(
  unit: UnitText,
  type: string,
  declarator: Declarator,
  place: Place | undefined,
): AssignedValue | null {
  const { value, form, element } = declarator;
  if (value === null || value.from >= value.to) return null;
  // What stands in the source is the whole: no edit of it changes one element alone.
  if (element !== undefined) {
    const whole = unit.tokens.slice(value.from, value.to);
    return whole.length > MAX_VALUE_TEXT
      ? assignedValue(unit, value, place)
      : { text: `(${whole})[${element}]`, ...(place === undefined ? {} : { place }) };
  }
  if (form === 'assign') return assignedValue(unit, value, place);
  const inner = form === 'braces' ? { from: value.from + 1, to: value.to - 1 } : value;
  if (inner.from >= inner.to) return null;
  const bare = bareType(type);
  const single = splitCommas(unit.tokens, inner.from, inner.to).length === 1;
  if (single && bare !== 'dim3' && (form === 'parentheses' || builtinScalar(bare) !== null)) {
    return assignedValue(unit, inner, place);
  }
  const text = unit.tokens.slice(value.from, value.to);
  return assignedValue(unit, inner, place, form === 'braces' ? text : `${bare}(${text})`);
}

/**
 * Defines the variables of a declaration; prototypes and types are passed over. In a function body
 * `flow` is the order in which they get their values.
 */
export function defineVariables(
  unit: UnitText,
  declaration: Declaration,
  scope: Scope,
  flow: Flow | null = null,
): VariableSymbol[] {
  const { tokens } = unit;
  const type = foldText(tokens.slice(declaration.type.from, declaration.type.to));
  const defined: VariableSymbol[] = [];
  for (const declarator of declaration.declarators) {
    const { value } = declarator;
    if (declarator.form === 'parentheses' && value !== null && looksLikeParameters(tokens, value)) continue;
    const at = declarator.nameIndex;
    const initial = initialValue(
      unit,
      type,
      declarator,
      flow === null ? undefined : { flow, at, usedAt: at },
    );
    const symbol: VariableSymbol = {
      kind: 'variable',
      name: declarator.name,
      type: type + declarator.marks,
      extents: declarator.extents.map((extent) => tokens.slice(extent.from, extent.to)),
      values: initial === null ? [] : [initial],
    };
    scope.define(merged(scope, symbol));
    defined.push(symbol);
  }
  return defined;
}

/** Two blocks of one scope may declare the same name (`for (int i…)` twice): all values count. */
function merged(scope: Scope, symbol: VariableSymbol): VariableSymbol {
  const before = scope.own(symbol.name);
  if (before?.kind !== 'variable' || before.values.length === 0) return symbol;
  return { ...symbol, values: [...before.values, ...symbol.values] };
}

/**
 * Adds a value to the variable of that name, wherever it is declared; a member path is made.
 *
 * @returns the scope that has the variable; null where there is none
 */
export function assignVariable(scope: Scope, path: string, value: AssignedValue): Scope | null {
  const found = scope.lookup(path);
  if (found?.symbol.kind === 'variable') {
    const { values } = found.symbol;
    if (values.length > MAX_VALUES) return found.scope;
    const many = values.length === MAX_VALUES;
    return found.scope.define({ ...found.symbol, values: many ? [...values, MANY] : [...values, value] });
  }
  const end = path.search(/[.[]/);
  const owner = end < 0 ? null : scope.lookup(path.slice(0, end));
  if (owner === null || found !== null) return null;
  return owner.scope.define({ kind: 'variable', name: path, type: '', extents: [], values: [value] });
}

/**
 * Defines the enumerators between the braces; each is its own expression or counts on from the last that has one: a
 * chain through all in between would be as deep as the enumeration is long.
 */
export function defineEnumerators(unit: UnitText, range: TokenRange, scope: Scope, enumName: string): void {
  const { tokens } = unit;
  let [base, count] = ['', 0];
  for (const part of splitCommas(tokens, range.from, range.to)) {
    if (!tokens.isIdentifier(part.from)) continue;
    const name = tokens.at(part.from);
    const explicit = tokens.is(part.from + 1, '=') ? { from: part.from + 2, to: part.to } : null;
    if (explicit) [base, count] = [`${name} + `, 0];
    const value = explicit ? assignedValue(unit, explicit, undefined) : { text: `${base}${count}` };
    count++;
    const symbol: VariableSymbol = {
      kind: 'variable',
      name,
      type: 'const int',
      extents: [],
      values: [value],
    };
    scope.define(symbol);
    if (enumName !== '') scope.define({ ...symbol, name: `${enumName}::${name}` });
  }
}

/** Types of options by the macro of gflags that defines them. */
const FLAG_TYPES: Readonly<Record<string, string>> = {
  DEFINE_bool: 'bool',
  DEFINE_int32: 'int',
  DEFINE_uint32: 'unsigned int',
  DEFINE_int64: 'long long',
  DEFINE_uint64: 'unsigned long long',
  DEFINE_double: 'double',
};

/** Defines `FLAGS_n` of `DEFINE_int32(n, 1024, "…")` at `from`: the default, or what the program's arguments say. */
export function defineFlag(unit: UnitText, from: number, scope: Scope): boolean {
  const { tokens } = unit;
  const type = tokens.isIdentifier(from) ? FLAG_TYPES[tokens.at(from)] : undefined;
  const close = type !== undefined && tokens.is(from + 1, '(') ? tokens.partner(from + 1) : -1;
  const [name, value] = close < 0 ? [] : splitCommas(tokens, from + 2, close);
  if (type === undefined || name === undefined || value === undefined) return false;
  scope.define({
    kind: 'variable',
    name: `FLAGS_${tokens.slice(name.from, name.to)}`,
    type,
    extents: [],
    values: [assignedValue(unit, value, undefined), { text: null, writer: 'argv' }],
  });
  return true;
}

/** Defines `using A = B;` and `typedef B A;` at `from`; whether it was one of them. */
export function defineAlias(
  unit: UnitText,
  from: number,
  scope: Scope,
  template: readonly TemplateParameter[] = [],
): boolean {
  const { tokens } = unit;
  if (tokens.is(from, 'using') && tokens.is(from + 2, '=')) {
    const end = endOfExpression(tokens, from + 3);
    const target = foldText(tokens.slice(from + 3, end));
    const alias = { kind: 'type' as const, name: tokens.at(from + 1), target, members: [] };
    scope.define(template.length === 0 ? alias : { ...alias, template });
    return true;
  }
  if (!tokens.is(from, 'typedef')) return false;
  let end = from + 1;
  while (end < tokens.count && !tokens.is(end, ';')) end = Math.max(end, tokens.partner(end)) + 1;
  const name = end - 1;
  if (name > from + 1 && tokens.isIdentifier(name) && skipName(tokens, name) >= end) {
    const target = foldText(tokens.slice(from + 1, name));
    scope.define({ kind: 'type', name: tokens.at(name), target, members: [] });
  }
  return true;
}
