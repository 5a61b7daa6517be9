import { createHash } from 'node:crypto';
import type { Scenario } from '../../kernel/scenario';
import type { ThemisEvents } from '../../predictors/themis/events';
import type { GpuSlice } from './gpuSlice';
import type { PairRun } from './pairRun';

/** Grows when the simulator's answers change: results stored under an older one are not used. */
const SIMULATOR_VERSION = 5;

/** What a simulation is for. */
export type TaskSubject =
  /** One launch alone: its time and what it waits for. */
  | { readonly kind: 'time'; readonly kernelId: string }
  /** One launch alone with another block size. */
  | { readonly kind: 'block'; readonly kernelId: string; readonly threadsPerBlock: number }
  /** A kernel relaunched alone over a window, on all SMs or on the share that it gets in a pair. */
  | { readonly kind: 'pace'; readonly kernelId: string; readonly partition: boolean }
  /** A launch relaunched alone, as it is in a pair; on all SMs or on the share that it gets there. */
  | {
      readonly kind: 'part';
      readonly kernelId: string;
      readonly run: PairRun;
      readonly partition: boolean;
    }
  /** Two kernels relaunched together: over the same window, or for a few launches. */
  | { readonly kind: 'pair'; readonly kernelIds: readonly [string, string] };

/** One simulation to run, and where its result is kept. */
export interface SimulationTask {
  /** Equal for equal simulations. */
  readonly key: string;
  readonly subject: TaskSubject;
  readonly scenario: Scenario;
  readonly shortcut: Shortcut | null;
}

/** How a simulation is made cheaper than its scenario says. */
export interface Shortcut {
  /** The part of the GPU that is simulated. */
  readonly slice: GpuSlice;
  /** The run ends when each application has completed so many launches; null for the limits of the scenario alone. */
  readonly launches: number | null;
  /** The launches are replayed block by block; the limits of the scenario are those of a window. */
  readonly replay: boolean;
}

/** What a simulation has given. */
export type TaskOutcome =
  | {
      readonly kind: 'measured';
      /** Core cycles of one launch, from those simulated when not all blocks were. */
      readonly launchCycles: number | null;
      readonly launchMs: number | null;
      /** Share of the blocks of a launch that were simulated, 0 to 1, of those that belong to the slice. */
      readonly simulatedShare: number;
      /** SMs of the slice that ran over those of the GPU. */
      readonly gpuShare: number;
      /** Warp instructions per cycle of each application; of the whole GPU, reckoned from the slice. */
      readonly paces: readonly number[];
      /** Mean cycles of the launches of each application after the first; null where there are none. */
      readonly meanLaunches: readonly (number | null)[];
      readonly resources: Readonly<Record<string, number>>;
      /** Table I of Themis, of the first application. */
      readonly events: ThemisEvents;
      readonly stalls: Readonly<Record<string, number>>;
    }
  | {
      readonly kind: 'replayed';
      /** Mean cycles of the launches of each application after the first. */
      readonly meanLaunches: readonly number[];
    }
  | { readonly kind: 'failed'; readonly reason: string };

export function simulationTask(
  subject: TaskSubject,
  scenario: Scenario,
  shortcut: Shortcut | null = null,
): SimulationTask {
  const text = JSON.stringify([SIMULATOR_VERSION, subject.kind, scenario, shortcut], programsAsDigests);
  return { key: digest(text), subject, scenario, shortcut };
}

/** Programs are by far the largest part of a scenario and stand in many: each is read once. */
const programDigests = new WeakMap<object, string>();

function programsAsDigests(name: string, value: unknown): unknown {
  if (name !== 'program' || typeof value !== 'object' || value === null) return value;
  const known = programDigests.get(value) ?? digest(JSON.stringify(value));
  programDigests.set(value, known);
  return known;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** A text that is equal for equal subjects. */
export function subjectKey(subject: TaskSubject): string {
  switch (subject.kind) {
    case 'time':
      return `time ${subject.kernelId}`;
    case 'block':
      return `block ${subject.threadsPerBlock} ${subject.kernelId}`;
    case 'pace':
      return `pace ${subject.partition ? 'divided' : 'whole'} ${subject.kernelId}`;
    case 'part':
      return `part ${subject.run.replayed ? 'replayed' : 'whole'} on ${subject.run.slice.sms} ${subject.partition ? 'divided' : ''} ${subject.kernelId}`;
    case 'pair':
      return `pair ${subject.kernelIds.join(' ')}`;
  }
}
