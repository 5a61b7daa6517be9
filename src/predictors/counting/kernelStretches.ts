import { groupBy } from '../../stats/grouping';
import { meanRates } from './meanRates';
import { phaseCycles, type Phase } from './phaseSeries';
import type { CounterRates } from './rates';

/** Blocks of a kernel's grid, by its number; null where that is not known. */
export type BlocksOf = (kernel: number) => number | null;

export const UNKNOWN_BLOCKS: BlocksOf = () => null;

/** One kernel of an application over a part of a co-run at one split. */
export interface KernelStretch {
  readonly kernel: number;
  readonly sms: number;
  readonly blocks: number | null;
  /** Core cycles in which it had something on the GPU. */
  readonly cycles: number;
  readonly rates: CounterRates;
}

/** An application over a part of a co-run: its kernels, and the cycles in which none of them was on the GPU. */
export interface AppStretches {
  readonly kernels: readonly KernelStretch[];
  readonly idle: number;
}

/** What an application did in some phases at one split, kernel by kernel. */
export function appStretches(
  phases: readonly Phase[],
  app: number,
  blocksOf: BlocksOf = UNKNOWN_BLOCKS,
): AppStretches {
  const active = phases.filter(({ apps }) => apps[app]!.active);
  const byKernel = groupBy(active, ({ apps }) => apps[app]!.kernel);
  const kernels = [...byKernel].map(([kernel, own]) => ({
    kernel,
    sms: own[0]!.apps[app]!.sms,
    blocks: blocksOf(kernel),
    cycles: cyclesOf(own),
    rates: meanRates(own, app),
  }));
  return { kernels, idle: cyclesOf(phases) - cyclesOf(active) };
}

const cyclesOf = (phases: readonly Phase[]): number =>
  phases.reduce((sum, phase) => sum + phaseCycles(phase), 0);
