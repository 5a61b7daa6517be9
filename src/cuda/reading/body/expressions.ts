import { message } from '../../../kernel/message';
import type { Node } from 'web-tree-sitter';
import { groupCoordinate } from './cooperativeGroups';
import { aggregateOf, lowerCall } from './calls';
import { chosenElement } from './chosenPlaces';
import { noteChosenProduct } from './chosenProducts';
import { readArgument } from './constructed';
import { ownOperator } from './inlining';
import { lowerPlace, variablePlace } from './lvalues';
import { literal, named, unknownValue } from './names';
import { compoundOperator, condition, convertTo, operate, OPERATORS } from './operators';
import { namedChildren } from '../../syntax/nodes';
import { descriptorType } from './declarators';
import { addressOf, arrayAddress, readPlace, writePlace } from './places';
import { openBranches, splitBy } from './flow';
import { readBranch } from './statements';
import type { Value } from '../values/graph';
import { registerVariable, type KernelState } from './state';
import { F32, I32, scalar, sizeOf, type CType } from '../values/types';
import { isPure } from './unreadArrays';
import { Source } from '../values/value';

type Reader = (state: KernelState, node: Node) => Value;

const inner: Reader = (state, node) => {
  const child = node.childForFieldName('value') ?? namedChildren(node)[0];
  return child === undefined ? unknownValue(state, node) : lowerExpression(state, child);
};

const last: Reader = (state, node) =>
  namedChildren(node)
    .map((child) => lowerExpression(state, child))
    .at(-1) ?? unknownValue(state, node);

const pointed: Reader = (state, node) =>
  node.childForFieldName('operator')?.text === '&' ? address(state, node) : readNode(state, node);

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['number_literal', literal],
  ['char_literal', literal],
  ['true', literal],
  ['false', literal],
  ['null', literal],
  ['parenthesized_expression', inner],
  ['condition_clause', inner],
  ['binary_expression', binary],
  ['unary_expression', unary],
  ['update_expression', update],
  ['assignment_expression', assign],
  ['conditional_expression', conditional],
  ['comma_expression', last],
  ['cast_expression', cast],
  ['sizeof_expression', sizeOfExpression],
  ['call_expression', lowerCall],
  ['parameter_declaration', readArgument],
  ['initializer_list', aggregate],
  ['compound_literal_expression', aggregate],
  ['pointer_expression', pointed],
  ['identifier', readNode],
  ['qualified_identifier', readNode],
  ['subscript_expression', readNode],
  ['field_expression', (state, node) => groupCoordinate(state, node) ?? readNode(state, node)],
]);

/** The value of an expression; its side effects happen, its cost is charged when the value is needed. */
export function lowerExpression(state: KernelState, node: Node): Value {
  if (!state.visit()) return unknownValue(state, node);
  const reader = READERS.get(node.type);
  if (reader !== undefined) return reader(state, node);
  state.assumeAt(node, message('cuda.unreadExpression', { what: node.type.replaceAll('_', ' ') }));
  return unknownValue(state, node);
}

function readNode(state: KernelState, node: Node): Value {
  const place = lowerPlace(state, node);
  if (place === null) return named(state, node);
  if (place.kind === 'variable' && place.type.kind === 'array') return arrayAddress(state, place);
  return readPlace(state, place);
}

function address(state: KernelState, node: Node): Value {
  const argument = node.childForFieldName('argument');
  const place = argument === null ? null : lowerPlace(state, argument);
  return place === null
    ? unknownValue(state, node, { kind: 'pointer', to: F32, space: 'generic', readOnly: false })
    : addressOf(state, place);
}

function binary(state: KernelState, node: Node): Value {
  const [left, right] = [node.childForFieldName('left'), node.childForFieldName('right')];
  const text = node.childForFieldName('operator')?.text ?? '';
  if (left === null || right === null) return unknownValue(state, node);
  const a = lowerExpression(state, left);
  if (text === '&&' || text === '||') return logical(state, text === '&&', condition(state, a), right);
  const own = ownOperator(state, node, `operator${text}`, a, [left, right]);
  if (own !== null) return own;
  const b = lowerExpression(state, right);
  const operator = OPERATORS[text];
  if (operator === undefined) return unknownValue(state, node);
  const made = operate(state, operator, a, b);
  noteChosenProduct(state, made, { value: a, node: left }, { value: b, node: right });
  return made;
}

/** `a && b`, `a || b`: what `b` accesses is accessed by those threads only that ask for it. */
function logical(state: KernelState, and: boolean, a: Value, right: Node): Value {
  const kind = and ? 'and-also' : 'or-else';
  const before = state.region;
  const isExact = a.evaluable && a.constant === null && !state.inLoopTest;
  if (before === null || !isExact || !hasEffects(right))
    return state.table.logical(kind, a, condition(state, lowerExpression(state, right)));
  state.demand(a);
  const { taken, others } = openBranches(state, before, a, splitBy(state, a, before.population));
  state.region = and ? taken : others;
  const b = condition(state, lowerExpression(state, right));
  state.demand(b);
  state.region = before;
  state.ledger.comesFromAll(b, before);
  const both = state.table.logical(kind, a, b);
  state.shortCircuits.set(both, { second: b, region: and ? taken : others });
  return both;
}

function unary(state: KernelState, node: Node): Value {
  const argument = node.childForFieldName('argument');
  if (argument === null) return unknownValue(state, node);
  const value = lowerExpression(state, argument);
  switch (node.childForFieldName('operator')?.text) {
    case '-':
      return state.table.unary('negate', value);
    case '~':
      return state.table.unary('complement', value);
    case '!':
      return state.table.unary('not', condition(state, value));
    default:
      return value;
  }
}

function update(state: KernelState, node: Node): Value {
  const argument = node.childForFieldName('argument');
  const place = argument === null ? null : lowerPlace(state, argument);
  if (place === null) return unknownValue(state, node);
  const before = readPlace(state, place);
  const operator = node.childForFieldName('operator')?.text === '--' ? 'sub' : 'add';
  const after = operate(state, operator, before, state.table.constant(1, I32));
  writePlace(state, place, after);
  return node.firstChild?.isNamed === true ? before : after;
}

function assign(state: KernelState, node: Node): Value {
  const [left, right] = [node.childForFieldName('left'), node.childForFieldName('right')];
  if (left === null || right === null) return unknownValue(state, node);
  const operator = compoundOperator(node);
  const place = lowerPlace(state, left);
  if (operator !== null && place?.type.kind === 'struct') {
    const name = `operator${node.childForFieldName('operator')?.text ?? ''}`;
    const own = ownOperator(state, node, name, readPlace(state, place), [left, right]);
    if (own !== null) return own;
  }
  if (place?.kind === 'memory' && state.unreadArrays.has(place.base) && isPure(right))
    return unknownValue(state, right);
  const value = lowerExpression(state, right);
  if (place === null) {
    state.demand(value);
    return value;
  }
  const stored = operator === null ? value : operate(state, operator, readPlace(state, place), value);
  writePlace(state, place, stored);
  return stored;
}

function conditional(state: KernelState, node: Node): Value {
  const [test, yes, no] = ['condition', 'consequence', 'alternative'].map((name) =>
    node.childForFieldName(name),
  );
  if (!test || !yes || !no) return unknownValue(state, node);
  const chosen = condition(state, lowerExpression(state, test));
  if (chosen.constant !== null) return lowerExpression(state, chosen.constant !== 0 ? yes : no);
  const element = chosenElement(state, chosen, yes, no);
  if (element !== null) return element;
  if ([yes, no].some(hasEffects) || isDear(yes, no))
    return branchedConditional(state, { node, test }, chosen, yes, no);
  const [a, b] = [lowerExpression(state, yes), lowerExpression(state, no)];
  return a.constant !== null && b.constant !== null
    ? selectedConstant(state, chosen, a, b)
    : state.table.ternary(chosen, a, b);
}

/** One of two constants: those threads select that ask for the second part of the condition, the others know it. */
function selectedConstant(state: KernelState, chosen: Value, yes: Value, no: Value): Value {
  const { table } = state;
  const circuit = state.shortCircuits.get(chosen);
  const [first] = chosen.args;
  if (circuit === undefined || first === undefined) return table.ternary(chosen, yes, no);
  const selected = table.ternary(circuit.second, yes, no);
  state.ledger.demand(selected, circuit.region);
  return chosen.kind === 'and-also' ? table.merge(first, selected, no) : table.merge(first, yes, selected);
}

/** Accesses and calls are made by the threads that choose them only. */
export function hasEffects(node: Node): boolean {
  if (
    /^(subscript_expression|pointer_expression|call_expression|assignment_expression|update_expression)$/.test(
      node.type,
    )
  )
    return true;
  return namedChildren(node).some(hasEffects);
}

/** Operators of the arms of a `?:` up to which all threads are taken to run both without looking closer. */
const CHEAP_OPERATORS = 5;

/** Tests whether the compiler may leave the arms of a `?:` to the threads that choose them: they divide, or are long. */
function isDear(...arms: readonly Node[]): boolean {
  const operators = arms.flatMap((arm) => arm.descendantsOfType('binary_expression'));
  return operators.length > CHEAP_OPERATORS || operators.some(divides);
}

/** Tests for a quotient or remainder, unless by a written power of two: that is a shift, a mask or a product. */
function divides(node: Node): boolean {
  const by = node.childForFieldName('right');
  const power = by?.type === 'number_literal' ? Math.log2(parseFloat(by.text)) : NaN;
  return /^[/%]$/.test(node.childForFieldName('operator')?.text ?? '') && !Number.isInteger(power);
}

function branchedConditional(
  state: KernelState,
  choice: { readonly node: Node; readonly test: Node },
  chosen: Value,
  yes: Node,
  no: Node,
): Value {
  const before = state.region;
  if (before === null) return unknownValue(state, yes);
  const result = registerVariable('(chosen)', F32, null);
  const arm = (node: Node) => (): void => {
    result.value = lowerExpression(state, node);
  };
  state.scopes.push(new Map([[result.name, result]]));
  readBranch(state, { ...choice, arms: [yes, no] }, chosen, { taken: arm(yes), others: arm(no) });
  state.scopes.pop();
  return result.value ?? unknownValue(state, yes);
}

function cast(state: KernelState, node: Node): Value {
  const [type, value] = [node.childForFieldName('type'), node.childForFieldName('value')];
  if (type === null || value === null) return unknownValue(state, node);
  // `(n) + x` reads as a cast of `+x` to type `n`; a name that is a variable tells them apart.
  const misread = /^[A-Za-z_]\w*$/.test(type.text) && state.lookup(type.text) !== null;
  if (misread && (value.type === 'unary_expression' || value.type === 'pointer_expression')) {
    const operator = OPERATORS[value.childForFieldName('operator')?.text ?? ''];
    const argument = value.childForFieldName('argument');
    const variable = variablePlace(state, type.text);
    if (operator !== undefined && argument !== null && variable !== null) {
      return operate(state, operator, readPlace(state, variable), lowerExpression(state, argument));
    }
  }
  return convertTo(state, lowerExpression(state, value), descriptorType(type, state.resolver));
}

function sizeOfExpression(state: KernelState, node: Node): Value {
  const type = node.childForFieldName('type');
  const value = node.childForFieldName('value');
  const place = value === null ? null : lowerPlace(state, value);
  const named = value === null ? null : state.resolver.namedType(value.text.replace(/^\(|\)$/g, ''));
  const bytes =
    type !== null
      ? sizeOf(descriptorType(type, state.resolver))
      : sizeOf(place?.type ?? named ?? { kind: 'opaque', text: '' });
  const u64 = scalar('u64');
  return bytes === null
    ? state.table.symbol(node.text, u64, Source.unresolved, null, false)
    : state.table.constant(bytes, u64, node.text);
}

/** `{a, b}` as a value of unknown type; its members are computed now. */
function aggregate(state: KernelState, node: Node): Value {
  const list = node.type === 'initializer_list' ? node : node.childForFieldName('value');
  const values = (list === null ? [] : namedChildren(list)).map((child) => lowerExpression(state, child));
  const typeNode = node.childForFieldName('type');
  const type: CType = typeNode === null ? (values[0]?.type ?? F32) : descriptorType(typeNode, state.resolver);
  const [only] = values;
  if (type.kind === 'scalar' && only !== undefined && values.length === 1)
    return state.table.convert(only, type);
  return aggregateOf(state, values, type, node.text);
}
