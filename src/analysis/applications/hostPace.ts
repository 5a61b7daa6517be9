import type { Operation } from '../../kernel/application';
import type { SoloRun } from '../../predictors/latencyPort';

/** Halvings after which a pace is known to a thousandth. */
const STEPS = 12;

/**
 * The run with its host's work taken to be shorter by one factor, so that alone it takes as long as was measured without a
 * profiler, which makes the host slower and no kernel: an iteration of a network on an H100 took up to 2.7 times as long under
 * PyTorch's profiler (`npm run study -- networks-on-card`).
 *
 * @param aloneNs time of a run alone
 * @param wantedNs as measured
 * @returns the run as it is where it takes no longer; without work of the host where even that takes longer
 */
export function atPace(run: SoloRun, wantedNs: number, aloneNs: (run: SoloRun) => number): SoloRun {
  if (aloneNs(run) <= wantedNs) return { ...run, isAtPace: true };
  let [low, high] = [0, 1];
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (aloneNs(withHostTimes(run, middle)) > wantedNs) high = middle;
    else low = middle;
  }
  return { ...withHostTimes(run, low), isAtPace: true };
}

/** The run with work of the host so many times as long. */
function withHostTimes({ application, ...run }: SoloRun, factor: number): SoloRun {
  const operations = application.operations.map((each): Operation =>
    each.kind === 'host' ? { ...each, ns: each.ns * factor } : each,
  );
  return { ...run, application: { ...application, operations } };
}
