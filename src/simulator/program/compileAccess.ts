import { known } from '../../kernel/expression';
import { message } from '../../kernel/message';
import type { AccessIndex } from '../../kernel/program';
import { fieldFault } from '../../kernel/result';
import { WARP_SIZE } from '../../kernel/warp';
import { hashText } from './hashText';
import { byteForm, type ByteForm } from './byteForm';
import { addAffine, addValue } from './compileValue';
import { type Row } from './image';
import { AccessKind, Scope } from './operations';
import {
  laneScope,
  wholeAtLeastOne,
  type AccessReach,
  type KernelContext,
  type PlacedArray,
  type StatementScope,
} from './kernelContext';
import {
  addForms,
  constantForm,
  laneForm,
  rangeOf,
  type AffineForm,
  type LaneForm,
} from '../../kernel/totals/laneExpression';
import { isWhole, plainForm } from './plainForm';

/** One memory access of a statement. */
export interface AccessRequest {
  readonly array: string;
  readonly index: AccessIndex;
  readonly vector: number;
  readonly bypass: boolean;
}

/**
 * The array that an access names.
 * @throws InputError naming the field, when the program declares no such array
 */
export function arrayOf(context: KernelContext, name: string, field: string): PlacedArray {
  const array = context.arrays.get(name);
  if (array === undefined)
    throw fieldFault(
      `${field}.array`,
      message('simulator.unknownArray', { name, known: known([...context.arrays.keys()]) }),
    );
  return array;
}

/** Adds an access to the image; its row in `access`. */
export function addAccess(context: KernelContext, scope: StatementScope, request: AccessRequest): number {
  const array = arrayOf(context, request.array, scope.field);
  const { elementBytes } = array.declaration;
  const laneBytes = elementBytes * request.vector;
  const common: Row<'access'> = {
    kind: AccessKind.affine,
    value: -1,
    elementBytes,
    laneBytes,
    base: array.base,
    bytes: array.bytes,
    footprint: array.elements,
    scope: Scope.grid,
    consecutive: 0,
    stride: 0,
    scale: 1,
    offset: -1,
    seed: context.nextSeed(),
    plain: -1,
    firstGuard: 0,
    lastGuard: 0,
    patterns: -1,
    bypass: request.bypass ? 1 : 0,
    name: context.builder.addName(`${scope.field}.index (array "${request.array}")`),
  };
  return context.builder.add('access', {
    ...common,
    ...indexRow(context, scope, request.index, array, laneBytes),
  });
}

function indexRow(
  context: KernelContext,
  scope: StatementScope,
  index: AccessIndex,
  array: PlacedArray,
  laneBytes: number,
): Partial<Row<'access'>> {
  const field = `${scope.field}.index`;
  if (typeof index !== 'object') {
    const form = laneForm(index, laneScope(context, scope), field);
    noteReach(context, scope, array, laneBytes, form);
    return linearRow(context, scope, form, array, laneBytes, field);
  }
  switch (index.kind) {
    case 'random': {
      const footprint = footprintOf(context, index.footprint, array, field);
      noteReach(context, scope, array, laneBytes, { elements: footprint });
      return {
        kind: AccessKind.random,
        footprint,
        scope: Scope[index.scope ?? 'grid'],
        consecutive: index.lanes === 'consecutive' ? 1 : 0,
      };
    }
    case 'chase':
      noteReach(context, scope, array, laneBytes, null);
      return chaseRow(context, scope, index, array, field);
    case 'indirect':
      return indirectRow(context, scope, index, array, laneBytes, field);
  }
}

/** Notes what an access touches, where it is told. */
function noteReach(
  { reaches }: KernelContext,
  { trips }: StatementScope,
  array: PlacedArray,
  laneBytes: number,
  by: AccessReach['by'],
): void {
  reaches.push({ array, laneBytes, trips, by });
}

function indirectRow(
  context: KernelContext,
  scope: StatementScope,
  { at, values, window, footprint, scale, offset }: Extract<AccessIndex, { kind: 'indirect' }>,
  array: PlacedArray,
  laneBytes: number,
  field: string,
): Partial<Row<'access'>> {
  const near = values === 'near';
  if (near !== (window !== undefined)) throw fieldFault(`${field}.window`, message('simulator.windowNear'));
  const valueOf = (quantity: number | string, name: string): number =>
    addValue(context.builder, laneForm(quantity, laneScope(context, scope), `${field}.${name}`));
  const whole = (quantity: number | string, name: string): number =>
    wholeAtLeastOne(quantity, context.constants, `${field}.${name}`);
  const step = scale === undefined ? 1 : whole(scale, 'scale');
  const distinct =
    footprint === undefined ? Math.max(1, Math.floor(array.elements / step)) : whole(footprint, 'footprint');
  noteReach(context, scope, array, laneBytes, near ? null : { elements: distinct * step });
  return {
    kind: near ? AccessKind.near : AccessKind.scatter,
    value: valueOf(at, 'at'),
    stride: near ? whole(window!, 'window') : 0,
    scale: step,
    footprint: distinct,
    offset: offset === undefined ? -1 : valueOf(offset, 'offset'),
    // Of the name alone: all kernels of an application find the same values in one index array.
    seed: hashText(array.name),
  };
}

function footprintOf(
  context: KernelContext,
  footprint: number | string | undefined,
  array: PlacedArray,
  field: string,
): number {
  if (footprint === undefined) return array.elements;
  const elements = wholeAtLeastOne(footprint, context.constants, `${field}.footprint`);
  if (elements > array.elements)
    throw fieldFault(
      `${field}.footprint`,
      message('simulator.footprintBeyond', { elements, has: array.elements }),
    );
  return elements;
}

function linearRow(
  context: KernelContext,
  scope: StatementScope,
  index: LaneForm,
  array: PlacedArray,
  laneBytes: number,
  field: string,
): Partial<Row<'access'>> {
  const inMemory = array.space === 'local' ? interleaved(context, index) : index;
  if (inMemory.kind === 'operation')
    return {
      kind: AccessKind.computed,
      value: addValue(context.builder, inMemory),
      ...plainRow(context, inMemory, array, laneBytes),
    };
  const bytes = byteForm(inMemory.form, array.declaration.elementBytes);
  checkWhole(bytes.isWhole, field);
  if (!scope.guarded) checkRange(context, scope, bytes.form, array, laneBytes, field);
  return patternRow(context, bytes, array, laneBytes);
}

function patternRow(
  context: KernelContext,
  bytes: ByteForm,
  array: PlacedArray,
  laneBytes: number,
): Pick<Row<'access'>, 'value' | 'plain' | 'patterns'> {
  const { builder } = context;
  const plain = addAffine(builder, bytes.form);
  const value = builder.add('value', { affine: plain, firstStep: 0, lastStep: 0 });
  return { value, plain, patterns: addPatterns(context, bytes, array, laneBytes) };
}

/** What the index is in warps that no clamp touches, where it is affine there; not told of shared memory. */
function plainRow(
  context: KernelContext,
  index: LaneForm,
  array: PlacedArray,
  laneBytes: number,
): Partial<Row<'access'>> {
  const plain = array.space === 'shared' ? null : plainForm(index);
  if (plain === null) return {};
  const { builder } = context;
  const bytes = byteForm(plain.form, array.declaration.elementBytes);
  const firstGuard = builder.size('guard');
  for (const guard of plain.guards) builder.add('guard', { affine: addAffine(builder, guard) });
  return {
    plain: addAffine(builder, bytes.form),
    firstGuard,
    lastGuard: builder.size('guard'),
    patterns: addPatterns(context, bytes, array, laneBytes),
  };
}

/** Local arrays interleave the threads, so that equal indices of a warp's lanes are neighbours. */
function interleaved(context: KernelContext, index: LaneForm): LaneForm {
  const threads = context.constants.get('blocks')! * context.constants.get('threadsPerBlock')!;
  const scope = {
    constants: new Map<string, number>(),
    loops: new Map<string, number>(),
    launch: context.source.launch,
  };
  const own = laneForm('globalThread', scope, '');
  if (index.kind === 'affine' && own.kind === 'affine')
    return { kind: 'affine', form: addForms(own.form, index.form, threads) };
  const factor: LaneForm = { kind: 'affine', form: constantForm(threads) };
  return {
    kind: 'operation',
    operation: '+',
    of: [own, { kind: 'operation', operation: '*', of: [index, factor] }],
  };
}

function checkWhole(isWholeNumber: boolean, field: string): void {
  if (!isWholeNumber) throw fieldFault(field, message('simulator.notWholeForThreads'));
}

function checkRange(
  context: KernelContext,
  scope: StatementScope,
  form: AffineForm,
  array: PlacedArray,
  laneBytes: number,
  field: string,
): void {
  const [low, high] = rangeOf(form, context.source.launch.grid, scope.trips);
  if (low >= 0 && high + laneBytes <= array.bytes) return;
  const { elementBytes } = array.declaration;
  throw fieldFault(
    field,
    message('simulator.runsBeyond', {
      low: low / elementBytes,
      high: high / elementBytes,
      has: array.bytes / elementBytes,
    }),
  );
}

/** Adds a row per warp of the block; the first of them. */
function addPatterns(
  { builder, constants, spec }: KernelContext,
  bytes: ByteForm,
  array: PlacedArray,
  laneBytes: number,
): number {
  const first = builder.size('pattern');
  const threadsPerBlock = constants.get('threadsPerBlock')!;
  const banks = array.space === 'shared' ? spec.sm.sharedBanks : null;
  for (const pattern of bytes.patterns({ threadsPerBlock, laneBytes, banks }))
    builder.add('pattern', { ...pattern, shape: builder.addShape(pattern.shape) });
  return first;
}

type ChaseIndex = Extract<AccessIndex, { kind: 'chase' }>;

function chaseRow(
  context: KernelContext,
  scope: StatementScope,
  index: ChaseIndex,
  array: PlacedArray,
  field: string,
): Partial<Row<'access'>> {
  const consecutive = index.lanes === 'consecutive';
  const elements = footprintOf(context, index.footprint, array, field);
  const places = consecutive ? Math.floor(elements / WARP_SIZE) : elements;
  if (places < 1) throw fieldFault(`${field}.footprint`, message('simulator.fewElements'));
  const wanted =
    index.stride === undefined
      ? Math.max(1, Math.round(places * 0.6180339887))
      : wholeAtLeastOne(index.stride, context.constants, `${field}.stride`);
  const stride = coprimeFrom(wanted, places);
  const start = laneForm(index.start ?? 0, laneScope(context, scope), `${field}.start`);
  if (start.kind !== 'affine') throw fieldFault(`${field}.start`, message('simulator.affine'));
  const walk = addForms(start.form, iterationForm(scope), stride);
  checkWhole(isWhole(walk), `${field}.start`);
  return {
    kind: AccessKind.chase,
    value: addValue(context.builder, { kind: 'affine', form: walk }),
    footprint: places,
    consecutive: consecutive ? 1 : 0,
    stride,
  };
}

/** Number of times that the enclosing loops have come by, counted over all of them. */
function iterationForm(scope: StatementScope): AffineForm {
  const loops = new Map<number, number>();
  let inner = 1;
  for (const [depth, trips] of [...scope.trips].sort((a, b) => b[0] - a[0])) {
    loops.set(depth, inner);
    inner *= trips;
  }
  return { ...constantForm(0), loops };
}

function coprimeFrom(wanted: number, places: number): number {
  let stride = Math.max(1, wanted % places);
  while (greatestCommonDivisor(stride, places) !== 1) stride++;
  return stride;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
