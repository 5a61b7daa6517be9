import type { Prediction, SharingMode } from '../../kernel/prediction';
import { message } from '../../kernel/message';
import { fluidTaskModel } from '../../timeline/fluidTasks';
import type { DeviceTask, TaskModel } from '../../timeline/models';
import { addedSlowdown } from './addedCosts';
import { isDivided, modeOf } from './kernelEvidence';
import type { Way } from './way';
import { turnsSlowdown } from './wayTimes';

/** How the kernels of programs, by their places among the applications, slow each other down; null while not known. */
export interface ProgramAnswers {
  /** A kernel beside one of another program. */
  across(mode: SharingMode, kernel: ProgramKernel, other: ProgramKernel): Prediction | null;
  /** A kernel beside any of another program, for what a part of the GPU costs it. */
  onPart(mode: SharingMode, kernel: ProgramKernel, other: number): Prediction | null;
  /** A kernel beside one of its own program, in another stream. */
  within(kernel: ProgramKernel, other: string): Prediction | null;
}

/** A kernel, by the name that launches of its program have for it. */
export interface ProgramKernel {
  /** Place of the program among those that are compared. */
  readonly program: number;
  readonly kernel: string;
}

/**
 * The pace of every kernel beside those that run at the same time. Several neighbours cost what each costs alone,
 * added up. A kernel that is alone on a part of the GPU keeps to it: it loses what fewer SMs cost, beside several
 * programs what each of them takes.
 */
export class KernelPaces {
  /** Everything that was asked for and known. */
  readonly used = new Set<Prediction>();
  /** Whether all that was asked for is known. */
  isWhole = true;

  constructor(
    private readonly way: Way,
    /** How many share the GPU, whether they have work or not. */
    private readonly programs: number,
    private readonly answers: ProgramAnswers,
  ) {}

  /** Kernels as the replay takes them. */
  model(): TaskModel {
    return fluidTaskModel({
      name: message('sharing.pacesOfPairs'),
      resource: 'SMs',
      soloNs: (task) => operationOf(task).soloNs!,
      rates: (running) => running.map((task) => 1 / this.slowdown(task, running)),
    });
  }

  private slowdown(task: DeviceTask, running: readonly DeviceTask[]): number {
    const mates = running.filter((one) => one !== task && one.application === task.application);
    const others = running.filter((one) => one.application !== task.application);
    const own = mates.map((mate) => this.known(this.answers.within(kernelOf(task), nameOf(mate))));
    const besideMates = addedSlowdown(
      1,
      own.map((answer) => excess(answer, 1)),
    );
    return besideMates * this.beside(task, others);
  }

  private beside(task: DeviceTask, others: readonly DeviceTask[]): number {
    const { way } = this;
    if (way === 'serial') return 1;
    if (way === 'time-slice')
      return turnsSlowdown(1 + new Set(others.map(({ application }) => application)).size);
    const mode = modeOf(way);
    const parts = isDivided(mode) ? this.parts(mode, task) : null;
    const costs = others.map((other) => {
      const answer = this.known(this.answers.across(mode, kernelOf(task), kernelOf(other)));
      const part = parts?.get(other.application) ?? 1;
      return excess(answer, parts === null ? 1 : (answer?.parts['scalability'] ?? part));
    });
    return addedSlowdown(1, [...[...(parts?.values() ?? [])].map((part) => part - 1), ...costs]);
  }

  /** What the SMs of each other program cost, of the first answer that tells it apart; of one that does not, all of it. */
  private parts(mode: SharingMode, task: DeviceTask): ReadonlyMap<number, number> {
    const others = Array.from({ length: this.programs }, (_, program) => program);
    return new Map(
      others.flatMap((program): [number, number][] => {
        if (program === task.application) return [];
        const known = this.known(this.answers.onPart(mode, kernelOf(task), program));
        return [[program, known?.parts['scalability'] ?? known?.slowdown ?? 1]];
      }),
    );
  }

  private known(answer: Prediction | null): Prediction | null {
    if (answer === null) this.isWhole = false;
    else this.used.add(answer);
    return answer;
  }
}

const excess = (answer: Prediction | null, base: number): number =>
  answer === null ? 0 : answer.slowdown - base;

const nameOf = (task: DeviceTask): string => operationOf(task).kernel;

const kernelOf = (task: DeviceTask): ProgramKernel => ({ program: task.application, kernel: nameOf(task) });

function operationOf({ operation }: DeviceTask) {
  if (operation.kind !== 'kernel') throw new Error(`${operation.kind} is no kernel`);
  return operation;
}
