import { kernelFinder } from '../../src/analysis/results/overlapResult';
import type { ApplicationResult } from '../../src/analysis/results/timelineResult';
import type { BlockChange } from '../../src/analysis/results/whatIfResult';
import type { WorkspaceResults } from '../../src/analysis/results/workspaceResults';

/** The block sizes that are known of a kernel of an application, its present one among them. */
export interface BlockChoice {
  /** As the application names it, and as the source does. */
  readonly kernel: string;
  readonly name: string;
  readonly current: number;
  /** The size that is advised; null where no gain is sure enough for that. */
  readonly best: number | null;
  /** By rising size. */
  readonly sizes: readonly BlockChange[];
}

/** Kernels of an application that were timed at other block sizes: those that a proven edit can give them. */
export function blockChoices(
  results: WorkspaceResults,
  application: ApplicationResult,
): readonly BlockChoice[] {
  const find = kernelFinder(results);
  return application.kernels.flatMap((launched): BlockChoice[] => {
    const found = find(launched, application)?.kernel;
    const current = found?.block?.current ?? null;
    const timings = found?.block?.sweep ?? [];
    const present = timings.find(({ threadsPerBlock }) => threadsPerBlock === current);
    if (found === undefined || current === null || present === undefined || timings.length < 2) return [];
    const { kernel } = launched;
    const sizes = timings.map(({ threadsPerBlock, time }) => ({
      kernel,
      current,
      threadsPerBlock,
      timeFactor: time.value / present.time.value,
    }));
    const advice = results.advice.find(
      ({ kind, kernelId }) => kind === 'block-size' && kernelId === found.id,
    );
    return [{ kernel, name: found.name, current, best: advice?.block?.advised ?? null, sizes }];
  });
}
