import { createHash } from 'node:crypto';
import type { Scenario } from '../../../kernel/scenario';
import type { LoadedSpec } from '../../../simulator/spec/loadSpec';
import type { AgeProfile } from './blockAges';

/** A kernel by itself for a while. */
export interface SoloWindow {
  /** Blocks per cycle at which a block runs. */
  readonly speed: number;
  /** Of blocks that outlast the window; without any where they end sooner. */
  readonly ages: AgeProfile;
}

/** Windows whose results are kept, the newest. */
const MOST = 512;

const known = new Map<string, SoloWindow>();

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
  const key = createHash('sha256').update(text).digest('hex');
  const window = known.get(key) ?? simulated();
  known.delete(key);
  known.set(key, window);
  if (known.size > MOST) known.delete(known.keys().next().value!);
  return window;
}
