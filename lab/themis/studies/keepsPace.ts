import type { SoloLaunch } from '../../../src/predictors/counting/soloRound';
import { endOf, steadyPace } from '../../../src/predictors/counting/workCurve';

/** Of a launch that was cut, so much may its pace differ from half of it to all of it. */
const STEADY = 0.05;

/** What is done of a launch is only comparable with its run alone where that ended, or goes on as it began. */
export function keepsPace(launch: SoloLaunch): boolean {
  const half = endOf(launch)[0] / 2;
  return launch.finished || Math.abs(steadyPace(launch, half) / steadyPace(launch) - 1) < STEADY;
}
