import type { Prediction, SharingMode } from '../../kernel/prediction';
import { message } from '../../kernel/message';
import { fluidTaskModel } from '../../timeline/fluidTasks';
import type { DeviceTask, TaskModel } from '../../timeline/models';
import { isDivided, modeOf } from './kernelEvidence';
import type { Way } from './way';
import { TURNS_SLOWDOWN } from './wayTimes';

/** How the kernels of two programs, which are the applications 0 and 1, slow each other down; null while not known. */
export interface ProgramAnswers {
  /** A kernel beside one of the other program. */
  across(mode: SharingMode, program: 0 | 1, kernel: string, other: string): Prediction | null;
  /** A kernel beside any of the other program, for what a part of the GPU costs it. */
  onPart(mode: SharingMode, program: 0 | 1, kernel: string): Prediction | null;
  /** A kernel beside one of its own program, in another stream. */
  within(program: 0 | 1, kernel: string, other: string): Prediction | null;
}

/**
 * The pace of every kernel beside those that run at the same time. Several neighbours cost what each costs alone,
 * added up. A kernel that is alone on a part of the GPU keeps to it: it loses what fewer SMs cost.
 */
export class KernelPaces {
  /** Everything that was asked for and known. */
  readonly used = new Set<Prediction>();
  /** Whether all that was asked for is known. */
  isWhole = true;

  constructor(
    private readonly way: Way,
    private readonly answers: ProgramAnswers,
  ) {}

  /** Kernels as the replay takes them. */
  model(): TaskModel {
    return fluidTaskModel({
      name: message('sharing.pacesOfPairs'),
      resource: 'SMs',
      soloNs: (task) => kernelOf(task).soloNs!,
      rates: (running) => running.map((task) => 1 / this.slowdown(task, running)),
    });
  }

  private slowdown(task: DeviceTask, running: readonly DeviceTask[]): number {
    const mates = running.filter((one) => one !== task && one.application === task.application);
    const others = running.filter((one) => one.application !== task.application);
    const own = mates.map((mate) => this.known(this.answers.within(at(task), nameOf(task), nameOf(mate))));
    const besideMates = 1 + sum(own.map((answer) => excess(answer, 1)));
    return Math.max(LEAST, besideMates * this.beside(task, others));
  }

  private beside(task: DeviceTask, others: readonly DeviceTask[]): number {
    const { way } = this;
    if (way === 'serial') return 1;
    if (way === 'time-slice') return others.length > 0 ? TURNS_SLOWDOWN : 1;
    const mode = modeOf(way);
    const base = isDivided(mode) ? this.onItsPart(mode, task) : 1;
    const costs = others.map((other) => {
      const answer = this.known(this.answers.across(mode, at(task), nameOf(task), nameOf(other)));
      return excess(answer, isDivided(mode) ? (answer?.parts['scalability'] ?? base) : 1);
    });
    return base + sum(costs);
  }

  /** What fewer SMs cost, of the first answer that tells it apart; of one that does not, all of it. */
  private onItsPart(mode: SharingMode, task: DeviceTask): number {
    const known = this.known(this.answers.onPart(mode, at(task), nameOf(task)));
    return known?.parts['scalability'] ?? known?.slowdown ?? 1;
  }

  private known(answer: Prediction | null): Prediction | null {
    if (answer === null) this.isWhole = false;
    else this.used.add(answer);
    return answer;
  }
}

/** A pace is never without bounds, whatever a predictor says. */
const LEAST = 0.01;

const excess = (answer: Prediction | null, base: number): number =>
  answer === null ? 0 : answer.slowdown - base;

const sum = (costs: readonly number[]): number => costs.reduce((all, cost) => all + cost, 0);

const at = ({ application }: DeviceTask): 0 | 1 => (application === 0 ? 0 : 1);

const nameOf = (task: DeviceTask): string => kernelOf(task).kernel;

function kernelOf({ operation }: DeviceTask) {
  if (operation.kind !== 'kernel') throw new Error(`${operation.kind} is no kernel`);
  return operation;
}
