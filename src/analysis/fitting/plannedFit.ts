import type { Words } from '../../kernel/message';
import { calibratedParameters } from '../../fitting/calibrate';
import type { FreeParameterValues } from '../../fitting/freeParameters';
import type { KernelFit } from '../results/kernelFitResult';
import type { FitTask, TaskOutcome } from '../simulation/task';
import type { KernelFacts } from '../stages/kernelFacts';
import type { FittedNumbers } from './fittedNumbers';
import type { KernelCounters } from './kernelProfile';
import type { FirstFit } from './firstFit';

/** A kernel's fit as far as it is known when simulations are planned. */
export interface PlannedFit {
  readonly fit: KernelFit;
  /** What the kernel's program takes from the profile; null where the program was not fitted. */
  readonly numbers: FittedNumbers | null;
  /** The same without what decided them. */
  readonly values: FreeParameterValues;
  /** The simulation beside the profile; null where there is none. */
  readonly task: FitTask | null;
}

/** Why there is no simulation beside a profile. */
export interface Unsimulated {
  readonly reason: Words;
}

/**
 * @param task the simulation beside the profile, or why there is none
 * @param values of what counts, and simulations as far as known, have decided
 */
export function plannedFit(
  facts: KernelFacts,
  { counters, options, open, byCounts, distance }: FirstFit,
  task: FitTask | Unsimulated,
  values: FreeParameterValues,
): PlannedFit {
  const { path, line } = counters.profile.location;
  const chosen = Object.entries(values).map(([name, value]) => {
    const by: 'counts' | 'simulation' = name in byCounts ? 'counts' : 'simulation';
    return [name, { value, by }] as const;
  });
  const isSimulated = !('reason' in task);
  return {
    fit: {
      ...profileFacts(facts, counters),
      grid: options.grid ?? null,
      block: options.block ?? null,
      parameters: calibratedParameters(open, byCounts, values),
      distance,
      status: isSimulated ? 'waiting' : 'refused',
      reason: isSimulated ? null : task.reason,
      check: null,
    },
    numbers: { profile: `${path}:${line}`, numbers: Object.fromEntries(chosen) },
    values,
    task: isSimulated ? task : null,
  };
}

/** A kernel whose program cannot be fitted to its profile. */
export function refusedFit(facts: KernelFacts, counters: KernelCounters, reason: Words): PlannedFit {
  const { grid, block } = counters.profile;
  const nothing = { parameters: [], distance: null, check: null };
  return {
    fit: { ...profileFacts(facts, counters), grid, block, ...nothing, status: 'refused', reason },
    numbers: null,
    values: {},
    task: null,
  };
}

function profileFacts(
  { metricsOrigin }: KernelFacts,
  { profile, gpu, notes }: KernelCounters,
): Pick<KernelFit, 'profile' | 'device' | 'origin' | 'notes'> {
  return { profile: profile.location, device: gpu?.name ?? profile.device, origin: metricsOrigin, notes };
}

/** The fit with what its simulation has given. */
export function fitWith({ fit }: PlannedFit, outcome: TaskOutcome | undefined): KernelFit {
  if (outcome?.kind === 'fitted') return { ...fit, status: 'done', check: outcome.check };
  if (outcome?.kind === 'failed') return { ...fit, status: 'refused', reason: outcome.reason };
  return fit;
}
