import type { Application } from '../../../kernel/application';
import type { GpuSpec } from '../../../kernel/gpuSpec';
import { createRandom } from '../../../stats/random';
import { limitsOf, type Limits } from '../../../timeline/criticalPath';
import { makespanNs, replay } from '../../../timeline/replay';
import type { Timeline } from '../../../timeline/timeline';
import { mokaModels, type MokaModels } from '../mokaModels';
import { lowerBound, type LowerBound } from './lowerBound';
import { allOrders, countOrders, equalStreams, neighbour, shuffled } from './orders';
import { freeStreams, phasesOf, type Phase } from './phases';
import { pinAll, reorder, serialize, type DispatchStyle } from './reorder';
import { message, type Message } from '../../../kernel/message';

/** Up to this many different orders are all tried: those of eight streams, if the streams are not very long. */
const EXACT_ORDERS = 40_320;

/** Replays that a search may use, and operations that it may replay in all. */
const SEARCH_REPLAYS = 3000;
const EXACT_OPERATIONS = 10_000_000;
const SEARCH_OPERATIONS = 500_000;

/** Replays without progress after which the search starts over elsewhere. */
const PATIENCE = 200;

/** Orders worth showing beside the best one. */
const SHOWN = 12;

/** More than the calls before a first operation cost: makespans count from there, a cut-off from 0. */
const SPARE_NS = 100_000;

const STYLES: readonly DispatchStyle[] = ['batch', 'interleaved'];

/** One way to issue the calls. */
export interface LaunchOrder {
  /** Streams in launch order. */
  readonly order: readonly string[];
  /** Null for the calls exactly as written. */
  readonly style: DispatchStyle | null;
  /** For each call issued, its position as written. */
  readonly indices: readonly number[];
  readonly application: Application;
  readonly timeline: Timeline;
  readonly makespanNs: number;
}

export interface EvaluatedOrder extends LaunchOrder {
  readonly limits: Limits;
}

export interface OrderAdvice {
  readonly streams: readonly string[];
  readonly written: EvaluatedOrder;
  readonly best: EvaluatedOrder;
  /** Makespan of everything in one stream. */
  readonly serialNs: number;
  /** The best orders and styles tried, best first, the best one included. */
  readonly candidates: readonly EvaluatedOrder[];
  /** True when no order can be better: all were tried, or the best one reaches the bound. */
  readonly exact: boolean;
  /** No order gets below this. */
  readonly bound: LowerBound;
  readonly replays: number;
  /** Makespan of the best order under other hardware or buffers. */
  readonly whatIf: readonly { readonly change: Message; readonly makespanNs: number }[];
}

/**
 * The order in which to issue the streams of an application: all orders in both styles up to eight streams
 * (more where some are equal), above that a local search with restarts. Calls are moved only where nothing waits (see `phasesOf`).
 *
 * @param seed of the search; has no effect while it is exact.
 * @throws InputError when a kernel's time is not known or a block does not fit.
 */
export function suggestStreamOrder(
  application: Application,
  gpu: GpuSpec,
  models: MokaModels = mokaModels(gpu),
  seed = 1,
): OrderAdvice {
  const search = new OrderSearch(application, gpu, models);
  if (search.isSmall) search.tryAll();
  else search.searchLocally(seed);
  const candidates = search.kept.map(evaluated);
  const best = candidates[0]!;
  return {
    streams: search.streams,
    written: evaluated(search.written),
    best,
    serialNs: makespanNs(serialize(application), gpu, models),
    candidates,
    exact: search.isExact,
    bound: search.bound,
    replays: search.replays,
    whatIf: whatIf(best, gpu, models),
  };
}

function evaluated(launch: LaunchOrder): EvaluatedOrder {
  return { ...launch, limits: limitsOf(launch.timeline) };
}

class OrderSearch {
  readonly streams: readonly string[];
  readonly written: LaunchOrder;
  readonly bound: LowerBound;
  /** The best orders so far, best first; the first found of equal ones stays in front. */
  readonly kept: LaunchOrder[];
  replays = 1;
  isExact = false;
  private readonly phases: readonly Phase[];
  private readonly kinds: ReadonlyMap<string, string>;

  constructor(
    private readonly application: Application,
    private readonly gpu: GpuSpec,
    private readonly models: MokaModels,
  ) {
    this.phases = phasesOf(application);
    this.streams = freeStreams(this.phases);
    this.kinds = equalStreams(this.phases, this.streams);
    this.bound = lowerBound(application, gpu, models);
    const indices = application.operations.map((_, index) => index);
    this.written = this.launch(application, indices, this.streams, null);
    this.kept = [this.written];
  }

  /** True when all orders can be tried. */
  get isSmall(): boolean {
    const orders = countOrders(this.kinds);
    const operations = orders * STYLES.length * this.application.operations.length;
    return orders <= EXACT_ORDERS && operations <= EXACT_OPERATIONS;
  }

  /** Tries every order; one that reaches the lower bound ends the search, for nothing is better. */
  tryAll(): void {
    this.isExact = true;
    for (const order of allOrders(this.streams, this.kinds))
      for (const style of STYLES) {
        if (this.kept[0]!.makespanNs <= this.bound.ns) return;
        const last = this.kept.length === SHOWN ? this.kept.at(-1)! : null;
        this.evaluate(order, style, last === null ? Infinity : last.timeline.endNs + SPARE_NS);
      }
  }

  private get affordable(): number {
    return Math.min(SEARCH_REPLAYS, SEARCH_OPERATIONS / this.application.operations.length);
  }

  searchLocally(seed: number): void {
    const random = createRandom(seed);
    let order = this.streams;
    while (this.replays < this.affordable && this.kept[0]!.makespanNs > this.bound.ns) {
      for (const style of STYLES) this.descend(order, style, random);
      order = shuffled(this.streams, random);
    }
    this.isExact = this.kept[0]!.makespanNs <= this.bound.ns;
  }

  private descend(
    start: readonly string[],
    style: DispatchStyle,
    random: ReturnType<typeof createRandom>,
  ): void {
    let order = start;
    let makespanNs = this.evaluate(order, style);
    for (let idle = 0; idle < PATIENCE && this.replays < this.affordable; idle++) {
      const next = neighbour(order, random);
      const nextNs = this.evaluate(next, style);
      if (nextNs < makespanNs) idle = 0;
      if (nextNs <= makespanNs) [order, makespanNs] = [next, nextNs];
    }
  }

  /** Makespan of an order; Infinity when it breaks an event or ends after the cut-off. */
  private evaluate(order: readonly string[], style: DispatchStyle, cutoffNs = Infinity): number {
    const reordered = reorder(this.application, this.phases, order, style);
    if (reordered === null) return Infinity;
    this.replays++;
    const ns = makespanNs(reordered.application, this.gpu, this.models, cutoffNs);
    if (this.isWorthKeeping(ns, reordered.indices))
      this.keep(this.launch(reordered.application, reordered.indices, order, style));
    return ns;
  }

  private isWorthKeeping(ns: number, indices: readonly number[]): boolean {
    if (ns === Infinity || (this.kept.length === SHOWN && ns >= this.kept.at(-1)!.makespanNs)) return false;
    return !this.kept.some((other) => other.indices.join() === indices.join());
  }

  private keep(launch: LaunchOrder): void {
    const at = this.kept.findIndex((other) => other.makespanNs > launch.makespanNs);
    this.kept.splice(at < 0 ? this.kept.length : at, 0, launch);
    this.kept.length = Math.min(this.kept.length, SHOWN);
  }

  private launch(
    application: Application,
    indices: readonly number[],
    order: readonly string[],
    style: DispatchStyle | null,
  ): LaunchOrder {
    const timeline = replay([application], this.gpu, this.models);
    return {
      order,
      style,
      indices,
      application,
      timeline,
      makespanNs: timeline.makespanNs,
    };
  }
}

function whatIf(best: LaunchOrder, gpu: GpuSpec, models: MokaModels): OrderAdvice['whatIf'] {
  const makespan = (application: Application, spec: GpuSpec): number => makespanNs(application, spec, models);
  const cases: { change: Message; makespanNs: number }[] = [];
  if (gpu.copyEngines === 1)
    cases.push({
      change: message('predictors.whatIf.twoCopyEngines'),
      makespanNs: makespan(best.application, { ...gpu, copyEngines: 2 }),
    });
  else
    cases.push({
      change: message('predictors.whatIf.oneCopyEngine'),
      makespanNs: makespan(best.application, { ...gpu, copyEngines: 1 }),
    });
  const pinned = pinAll(best.application);
  if (pinned !== best.application)
    cases.push({ change: message('predictors.whatIf.pinned'), makespanNs: makespan(pinned, gpu) });
  return cases;
}
