import { goesPastL1 } from './cacheHints';
import type { Node } from 'web-tree-sitter';
import { furtherBy, operandAt } from './assemblyOperands';
import { convertTo } from './operators';
import { partOf } from '../values/memoryParts';
import { dereference, readPlace, resolvePointer, writePlace } from './places';
import type { KernelState } from './state';
import type { Value } from '../values/graph';
import { I32, scalar, type CType, type MemorySpace, type ScalarName } from '../values/types';
import { Source } from '../values/value';

/** `op [address + distance]`, and what comes behind it or in front. */
const ADDRESS = /\[\s*%(\d+)\s*(?:\+\s*(\d+)\s*)?\]/;
const SPACE = /\.(global|shared|local|const)\b/;
const TYPE = /(?:\.v([24]))?\.(?:[bsuf](?:8|16|32|64)|f16x2|bf16x2)$/;

const SCALARS: Readonly<Record<string, ScalarName>> = {
  b8: 'u8',
  s8: 'i8',
  b16: 'u16',
  s16: 'i16',
  b32: 'u32',
  s32: 'i32',
  b64: 'u64',
  s64: 'i64',
  f16x2: 'u32',
  bf16x2: 'u32',
};

/** What an access of inline PTX has read. */
export interface InlineAccess {
  /** Null for a store and a reduction. */
  readonly loaded: Value | null;
}

/** A load, store or reduction of PTX text at the address that an operand gives; null where that is no pointer. */
export function inlineAccess(
  state: KernelState,
  node: Node,
  name: string,
  text: string,
  given: readonly Value[],
): InlineAccess | null {
  const kind = /^(ld|ldu|st|red|atom)\b/.exec(name)?.[1];
  const type = accessedType(name);
  const [, operand, distance] = ADDRESS.exec(text) ?? [];
  if (kind === undefined || type === null || operand === undefined) return null;
  const address = operandAt(state, node, Number(operand));
  const pointer = address === null ? null : pointerIn(state, address);
  if (pointer === null || !isIn(pointer, SPACE.exec(name)?.[1])) return null;
  const moved = furtherBy(state, pointer, Number(distance ?? 0));
  const to: CType = { kind: 'pointer', to: type, space: 'generic', readOnly: false };
  const place = dereference(state, convertTo(state, moved, to), state.table.constant(0, I32));
  if (place.kind !== 'memory') return null;
  if (kind === 'st') {
    const stored = state.table.opaque(type, state.varying, Source.data, given, name);
    writePlace(state, { ...place, isVolatile: true }, stored);
    return { loaded: null };
  }
  // Assembly that is volatile, as accesses are written: made where it stands.
  if (kind.startsWith('ld'))
    return { loaded: readPlace(state, { ...place, isVolatile: true, pastL1: goesPastL1(name.split('.')) }) };
  const access = { ...resolvePointer(state, moved), field: '', type };
  const makes = state.table.opaque(type, state.varying, Source.data, given, name);
  state.settleLoads([partOf(access.base)]);
  for (const value of given) state.demand(value);
  state.ledger.charge('atomic', 1, state.here, { makes, needs: given, access, callee: name });
  state.invalidateMemory();
  return { loaded: makes };
}

function accessedType(name: string): CType | null {
  const [, lanes] = TYPE.exec(name) ?? [];
  const element = name.split('.').at(-1)!;
  const known = SCALARS[element.replace(/^u(?=\d)/, 'b')] ?? SCALARS[element] ?? floatOf(element);
  if (known === undefined) return null;
  return lanes === undefined ? scalar(known) : { kind: 'vector', scalar: known, lanes: Number(lanes) };
}

function floatOf(element: string): ScalarName | undefined {
  return element === 'f32' || element === 'f64' || element === 'f16' ? element : undefined;
}

/** The pointer behind a number that stands for it in assembly. */
function pointerIn(state: KernelState, value: Value): Value | null {
  if (value.type.kind === 'pointer') return value;
  const [inner, ...others] = state.lists.get(value) ?? (value.kind === 'convert' ? value.args : []);
  return inner === undefined || others.length > 0 ? null : pointerIn(state, inner);
}

/** Tests whether a pointer may lead to the memory that an instruction names. */
function isIn(pointer: Value, named: string | undefined): boolean {
  const { base } = pointer.kind === 'pointer' ? { base: pointer.args[0]! } : { base: pointer };
  const space: MemorySpace = base.type.kind === 'pointer' ? base.type.space : 'generic';
  if (named === undefined || named === 'const') return named === undefined;
  return named === 'global' ? space === 'global' || space === 'generic' : space === named;
}
