import type { Application } from '../../kernel/application';
import type { GpuSpec } from '../../kernel/gpuSpec';
import type { SlowdownFactors, SplitForecast } from '../../predictors/forecast';
import { mean } from '../../stats/means';
import type { ReplayModels, TaskModel } from '../../timeline/models';
import { endBesideNs, firstEndNs } from '../../timeline/replay';
import { repeated } from '../../timeline/rounds';
import type { KernelFactors } from './kernelFactors';
import { fullPace, paceOnSms, type Meeting } from './paces';

/** An application that is to have SMs of its own; the times alone of all its kernels are known. */
export interface SharingApplication {
  readonly application: Application;
  /** Ids of its kernels, by the names that its launches have for them. */
  readonly kernels: ReadonlyMap<string, string>;
}

/** What applications are replayed with. */
export interface ReplayMeans {
  readonly gpu: GpuSpec;
  /** Of launches, copies and device memory. */
  readonly models: Omit<ReplayModels, 'kernels'>;
  readonly factors: Pick<KernelFactors, 'at'>;
}

/** Moments in a round of the others at which an application begins: what it loses is the mean over them. */
const PHASES = 4;
/** So often an application that is short beside the others runs at most, to meet all of their rounds. */
const MOST_ROUNDS = 32;
/** Beside the others a run takes at most so many times as long, or it is given up. */
const HOPELESS = 1e3;

/**
 * What applications lose that run again and again side by side, each on SMs of its own: their copies share the link, and
 * every kernel goes on at the pace that it has on its SMs beside the kernels which run at that moment. Interference is
 * all that the others cost, that of the link as well.
 */
export class ApplicationForecasts {
  private readonly alone: readonly number[];
  private readonly known = new Map<string, readonly SlowdownFactors[]>();
  private readonly met = new Map<string, readonly Meeting[]>();

  constructor(
    private readonly applications: readonly SharingApplication[],
    private readonly means: ReplayMeans,
  ) {
    this.alone = applications.map(({ application }) =>
      this.endAlone(repeated(application, 1), fullPace(application.name)),
    );
  }

  /** Time of a run that has the GPU to itself, ns. */
  aloneNs(at: number): number {
    return this.alone[at]!;
  }

  /** Operations that are replayed to tell of one split, about. */
  get operationsOfSplit(): number {
    const each = this.applications.map(
      ({ application }, at) => application.operations.length * roundsOf(at, this.alone),
    );
    return PHASES * each.length * each.reduce((sum, operations) => sum + operations, 0);
  }

  all(): readonly SplitForecast[] {
    return this.applications.map((_, at) => ({ at: (sms) => this.at(sms)[at]! }));
  }

  /** The kernels that met in the replays of a split, each meeting once. */
  meetings(sms: readonly number[]): readonly Meeting[] {
    this.at(sms);
    return this.met.get(String(sms))!;
  }

  private at(sms: readonly number[]): readonly SlowdownFactors[] {
    const key = String(sms);
    const found = this.known.get(key);
    if (found !== undefined) return found;
    const met = new Map<string, Meeting>();
    const onSmsNs = this.applications.map(({ application, kernels }, at) =>
      this.endAlone(
        repeated(application, 1),
        paceOnSms([{ name: application.name, kernels, sms: sms[at]! }], this.means.factors),
      ),
    );
    const factors = this.applications.map((_, at) => ({
      scalability: onSmsNs[at]! / this.alone[at]!,
      interference: this.interference(at, sms, onSmsNs, met),
    }));
    this.known.set(key, factors);
    this.met.set(key, [...met.values()]);
    return factors;
  }

  /** @param onSmsNs time of a run of each alone on its SMs */
  private interference(
    at: number,
    sms: readonly number[],
    onSmsNs: readonly number[],
    met: Map<string, Meeting>,
  ): number {
    const others = sms.flatMap((_, other) => (other === at ? [] : [other]));
    const order = [at, ...others];
    const placed = order.map((place) => {
      const { application, kernels } = this.applications[place]!;
      return { name: application.name, kernels, sms: sms[place]! };
    });
    const pace = paceOnSms(placed, this.means.factors, ({ applications, ids }) => {
      const meeting = { applications: applications.map((place) => order[place]!), ids };
      met.set(JSON.stringify(meeting), meeting);
    });
    const rounds = roundsOf(at, onSmsNs);
    const run = repeated(this.applications[at]!.application, rounds);
    const longest = Math.max(...others.map((other) => onSmsNs[other]!));
    const times = Array.from({ length: PHASES }, (_, phase) =>
      this.timeBeside(run, others, pace, {
        startNs: longest * (1 + phase / PHASES),
        mostNs: HOPELESS * rounds * onSmsNs[at]!,
      }),
    );
    return mean(times) / (rounds * onSmsNs[at]!);
  }

  /** Time of a run that begins when the others have been there for a while. */
  private timeBeside(
    run: Application,
    others: readonly number[],
    kernels: TaskModel,
    { startNs, mostNs }: { readonly startNs: number; readonly mostNs: number },
  ): number {
    const { gpu, models } = this.means;
    const endless = others.map((other) => ({
      application: repeated(this.applications[other]!.application, 1),
      from: 0,
    }));
    const begun = { ...run, operations: [{ kind: 'host' as const, ns: startNs }, ...run.operations] };
    const cutoffNs = startNs + mostNs;
    return endBesideNs(begun, endless, { gpu, models: { ...models, kernels }, cutoffNs }) - startNs;
  }

  private endAlone(application: Application, kernels: TaskModel): number {
    const { gpu, models } = this.means;
    return firstEndNs([application], gpu, { ...models, kernels }).endNs;
  }
}

/** So often that an application meets all of the longest round beside it. */
const roundsOf = (at: number, roundNs: readonly number[]): number =>
  Math.min(MOST_ROUNDS, Math.ceil(Math.max(...roundNs) / roundNs[at]!));
