import { phasesBeforeCut } from '../counting/phasesBeforeCut';
import {
  appStretches,
  type AppStretches,
  type BlocksOf,
  type KernelStretch,
} from '../counting/kernelStretches';
import type { Phase } from '../counting/phaseSeries';
import { currentPhases, type SlowdownFactors, type SplitForecast } from '../forecast';
import { kernelCounters, type KernelCounters } from './counters';
import {
  kernelProgress,
  progressElsewhere,
  type HybridModel,
  type KernelPlace,
  type KernelProgress,
} from './kernelProgress';

/** One kernel of an application over an epoch. */
export interface KernelShare extends KernelProgress {
  readonly place: KernelPlace;
  readonly counters: KernelCounters;
  /** Core cycles of the epoch, and those that the same takes alone. */
  readonly cycles: number;
  readonly alone: number;
}

/** An application over an epoch: its kernels, and cycles in which it had none on the GPU. */
export interface AppShare {
  readonly kernels: readonly KernelShare[];
  readonly idle: number;
}

/** What HSM makes of an application in one epoch, kernel by kernel. */
export function appShare({ kernels, idle }: AppStretches, model: HybridModel): AppShare {
  return { kernels: kernels.map((stretch) => kernelShare(stretch, model)), idle };
}

function kernelShare({ rates, cycles, sms, blocks }: KernelStretch, model: HybridModel): KernelShare {
  // What a run counts has all counters.
  const counters = kernelCounters(rates)!;
  const place = { sms, blocks };
  const result = kernelProgress(counters, place, model);
  return { ...result, place, counters, cycles, alone: cycles * result.progress };
}

/** Slowdown over all of an epoch: its length over the time alone for the same; launch latencies are the same alone. */
export function slowdownOfApp({ kernels, idle }: AppShare): number {
  const shared = kernels.reduce((sum, { cycles }) => sum + cycles, idle);
  const alone = kernels.reduce((sum, kernel) => sum + kernel.alone, idle);
  return alone > 0 ? shared / alone : 1;
}

/** The same under another split: each kernel's progress follows its line, the work stays what it was. */
export function slowdownElsewhere({ kernels, idle }: AppShare, sms: number): number {
  const there = kernels.map((one) => one.alone / progressElsewhere(one.progress, one.place, sms));
  const shared = there.reduce((sum, cycles) => sum + cycles, idle);
  const alone = kernels.reduce((sum, kernel) => sum + kernel.alone, idle);
  return alone > 0 ? shared / alone : 1;
}

/** Whether memory-bound kernels take most of the application's time. */
export function isMostlyMemoryBound({ kernels }: AppShare): boolean {
  const cycles = (isMemory: boolean): number =>
    kernels.reduce((sum, one) => sum + (one.isMemoryBound === isMemory ? one.cycles : 0), 0);
  return cycles(true) > cycles(false);
}

/**
 * A slowdown as factors. HSM tells one number: of compute-bound kernels all of it comes from fewer SMs, of memory-bound
 * ones it is put down to interference, though fewer SMs may have a part in it.
 */
export function factorsOf(share: AppShare, slowdown: number): SlowdownFactors {
  return isMostlyMemoryBound(share)
    ? { scalability: 1, interference: slowdown }
    : { scalability: slowdown, interference: 1 };
}

/** What is to be expected of an application under other splits. */
export function appForecast(share: AppShare, app: number): SplitForecast {
  const mostSms = mostUsable(share);
  return {
    at: (allocation) => factorsOf(share, slowdownElsewhere(share, allocation[app]!)),
    ...(mostSms === null ? {} : { mostSms }),
  };
}

/** Blocks of its largest grid; null where one is not known. */
function mostUsable({ kernels }: AppShare): number | null {
  const blocks = kernels.map(({ place }) => place.blocks ?? Infinity);
  const most = Math.max(0, ...blocks);
  return most > 0 && most < Infinity ? most : null;
}

/** As `appShare`, of the kernel that runs at the epoch's end; all of it where that has only been launched. */
export function currentShare(
  epoch: readonly Phase[],
  app: number,
  model: HybridModel,
  blocksOf: BlocksOf,
): AppShare {
  const own = currentPhases(epoch, app);
  const phases = phasesBeforeCut(own.length === 0 ? epoch : own, app);
  return appShare(appStretches(phases, app, blocksOf), model);
}
