import { calibratedParameters } from '../../fitting/calibrate';
import type { KernelFit } from '../results/kernelFitResult';
import type { KernelFacts } from '../stages/kernelFacts';
import type { FittedNumbers } from './fittedNumbers';
import type { KernelFitting } from './workspaceFits';

/** The numbers that a fit chose; null where there is none. */
export function numbersOf(fitting: KernelFitting | null): FittedNumbers | null {
  if (fitting?.kind !== 'fitted') return null;
  const { path, line } = fitting.counters.profile.location;
  const chosen = Object.entries(fitting.values);
  return {
    profile: `${path}:${line}`,
    numbers: Object.fromEntries(chosen.map(([name, value]) => [name, { value, by: 'counts' as const }])),
  };
}

/** A fit as results tell it. */
export function kernelFit(fitting: KernelFitting, { metricsOrigin }: KernelFacts): KernelFit {
  const { profile, notes } = fitting.counters;
  const isFitted = fitting.kind === 'fitted';
  return {
    profile: profile.location,
    device: fitting.counters.gpu?.name ?? profile.device,
    origin: metricsOrigin,
    grid: isFitted ? (fitting.options.grid ?? null) : profile.grid,
    block: isFitted ? (fitting.options.block ?? null) : profile.block,
    refused: isFitted ? null : fitting.reason,
    parameters: isFitted ? calibratedParameters(fitting.open, fitting.values, fitting.values) : [],
    distance: isFitted ? fitting.distance : null,
    notes,
  };
}
