import { programTotals } from '../../fitting/programTotals';
import { extentOf, type ScenarioApp } from '../../kernel/scenario';
import { volume } from '../../kernel/symbolic';

/** Blocks of an application's launch that are to run. */
export function blocksOf({ launch }: ScenarioApp): number {
  return launch!.firstBlocks ?? volume(extentOf(launch!.grid));
}

/** Warp instructions of a block by the program's text and the launch's arguments, on the mean of the launch. */
export function instructionsPerBlock({ program, launch, arguments: values }: ScenarioApp): number {
  const { grid, block, sharedBytes = 0 } = launch!;
  const shape = { grid: extentOf(grid), block: extentOf(block), sharedBytes };
  return programTotals(program!, shape, values).warpInstructions / volume(shape.grid);
}
