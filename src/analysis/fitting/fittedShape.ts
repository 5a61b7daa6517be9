import { WARP_SIZE } from '../../kernel/warp';
import type { KernelProfile } from '../../kernel/profile';
import { InputError } from '../../kernel/result';
import { isLaunchable, volume, type Dim3 } from '../../kernel/symbolic';
import type { KernelFacts } from '../stages/kernelFacts';
import { message, type Words } from '../../kernel/message';

/** The launch that counters are of. */
export interface FittedShape {
  readonly grid: Dim3;
  readonly block: Dim3;
}

/** Warps by the counters may differ from those of the launch by so much. */
const TOLERANCE = 0.02;

/**
 * The launch that a profile's counters are of: as the file tells, else as the source does, else as many blocks as
 * the counters have warps.
 *
 * @throws InputError where nothing tells, and where counters are means over different launches
 */
export function shapeOfCounters(profile: KernelProfile, facts: KernelFacts): FittedShape {
  const block = profile.block ?? facts.block;
  const warpsPerBlock = Math.ceil(volume(block) / WARP_SIZE);
  const counted = countedWarps(profile);
  const grid = profile.grid ?? facts.grid ?? gridOf(counted, warpsPerBlock);
  if (grid === null || !isLaunchable(grid) || !isLaunchable(block))
    throw fault(profile, message('analysis.blocksNotTold'));
  const warps = volume(grid) * warpsPerBlock;
  if (counted !== null && Math.abs(counted - warps) > TOLERANCE * warps)
    throw fault(profile, message('analysis.otherWarps', { counted: Math.round(counted), warps }));
  return { grid, block };
}

function countedWarps({ metrics }: KernelProfile): number | null {
  const [executed, perWarp] = [metrics['inst_executed'], metrics['inst_per_warp']];
  return executed === undefined || !perWarp ? null : executed / perWarp;
}

function gridOf(warps: number | null, warpsPerBlock: number): Dim3 | null {
  return warps === null ? null : [Math.max(1, Math.round(warps / warpsPerBlock)), 1, 1];
}

function fault({ location }: KernelProfile, reason: Words): InputError {
  return new InputError(reason, 'bad-counters', location.path, location.line);
}
