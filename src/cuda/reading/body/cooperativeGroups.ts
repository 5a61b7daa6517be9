import { message } from '../../../kernel/message';
import type { Node } from 'web-tree-sitter';
import { WARP_SIZE } from '../../../kernel/warp';
import { arithmeticClass } from '../../mix/cost/instructionCosts';
import { namedChildren } from '../../syntax/nodes';
import type { CallSite } from './calls';
import { lowerExpression } from './expressions';
import { coordinate, unknownValue } from './names';
import { SHARED_BY_THREADS } from './places';
import type { KernelState, ThreadGroup } from './state';
import type { Value } from '../values/graph';
import { F32, I32, scalarOf, U32 } from '../values/types';

/** `this_thread_block()` and its like, `tiled_partition<N>(group)`, and `reduce(group, value, op)`; null for other calls. */
export function groupCall(state: KernelState, site: CallSite): Value | null {
  const group = madeGroup(state, site);
  if (group !== null) {
    const value = state.table.opaque(I32, state.root, 0, [], site.node.text.slice(0, 40));
    state.groups.set(value, group);
    return value;
  }
  const [first, second] = site.argumentNodes;
  if (
    /^(cg|cooperative_groups)::sync$/.test(site.qualifiedName) &&
    first !== undefined &&
    second === undefined
  )
    return synchronized(state, site, groupOf(state, first));
  if (!/^(cg|cooperative_groups)::(reduce|\w+_scan)$/.test(site.qualifiedName) || !first || !second)
    return null;
  return reduced(state, site, groupOf(state, first), lowerExpression(state, second));
}

function madeGroup(state: KernelState, site: CallSite): ThreadGroup | null {
  switch (site.name) {
    case 'this_thread_block':
      return { kind: 'block' };
    case 'this_grid':
      return { kind: 'grid' };
    case 'this_cluster':
      return { kind: 'cluster' };
    case 'coalesced_threads':
      return { kind: 'coalesced' };
    case 'tiled_partition': {
      const written = site.templateArguments[0] ?? site.argumentNodes[1];
      const size = written === undefined ? null : constantOf(state, written);
      return size === null || size < 1 ? { kind: 'coalesced' } : { kind: 'tile', size };
    }
    default:
      return null;
  }
}

function constantOf(state: KernelState, node: Node): number | null {
  const known = state.resolver.constant(node)?.value ?? state.lookup(node.text)?.value?.constant;
  return known ?? (/^\d+$/.test(node.text) ? Number(node.text) : null);
}

function groupOf(state: KernelState, node: Node): ThreadGroup | null {
  return state.groups.get(lowerExpression(state, node)) ?? null;
}

/** Members of cooperative groups; null for every other object. */
export function groupMember(state: KernelState, site: CallSite): Value | null {
  const { name, argumentNodes, object } = site;
  if (/^(sync|barrier_wait|arrive)$/.test(name) && argumentNodes.length === 0)
    return synchronized(state, site, object === null ? null : groupOf(state, object));
  if (/^(shfl|shfl_up|shfl_down|shfl_xor|any|all|ballot|match_any|match_all)$/.test(name)) {
    const values = argumentNodes.map((node) => lowerExpression(state, node));
    for (const value of values) state.demand(value);
    const makes = unknownValue(state, site.node, values[0]?.type ?? F32);
    state.ledger.charge('shuffle', 1, state.here, { makes, needs: values, callee: name });
    return makes;
  }
  if (name === 'map_shared_rank' && argumentNodes[0] !== undefined) {
    state.assumeAt(site.node, message('cuda.distributedShared'), {
      countedAs: message('cuda.countedAs.distributedShared'),
    });
    return lowerExpression(state, argumentNodes[0]);
  }
  if (!/^(thread_rank|size|num_threads|meta_group_rank|meta_group_size|block_rank|num_blocks)$/.test(name))
    return null;
  const group = object === null ? null : groupOf(state, object);
  return (group && numberOf(state, group, name)) ?? unknownValue(state, site.node, U32);
}

/** Callee of a barrier at which all blocks of a launch wait for each other. */
export const GRID_BARRIER = 'grid.sync';

/** A barrier of a block or a grid is one; threads of a tile, and those that are there, wait within their warp. */
function synchronized(state: KernelState, { name }: CallSite, group: ThreadGroup | null): Value {
  const isWarp = group?.kind === 'coalesced' || (group?.kind === 'tile' && group.size <= WARP_SIZE);
  const isGrid = group?.kind === 'grid';
  if (group?.kind !== 'block' && !isGrid && !isWarp)
    state.assume(message('cuda.groupBarrier'), { countedAs: message('cuda.countedAs.groupBarrier') });
  state.settleLoads(SHARED_BY_THREADS);
  const callee = isGrid ? GRID_BARRIER : name;
  state.ledger.charge(isWarp ? 'control' : 'barrier', 1, state.here, { callee });
  state.invalidateMemory();
  return state.table.constant(0, I32);
}

/** Ranks and sizes, as the headers compute them of the launch's coordinates; null where they depend on who is there. */
function numberOf(state: KernelState, group: ThreadGroup, name: string): Value | null {
  const { table } = state;
  if (group.kind === 'coalesced' || group.kind === 'cluster') return null;
  if (group.kind === 'tile') {
    const size = table.constant(group.size, U32);
    if (name === 'thread_rank') return table.binary('mod', rank(state, 'thread'), size);
    if (name === 'meta_group_rank') return table.binary('div', rank(state, 'thread'), size);
    if (name === 'meta_group_size') return table.binary('div', extent(state, 'blockDim'), size);
    return size;
  }
  if (name === 'block_rank') return rank(state, 'block');
  if (name === 'num_blocks') return extent(state, 'gridDim');
  const [threads, own] = [extent(state, 'blockDim'), rank(state, 'thread')];
  if (name !== 'thread_rank')
    return group.kind === 'block' ? threads : table.binary('mul', extent(state, 'gridDim'), threads);
  return group.kind === 'block'
    ? own
    : table.binary('add', table.binary('mul', rank(state, 'block'), threads), own);
}

/** Number of the thread in its block or of the block in its grid, along x first. */
export function rank(state: KernelState, of: 'thread' | 'block'): Value {
  const { table } = state;
  const at = (axis: string) => coordinate(state, `${of}Idx.${axis}`);
  const size = (axis: string) => coordinate(state, `${of === 'thread' ? 'blockDim' : 'gridDim'}.${axis}`);
  const extents = of === 'thread' ? state.block : state.grid;
  let value = at('x');
  if (extents[1] > 1) value = table.binary('add', table.binary('mul', at('y'), size('x')), value);
  if (extents[2] > 1) {
    const plane = table.binary('mul', size('x'), size('y'));
    value = table.binary('add', table.binary('mul', at('z'), plane), value);
  }
  return value;
}

/** Threads of the block, or blocks of the grid. */
export function extent(state: KernelState, name: 'blockDim' | 'gridDim'): Value {
  const [x, y, z] = ['x', 'y', 'z'].map((axis) => coordinate(state, `${name}.${axis}`));
  return state.table.binary('mul', state.table.binary('mul', x!, y!), z!);
}

/** A reduction or scan over a tile: an exchange and an operation for each halving. */
function reduced(state: KernelState, site: CallSite, group: ThreadGroup | null, value: Value): Value {
  const size = group?.kind === 'tile' ? group.size : WARP_SIZE;
  if (group?.kind !== 'tile') state.assume(message('cuda.groupReduction', { size }));
  const steps = Math.ceil(Math.log2(Math.max(2, size)));
  state.demand(value);
  const makes = unknownValue(state, site.node, value.type);
  state.ledger.charge('shuffle', steps, state.here, { needs: [value], callee: site.name });
  state.ledger.charge(arithmeticClass(scalarOf(value.type)), steps, state.here, { makes, needs: [value] });
  return makes;
}

const COORDINATES: Readonly<Record<string, string>> = {
  group_index: 'blockIdx',
  block_index: 'blockIdx',
  thread_index: 'threadIdx',
  group_dim: 'blockDim',
  dim_threads: 'blockDim',
  dim_blocks: 'gridDim',
};

/** `block.group_index().x` and its like; null for every other member. */
export function groupCoordinate(state: KernelState, node: Node): Value | null {
  const axis = node.childForFieldName('field')?.text ?? '';
  const call = node.childForFieldName('argument');
  if (call?.type !== 'call_expression' || !/^[xyz]$/.test(axis)) return null;
  const callee = call.childForFieldName('function');
  const name = COORDINATES[callee?.childForFieldName('field')?.text ?? ''];
  const [object] = callee === null ? [] : namedChildren(callee);
  if (name === undefined || object === undefined || groupOf(state, object) === null) return null;
  return coordinate(state, `${name}.${axis}`);
}
