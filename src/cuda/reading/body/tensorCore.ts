import { message } from '../../../kernel/message';
import type { Node } from 'web-tree-sitter';
import type { CallSite } from './calls';
import { lowerExpression } from './expressions';
import { lowerPlace } from './lvalues';
import { coordinate, unknownValue } from './names';
import type { InstructionClass } from '../../../kernel/instructionClasses';
import { addressOf, dereference, readPlace, resolvePointer, writePlace } from './places';
import type { KernelState } from './state';
import { I32, scalarOf, type CType } from '../values/types';
import { type Value } from '../values/graph';
import { Source } from '../values/value';

/**
 * Matrix fragments of 16 × 16 × 16 halves on sm_80: one `mma_sync` is two HMMA.16816 per warp, a
 * fragment of 256 elements is loaded or stored as four accesses of two elements per thread.
 */
const MMA_INSTRUCTIONS = 2;
const FRAGMENT_ACCESSES = 4;

/** Calls of the warp matrix interface; null for every other call. */
export function lowerTensor(state: KernelState, site: CallSite): Value | null {
  const [first, second, third] = site.argumentNodes;
  switch (site.name) {
    case 'mma_sync':
    case 'bmma_sync':
      state.assume(message('cuda.matrixFragments'));
      return multiplied(state, site);
    case 'fill_fragment':
      return assigned(state, first, site);
    case 'load_matrix_sync': {
      const made = assigned(state, first, site);
      fragmentAccess(state, site, { pointer: second, pitch: third }, { makes: made, needs: [] });
      return made;
    }
    case 'store_matrix_sync': {
      const stored = second === undefined ? [] : [lowerExpression(state, second)];
      fragmentAccess(state, site, { pointer: first, pitch: third }, { makes: null, needs: stored });
      state.invalidateMemory();
      return state.table.constant(0, I32);
    }
    default:
      return null;
  }
}

/** `d = a × b + c` on fragments. */
function multiplied(state: KernelState, site: CallSite): Value {
  const [target, ...operands] = site.argumentNodes;
  const needs = operands.slice(0, 3).map((operand) => lowerExpression(state, operand));
  const makes = assigned(state, target, site);
  state.ledger.charge('tensor', MMA_INSTRUCTIONS, state.here, { callee: site.name, makes, needs });
  return makes;
}

/** A new value in the fragment that a call writes. */
function assigned(state: KernelState, target: Node | undefined, { node }: CallSite): Value {
  const place = target === undefined ? null : lowerPlace(state, target);
  if (place === null) return unknownValue(state, node);
  const value = state.table.opaque(place.type, state.varying, Source.data, [], target?.text ?? '');
  if (place.kind === 'variable') writePlace(state, place, value);
  return place.kind === 'variable' ? readPlace(state, place) : value;
}

const CLASSES = {
  load: { shared: 'sharedLoad', other: 'globalLoad' },
  store: { shared: 'sharedStore', other: 'globalStore' },
} as const satisfies Record<string, Record<string, InstructionClass>>;

/**
 * The accesses of one fragment: four neighbouring lanes hold eight elements of a row, in pairs, the next four lanes
 * those of the next row; two halves of eight rows and two of eight columns make the matrix (PTX ISA, fragments of
 * mma.m16n8k16).
 */
function fragmentAccess(
  state: KernelState,
  site: CallSite,
  where: { readonly pointer: Node | undefined; readonly pitch: Node | undefined },
  { makes, needs }: { readonly makes: Value | null; readonly needs: readonly Value[] },
): void {
  if (where.pointer === undefined) return;
  const { table } = state;
  const pointer = lowerExpression(state, where.pointer);
  const target = dereference(state, pointer, table.constant(0, I32));
  state.demand(addressOf(state, target));
  const pitch = where.pitch === undefined ? table.constant(16, I32) : lowerExpression(state, where.pitch);
  const { base, index } = resolvePointer(state, pointer);
  const type: CType = { kind: 'vector', scalar: scalarOf(target.type), lanes: 2 };
  const classes = CLASSES[makes === null ? 'store' : 'load'];
  const shared = base.type.kind === 'pointer' && base.type.space === 'shared';
  const lane = table.binary('and', linearThread(state), table.constant(31, I32));
  const number = (value: number): Value => table.constant(value, I32);
  for (let part = 0; part < FRAGMENT_ACCESSES; part++) {
    const row = table.binary('add', table.binary('shr', lane, number(2)), number(8 * (part % 2)));
    const pair = table.binary('mul', table.binary('and', lane, number(3)), number(2));
    const column = table.binary('add', pair, number(8 * Math.floor(part / 2)));
    const element = table.binary('add', table.binary('mul', row, pitch), column);
    const access = { base, index: table.binary('add', index, element), field: '', type };
    state.ledger.charge(shared ? classes.shared : classes.other, 1, state.here, {
      access,
      callee: site.name,
      needs,
      makes,
    });
  }
}

/** The number of a thread in its block. */
function linearThread(state: KernelState): Value {
  const { table, block } = state;
  const along = (axis: number): Value => coordinate(state, `threadIdx.${'xyz'[axis]!}`);
  const plane = table.binary('add', along(1), table.binary('mul', along(2), table.constant(block[1], I32)));
  return table.binary('add', along(0), table.binary('mul', plane, table.constant(block[0], I32)));
}
