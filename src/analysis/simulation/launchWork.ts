import { programTotals } from '../../kernel/totals/programTotals';
import type { Statement } from '../../kernel/program';
import { extentOf, type ScenarioApp } from '../../kernel/scenario';
import { volume } from '../../kernel/symbolic';

/** Blocks of an application's launch that are to run. */
export function blocksOf({ launch }: ScenarioApp): number {
  return launch!.firstBlocks ?? volume(extentOf(launch!.grid));
}

/**
 * Warp instructions of a block by the program's text and the launch's arguments, on the mean of the launch.
 *
 * @param body a part of the program, of which alone they are
 */
export function instructionsPerBlock(
  { program, launch, arguments: values }: ScenarioApp,
  body: readonly Statement[] = program!.body,
): number {
  const { grid, block, sharedBytes = 0 } = launch!;
  const shape = { grid: extentOf(grid), block: extentOf(block), sharedBytes };
  return programTotals({ ...program!, body: [...body] }, shape, values).warpInstructions / volume(shape.grid);
}
