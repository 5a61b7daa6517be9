import { isDeepStrictEqual } from 'node:util';
import type { FreeParameterValues } from '../../fitting/freeParameters';
import type { FittedValues } from '../fitting/fittedNumbers';
import { fitWith, type PlannedFit } from '../fitting/plannedFit';
import type { Assumption } from '../../kernel/origin';
import { extentOf } from '../../kernel/scenario';
import { volume } from '../../kernel/symbolic';
import type { KernelFit } from '../results/kernelFitResult';
import type { OpenSize } from '../results/kernelResult';
import type { SimulationProgress } from '../results/simulationResult';
import { blockTasks, pairCount, pairTasks, runOfPair, soloTasks, type PlanInputs } from './plan';
import type { GpuSlice } from './gpuSlice';
import type { PairRun } from './pairRun';
import { sharingOf } from './sharing';
import { untoldOf } from './untold';
import { subjectKey, type FitTask, type SimulationTask, type TaskOutcome, type TaskSubject } from './task';
import type { Words } from '../../kernel/message';

/** What is to be simulated of one snapshot. */
export interface SimulationPlan {
  /** Null where nothing can be simulated. */
  readonly inputs: PlanInputs | null;
  /** Made for the program of each kernel, by its id. */
  readonly assumptions: Readonly<Record<string, readonly Assumption[]>>;
  /** How programs are fitted to profiles, by kernel id. */
  readonly fits: Readonly<Record<string, PlannedFit>>;
  readonly leftOut: SimulationProgress['leftOut'];
  /** What nothing tells of the launch of a kernel, by its id. */
  readonly openSizes: Readonly<Record<string, readonly OpenSize[]>>;
}

type Measured = Extract<TaskOutcome, { kind: 'measured' }>;
type Together = Extract<TaskOutcome, { kind: 'together' }>;

/** A plan with the outcomes there are so far. */
export class SimulationSet {
  private readonly tasks = new Map<string, SimulationTask>();
  private readonly outcomes = new Map<string, TaskOutcome>();

  /** @param outcomeOfKey what is stored under a task's key */
  constructor(
    private readonly plan: SimulationPlan,
    outcomeOfKey: (key: string) => TaskOutcome | undefined,
  ) {
    const add = (task: SimulationTask): void => {
      const outcome = outcomeOfKey(task.key);
      const subject = subjectKey(task.subject);
      this.tasks.set(subject, task);
      if (outcome !== undefined) this.outcomes.set(subject, outcome);
    };
    if (plan.inputs === null) return;
    soloTasks(plan.inputs).forEach(add);
    this.fitTasks.forEach(add);
    pairTasks(plan.inputs, (id) => (this.isToBeFitted(id) ? null : this.launchCycles(id))).forEach(add);
    if (this.hasAllTimes) blockTasks(plan.inputs).forEach(add);
  }

  /** Simulations beside profiles, of the kernels that are simulated. */
  private get fitTasks(): readonly FitTask[] {
    const { inputs, fits } = this.plan;
    return (inputs?.kernels ?? []).flatMap(({ kernelId }) => fits[kernelId]?.task ?? []);
  }

  /** Whether a kernel's program may change yet: pairs are simulated with the last one. */
  private isToBeFitted(kernelId: string): boolean {
    const task = this.plan.fits[kernelId]?.task;
    return task ? this.outcomeOf(task.subject) === 'waiting' || kernelId in this.misfits : false;
  }

  /** Values that simulations beside profiles have decided, of kernels whose programs have others yet. */
  private get misfits(): Readonly<Record<string, FreeParameterValues>> {
    const found = this.fitTasks.flatMap(({ subject }) => {
      const outcome = this.outcomes.get(subjectKey(subject));
      if (outcome?.kind !== 'fitted') return [];
      const isApplied = isDeepStrictEqual(outcome.values, this.plan.fits[subject.kernelId]!.values);
      return isApplied ? [] : [[subject.kernelId, outcome.values] as const];
    });
    return Object.fromEntries(found);
  }

  /** Whether simulations have decided numbers of programs that the plan does not know. */
  get isOutdated(): boolean {
    return Object.keys(this.misfits).length > 0;
  }

  /** What simulations have decided and the plan does not know: with it there is a better one. */
  get toBeApplied(): FittedValues {
    const found = Object.entries(this.misfits);
    return Object.fromEntries(found.map(([id, values]) => [this.plan.fits[id]!.task!.key, values]));
  }

  /** What can be run now: pairs come when the times of their kernels are known. Equal ones stand once. */
  get open(): readonly SimulationTask[] {
    const open = [...this.tasks].filter(([subject]) => !this.outcomes.has(subject));
    return [...new Map(open.map(([, task]) => [task.key, task])).values()];
  }

  get progress(): SimulationProgress {
    const { inputs, leftOut } = this.plan;
    const tasks = [...this.tasks.values()];
    const pairs = tasks.filter(({ subject }) => subject.kind === 'pair').length;
    // One stands for all that are not known yet.
    const blocks = this.hasAllTimes && !this.lacksBlocks ? 0 : (inputs?.blocks?.length ?? 1);
    const unknown = inputs === null || this.isStuck ? 0 : pairCount(inputs) - pairs + blocks;
    return { done: this.outcomes.size, total: tasks.length + unknown, leftOut };
  }

  /** Whether every kernel has run alone: what is asked for last waits for that. */
  private get hasAllTimes(): boolean {
    const kernels = this.plan.inputs?.kernels ?? [];
    return kernels.every(
      ({ kernelId }) =>
        this.outcomeOf({ kind: 'time', kernelId }) !== 'waiting' && !this.isToBeFitted(kernelId),
    );
  }

  /** Whether it is time for a plan with other block sizes, which this one has not. */
  get lacksBlocks(): boolean {
    return this.plan.inputs?.blocks === null && this.hasAllTimes;
  }

  /** Pairs that are still missing when everything has run are those of kernels without a time. */
  private get isStuck(): boolean {
    return this.outcomes.size === this.tasks.size && !this.isOutdated && !this.lacksBlocks;
  }

  /** Why no pairs are simulated in this sharing mode; null where they are. */
  get noPairsReason(): Words | null {
    const { inputs } = this.plan;
    const sharing = inputs && sharingOf(inputs.mode, inputs.slices[0]);
    return sharing?.kind === 'none' ? sharing.reason : null;
  }

  get wholeSms(): number {
    return this.plan.inputs?.whole.sms ?? 0;
  }

  /** On which windows are looked at: the whole GPU, or a slice of a large one. */
  get windowSlice(): GpuSlice {
    return this.plan.inputs?.slices[0] ?? { sms: 0, memoryChannels: 0 };
  }

  get isLargeGpu(): boolean {
    return this.windowSlice.sms < this.wholeSms;
  }

  /** How two kernels are relaunched together; null while not known, and where a window is looked at. */
  pairRun(kernelId: string, other: string): PairRun | null {
    const [a, b] = [this.launchCycles(kernelId), this.launchCycles(other)];
    const { inputs } = this.plan;
    if (a === null || b === null || inputs === null) return null;
    const kernels = inputs.kernels.filter((one) => [kernelId, other].includes(one.kernelId));
    return runOfPair(inputs, [a, b], kernels);
  }

  /** Whether kernels have SMs of their own in a pair. */
  get isDivided(): boolean {
    const { inputs } = this.plan;
    return inputs !== null && sharingOf(inputs.mode, inputs.slices[0]).kind === 'divided';
  }

  private launchCycles(kernelId: string): number | null {
    return this.measured({ kind: 'time', kernelId })?.launchCycles ?? null;
  }

  get assumptions(): readonly Assumption[] {
    return Object.values(this.plan.assumptions).flat();
  }

  assumptionsOf(kernelId: string): readonly Assumption[] {
    return this.plan.assumptions[kernelId] ?? [];
  }

  /** Why what is simulated of a kernel is not what runs on a GPU; null where it is. */
  untold(kernelId: string): Words | null {
    return untoldOf({
      openSizes: this.openSizes(kernelId) ?? [],
      assumptions: this.assumptionsOf(kernelId),
    });
  }

  /** What nothing tells of its launch; null where it is not planned. */
  openSizes(kernelId: string): readonly OpenSize[] | null {
    return this.plan.openSizes[kernelId] ?? null;
  }

  /** Blocks of the launch that is simulated; null where none is. */
  gridBlocks(kernelId: string): number | null {
    const kernel = this.plan.inputs?.kernels.find((one) => one.kernelId === kernelId);
    return kernel?.app.launch ? volume(extentOf(kernel.app.launch.grid)) : null;
  }

  /** How the kernel's program was fitted to a profile; null where none has counters. */
  fitOf(kernelId: string): KernelFit | null {
    const planned = this.plan.fits[kernelId];
    return planned ? fitWith(planned, this.outcomes.get(subjectKey({ kind: 'fit', kernelId }))) : null;
  }

  /** The outcome of the task with that subject, and whether there is or will be one. */
  outcomeOf(subject: TaskSubject): TaskOutcome | 'waiting' | 'unplanned' {
    const key = subjectKey(subject);
    return this.outcomes.get(key) ?? (this.tasks.has(key) ? 'waiting' : 'unplanned');
  }

  /** As `outcomeOf`, where only a measured one is of use. */
  measured(subject: TaskSubject): Measured | null {
    const outcome = this.outcomes.get(subjectKey(subject));
    return outcome?.kind === 'measured' ? outcome : null;
  }

  /** Mean launches of each application of the task with that subject; null while not known. */
  meanLaunches(subject: TaskSubject): readonly (number | null)[] | null {
    return this.relaunched(subject)?.meanLaunches ?? null;
  }

  /** Mean cycles of these launches in which none of their blocks was on an SM. */
  meanWaits(subject: TaskSubject): readonly (number | null)[] | null {
    return this.relaunched(subject)?.meanWaits ?? null;
  }

  private relaunched(subject: TaskSubject) {
    const outcome = this.outcomes.get(subjectKey(subject));
    return outcome !== undefined && 'meanLaunches' in outcome ? outcome : null;
  }

  /** Pairs that were started together. */
  get together(): readonly { readonly kernelIds: readonly [string, string]; readonly outcome: Together }[] {
    return [...this.tasks.values()].flatMap(({ subject }) => {
      if (subject.kind !== 'together') return [];
      const outcome = this.outcomes.get(subjectKey(subject));
      return outcome?.kind === 'together' ? [{ kernelIds: subject.kernelIds, outcome }] : [];
    });
  }

  /**
   * Simulated launches of a kernel by rising block size.
   *
   * @param current the block size that its `time` task has; null while that is not known
   */
  blockTimes(
    kernelId: string,
    current: number | null,
  ): { readonly threadsPerBlock: number; readonly outcome: Measured & { readonly launchMs: number } }[] {
    const found = [...this.tasks.values()].flatMap(({ subject }) => {
      const outcome = this.measured(subject);
      if (!outcome || outcome.launchMs === null) return [];
      const timed = { ...outcome, launchMs: outcome.launchMs };
      if (subject.kind === 'block' && subject.kernelId === kernelId)
        return [{ threadsPerBlock: subject.threadsPerBlock, outcome: timed }];
      const isCurrent = subject.kind === 'time' && subject.kernelId === kernelId;
      return isCurrent && current !== null ? [{ threadsPerBlock: current, outcome: timed }] : [];
    });
    return found.sort((a, b) => a.threadsPerBlock - b.threadsPerBlock);
  }
}
