import type { Launch } from '../../kernel/kernel';
import { resolveDim3, type Dim3 } from '../../kernel/symbolic';
import { evaluateDim3 } from '../constants/evaluate';
import { standIn } from '../constants/standIn';
import type { CudaWorkspace } from '../workspace';
import { configurationTexts } from './launchScope';
import { scopeOfLaunch } from '../files/scopeOfLaunch';

/** Sizes put in for what is not known: neither multiple of a block nor power of two, and unlike each other. */
const TRIAL_SIZES = [1_000_003, 700_001, 31_337];

/** The extents of a launch's grid, with stand-ins for what is not known; null when that does not help. */
export function trialGrid(workspace: CudaWorkspace, launch: Launch): Dim3 | null {
  const texts = configurationTexts(workspace, launch);
  const scope = scopeOfLaunch(workspace.functions(launch.path), launch);
  if (!texts || !scope) return null;
  const unknowns = [...new Set(launch.grid.flatMap((extent) => extent.unknowns))];
  const restore = unknowns.map((name, index) =>
    standIn(scope, name, TRIAL_SIZES[index % TRIAL_SIZES.length]!),
  );
  try {
    return resolveDim3(evaluateDim3(texts.grid.text, scope));
  } finally {
    restore.forEach((undo) => undo());
  }
}

/**
 * Tests whether a grid still covers the same work after the block has changed: along each axis, some number of
 * elements needs both grids exactly (blocks rounded up).
 */
export function coversSame(gridBefore: Dim3, blockBefore: Dim3, gridAfter: Dim3, blockAfter: Dim3): boolean {
  return [0, 1, 2].every((axis) => {
    const [g0, b0, g1, b1] = [gridBefore[axis]!, blockBefore[axis]!, gridAfter[axis]!, blockAfter[axis]!];
    if (b0 === b1) return g0 === g1;
    return Math.max((g0 - 1) * b0, (g1 - 1) * b1) < Math.min(g0 * b0, g1 * b1);
  });
}
