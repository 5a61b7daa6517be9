import { message } from '../../../kernel/message';
import type { Node } from 'web-tree-sitter';
import type { CallSite } from './calls';
import { lowerExpression } from './expressions';
import { lowerPlace } from './lvalues';
import { coordinate, unknownValue } from './names';
import type { InstructionClass } from '../../../kernel/instructionClasses';
import { addressOf, dereference, readPlace, resolvePointer, writePlace } from './places';
import type { KernelState } from './state';
import { WARP_SIZE } from '../../../kernel/warp';
import {
  fragmentShape,
  matrixOfFragments,
  USUAL_PRODUCT,
  type FragmentShape,
} from '../values/matrixInstruction';
import { I32, scalarOf, type CType } from '../values/types';
import { type Value } from '../values/graph';
import { Source } from '../values/value';

/** Halves of 16 × 16, of which one access moves two: what a fragment is taken for of which nothing is known. */
const USUAL_TILE: Tile = { rows: 16, columns: 16, elements: 2 };

/** Calls of the warp matrix interface; null for every other call. */
export function lowerTensor(state: KernelState, site: CallSite): Value | null {
  const [first, second, third] = site.argumentNodes;
  switch (site.name) {
    case 'mma_sync':
    case 'bmma_sync':
      return multiplied(state, site);
    case 'fill_fragment':
      return assigned(state, first, site);
    case 'load_matrix_sync': {
      const made = assigned(state, first, site);
      fragmentAccess(
        state,
        site,
        { pointer: second, pitch: third, fragment: first },
        { makes: made, needs: [] },
      );
      return made;
    }
    case 'store_matrix_sync': {
      const stored = second === undefined ? [] : [lowerExpression(state, second)];
      fragmentAccess(
        state,
        site,
        { pointer: first, pitch: third, fragment: second },
        { makes: null, needs: stored },
      );
      state.invalidateMemory();
      return state.table.constant(0, I32);
    }
    default:
      return null;
  }
}

/** `d = a × b + c` on fragments: what it computes is in their type. */
function multiplied(state: KernelState, site: CallSite): Value {
  const [target, ...operands] = site.argumentNodes;
  const needs = operands.slice(0, 3).map((operand) => lowerExpression(state, operand));
  const [left, sums] = [shapeOf(state, operands[0]), shapeOf(state, target)];
  const product = (left && matrixOfFragments(left, sums?.scalar ?? '')) ?? USUAL_PRODUCT;
  if (product.assumed) state.assume(message('cuda.matrixFragments'));
  const makes = assigned(state, target, site);
  const { count, work: matrix } = product;
  state.ledger.charge('tensor', count, state.here, { callee: site.name, makes, needs, matrix });
  return makes;
}

/** Shape of the fragment that a node names; null where its type does not tell. */
function shapeOf(state: KernelState, node: Node | undefined): FragmentShape | null {
  const type = node === undefined ? undefined : lowerPlace(state, node)?.type;
  return type?.kind === 'opaque' ? fragmentShape(type.text) : null;
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

/** A matrix in memory, line by line, and how many neighbours in a line one access of a lane moves. */
interface Tile {
  readonly rows: number;
  readonly columns: number;
  readonly elements: number;
}

/** Four lanes share a line of a fragment, and each moves 32 bits at a time, or two sums. */
function tileOf(shape: FragmentShape | null, isByColumns: boolean): Tile | null {
  if (shape === null || shape.bits === null || shape.bits < 8) return null;
  const { role, rows, columns, depth, bits } = shape;
  const sides =
    role === 'matrix_a' ? [rows, depth] : role === 'matrix_b' ? [depth, columns] : [rows, columns];
  const [lines, length] = isByColumns ? [sides[1]!, sides[0]!] : [sides[0]!, sides[1]!];
  const elements = role === 'accumulator' ? 2 : Math.max(1, 32 / bits);
  return { rows: lines, columns: length, elements: Math.min(elements, Math.max(1, length / LANES_OF_LINE)) };
}

const LANES_OF_LINE = 4;
const LINES = 8;

/**
 * The accesses of one fragment: four neighbouring lanes hold what stands side by side in a line, the next four lanes
 * that of the next line; parts of eight lines make the matrix (PTX ISA, fragments of mma.m16n8k16).
 */
function fragmentAccess(
  state: KernelState,
  site: CallSite,
  where: {
    readonly pointer: Node | undefined;
    readonly pitch: Node | undefined;
    readonly fragment: Node | undefined;
  },
  { makes, needs }: { readonly makes: Value | null; readonly needs: readonly Value[] },
): void {
  if (where.pointer === undefined) return;
  const { table } = state;
  const shape = shapeOf(state, where.fragment);
  const layout = site.argumentNodes[3]?.text ?? (where.fragment ? layoutOf(state, where.fragment) : '');
  const known = tileOf(shape, layout.includes('col_major'));
  if (known === null) state.assume(message('cuda.matrixFragments'));
  const { rows, columns, elements } = known ?? USUAL_TILE;
  const pointer = lowerExpression(state, where.pointer);
  const target = dereference(state, pointer, table.constant(0, I32));
  state.demand(addressOf(state, target));
  const pitch =
    where.pitch === undefined ? table.constant(columns, I32) : lowerExpression(state, where.pitch);
  const { base, index } = resolvePointer(state, pointer);
  const type: CType = { kind: 'vector', scalar: scalarOf(target.type), lanes: elements };
  const classes = CLASSES[makes === null ? 'store' : 'load'];
  const shared = base.type.kind === 'pointer' && base.type.space === 'shared';
  const lane = table.binary('and', linearThread(state), table.constant(31, I32));
  const number = (value: number): Value => table.constant(value, I32);
  const parts = Math.max(1, rows / LINES);
  const accesses = Math.max(1, Math.round((rows * columns) / elements / WARP_SIZE));
  for (let part = 0; part < accesses; part++) {
    const row = table.binary('add', table.binary('shr', lane, number(2)), number(LINES * (part % parts)));
    const neighbours = table.binary('mul', table.binary('and', lane, number(3)), number(elements));
    const column = table.binary(
      'add',
      neighbours,
      number(LANES_OF_LINE * elements * Math.floor(part / parts)),
    );
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

/** The layout among the arguments of a fragment's type; empty where it has none. */
function layoutOf(state: KernelState, node: Node): string {
  const type = lowerPlace(state, node)?.type;
  return type?.kind === 'opaque' ? (/\b(row|col)_major\b/.exec(type.text)?.[0] ?? '') : '';
}

/** The number of a thread in its block. */
function linearThread(state: KernelState): Value {
  const { table, block } = state;
  const along = (axis: number): Value => coordinate(state, `threadIdx.${'xyz'[axis]!}`);
  const plane = table.binary('add', along(1), table.binary('mul', along(2), table.constant(block[1], I32)));
  return table.binary('add', along(0), table.binary('mul', plane, table.constant(block[0], I32)));
}
