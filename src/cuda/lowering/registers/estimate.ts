import type { LaunchBounds } from '../../../kernel/kernel';
import type { KernelState } from '../../reading/body/state';
import { heldAddresses } from './addresses';
import { chosenArrays } from './chosenArrays';
import { handedOut, registersAllowed, roomFor } from './limits';
import { heldBy, mostHeld } from './liveRange';
import { liveValues } from './liveValues';
import { Trace } from './trace';

/** Registers that every kernel uses: the stack pointer, coordinates, a scratch pair. */
const BASE = 8;

/** Registers that a function may use without keeping what the caller has in them: a kernel with a call has those. */
const CALL_REGISTERS = 24;

/**
 * Registers of a thread: the most values that are alive at one place of the code, and as many more as the compiler fills
 * with loads that it issues ahead.
 */
export function estimateRegisters(
  state: KernelState,
  loadedAhead: number,
  bounds: LaunchBounds | null,
): number {
  const trace = new Trace(state.root);
  const lives = liveValues(trace);
  const others = [...heldAddresses(trace), ...chosenArrays(state, trace)];
  const unloaded = new Map([...lives].filter(([value]) => value.kind !== 'load'));
  const needed = BASE + mostHeld([...others, ...heldBy(lives)], trace.time);
  const ahead = BASE + mostHeld([...others, ...heldBy(unloaded)], trace.time) + loadedAhead;
  const least = trace.hasCall ? CALL_REGISTERS : 0;
  const filled = Math.max(needed, Math.min(roomFor(needed, bounds), ahead));
  return Math.min(registersAllowed(bounds), handedOut(Math.max(least, filled)));
}
