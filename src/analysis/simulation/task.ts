import type { Words } from '../../kernel/message';
import { createHash } from 'node:crypto';
import { ownGpus } from '../../gpu/catalogue';
import type { FreeParameterValues } from '../../fitting/freeParameters';
import type { Scenario } from '../../kernel/scenario';
import type { CounterRates } from '../../predictors/counting/rates';
import type { FitRequest } from '../fitting/fitRequest';
import type { KernelFitCheck } from '../results/kernelFitResult';
import type { GpuSlice } from './gpuSlice';
import type { PairRun } from './pairRun';
import type { TogetherRequest } from './together/togetherWay';

/** Grows when the simulator's answers change or tell more: results stored under an older one are not used. */
const SIMULATOR_VERSION = 19;

/** What a simulation is for. */
export type TaskSubject = ScenarioSubject | FitSubject | TogetherSubject;

/** Two kernels whose launches start at once, that of the first one a moment sooner, and end once. */
interface TogetherSubject {
  readonly kind: 'together';
  readonly kernelIds: readonly [string, string];
}

/** A kernel beside its profile: how near its program is, and what counts leave open in it. */
interface FitSubject {
  readonly kind: 'fit';
  readonly kernelId: string;
}

export type ScenarioSubject =
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

/** One simulation of a scenario, and where its result is kept. */
export interface ScenarioTask {
  /** Equal for equal simulations. */
  readonly key: string;
  readonly subject: ScenarioSubject;
  readonly scenario: Scenario;
  readonly shortcut: Shortcut | null;
}

/** Short simulations of a kernel beside its profile, and where their result is kept. */
export interface FitTask {
  readonly key: string;
  readonly subject: FitSubject;
  readonly request: FitRequest;
}

/** Two launches that start at once, and where their result is kept. */
export interface TogetherTask {
  readonly key: string;
  readonly subject: TogetherSubject;
  readonly together: TogetherRequest;
}

export type SimulationTask = ScenarioTask | FitTask | TogetherTask;

/** How a simulation is made cheaper than its scenario says. */
export interface Shortcut {
  /** The part of the GPU that is simulated. */
  readonly slice: GpuSlice;
  /** The run ends when each application has completed so many launches; null for the limits of the scenario alone. */
  readonly launches: number | null;
  /** The launches are replayed block by block; the limits of the scenario are those of a window. */
  readonly replay: boolean;
  /** A launch that does not end within the limits of the scenario ends where its pace stands still. */
  readonly steady?: true;
}

/** What a simulation has given. */
export type TaskOutcome = ScenarioOutcome | FitOutcome | TogetherOutcome;

const OUTCOME_KINDS: Readonly<Record<TaskOutcome['kind'], true>> = {
  measured: true,
  replayed: true,
  fitted: true,
  together: true,
  failed: true,
};

/** Whether a value that was stored looks like an outcome. */
export function isOutcome(value: unknown): value is TaskOutcome {
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : null;
  return typeof kind === 'string' && Object.hasOwn(OUTCOME_KINDS, kind);
}

export type FitOutcome =
  | {
      readonly kind: 'fitted';
      /** Of all numbers that counts or simulations decided. */
      readonly values: FreeParameterValues;
      readonly check: KernelFitCheck;
    }
  | Failure;

export type TogetherOutcome =
  | {
      readonly kind: 'together';
      /** Core cycles of the first launch alone, and of the second one right behind it. */
      readonly serialCycles: readonly [number, number];
      /** Those at which each ends that starts with the other. */
      readonly endCycles: readonly [number, number];
      /** SMs of the part of the GPU that ran. */
      readonly sms: number;
      /** Whether waves in the middle of a launch were left out, and reckoned by the time that they take alone. */
      readonly isCut: boolean;
    }
  | Failure;

interface Failure {
  readonly kind: 'failed';
  readonly reason: Words;
  /** True where the machine failed and not the simulation, which may go well another time. */
  readonly mayPass?: true;
}

export type ScenarioOutcome =
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
      /** Mean cycles of these launches in which none of their blocks was on an SM. */
      readonly meanWaits: readonly (number | null)[];
      readonly resources: Readonly<Record<string, number>>;
      /** Table I of Themis, of the first application. */
      readonly events: CounterRates;
      readonly stalls: Readonly<Record<string, number>>;
    }
  | {
      readonly kind: 'replayed';
      /** Mean cycles of the launches of each application after the first. */
      readonly meanLaunches: readonly number[];
      readonly meanWaits: readonly number[];
    }
  | Failure;

export function simulationTask(
  subject: ScenarioSubject,
  scenario: Scenario,
  shortcut: Shortcut | null = null,
): ScenarioTask {
  const own = ownGpus().find(({ id }) => id === scenario.gpu) ?? null;
  const text = JSON.stringify([SIMULATOR_VERSION, subject.kind, scenario, shortcut, own], programsAsDigests);
  return { key: digest(text), subject, scenario, shortcut };
}

/**
 * @param basis equal where the kernel, its launch and everything that they depend on are equal: texts of files
 *   change more often
 */
export function fitTask(kernelId: string, request: FitRequest, basis: string): FitTask {
  const { options, profile, gpuId, slice, byCounts } = request;
  const parts = [SIMULATOR_VERSION, 'fit', basis, options, profile, gpuId, slice, byCounts];
  return { key: digest(JSON.stringify(parts)), subject: { kind: 'fit', kernelId }, request };
}

export function togetherTask(kernelIds: readonly [string, string], request: TogetherRequest): TogetherTask {
  const own = ownGpus().find(({ id }) => id === request.gpuId) ?? null;
  const text = JSON.stringify(
    [SIMULATOR_VERSION, 'together, and in turn from there', request, own],
    programsAsDigests,
  );
  return { key: digest(text), subject: { kind: 'together', kernelIds }, together: request };
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
    case 'fit':
      return `fit ${subject.kernelId}`;
    case 'time':
      return `time ${subject.kernelId}`;
    case 'block':
      return `block ${subject.threadsPerBlock} ${subject.kernelId}`;
    case 'pace':
      return `pace ${subject.partition ? 'divided' : 'whole'} ${subject.kernelId}`;
    case 'part':
      return `part ${subject.run.replayed ? 'replayed' : 'whole'} on ${subject.run.slice.sms} ${subject.partition ? 'divided' : ''} ${subject.kernelId}`;
    case 'pair':
    case 'together':
      return `${subject.kind} ${subject.kernelIds.join(' ')}`;
  }
}
