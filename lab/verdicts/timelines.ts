import type { GpuSpec } from '../../src/kernel/gpuSpec';
import { overlapWord } from '../../src/sharing/overlapVerdict';
import { mean } from '../../src/stats/means';
import { replay } from '../../src/timeline/replay';
import type { Timeline } from '../../src/timeline/timeline';
import type { MokaModels } from '../../src/predictors/moka/mokaModels';
import { splitRuns } from '../moka/reproduction/timelines/twoStreamErrors';
import { fitVariant } from '../moka/reproduction/timelines/twoStreamFit';
import type { TwoStreamRun } from '../moka/reproduction/timelines/twoStreamRuns';
import type { VerdictCase } from './verdictCase';

const VARIANT = 'pipelined blocks, launch costs from the traces';

/**
 * Verdicts on programs that do the same in two streams against measured timelines: is it faster than one stream after
 * the other? Models are fitted to every second size, the verdicts are of the others; the error that they are given is
 * that on the sizes fitted.
 */
export function timelineVerdicts(runs: readonly TwoStreamRun[], gpu: GpuSpec): readonly VerdictCase[] {
  const { training, test } = splitRuns(runs, { kind: 'alternate' });
  const models = fitVariant(training, VARIANT, gpu);
  const error = mean(
    training.map((run) => Math.abs(replayOf(run, models).makespanNs / run.measured.makespanNs - 1)),
  );
  return test.map((run) => {
    const replayed = replayOf(run, models);
    const predicted = replayed.makespanNs / serialNs(replayed) - 1;
    return {
      corpus: 'two streams of copies and kernels, measured on a GTX 950',
      name: `${run.program}, ${run.size} floats`,
      word: overlapWord(predicted, error, false),
      predicted,
      truth: run.measured.makespanNs / serialNs(run.measured) - 1,
      error,
    };
  });
}

function replayOf({ calls }: TwoStreamRun, models: MokaModels): Timeline {
  return replay([{ name: '', operations: calls, footprintBytes: null }], models.gpu, models);
}

/**
 * One stream after the other: both do the same, and what the first one does begins on an idle GPU, so that it is twice
 * the sum of its operations. Gaps between these are left out: nobody measured them in one stream.
 */
function serialNs({ operations }: Timeline): number {
  const [first] = operations;
  const own = operations.filter(({ stream }) => stream === first!.stream);
  return 2 * own.reduce((sum, { startNs, endNs }) => sum + endNs - startNs, 0);
}
