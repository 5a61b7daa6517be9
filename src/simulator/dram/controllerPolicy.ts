import { DRAM_SCHEDULERS, type DramScheduler } from '../spec/dramSchedulers';
import { compileConstraints } from './constraintTable';
import { DramSetup } from './dramSetup';
import { bankCount, type DramTiming } from './dramTiming';

/** Policy of a memory controller, beside the timing of its memory. */
export interface ControllerPolicy {
  readonly scheduler: DramScheduler;
  /** Hits that may pass an older request of the same bank that misses; 0 for any number. */
  readonly rowHitCap: number;
  readonly refresh: boolean;
  readonly readQueue: number;
  readonly writeQueue: number;
}

/** What controllers of a policy are built from, for a memory. */
export function dramSetup(timing: DramTiming, policy: ControllerPolicy): DramSetup {
  return new DramSetup(
    bankCount(timing),
    timing.bankGroups,
    timing.nREFI,
    compileConstraints(timing),
    DRAM_SCHEDULERS.indexOf(policy.scheduler),
    policy.rowHitCap,
    policy.readQueue,
    policy.writeQueue,
    policy.refresh,
  );
}
