import { createHash } from 'node:crypto';
import type { Scenario } from '../../../kernel/scenario';
import type { LoadedSpec } from '../../../simulator/spec/loadSpec';
import { KeptWindows, type SoloWindow } from './keptWindows';

/** Those of this thread, and of others as far as it was given them. */
export const soloWindows = new KeptWindows();

/**
 * What a window of one kernel by itself gives: every pair that the kernel is in asks for the same ones.
 *
 * @param instructions of a block, which the length of a window may follow
 * @param simulated makes what is not known
 */
export function soloWindow(
  scenario: Scenario,
  { spec, gpu }: LoadedSpec,
  instructions: number,
  simulated: () => SoloWindow,
): SoloWindow {
  const text = JSON.stringify([gpu, spec, scenario, instructions]);
  return soloWindows.get(createHash('sha256').update(text).digest('hex'), simulated);
}
