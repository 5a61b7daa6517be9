import type { KernelProgram } from '../program';
import { volume, type Dim3 } from '../symbolic';
import { WARP_SIZE } from '../warp';
import { CountedProgram, type Code, type InstructionKind, type Rounds, type Step } from './countedProgram';
import type { ProgramLaunch } from './programLaunch';
import { ThreadValues } from './threadValues';

/** Expected instructions of a whole launch. */
export interface ProgramTotals {
  readonly warpInstructions: number;
  readonly warps: Readonly<Partial<Record<InstructionKind, number>>>;
  readonly threads: Readonly<Partial<Record<InstructionKind, number>>>;
}

/** Warps that stand for all: every one of a small grid, else spread over it evenly. */
const SAMPLED_WARPS = 256;
/** The same where conditions ask for the number of the block. */
const WARPS_BY_BLOCK = 1024;
/** Pieces of code that are gone through in all of them, as far as so few warps tell enough. */
const [MOST_STEPS, FEWEST_WARPS] = [100_000, 128];
/** Blocks at either end of the grid that are counted one by one. */
const EDGE_BLOCKS = 8;
const GOLDEN = (Math.sqrt(5) - 1) / 2;
/** Values of a loop counter that stand for all, where what is inside depends on it. */
const SAMPLED_TRIPS = 24;
/** The same of an outermost loop in a small grid. */
const MOST_TRIPS = 1024;
/** Warps of a block that are counted one by one: 2,048 threads, where every GPU takes 1,024 at most. */
const MOST_BLOCK_WARPS = 64;

/**
 * Instructions that a program executes, without simulating it: loops multiply, drawn trip counts and
 * branches count with their expected value, conditions on the thread are evaluated for the lanes of sampled
 * warps.
 *
 * @throws InputError for an expression that cannot be evaluated.
 */
export function programTotals(
  program: KernelProgram,
  launch: ProgramLaunch,
  values: Readonly<Record<string, number>> = {},
): ProgramTotals {
  const written = Math.ceil(volume(launch.block) / WARP_SIZE);
  const perBlock = Math.min(MOST_BLOCK_WARPS, written);
  // More than any GPU runs in a block: what a slip asks for must not be gone through thread by thread.
  const each = written / perBlock;
  const block: Dim3 = each === 1 ? launch.block : [MOST_BLOCK_WARPS * WARP_SIZE, 1, 1];
  const blocks = volume(launch.grid);
  // What few warps leave of the work that many are worth.
  const room = Math.floor((SAMPLED_WARPS * SAMPLED_TRIPS) / Math.max(1, blocks * perBlock));
  const outerTrips = Math.min(MOST_TRIPS, Math.max(SAMPLED_TRIPS, room));
  const counter = new Counter(program, { ...launch, block }, values, outerTrips);
  const most = mostWarps(counter);
  const sampled = Math.max(1, Math.floor(most / perBlock));
  // Conditions on the block's number mostly ask for the first or the last ones, which stand for themselves.
  const edge = blocks <= sampled ? blocks : Math.min(EDGE_BLOCKS, Math.floor(sampled / 4));
  const inner = blocks - 2 * edge;
  for (let warp = 0; warp < perBlock; warp++) {
    if (blocks <= sampled) for (let block = 0; block < blocks; block++) counter.countWarp(block, warp, each);
    else
      for (let block = 0; block < edge; block++) {
        counter.countWarp(block, warp, each);
        counter.countWarp(blocks - 1 - block, warp, each);
      }
  }
  if (blocks <= sampled) return counter.totals;
  // Multiples of the golden section: steps that divide the grid or the block would meet one side of a condition only.
  const between = (sampled - 2 * edge) * perBlock;
  const blockOf = (i: number): number => edge + Math.floor((((i + 0.5) * GOLDEN) % 1) * inner);
  for (let i = 0; i < between; i++) counter.countWarp(blockOf(i), i % perBlock, (inner * written) / between);
  return counter.totals;
}

/** Warps that may be counted, by what the first one takes. */
function mostWarps(counter: Counter): number {
  const wanted = counter.asksForBlock ? WARPS_BY_BLOCK : SAMPLED_WARPS;
  return Math.min(wanted, Math.max(FEWEST_WARPS, Math.floor(MOST_STEPS / counter.stepsOfWarp())));
}

/** Lanes that run code, and how often. */
interface Flow {
  readonly lanes: readonly number[];
  /** Times that the warp comes by. */
  readonly weight: number;
  /** Share of `lanes` that are active on average, after draws per lane. */
  readonly active: number;
}

/** Instructions by the number of their kind. */
interface Sums {
  readonly warps: number[];
  readonly threads: number[];
}

class Counter {
  private readonly values: ThreadValues;
  private readonly counted: CountedProgram;
  private readonly exit: number;
  /** Pieces of code that were gone through. */
  private steps = 0;
  private sums: Sums;
  /** What code that is the same everywhere executes each time, by lanes and their active share. */
  private readonly known = new Map<Code, Map<string, Sums>>();
  /** Iterations that stood for others. */
  private sampled = 0;
  /** Whether iterations of a loop around are being counted one by one. */
  private isSampling = false;

  constructor(
    program: KernelProgram,
    private readonly launch: ProgramLaunch,
    values: Readonly<Record<string, number>>,
    /** Values of the counter of an outermost loop that stand for all. */
    private readonly outerTrips: number,
  ) {
    this.values = new ThreadValues(launch, { ...program.parameters, ...values });
    this.counted = new CountedProgram(program, this.values);
    this.exit = this.counted.kindNumber('control');
    this.sums = this.nothing();
  }

  get asksForBlock(): boolean {
    return this.counted.asksForBlock;
  }

  get totals(): ProgramTotals {
    const named = (counts: readonly number[]): Partial<Record<InstructionKind, number>> =>
      Object.fromEntries(this.counted.kinds.map((kind, number) => [kind, counts[number]]));
    const { warps, threads } = this.sums;
    const warpInstructions = warps.reduce((sum, count) => sum + count, 0);
    return { warpInstructions, warps: named(warps), threads: named(threads) };
  }

  private nothing(): Sums {
    const { kinds } = this.counted;
    return { warps: kinds.map(() => 0), threads: kinds.map(() => 0) };
  }

  /** Pieces of code that the first warp goes through; nothing stays counted. */
  stepsOfWarp(): number {
    this.countWarp(0, 0, 1);
    this.sums = this.nothing();
    this.sampled = 0;
    return this.steps;
  }

  countWarp(block: number, warp: number, weight: number): void {
    const first = warp * WARP_SIZE;
    const count = Math.min(WARP_SIZE, volume(this.launch.block) - first);
    this.values.block = block;
    const lanes = Array.from({ length: count }, (_, lane) => first + lane);
    const flow = { lanes, weight, active: 1 };
    this.run(this.counted.code, flow);
    this.add(this.exit, 1, flow);
  }

  private run(code: Code, flow: Flow): void {
    const { lanes, weight } = flow;
    if (weight <= 0 || lanes.length === 0) return;
    if (!code.isSame || code.steps.length === 0) return this.runOnce(code, flow);
    const each = this.eachTime(code, flow);
    const { warps, threads } = this.sums;
    for (let kind = 0; kind < warps.length; kind++) {
      warps[kind]! += weight * each.warps[kind]!;
      threads[kind]! += weight * each.threads[kind]!;
    }
  }

  private eachTime(code: Code, { lanes, active }: Flow): Sums {
    const known = this.known.get(code) ?? new Map<string, Sums>();
    this.known.set(code, known);
    const key = `${lanes.length} ${active}`;
    let each = known.get(key);
    if (each === undefined) {
      const around = this.sums;
      this.sums = each = this.nothing();
      this.runOnce(code, { lanes, weight: 1, active });
      this.sums = around;
      known.set(key, each);
    }
    return each;
  }

  private runOnce({ kinds, counts, open, steps }: Code, flow: Flow): void {
    this.steps++;
    const { lanes, weight, active } = flow;
    const { warps, threads } = this.sums;
    const inThreads = weight * lanes.length * active;
    for (let at = 0; at < kinds.length; at++) {
      warps[kinds[at]!]! += counts[at]! * weight;
      threads[kinds[at]!]! += counts[at]! * inThreads;
    }
    for (const { kind, count } of open) this.add(kind, this.values.of(count, lanes[0]!), flow);
    for (const step of steps) this.step(step, flow);
  }

  private add(kind: number, count: number, { lanes, weight, active }: Flow): void {
    const { warps, threads } = this.sums;
    warps[kind]! += count * weight;
    threads[kind]! += count * weight * lanes.length * active;
  }

  private step(step: Step, flow: Flow): void {
    if (step.kind === 'loop') return this.loop(step, flow);
    const { then, otherwise } = step;
    if (step.kind === 'draw') {
      this.drawn(then, step.probability, step.byLane, flow);
      return this.drawn(otherwise, 1 - step.probability, step.byLane, flow);
    }
    const same = this.values.sameInWarp(step.test, flow.lanes[0]!);
    if (same !== null) return this.run(same ? then : otherwise, flow);
    const { weight, active } = flow;
    const [taken, others] = this.values.parted(step.test, flow.lanes);
    this.run(then, { lanes: taken, weight, active });
    this.run(otherwise, { lanes: others, weight, active });
  }

  private drawn(code: Code, probability: number, byLane: boolean, flow: Flow): void {
    if (!byLane) return this.run(code, { ...flow, weight: flow.weight * probability });
    const active = probability * flow.active;
    const any = 1 - (1 - active) ** flow.lanes.length;
    if (any > 0) this.run(code, { ...flow, weight: flow.weight * any, active: active / any });
  }

  private loop(step: Extract<Step, { kind: 'loop' }>, flow: Flow): void {
    const { rounds } = step;
    if (rounds.kind === 'same')
      return this.iterate(step, 0, this.values.of(rounds.count, flow.lanes[0]!), flow);
    if (rounds.kind === 'drawn') return this.drawnLoop(step, rounds, flow);
    const counts = this.values.roundsOf(rounds, flow.lanes);
    if (typeof counts === 'number') return this.iterate(step, 0, counts, flow);
    let done = 0;
    for (const ends of [...new Set(counts)].sort((a, b) => a - b)) {
      const lanes = flow.lanes.filter((_, i) => counts[i]! >= ends);
      this.iterate(step, done, ends, { ...flow, lanes });
      done = ends;
    }
  }

  /** Of n lanes that draw their own trip counts, the slowest is expected at n / (n + 1) of the span. */
  private drawnLoop(
    step: Extract<Step, { kind: 'loop' }>,
    rounds: Extract<Rounds, { kind: 'drawn' }>,
    flow: Flow,
  ): void {
    const low = this.values.of(rounds.low, flow.lanes[0]!);
    const high = this.values.of(rounds.high, flow.lanes[0]!);
    const mean = (low + high) / 2;
    const n = rounds.byLane ? flow.lanes.length : 1;
    const slowest = n === 1 ? mean : low + ((high - low) * n) / (n + 1);
    const active = slowest === 0 ? 1 : mean / slowest;
    this.iterate(step, 0, slowest, { ...flow, active: flow.active * active });
  }

  /** The body for counter values from `from` to below `to`. */
  private iterate(
    { counter, body }: Extract<Step, { kind: 'loop' }>,
    from: number,
    to: number,
    flow: Flow,
  ): void {
    const trips = to - from;
    if (trips <= 0) return;
    if (counter === null) return this.run(body, { ...flow, weight: flow.weight * trips });
    const most = this.isSampling ? SAMPLED_TRIPS : this.outerTrips;
    const samples = Math.min(most, Math.max(1, Math.ceil(trips)));
    const isAround = this.isSampling;
    this.isSampling = true;
    const part = { ...flow, weight: (flow.weight * trips) / samples };
    for (let i = 0; i < samples; i++) {
      // A condition of a period (`i % 5 == 1`) must not keep step with the samples.
      const place = samples < trips ? (0.5 + this.sampled++ * GOLDEN) % 1 : 0.5;
      this.values.set(counter, from + Math.floor(((i + place) * trips) / samples));
      this.run(body, part);
    }
    this.isSampling = isAround;
  }
}
