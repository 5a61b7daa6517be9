import type { Node } from 'web-tree-sitter';
import { WARP_SIZE } from '../../../kernel/warp';
import type { KernelState } from './state';
import { F32, F64, I32, scalar, U32, literalType, type CType } from '../values/types';
import { type Value } from '../values/graph';
import { Source } from '../values/value';

/** A value of a type about which nothing is known, e.g. for a construct that is not understood. */
export function unknownValue(state: KernelState, node: Node, type: CType = F32): Value {
  return state.table.opaque(type, state.varying, Source.data, [], node.text.slice(0, 40));
}

/** Names that the standard headers and CUDA's have for what is beyond all numbers. */
const INFINITE: ReadonlyMap<string, CType> = new Map([
  ['INFINITY', F32],
  ['HUGE_VALF', F32],
  ['CUDART_INF_F', F32],
  ['CUDART_INF', F64],
]);

/** A number, character, truth value or null pointer as written. */
export function literal(state: KernelState, node: Node): Value {
  const text = node.text.replaceAll("'", '');
  if (node.type === 'true' || node.type === 'false')
    return state.table.constant(node.type === 'true' ? 1 : 0, scalar('bool'));
  if (node.type === 'null') return state.table.constant(0, I32, text);
  if (node.type === 'char_literal') return state.table.constant(text.charCodeAt(0) || 0, scalar('i8'));
  const type = literalType(text);
  const hexadecimal = /^0x/i.test(text);
  const digits = hexadecimal
    ? text.replace(/(?<![ul])[ul]+$/i, '')
    : text.replace(/(?<![uflUFL])[uflUFL]+$/, '');
  const value = /^0[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number(digits);
  return Number.isNaN(value)
    ? unknownValue(state, node, scalar(type))
    : state.table.constant(value, scalar(type), text);
}

/** A name or member that is no variable: launch coordinates, constants, globals. */
export function named(state: KernelState, node: Node): Value {
  const text = node.text;
  if (/^(threadIdx|blockIdx|blockDim|gridDim)\s*\.\s*[xyz]$/.test(text))
    return coordinate(state, text.replace(/\s/g, ''));
  const infinite = INFINITE.get(text);
  if (infinite !== undefined) return state.table.constant(Infinity, infinite, text);
  if (text === 'warpSize') return state.table.constant(WARP_SIZE, I32, text);
  const bound = templateValue(state, text);
  if (bound !== null) return bound;
  const constant = state.resolver.constant(node);
  if (constant !== null) return state.table.constant(constant.value, scalar(constant.scalar), text);
  const isTemplate = state.templateScopes.some(({ open }) => open.has(text));
  return state.table.symbol(text, I32, isTemplate ? Source.template : Source.unresolved, null, false);
}

function templateValue(state: KernelState, name: string): Value | null {
  for (let depth = state.templateScopes.length - 1; depth >= 0; depth--) {
    const value = state.templateScopes[depth]!.values.get(name);
    if (value !== undefined) return state.table.constant(value, I32, name);
  }
  return null;
}

/** `threadIdx` and `blockIdx` differ by sample point, `blockDim` and `gridDim` are known for a launch. */
export function coordinate(state: KernelState, name: string): Value {
  const axis = 'xyz'.indexOf(name.at(-1)!);
  const ofGrid = name.startsWith('gridDim') || name.startsWith('blockIdx');
  const extent = (ofGrid ? state.grid : state.block)[axis]!;
  if (name.endsWith(`Idx.${name.at(-1)!}`)) {
    return state.table.symbol(name, U32, Source.thread, null, true);
  }
  return state.table.symbol(name, U32, Source.launch, extent, true);
}
