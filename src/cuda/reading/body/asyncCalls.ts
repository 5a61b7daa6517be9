import type { Node } from 'web-tree-sitter';
import { message } from '../../../kernel/message';
import { committed, copied, issued, waited } from './asyncCopies';
import type { CallSite } from './calls';
import { isBarrier, isBarrierObject, mbarrier, waitedForPhase } from './copyBarriers';
import { lowerExpression } from './expressions';
import { unknownValue } from './names';
import type { KernelState } from './state';
import type { Value } from '../values/graph';
import { I32 } from '../values/types';

/** Calls that copy from global to shared memory without registers, or wait for it; null for other calls. */
export function asyncCall(state: KernelState, site: CallSite): Value | null {
  const { name, argumentNodes } = site;
  switch (name) {
    case '__pipeline_memcpy_async':
      return copied(state, site, argumentNodes, 'thread');
    case 'memcpy_async':
      return memcpyAsync(state, site);
    case 'memcpy_async_tx':
    case 'cp_async_bulk_global_to_shared':
      return copied(state, site, argumentNodes, 'engine');
    case '__pipeline_commit':
      return committed(state);
    case '__pipeline_wait_prior':
      return waited(state, numberOf(state, argumentNodes[0]), false);
    case 'wait_prior':
    case 'pipeline_consumer_wait_prior':
      return waited(state, numberOf(state, site.templateArguments[0]), name === 'wait_prior');
    case 'wait':
      return argumentNodes.length === 1 && /^(cg|cooperative_groups)::/.test(site.qualifiedName)
        ? waited(state, 0, true)
        : null;
    case 'make_pipeline':
      return madePipeline(state, site);
    case 'barrier_arrive_tx':
    case 'barrier_expect_tx':
      return committed(state);
    case 'init':
      return argumentNodes.length === 2 && isBarrier(state, argumentNodes[0]) ? issued(state, name) : null;
    default:
      if (/^cp_async_bulk_tensor_\d/.test(name)) return tensorCopy(state, site);
      return name.startsWith('mbarrier_') ? mbarrier(state, name) : null;
  }
}

/** How much a copy by a tensor map moves, and where it begins, only the host's encoding of the map says. */
function tensorCopy(state: KernelState, { name, node }: CallSite): Value {
  state.assumeAt(node, message('cuda.tensorCopy', { name }), {
    countedAs: message('cuda.countedAs.tensorCopy'),
  });
  return issued(state, name);
}

/** Members of `cuda::pipeline` and `cuda::barrier`; null for other objects and members. */
export function asyncMember(state: KernelState, site: CallSite): Value | null {
  switch (site.name) {
    case 'producer_acquire':
    case 'consumer_release':
    case 'quit':
      return issued(state, site.name);
    case 'producer_commit':
      return committed(state);
    case 'consumer_wait':
      return waited(state, 0, isOfBlock(state, site.object));
    case 'arrive_and_wait':
    case 'arrive_and_drop':
      return waited(state, 0, true);
    case 'arrive':
      return isBarrierObject(state, site.object) ? issued(state, site.name) : null;
    case 'wait':
    case 'wait_parity':
      return isBarrierObject(state, site.object) ? waitedForPhase(state) : null;
    default:
      return null;
  }
}

/** `memcpy_async(group, to, from, size)` by all threads of a group, or by one thread without a group. */
function memcpyAsync(state: KernelState, site: CallSite): Value {
  const [first, ...rest] = site.argumentNodes;
  if (first === undefined) return unknownValue(state, site.node, I32);
  const isGroup = lowerExpression(state, first).type.kind !== 'pointer';
  return isGroup ? copied(state, site, rest, 'block') : copied(state, site, site.argumentNodes, 'thread');
}

/** A pipeline of the block has its shared state as second argument; one of a thread has none. */
function madePipeline(state: KernelState, site: CallSite): Value {
  const value = state.table.opaque(I32, state.root, 0, [], site.node.text.slice(0, 40));
  if (site.argumentNodes.length > 0) state.groups.set(value, { kind: 'block' });
  return value;
}

function isOfBlock(state: KernelState, object: Node | null): boolean {
  return object !== null && state.groups.get(lowerExpression(state, object))?.kind === 'block';
}

function numberOf(state: KernelState, node: Node | undefined): number | null {
  if (node === undefined) return 0;
  const constant = state.resolver.constant(node)?.value ?? lowerExpression(state, node).constant;
  return constant ?? null;
}
