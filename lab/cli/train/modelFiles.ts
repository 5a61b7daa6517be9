import { whileLocked } from '../../../src/files/lock';
import { writeWhole } from '../../../src/files/writeFile';
import type { YieldSpaceFile } from '../../../src/predictors/gspace/space/modelFile';
import type { ThemisModelFile } from '../../../src/predictors/themis/model/modelFile';

/** Others that write the same model take as long as a file takes. */
const MOST_WAIT_MS = 10_000;

/**
 * Stores a model as a whole, in its turn.
 * @throws InputError naming the file when it cannot be written: what was there stays
 */
export async function saveModel(file: string, model: ThemisModelFile | YieldSpaceFile): Promise<void> {
  await whileLocked(file, MOST_WAIT_MS, () => writeWhole(file, `${JSON.stringify(model)}\n`));
}
