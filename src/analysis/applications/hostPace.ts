import type { Operation } from '../../kernel/application';
import type { SoloRun } from '../../predictors/latencyPort';

/** Halvings after which a pace is known to a thousandth. */
const STEPS = 12;

/**
 * How many times as long as in its trace the host of a run works, that the run alone takes as long as was measured without a
 * profiler: an iteration of a network on an H100 took up to 2.7 times as long under PyTorch's profiler, its kernels did not
 * (`npm run study -- networks-on-card`).
 *
 * @param aloneNs time of a run alone
 * @param wantedNs as measured
 * @returns 1 where the run takes no longer as it is; 0 where even without work of the host it takes longer
 */
export function hostPace(run: SoloRun, wantedNs: number, aloneNs: (run: SoloRun) => number): number {
  if (aloneNs(run) <= wantedNs) return 1;
  let [low, high] = [0, 1];
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (aloneNs(atPace(run, middle)) > wantedNs) high = middle;
    else low = middle;
  }
  return low;
}

/** The run with work of its host, and what passes from its calls to the starts on an idle device, so many times as long. */
export function atPace({ application, delays, ...run }: SoloRun, pace: number): SoloRun {
  const operations = application.operations.map((each): Operation =>
    each.kind === 'host' ? { ...each, ns: each.ns * pace } : each,
  );
  const own = [...(delays ?? [])].map(
    ([operation, delay]) => [operation, { ...delay, afterCallNs: delay.afterCallNs * pace }] as const,
  );
  return {
    ...run,
    ...(delays !== undefined && { delays: new Map(own) }),
    application: { ...application, operations },
  };
}
