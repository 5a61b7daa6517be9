import { type AllocationPolicy, type ProgressAccount } from '../../port';
import { qosPolicy } from './policy';

/** What Themis-QoS aims at beside the targets themselves. */
export interface QosAim {
  /** Measured progress that is to be reckoned with, over predicted: 1 is the paper's, which trusts predictions. */
  readonly ratio: number;
  /** As of `qosPolicy`. */
  readonly slack: number;
  /** Core cycles in which what is owed is to be made good; null keeps no account, as in the paper. */
  readonly horizon: number | null;
}

/**
 * The paper's: "adjusts the SM allocation accordingly if the QoS target is violated" (section VII-D, first
 * paragraph). While every target is kept, nothing moves.
 */
export const PAPERS_AIM: QosAim = { ratio: 1, slack: Infinity, horizon: null };

/** A guard asks for no more than this by itself: the last tenth of the whole speed costs most of the SMs. */
const MOST_GUARDED = 0.9;

/** The predicted progress at which a target is kept where measured progress is `ratio` of it. */
export function guardedTarget(target: number, ratio: number): number {
  return Math.max(target, Math.min(MOST_GUARDED, target / ratio));
}

/**
 * Themis-QoS. With an account, an application that has been late so far is to have kept its target over all of the
 * time by the end of the horizon, as far as its whole speed allows; one that is early keeps what it has.
 */
export function aimedQosPolicy(
  targets: readonly (number | null)[],
  { ratio, slack, horizon }: QosAim,
): AllocationPolicy {
  const aims = targets.map((target) => (target === null ? null : guardedTarget(target, ratio)));
  const now = qosPolicy(aims, slack);
  if (horizon === null) return now;
  const owed = (aim: number, { shared, alone }: ProgressAccount): number => {
    const due = (aim * (shared + horizon) - alone) / horizon;
    return Math.min(1, Math.max(aim, due));
  };
  return {
    ...now,
    after: (done) =>
      qosPolicy(
        aims.map((aim, app) => (aim === null ? null : owed(aim, done[app]!))),
        slack,
      ),
  };
}
