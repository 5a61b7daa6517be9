import type { LoweringOptions } from '../../cuda/workspace';
import type { AnalysisSettings } from '../workspaceState';
import { numbersSet, type LaunchedKernel } from './numbersSet';
import type { EstimatedShape } from './registerCount';

/** How the kernel is read at the launch that its facts are of: equal options share one reading. */
export function readingOptions(
  launched: LaunchedKernel,
  settings: AnalysisSettings,
  { block, grid, dynamicSharedBytes }: EstimatedShape,
): LoweringOptions {
  return {
    arguments: numbersSet(launched, settings),
    ...(grid === null ? {} : { grid }),
    block,
    sharedBytes: Math.max(0, dynamicSharedBytes),
  };
}
