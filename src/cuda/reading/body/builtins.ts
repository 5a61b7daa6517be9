import { goesPastL1 } from './cacheHints';
import { message } from '../../../kernel/message';
import type { Node } from 'web-tree-sitter';
import type { CallSite } from './calls';
import { asyncCall, asyncMember } from './asyncCalls';
import { aggregateOf } from './calls';
import { groupCall, groupMember } from './cooperativeGroups';
import { convertTo, operate } from './operators';
import { lowerExpression } from './expressions';
import { lowerPlace } from './lvalues';
import { unknownValue } from './names';
import type { Cost } from '../../mix/cost/instructionCosts';
import {
  COSINE_BESIDE_SINE,
  costBeside,
  LOGARITHM_OF_BASE,
  mathCost,
  mathType,
  singleVariant,
} from '../../mix/cost/mathCosts';
import { dereference, readPlace, resolvePointer, SHARED_BY_THREADS, writePlace } from './places';
import type { KernelState } from './state';
import { partOf } from '../values/memoryParts';
import { lowerTensor } from './tensorCore';
import { textureRead } from './textureReads';
import { foldedCall } from '../values/calledFunctions';
import type { Access, Value } from '../values/graph';
import { builtinType } from '../values/typeNames';
import {
  commonScalar,
  F32,
  F64,
  I32,
  isFloating,
  isHalf,
  isWide,
  scalar,
  scalarOf,
  sizeOf,
  U32,
  type CType,
  type ScalarName,
} from '../values/types';

interface Effect {
  readonly pattern: RegExp;
  readonly cost: Cost;
  readonly type: CType | null;
  /** True if memory may differ afterwards. */
  readonly ordersMemory: boolean;
}

/** Functions that are one or a few instructions with an effect, in the order they are tried. */
const EFFECTS: readonly Effect[] = [
  { pattern: /^__syncthreads(_count|_and|_or)?$/, cost: { barrier: 1 }, type: I32, ordersMemory: true },
  { pattern: /^__(syncwarp|nanosleep)$/, cost: { control: 1 }, type: null, ordersMemory: true },
  {
    pattern: /^cuda(TriggerProgrammaticLaunchCompletion|GridDependencySynchronize)$/,
    cost: { control: 1 },
    type: null,
    ordersMemory: true,
  },
  { pattern: /^__threadfence(_block|_system)?$/, cost: { barrier: 1 }, type: null, ordersMemory: true },
  { pattern: /^__shfl(_up|_down|_xor)?(_sync)?$/, cost: { shuffle: 1 }, type: null, ordersMemory: false },
  {
    pattern: /^__(ballot|any|all|match_any|match_all|activemask|reduce_\w+)(_sync)?$/,
    cost: { shuffle: 1 },
    type: U32,
    ordersMemory: false,
  },
  { pattern: /^atomic[A-Z]\w*$/, cost: { atomic: 1 }, type: null, ordersMemory: true },
  { pattern: /^surf\w+write$/, cost: { globalStore: 1 }, type: null, ordersMemory: true },
  // A bfloat16 is the upper half of a single-precision number.
  { pattern: /^__bfloat162float$/, cost: { integer: 1 }, type: F32, ordersMemory: false },
  // Half numbers become single-precision ones in the unit for halves.
  { pattern: /^__(half|low|high)2float$/, cost: { fp16: 1 }, type: null, ordersMemory: false },
  { pattern: /^__half22float2$/, cost: { fp16: 2 }, type: null, ordersMemory: false },
  {
    pattern:
      /^__(float|double|int|uint|ll|ull|half|bfloat16|short|ushort)\w*2(float|double|int|uint|ll|ull|half|bfloat16|short|ushort)\w*$/,
    cost: { conversion: 1 },
    type: null,
    ordersMemory: false,
  },
  {
    pattern: /^(clock|clock64|__trap|__brkpt|assert|__builtin_assume|__builtin_unreachable|__prof_trigger)$/,
    cost: {},
    type: I32,
    ordersMemory: false,
  },
];

/** Results that reinterpret their argument's bits or pack registers. */
const FREE =
  /^(__(int|uint|float|double|longlong)_as_\w+|__(low|high)s?2(?!float)\w+|__halves2half2|__half2half2|__cvta_\w+|__builtin_expect|make_\w+[1-4])$/;

/** Loads and stores with a cache hint. */
const HINTED_LOAD = /^__ld(g|ca|cg|cs|lu|cv)$/;
const HINTED_STORE = /^__st(wb|cg|cs|wt)$/;

/** A function that the compiler or the CUDA headers provide; null for every other call. */
export function lowerBuiltin(state: KernelState, site: CallSite): Value | null {
  if (site.object !== null) return asyncMember(state, site) ?? groupMember(state, site);
  const group = groupCall(state, site) ?? asyncCall(state, site);
  if (group !== null) return group;
  const { name, argumentNodes } = site;
  if (/^std::(move|forward)$/.test(site.qualifiedName) && argumentNodes[0] !== undefined)
    return lowerExpression(state, argumentNodes[0]);
  const lower = (): Value[] => argumentNodes.map((node) => lowerExpression(state, node));
  if (HINTED_LOAD.test(name)) return hintedLoad(state, site);
  if (HINTED_STORE.test(name)) return hintedStore(state, site);
  if (FREE.test(name)) return packed(state, name, lower(), site.node);
  const texel = textureRead(state, site);
  if (texel !== null) return texel;
  const effect = EFFECTS.find(({ pattern }) => pattern.test(name));
  if (effect !== undefined) return applyEffect(state, effect, lower(), site);
  const tensor = lowerTensor(state, site);
  if (tensor !== null) return tensor;
  if (name === 'printf') return printed(state, site);
  if (name === 'sincosf' || name === 'sincos' || name === '__sincosf') return sineAndCosine(state, site);
  return mathCall(state, name, site);
}

/**
 * `printf`: what decides on the call and what it prints is computed, floats as doubles; what it does itself, and the
 * stores of its arguments to local memory, count nothing.
 */
function printed(state: KernelState, site: CallSite): Value {
  state.assumeAt(site.node, message('cuda.printf'));
  const needs = site.argumentNodes.flatMap((node) => {
    if (node.type === 'string_literal' || node.type === 'concatenated_string') return [];
    const value = lowerExpression(state, node);
    return [
      value.type.kind === 'scalar' && value.type.scalar === 'f32' ? convertTo(state, value, F64) : value,
    ];
  });
  for (const value of needs) state.demand(value);
  state.ledger.charge('control', 1, state.here, { needs, callee: site.name });
  return state.table.constant(0, I32);
}

function applyEffect(state: KernelState, effect: Effect, values: readonly Value[], site: CallSite): Value {
  const isAtomic = effect.cost.atomic !== undefined;
  for (const value of values) state.demand(value);
  const exchanged =
    effect.cost.shuffle !== undefined
      ? (values.find((value, place) => place > 0 || !/_sync$/.test(site.name)) ?? null)
      : null;
  const converts = effect.cost.conversion !== undefined || effect.cost.fp16 !== undefined;
  const converted = converts ? conversionResult(site.name) : null;
  const pointed = isAtomic && values[0]?.type.kind === 'pointer' ? values[0].type.to : null;
  const explicit =
    site.templateArguments[0] === undefined ? null : builtinType(site.templateArguments[0].text);
  const type = pointed ?? converted ?? exchanged?.type ?? explicit ?? effect.type ?? F32;
  const makes = unknownValue(state, site.node, type);
  const access = isAtomic && values[0] !== undefined ? atomicAccess(state, values[0], type) : null;
  if (effect.ordersMemory) state.settleLoads(access === null ? SHARED_BY_THREADS : [partOf(access.base)]);
  const cost = exchanged === null ? costOfEffect(effect, values) : exchangeCost(exchanged.type);
  state.ledger.chargeCost(cost, state.here, { makes, needs: values, access, callee: site.name });
  if (effect.ordersMemory) state.invalidateMemory(access === null ? 'everything' : [partOf(access.base)]);
  return makes;
}

/** What a call costs: ptxas converts constants itself, which CUDA's headers keep from nvcc by assembly. */
function costOfEffect({ cost }: Effect, values: readonly Value[]): Cost {
  return cost.conversion !== undefined && values.every(({ constant }) => constant !== null) ? {} : cost;
}

/** Lanes exchange a word at a time. */
function exchangeCost(type: CType): Cost {
  return { shuffle: sizeOf(type) === 8 ? 2 : 1 };
}

function atomicAccess(state: KernelState, pointer: Value, type: CType): Access {
  return { ...resolvePointer(state, pointer), field: '', type };
}

function conversionResult(name: string): CType {
  const target = /2((float|double|int|uint|ll|ull|half|bfloat16|short|ushort)2?)/.exec(name)?.[1] ?? 'float';
  const names: Readonly<Record<string, string>> = {
    ll: 'long long',
    ull: 'unsigned long long',
    bfloat16: '__nv_bfloat16',
  };
  return builtinType(names[target] ?? target) ?? F32;
}

/** `__int_as_float`, `make_float4` and the like: registers under another name. */
function packed(state: KernelState, name: string, values: readonly Value[], node: Node): Value {
  const target = /^[^]*?_as_([^]+)$/.exec(name)?.[1] ?? /^make_(\w+)$/.exec(name)?.[1] ?? 'half2';
  const type =
    builtinType(target.replace('longlong', 'long long')) ?? builtinType(target) ?? values[0]?.type ?? F32;
  const isMade = name.startsWith('make_') && type.kind === 'vector';
  const lanes = isMade ? values.map((value) => convertTo(state, value, scalar(type.scalar))) : values;
  return aggregateOf(state, lanes, type, node.text.slice(0, 40));
}

/** A load with a cache hint: CUDA's headers write it as volatile assembly, which the compiler neither moves nor shares. */
function hintedLoad(state: KernelState, { name, argumentNodes: [argument], node }: CallSite): Value {
  if (argument === undefined) return unknownValue(state, node);
  const pointer = lowerExpression(state, argument);
  const place = dereference(state, pointer, state.table.constant(0, I32));
  return readPlace(
    state,
    place.kind === 'memory'
      ? { ...place, isVolatile: true, pastL1: goesPastL1([name.slice('__ld'.length)]) }
      : place,
  );
}

function hintedStore(state: KernelState, site: CallSite): Value {
  const [pointer, value] = site.argumentNodes.map((argument) => lowerExpression(state, argument));
  if (pointer !== undefined && value !== undefined) {
    writePlace(state, dereference(state, pointer, state.table.constant(0, I32)), value);
  }
  return state.table.constant(0, I32);
}

/** `sincosf(x, &s, &c)`: both functions share the range reduction, which is the larger part. */
function sineAndCosine(state: KernelState, site: CallSite): Value {
  const [angle, ...results] = site.argumentNodes;
  if (angle === undefined) return unknownValue(state, site.node);
  const double = site.name === 'sincos';
  const names =
    site.name === '__sincosf' ? ['__sinf', '__cosf'] : double ? ['sin', 'cos'] : ['sinf', COSINE_BESIDE_SINE];
  const type = scalar(double ? 'f64' : 'f32');
  const x = convertTo(state, lowerExpression(state, angle), type);
  results.forEach((node, place) => {
    const value = state.table.call(names[place] ?? names[0]!, [x], type);
    const target = node.type === 'pointer_expression' ? node.childForFieldName('argument') : null;
    const named = target === null ? null : lowerPlace(state, target);
    const zero = state.table.constant(0, I32);
    writePlace(state, named ?? dereference(state, lowerExpression(state, node), zero), value);
  });
  return state.table.constant(0, I32);
}

const PACKED_HALF = /^h2\w+$|^__h\w+2$/;

/** A math function, chosen by the types of its arguments as overload resolution does. */
function mathCall(state: KernelState, name: string, site: CallSite): Value | null {
  const extreme = /^(?:u|ll|ull)?(min|max)$/.exec(name)?.[1] ?? /^f(min|max)$/.exec(name)?.[1];
  if (extreme === undefined && mathCost(name) === null && !PACKED_HALF.test(name)) return null;
  const values = site.argumentNodes.map((node) => lowerExpression(state, node));
  const common = values.map((value) => scalarOf(value.type)).reduce(commonScalar, 'i32');
  const [a, b] = values;
  if (extreme !== undefined && a !== undefined && b !== undefined) {
    return operate(state, extreme === 'min' ? 'min' : 'max', a, b);
  }
  if (name === 'abs' || name === 'fabs' || name === 'fabsf')
    return absolute(state, values, common, site.node);
  if (PACKED_HALF.test(name))
    return state.table.call('__hadd', values, { kind: 'vector', scalar: 'f16', lanes: 2 });
  noteAngle(state, name, a, site.node);
  return typedCall(state, name, values, common);
}

const TURNING = /^(sin|cos|tan)f?$/;

/** Says that one of several ways is counted where a thread's own number decides which one it goes. */
function noteAngle(state: KernelState, name: string, angle: Value | undefined, node: Node): void {
  if (TURNING.test(name) && angle?.evaluable === true && angle.constant === null)
    state.assumeAt(node, message('cuda.knownAngle', { name }));
}

/** Functions of a number and a whole one. */
const BY_WHOLE = /^(ldexp|scalbn|scalbln|jn|yn)$/;

function isWhole({ type }: Value): boolean {
  return type.kind === 'scalar' && !isFloating(type.scalar);
}

function typedCall(state: KernelState, name: string, values: readonly Value[], common: ScalarName): Value {
  const single = common === 'f32' || isHalf(common) ? singleVariant(name) : null;
  // `pow(x, 3)` of a `float` computes in double precision, as the whole number stands for one (C++11).
  if (single !== null && !BY_WHOLE.test(name) && values.some(isWhole))
    return typedCall(state, name, values, 'f64');
  const chosen = single ?? name;
  const type = mathType(chosen) ?? 'i32';
  if (!isFloating(type))
    return state.table.call(chosen, values, isWide(common) ? scalar(common) : (values[0]?.type ?? I32));
  const converted = values.map((value) => convertTo(state, value, scalar(type)));
  // `pow(2.0, 3)` is a template of the host's headers, behind which nvcc computes nothing itself.
  const isTemplate = chosen === 'pow' && values.some(isWhole);
  const constants = converted.map(({ constant }) => constant);
  const folded = isTemplate ? null : foldedCall(name, chosen, constants, type === 'f32');
  if (folded !== null) return state.table.constant(folded, scalar(type));
  const made = madeCall(state, chosen, converted, scalar(type));
  state.ledger.noteMade(made, state.here);
  return made;
}

function madeCall({ table }: KernelState, name: string, operands: readonly Value[], type: CType): Value {
  if (costBeside(name) !== null) return table.callAgain(name, operands, type);
  const isOfBase = name === 'powf' && operands[0]?.constant !== null;
  return isOfBase
    ? table.callWithPart(name, operands, LOGARITHM_OF_BASE, type)
    : table.call(name, operands, type);
}

function absolute(state: KernelState, values: readonly Value[], common: ScalarName, node: Node): Value {
  const [value] = values;
  if (value === undefined) return unknownValue(state, node);
  if (value.constant !== null) return state.table.constant(Math.abs(value.constant), value.type);
  const name = isFloating(common) ? (common === 'f64' ? 'fabs' : 'fabsf') : 'abs';
  return state.table.call(name, [value], value.type);
}
