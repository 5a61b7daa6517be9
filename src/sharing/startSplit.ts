import { message, type Words } from '../kernel/message';
import { InputError } from '../kernel/result';
import type { Scenario } from '../kernel/scenario';
import { weightedSplit } from './weightedSplit';
import type { AllocationGoal } from './goal';
import { capsAsSms } from './capsAsSms';

/** Where a search for a better split starts. */
export interface Start {
  readonly sms: readonly number[];
  readonly assumptions: readonly Words[];
}

/**
 * The scenario's own split, else SMs by weight.
 *
 * @throws InputError when SMs are not what the scenario's mode divides, or are fewer than the applications.
 */
export function startSplit({ mode, apps }: Scenario, goal: AllocationGoal, total: number): Start {
  const byWeight = (): number[] =>
    weightedSplit(total, goal.kind === 'fair' ? goal.weights : apps.map(() => 1));
  switch (mode?.kind) {
    case undefined:
      return { sms: byWeight(), assumptions: [] };
    case 'spatial':
      return { sms: mode.sms ?? byWeight(), assumptions: [] };
    case 'mig':
      return { sms: mode.instances.map(({ sms }) => sms), assumptions: [MIG_SHARED] };
    case 'mps': {
      if (mode.percentages === undefined) return { sms: byWeight(), assumptions: [] };
      const sms = capsAsSms(mode.percentages, total);
      return sms === null ? { sms: byWeight(), assumptions: [TOO_MUCH] } : { sms, assumptions: [CAPS] };
    }
    default:
      throw new InputError(message('sharing.start.otherMode', { kind: mode!.kind }));
  }
}

const CAPS = message('sharing.start.caps');

const TOO_MUCH = message('sharing.start.capsTooHigh');

const MIG_SHARED = message('sharing.start.mig');
