import { message, type Message } from '../../kernel/message';
import { settableOf } from '../../kernel/symbolic';
import { namedConstant } from './namedConstants';
import type { Evaluation } from './evaluation';
import { ofFirstCall, ofFirstTurn, takenFromCalls } from './firstTime';
import { isDim3, scalarOf } from './resolve';
import type { AssignedValue, CallArgument, ResolvedSymbol, Scope, VariableSymbol } from './scope';
import { INT } from './types';
import { aggregateValue, convert, gather, numberValue, unknownValue, type Value } from './value';

/** Names under which values come from outside the program. */
const INPUT = /\b(argv|argc|optarg|optind|getenv|stdin|cin|(f|s)?scanf(_s)?|getCmdLineArgument\w*)\b/;

/** Tests whether an unknown stems from the command line, the environment or an input stream. */
function isInput(unknown: string): boolean {
  return INPUT.test(unknown);
}

const WORD = /^\w+$/;

const COMPONENTS = ['x', 'y', 'z'] as const;

/** The value of a variable as seen from `from`: all that may have been assigned to it there. */
export function variableValue(
  found: ResolvedSymbol,
  symbol: VariableSymbol,
  evaluation: Evaluation,
  from: Scope,
): Value {
  const components = COMPONENTS.map((component) => found.scope.own(`${symbol.name}.${component}`));
  const members = components.map((member) => (member?.kind === 'variable' ? member : null));
  if (isDim3(symbol.type) || members.some((member) => member !== null)) {
    return aggregate(found, symbol, members, evaluation, from);
  }
  const { values, laterTurns } = reaching(symbol.values, evaluation, from);
  const compute = () => combine(evaluateAll(values, found, symbol, evaluation, from), symbol.name);
  const remembered = rememberedValue(values, symbol, compute, evaluation, from);
  const named = { ...remembered, ...namedAfter(symbol, remembered) };
  const value = laterTurns ? noted(named, ofFirstTurn(symbol.name)) : named;
  const type = scalarOf(symbol.type, found.scope);
  if (type === null || value.number === null) return value;
  return { ...value, number: convert(value.number, type), type };
}

/** A variable that holds what has no name, such as `x.size(0)` or `argv[1]`, is what a number can be given to. */
function namedAfter({ name }: VariableSymbol, value: Value): Pick<Value, 'settable'> {
  if (value.unknowns.length === 0) return {};
  const names = settableOf(value);
  return names.length > 0 && names.every((one) => WORD.test(one)) ? {} : { settable: [name] };
}

function rememberedValue(
  values: readonly AssignedValue[],
  symbol: VariableSymbol,
  compute: () => Value,
  evaluation: Evaluation,
  from: Scope,
): Value {
  const guarded = () => evaluation.within(symbol, compute) ?? unknownValue(symbol.name);
  return evaluation.remember(values, from, guarded);
}

/** The values that count at a place. */
interface Reaching {
  readonly values: readonly AssignedValue[];
  /** True where values that come with later turns of a loop are left out. */
  readonly laterTurns: boolean;
}

/** The values among `values` that may reach the place from which they are seen. */
export function reaching(
  values: readonly AssignedValue[],
  { firstTime }: Evaluation,
  { place }: Scope,
): Reaching {
  if (place !== null && values.some((value) => value.place?.flow === place.flow)) {
    const all = place.flow.reaching(values, place);
    const first = firstTime ? place.flow.firstTurn(values, all, place) : all;
    return first.length === 0
      ? { values: all, laterTurns: false }
      : { values: first, laterTurns: first.length < all.length };
  }
  const facts = values.some((value) => value.fact === true);
  return { values: facts ? values.filter((value) => value.fact !== true) : values, laterTurns: false };
}

function noted(value: Value, note: Message): Value {
  return { ...value, notes: [...value.notes, note] };
}

function evaluateAll(
  values: readonly AssignedValue[],
  found: ResolvedSymbol,
  symbol: VariableSymbol,
  evaluation: Evaluation,
  from: Scope,
): Value[] {
  return asFarAsNeeded(values, evaluation, (value) => evaluateOne(value, found, symbol, evaluation, from));
}

function asFarAsNeeded(
  values: readonly AssignedValue[],
  evaluation: Evaluation,
  evaluated: (value: AssignedValue) => Value,
): Value[] {
  const known: Value[] = [];
  for (const value of values) {
    const one = evaluated(value);
    known.push(one);
    if (known.length === values.length || !evaluation.onlyNumber || !isOpenWhateverFollows(one)) continue;
    evaluation.leave();
    break;
  }
  return known;
}

/** Whether a variable that is given this value has no number: only what comes from the program's input gives way. */
function isOpenWhateverFollows({ number, parts, unknowns }: Value): boolean {
  return number === null && parts === null && !unknowns.every(isInput);
}

/** One value that a variable was given. */
export function evaluateOne(
  value: AssignedValue,
  found: ResolvedSymbol,
  symbol: VariableSymbol,
  evaluation: Evaluation,
  from: Scope,
): Value {
  const { text, writer, place, written } = value;
  if (value.calls !== undefined) return fromCalls(value.calls(), symbol.name, evaluation);
  if (text !== null) {
    // What is known where the variable is used was known when it got its value.
    const usedAt = from.place?.flow === place?.flow ? from.place?.usedAt : undefined;
    return evaluation.evaluate(text, place?.flow.at(place.at, usedAt) ?? found.scope);
  }
  const left =
    written === undefined || place === undefined
      ? null
      : evaluation.writtenArgument(written, place.flow.at(place.at));
  if (left !== null && left.unknowns.length === 0) return left;
  const { name } = symbol;
  const unknown = typeof writer === 'string' && isInput(writer) ? `${writer}(${name})` : name;
  return unknownValue(unknown, [
    message('cuda.writtenBy', { name, writer: writer ?? message('cuda.unknownWriter') }),
  ]);
}

/** A parameter has the value that all known calls agree on; nobody calls `main`. */
function fromCalls(
  calls: ReturnType<NonNullable<AssignedValue['calls']>>,
  name: string,
  evaluation: Evaluation,
): Value {
  if (calls === null || calls.length === 0)
    return (name === 'argc' ? namedConstant(name) : null) ?? unknownValue(name);
  return callValue(calls, name, evaluation);
}

/** The value on which calls agree, or that of the first one where that is asked for. */
export function callValue(calls: readonly CallArgument[], name: string, evaluation: Evaluation): Value {
  const values = agreeing(calls, evaluation);
  const [first] = values;
  if (first === undefined) return unknownValue(name);
  if (values.length < calls.length) {
    if (evaluation.firstTime && first.unknowns.length === 0)
      return {
        ...first,
        notes: [...first.notes, ofFirstCall(name, calls.length)],
      };
    return unknownValue(name, [message('cuda.callsDisagree', { name, calls: calls.length })]);
  }
  const note = takenFromCalls(name, calls.length);
  return { ...first, notes: [...gather(values).notes, note] };
}

/** The values of the first call and of those behind it up to one that differs: how the others do is asked by nobody. */
function agreeing([call, ...others]: readonly CallArgument[], evaluation: Evaluation): readonly Value[] {
  if (call === undefined) return [];
  const first = evaluation.evaluate(call.text, call.scope);
  const values = [first];
  // What is not known is like nothing.
  if (!sameValue(first, first)) return values;
  for (const { text, scope } of others) {
    const value = evaluation.evaluate(text, scope);
    if (!sameValue(first, value)) break;
    values.push(value);
  }
  return values;
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
export function combine(values: readonly Value[], name: string): Value {
  if (values.length === 0) return unknownValue(name);
  const [first, ...others] = values;
  if (others.every((value) => sameValue(first!, value))) return first!;
  const fixed = values.filter((value) => value.unknowns.length === 0 || !value.unknowns.every(isInput));
  const [base, ...more] = fixed;
  if (base === undefined) return first!;
  if (fixed.length < values.length && more.every((value) => sameValue(base, value))) {
    const note = message('cuda.inputDefault', { name });
    return { ...base, notes: [...base.notes, note] };
  }
  const note = message('cuda.valuesDiffer', { name, values: values.length });
  return unknownValue(name, [...gather(values).notes, note]);
}

type Members = readonly (VariableSymbol | null)[];

/** A `dim3` (or a variable with `.x` `.y` `.z` members): whole assignments and those to components. */
function aggregate(
  found: ResolvedSymbol,
  symbol: VariableSymbol,
  members: Members,
  evaluation: Evaluation,
  from: Scope,
): Value {
  const { values: everything, laterTurns } = reaching(merged(symbol, members), evaluation, from);
  const compute = () => {
    const { values } = reaching(symbol.values, evaluation, from);
    const whole = evaluateAll(values, found, symbol, evaluation, from);
    const parts = COMPONENTS.map((_, index) => {
      const member = members[index] ?? null;
      const name = `${symbol.name}.${COMPONENTS[index]}`;
      return member === null
        ? combineComponent(
            whole.map((value) => componentOf(value, index, name)),
            name,
          )
        : combineComponent(component(found, symbol, member, index, evaluation, from), name);
    });
    return aggregateValue(parts, symbol.name);
  };
  const value = rememberedValue(everything, symbol, compute, evaluation, from);
  return laterTurns ? partsOfFirstTurn(value, symbol.name) : value;
}

/** Notes travel with the components: an aggregate has none of its own. */
function partsOfFirstTurn(value: Value, name: string): Value {
  const note = ofFirstTurn(name);
  if (value.parts === null) return noted(value, note);
  return { ...value, parts: value.parts.map((part) => noted(part, note)) };
}

/** The values of one component that is also assigned on its own. */
function component(
  found: ResolvedSymbol,
  symbol: VariableSymbol,
  member: VariableSymbol,
  index: number,
  evaluation: Evaluation,
  from: Scope,
): Value[] {
  const whole = new Set(symbol.values);
  const { values } = reaching(inOrder([...symbol.values, ...member.values]), evaluation, from);
  const evaluated = asFarAsNeeded(values, evaluation, (value) => {
    const result = evaluateOne(value, found, symbol, evaluation, from);
    return whole.has(value) ? componentOf(result, index, member.name) : result;
  });
  // A whole value that leaves the component out is no value of its own beside an explicit one.
  const explicit = evaluated.filter((value) => value.text !== '1' || value.number === null);
  return explicit.length === 0 ? evaluated : explicit;
}

function combineComponent(values: readonly Value[], name: string): Value {
  return values.length === 0 ? numberValue(1, INT, '1') : combine(values, name);
}

/** One list per variable, so that what was computed from it can be found again. */
const MERGED = new WeakMap<readonly AssignedValue[], readonly AssignedValue[]>();

function merged(symbol: VariableSymbol, members: Members): readonly AssignedValue[] {
  const own = members.filter((member) => member !== null);
  if (own.length === 0) return symbol.values;
  let list = MERGED.get(symbol.values);
  if (list === undefined) {
    list = inOrder([...symbol.values, ...own.flatMap((member) => member.values)]);
    MERGED.set(symbol.values, list);
  }
  return list;
}

/** Values in the order of the text. */
export function inOrder(values: readonly AssignedValue[]): AssignedValue[] {
  return [...values].sort((a, b) => (a.place?.at ?? -1) - (b.place?.at ?? -1));
}

function componentOf(value: Value, index: number, name: string): Value {
  if (value.parts !== null) return padded(value.parts)[index]!;
  if (value.number !== null) return index === 0 ? value : numberValue(1, INT, '1');
  return { ...value, text: name };
}

/** Three components; those that are not given are 1. */
export function padded(parts: readonly Value[]): readonly Value[] {
  const one = numberValue(1, INT, '1');
  return [parts[0] ?? one, parts[1] ?? one, parts[2] ?? one];
}
