import type { AssignedValue, Scope, VariableSymbol } from '../constants/scope';
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

function assignedValue(unit: UnitText, text: string, range: TokenRange): AssignedValue {
  if (text.length > MAX_VALUE_TEXT) return { text: null, writer: 'a long initialiser' };
  const site = unit.site(range);
  return site === undefined ? { text } : { text, site };
}

/** The value that an initialiser gives; null when there is none. */
function initialValue(unit: UnitText, type: string, declarator: Declarator): AssignedValue | null {
  const { value, form } = declarator;
  if (value === null || value.from >= value.to) return null;
  const text = unit.tokens.slice(value.from, value.to);
  if (form === 'assign') return assignedValue(unit, text, value);
  const inner = form === 'braces' ? { from: value.from + 1, to: value.to - 1 } : value;
  if (inner.from >= inner.to) return null;
  const bare = bareType(type);
  const single = splitCommas(unit.tokens, inner.from, inner.to).length === 1;
  if (single && bare !== 'dim3' && (form === 'parentheses' || builtinScalar(bare) !== null)) {
    return assignedValue(unit, unit.tokens.slice(inner.from, inner.to), inner);
  }
  return assignedValue(unit, form === 'braces' ? text : `${bare}(${text})`, inner);
}

/** Defines the variables of a declaration; prototypes and types are passed over. */
export function defineVariables(unit: UnitText, declaration: Declaration, scope: Scope): VariableSymbol[] {
  const { tokens } = unit;
  const type = foldText(tokens.slice(declaration.type.from, declaration.type.to));
  const defined: VariableSymbol[] = [];
  for (const declarator of declaration.declarators) {
    const { value } = declarator;
    if (declarator.form === 'parentheses' && value !== null && looksLikeParameters(tokens, value)) continue;
    const initial = initialValue(unit, type, declarator);
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

/** Adds a value to the variable of that name, wherever it is declared; a member path is made. */
export function assignVariable(scope: Scope, path: string, value: AssignedValue): void {
  const found = scope.lookup(path);
  if (found?.symbol.kind === 'variable') {
    found.scope.define({ ...found.symbol, values: [...found.symbol.values, value] });
    return;
  }
  const owner = path.includes('.') ? scope.lookup(path.slice(0, path.indexOf('.'))) : null;
  if (owner === null || found !== null) return;
  owner.scope.define({ kind: 'variable', name: path, type: '', extents: [], values: [value] });
}

/** Defines the enumerators between the braces; each is its own expression or the one before plus 1. */
export function defineEnumerators(unit: UnitText, range: TokenRange, scope: Scope, enumName: string): void {
  const { tokens } = unit;
  let previous = '';
  for (const part of splitCommas(tokens, range.from, range.to)) {
    if (!tokens.isIdentifier(part.from)) continue;
    const name = tokens.at(part.from);
    const explicit = tokens.is(part.from + 1, '=') ? { from: part.from + 2, to: part.to } : null;
    const text = explicit
      ? tokens.slice(explicit.from, explicit.to)
      : previous === ''
        ? '0'
        : `${previous} + 1`;
    const value = explicit ? assignedValue(unit, text, explicit) : { text };
    const symbol: VariableSymbol = {
      kind: 'variable',
      name,
      type: 'const int',
      extents: [],
      values: [value],
    };
    scope.define(symbol);
    if (enumName !== '') scope.define({ ...symbol, name: `${enumName}::${name}` });
    previous = name;
  }
}

/** Defines `using A = B;` and `typedef B A;` at `from`; whether it was one of them. */
export function defineAlias(unit: UnitText, from: number, scope: Scope): boolean {
  const { tokens } = unit;
  if (tokens.is(from, 'using') && tokens.is(from + 2, '=')) {
    const end = endOfExpression(tokens, from + 3);
    const target = foldText(tokens.slice(from + 3, end));
    scope.define({ kind: 'type', name: tokens.at(from + 1), target, members: [] });
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
