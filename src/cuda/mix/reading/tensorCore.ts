import type { CallSite } from './calls';
import { lowerExpression } from './expressions';
import { unknownValue } from './names';
import type { InstructionClass } from '../../../kernel/kernel';
import { addressOf, dereference, resolvePointer } from './places';
import type { KernelState } from './state';
import { I32 } from '../model/types';
import type { Value } from '../model/value';

/**
 * Matrix fragments of 16 × 16 × 16 halves on sm_80: one `mma_sync` is two HMMA.16816 per warp, a
 * fragment of 256 halves is loaded or stored as four 32-bit accesses per thread.
 */
const MMA_INSTRUCTIONS = 2;
const FRAGMENT_ACCESSES = 4;

/** Calls of the warp matrix interface; null for every other call. */
export function lowerTensor(state: KernelState, site: CallSite): Value | null {
  switch (site.name) {
    case 'mma_sync':
    case 'bmma_sync':
      state.assume('matrix fragments count as 16 × 16 × 16 halves');
      state.ledger.charge('tensor', MMA_INSTRUCTIONS, state.here, { callee: site.name });
      return state.table.constant(0, I32);
    case 'fill_fragment':
      return state.table.constant(0, I32);
    case 'load_matrix_sync':
      return fragmentAccess(state, site, 1, { shared: 'sharedLoad', other: 'globalLoad' });
    case 'store_matrix_sync':
      return fragmentAccess(state, site, 0, { shared: 'sharedStore', other: 'globalStore' });
    default:
      return null;
  }
}

function fragmentAccess(
  state: KernelState,
  site: CallSite,
  place: number,
  classes: { readonly shared: InstructionClass; readonly other: InstructionClass },
): Value {
  const argument = site.argumentNodes[place];
  if (argument === undefined) return unknownValue(state, site.node);
  const pointer = lowerExpression(state, argument);
  const target = dereference(state, pointer, state.table.constant(0, I32));
  state.demand(addressOf(state, target));
  const shared = pointer.type.kind === 'pointer' && pointer.type.space === 'shared';
  const access = { ...resolvePointer(state, pointer), field: '', type: target.type };
  state.ledger.charge(shared ? classes.shared : classes.other, FRAGMENT_ACCESSES, state.here, {
    access,
    callee: site.name,
  });
  return state.table.constant(0, I32);
}
