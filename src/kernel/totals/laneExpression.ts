import { message } from '../message';
import { THREAD_VARIABLES } from '../program';
import {
  applyFunction,
  applyOperator,
  parseExpression,
  type BinaryOperator,
  type Callee,
  type Expression,
} from '../expression';
import { fieldFault } from '../result';
import { threadVariable, type ProgramLaunch } from './programLaunch';

/**
 * A value that differs from lane to lane: constant + value of the thread + coefficients of the block's
 * coordinates and of the counters of enclosing loops.
 */
export interface AffineForm {
  readonly constant: number;
  /** Per thread of the block; null when all threads have 0. */
  readonly threads: Float64Array | null;
  /** Coefficients of blockX, blockY, blockZ. */
  readonly block: readonly [number, number, number];
  /** Coefficients of loop counters by nesting depth. */
  readonly loops: ReadonlyMap<number, number>;
}

/** A lane value: affine, or an operation that no affine form can hold. */
export type LaneForm =
  | { readonly kind: 'affine'; readonly form: AffineForm }
  | { readonly kind: 'operation'; readonly operation: LaneOperation; readonly of: readonly LaneForm[] };

/** Operations of expressions that are evaluated lane by lane. */
export const LANE_OPERATIONS = [
  '+',
  '-',
  '*',
  '/',
  '%',
  'min',
  'max',
  'and',
  'or',
  'xor',
  'ceil',
  'floor',
] as const;

/** Operation of an expression that is evaluated lane by lane. */
export type LaneOperation = (typeof LANE_OPERATIONS)[number];

/** Blocks of a launch, and threads of a block. */
type LaunchExtents = Pick<ProgramLaunch, 'grid' | 'block'>;

/** Names that an expression may use. */
export interface LaneScope {
  readonly constants: ReadonlyMap<string, number>;
  /** Nesting depth of each named enclosing loop. */
  readonly loops: ReadonlyMap<string, number>;
  readonly launch: LaunchExtents;
  /** Forms that were made before of the same launch with the same constants; absent where none are kept. */
  readonly forms?: Map<string, LaneForm>;
}

const affine = (form: AffineForm): LaneForm => ({ kind: 'affine', form });

/** Affine form of a constant. */
export function constantForm(constant: number): AffineForm {
  return { constant, threads: null, block: [0, 0, 0], loops: new Map() };
}

/** The lane value of a quantity; faults are `InputError`s that start with `field`. */
export function laneForm(quantity: number | string, scope: LaneScope, field: string): LaneForm {
  if (typeof quantity === 'number') return affine(constantForm(quantity));
  const key = `${quantity}\0${[...scope.loops].join()}`;
  const form = scope.forms?.get(key) ?? build(parseExpression(quantity, field), scope, field);
  scope.forms?.set(key, form);
  return form;
}

function build(expression: Expression, scope: LaneScope, field: string): LaneForm {
  switch (expression.kind) {
    case 'number':
      return affine(constantForm(expression.value));
    case 'name':
      return affine(nameForm(expression.name, scope, field));
    case 'negate':
      return combine('*', build(expression.of, scope, field), affine(constantForm(-1)));
    case 'binary':
      return combine(
        expression.operator,
        build(expression.left, scope, field),
        build(expression.right, scope, field),
      );
    case 'call':
      return callForm(
        expression.callee,
        expression.of.map((part) => build(part, scope, field)),
      );
  }
}

function nameForm(name: string, scope: LaneScope, field: string): AffineForm {
  const constant = scope.constants.get(name);
  if (constant !== undefined) return constantForm(constant);
  const depth = scope.loops.get(name);
  if (depth !== undefined) return { ...constantForm(0), loops: new Map([[depth, 1]]) };
  const form = threadForm(name, scope.launch) ?? blockForm(name, scope.launch);
  if (form !== null) return form;
  const known = [...scope.constants.keys(), ...scope.loops.keys(), ...THREAD_VARIABLES];
  throw fieldFault(field, message('kernel.unknownName', { name, known }));
}

function threadForm(name: string, launch: LaunchExtents): AffineForm | null {
  if (threadVariable(name, 0, launch.block) === null) return null;
  const count = launch.block[0] * launch.block[1] * launch.block[2];
  const threads = ofThreads(count, (t) => threadVariable(name, t, launch.block)!);
  return { ...constantForm(0), threads };
}

/** A value for each thread; `Float64Array.from` takes ten times as long. */
function ofThreads(count: number, valueOf: (thread: number) => number): Float64Array {
  const values = new Float64Array(count);
  for (let thread = 0; thread < count; thread++) values[thread] = valueOf(thread);
  return values;
}

function blockForm(name: string, launch: LaunchExtents): AffineForm | null {
  const { grid, block } = launch;
  const axis = 'XYZ'.indexOf(name.at(-1) ?? '');
  const alone = (scale: number): [number, number, number] => [
    axis === 0 ? scale : 0,
    axis === 1 ? scale : 0,
    axis === 2 ? scale : 0,
  ];
  const linear = (scale: number): [number, number, number] => [
    scale,
    scale * grid[0],
    scale * grid[0] * grid[1],
  ];
  if (/^block[XYZ]$/.test(name)) return { ...constantForm(0), block: alone(1) };
  if (/^global[XYZ]$/.test(name))
    return { ...threadForm(`thread${name.at(-1)}`, launch)!, block: alone(block[axis] ?? 1) };
  if (name === 'block') return { ...constantForm(0), block: linear(1) };
  if (name === 'globalThread')
    return { ...threadForm('thread', launch)!, block: linear(block[0] * block[1] * block[2]) };
  return null;
}

/** The sum of two affine forms, the second one times `factor`. */
export function addForms(a: AffineForm, b: AffineForm, factor: number): AffineForm {
  const loops = new Map(a.loops);
  for (const [depth, coefficient] of b.loops)
    loops.set(depth, (loops.get(depth) ?? 0) + factor * coefficient);
  return {
    constant: a.constant + factor * b.constant,
    threads: addThreads(a.threads, b.threads, factor),
    block: [
      a.block[0] + factor * b.block[0],
      a.block[1] + factor * b.block[1],
      a.block[2] + factor * b.block[2],
    ],
    loops,
  };
}

/** An affine form times a number. */
export function scaleForm(form: AffineForm, factor: number): AffineForm {
  return addForms(constantForm(0), form, factor);
}

function addThreads(a: Float64Array | null, b: Float64Array | null, factor: number): Float64Array | null {
  if (b === null) return a;
  return ofThreads(b.length, a === null ? (t) => 0 + factor * b[t]! : (t) => a[t]! + factor * b[t]!);
}

const isConstant = (form: AffineForm): boolean => isThreadOnly(form) && form.threads === null;

/** Tests whether a form is the same in all blocks and iterations, so that any operation can be done beforehand. */
const isThreadOnly = (form: AffineForm): boolean =>
  form.block.every((c) => c === 0) && [...form.loops.values()].every((c) => c === 0);

function combine(operator: BinaryOperator, left: LaneForm, right: LaneForm): LaneForm {
  if (left.kind === 'affine' && right.kind === 'affine') {
    const form = combineForms(operator, left.form, right.form);
    if (form !== null) return affine(form);
  }
  return { kind: 'operation', operation: operator, of: [left, right] };
}

function combineForms(operator: BinaryOperator, a: AffineForm, b: AffineForm): AffineForm | null {
  if (operator === '+') return addForms(a, b, 1);
  if (operator === '-') return addForms(a, b, -1);
  if (operator === '*' && isConstant(b)) return scaleForm(a, b.constant);
  if (operator === '*' && isConstant(a)) return scaleForm(b, a.constant);
  // A power of two divides exactly; 1 / 49 * 49 would fall below 1.
  if (operator === '/' && isConstant(b) && Number.isInteger(Math.log2(Math.abs(b.constant))))
    return scaleForm(a, 1 / b.constant);
  if (!isThreadOnly(a) || !isThreadOnly(b)) return null;
  return elementwise([a, b], ([x, y]) => applyOperator(operator, x!, y!));
}

function callForm(callee: Callee, of: readonly LaneForm[]): LaneForm {
  const forms = of.map((part) => (part.kind === 'affine' ? part.form : null));
  if (forms.every((form) => form !== null && isThreadOnly(form)))
    return affine(elementwise(forms as AffineForm[], ([a, b = NaN]) => applyFunction(callee, a!, b)));
  return { kind: 'operation', operation: callee, of };
}

function elementwise(
  forms: readonly AffineForm[],
  operation: (values: readonly number[]) => number,
): AffineForm {
  const length = forms.find((form) => form.threads !== null)?.threads?.length;
  if (length === undefined) return constantForm(operation(forms.map((form) => form.constant)));
  const values = forms.map(() => 0);
  const threads = ofThreads(length, (t) => {
    forms.forEach((form, at) => (values[at] = form.constant + (form.threads?.[t] ?? 0)));
    return operation(values);
  });
  return { ...constantForm(0), threads };
}

/** Smallest and largest value of an affine form over all threads, blocks and the given loop trip counts. */
export function rangeOf(
  form: AffineForm,
  grid: readonly [number, number, number],
  trips: ReadonlyMap<number, number>,
): readonly [number, number] {
  let low = form.constant;
  let high = form.constant;
  if (form.threads !== null) {
    const [least, most] = spanOf(form.threads);
    low += least;
    high += most;
  }
  const widen = (coefficient: number, last: number) => {
    low += Math.min(0, coefficient * last);
    high += Math.max(0, coefficient * last);
  };
  form.block.forEach((coefficient, axis) => widen(coefficient, grid[axis]! - 1));
  for (const [depth, coefficient] of form.loops) widen(coefficient, (trips.get(depth) ?? 1) - 1);
  return [low, high];
}

/** Spans of values that are kept with their forms. */
const spans = new WeakMap<Float64Array, readonly [number, number]>();

/** The smallest and largest of some numbers. */
function spanOf(values: Float64Array): readonly [number, number] {
  const known = spans.get(values);
  if (known !== undefined) return known;
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  spans.set(values, [least, most]);
  return [least, most];
}
