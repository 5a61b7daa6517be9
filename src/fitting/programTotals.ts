import type { COMPUTE_CLASSES } from '../kernel/instructionClasses';
import { type KernelProgram, type MemorySpace, type Statement } from '../kernel/program';
import { volume } from '../kernel/symbolic';
import { WARP_SIZE } from '../kernel/warp';
import type { FittedLaunch } from './launchShape';
import { ThreadValues, mentions } from './threadValues';

/** Instruction kind of a statement: an arithmetic class, or its effect on a memory space. */
export type InstructionKind =
  | (typeof COMPUTE_CLASSES)[number]
  | `${MemorySpace}Load`
  | `${MemorySpace}Store`
  | 'atomic'
  | 'asyncCopy'
  | 'barrier';

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
const BLOCK_NUMBER = /\b(block[XYZ]|globalThread)\b/;
/** Blocks at either end of the grid that are counted one by one. */
const EDGE_BLOCKS = 8;
const GOLDEN = (Math.sqrt(5) - 1) / 2;
/** Values of a loop counter that stand for all, where what is inside depends on it. */
const SAMPLED_TRIPS = 24;
/** The same of an outermost loop in a small grid. */
const MOST_TRIPS = 1024;

/**
 * Instructions that a program executes, without simulating it: loops multiply, drawn trip counts and
 * branches count with their expected value, conditions on the thread are evaluated for the lanes of sampled
 * warps.
 *
 * @throws InputError for an expression that cannot be evaluated.
 */
export function programTotals(
  program: KernelProgram,
  launch: FittedLaunch,
  values: Readonly<Record<string, number>> = {},
): ProgramTotals {
  const perBlock = Math.ceil(volume(launch.block) / WARP_SIZE);
  const blocks = volume(launch.grid);
  // What few warps leave of the work that many are worth.
  const room = Math.floor((SAMPLED_WARPS * SAMPLED_TRIPS) / Math.max(1, blocks * perBlock));
  const outerTrips = Math.min(MOST_TRIPS, Math.max(SAMPLED_TRIPS, room));
  const counter = new Counter(program, launch, values, outerTrips);
  const most = decidesByBlock(program.body) ? WARPS_BY_BLOCK : SAMPLED_WARPS;
  const sampled = Math.max(1, Math.floor(most / perBlock));
  // Conditions on the block's number mostly ask for the first or the last ones, which stand for themselves.
  const edge = blocks <= sampled ? blocks : Math.min(EDGE_BLOCKS, Math.floor(sampled / 4));
  const inner = blocks - 2 * edge;
  for (let warp = 0; warp < perBlock; warp++) {
    if (blocks <= sampled) for (let block = 0; block < blocks; block++) counter.countWarp(block, warp, 1);
    else
      for (let block = 0; block < edge; block++) {
        counter.countWarp(block, warp, 1);
        counter.countWarp(blocks - 1 - block, warp, 1);
      }
  }
  if (blocks <= sampled) return counter.totals;
  // Multiples of the golden section: steps that divide the grid or the block would meet one side of a condition only.
  const between = (sampled - 2 * edge) * perBlock;
  const blockOf = (i: number): number => edge + Math.floor((((i + 0.5) * GOLDEN) % 1) * inner);
  for (let i = 0; i < between; i++) counter.countWarp(blockOf(i), i % perBlock, (inner * perBlock) / between);
  return counter.totals;
}

/** Tests whether a condition or a trip count asks for the number of the block. */
function decidesByBlock(statements: readonly Statement[]): boolean {
  return statements.some((statement) => {
    if (statement.op === 'if')
      return (
        BLOCK_NUMBER.test(JSON.stringify(statement.condition)) ||
        decidesByBlock(statement.then) ||
        decidesByBlock(statement.else ?? [])
      );
    return (
      statement.op === 'loop' &&
      (BLOCK_NUMBER.test(JSON.stringify(statement.trips)) || decidesByBlock(statement.body))
    );
  });
}

/** Lanes that run a statement, and how often. */
interface Flow {
  readonly lanes: readonly number[];
  /** Times that the warp comes by. */
  readonly weight: number;
  /** Share of `lanes` that are active on average, after draws per lane. */
  readonly active: number;
}

class Counter {
  private readonly values: ThreadValues;
  private readonly warps: Partial<Record<InstructionKind, number>> = {};
  private readonly threads: Partial<Record<InstructionKind, number>> = {};
  private readonly steering = new Map<readonly Statement[], boolean>();
  /** Iterations that stood for others. */
  private sampled = 0;
  /** Whether iterations of a loop around are being counted one by one. */
  private isSampling = false;

  constructor(
    private readonly program: KernelProgram,
    private readonly launch: FittedLaunch,
    values: Readonly<Record<string, number>>,
    /** Values of the counter of an outermost loop that stand for all. */
    private readonly outerTrips: number,
  ) {
    this.values = new ThreadValues(launch, { ...program.parameters, ...values });
  }

  get totals(): ProgramTotals {
    const warpInstructions = Object.values(this.warps).reduce((sum, count) => sum + count, 0);
    return { warpInstructions, warps: this.warps, threads: this.threads };
  }

  countWarp(block: number, warp: number, weight: number): void {
    const first = warp * WARP_SIZE;
    const count = Math.min(WARP_SIZE, volume(this.launch.block) - first);
    this.values.block = block;
    const flow = {
      lanes: Array.from({ length: count }, (_, lane) => first + lane),
      weight,
      active: 1,
    };
    this.walk(this.program.body, flow);
    this.add('control', 1, flow);
  }

  private walk(statements: readonly Statement[], flow: Flow): void {
    if (flow.weight <= 0 || flow.lanes.length === 0) return;
    for (const statement of statements) this.count(statement, flow);
  }

  private count(statement: Statement, flow: Flow): void {
    switch (statement.op) {
      case 'compute':
        return this.add(statement.class, this.values.of(statement.count ?? 1, flow.lanes[0]!), flow);
      case 'load':
      case 'store': {
        const space = this.program.arrays?.[statement.array]?.space ?? 'global';
        return this.add(`${space}${statement.op === 'load' ? 'Load' : 'Store'}`, 1, flow);
      }
      case 'loop':
        return this.loop(statement, flow);
      case 'if':
        return this.branch(statement, flow);
      case 'sleep':
        return this.add('control', 1, flow);
      default:
        return this.add(statement.op, 1, flow);
    }
  }

  private add(kind: InstructionKind, count: number, { lanes, weight, active }: Flow): void {
    this.warps[kind] = (this.warps[kind] ?? 0) + count * weight;
    this.threads[kind] = (this.threads[kind] ?? 0) + count * weight * lanes.length * active;
  }

  private loop(statement: Extract<Statement, { op: 'loop' }>, flow: Flow): void {
    const { trips, name, body } = statement;
    if (typeof trips !== 'object')
      return this.iterate(name, body, 0, this.values.of(trips, flow.lanes[0]!), flow);
    if ('uniform' in trips) return this.drawnLoop(statement, trips, flow);
    // How often a spin goes round depends on the GPU; once is what it does at least.
    if ('elapsed' in trips) return this.iterate(name, body, 0, 1, flow);
    const counts = flow.lanes.map((thread) => {
      const left = this.values.of(trips.below, thread) - this.values.of(trips.start, thread);
      return Math.max(0, Math.ceil(left / this.values.of(trips.step, thread)));
    });
    let done = 0;
    for (const ends of [...new Set(counts)].sort((a, b) => a - b)) {
      const lanes = flow.lanes.filter((_, i) => counts[i]! >= ends);
      this.iterate(name, body, done, ends, { ...flow, lanes });
      done = ends;
    }
  }

  /** Of n lanes that draw their own trip counts, the slowest is expected at n / (n + 1) of the span. */
  private drawnLoop(
    statement: Extract<Statement, { op: 'loop' }>,
    trips: {
      readonly uniform: readonly [number | string, number | string];
      readonly scope?: string | undefined;
    },
    flow: Flow,
  ): void {
    const low = this.values.of(trips.uniform[0], flow.lanes[0]!);
    const high = this.values.of(trips.uniform[1], flow.lanes[0]!);
    const mean = (low + high) / 2;
    const n = trips.scope === 'lane' ? flow.lanes.length : 1;
    const slowest = n === 1 ? mean : low + ((high - low) * n) / (n + 1);
    const active = slowest === 0 ? 1 : mean / slowest;
    this.iterate(statement.name, statement.body, 0, slowest, {
      ...flow,
      active: flow.active * active,
    });
  }

  /** The body for counter values from `from` to below `to`. */
  private iterate(
    name: string | undefined,
    body: readonly Statement[],
    from: number,
    to: number,
    flow: Flow,
  ) {
    const trips = to - from;
    if (trips <= 0) return;
    if (name === undefined || !this.steers(name, body))
      return this.walk(body, { ...flow, weight: flow.weight * trips });
    const most = this.isSampling ? SAMPLED_TRIPS : this.outerTrips;
    const samples = Math.min(most, Math.max(1, Math.ceil(trips)));
    const isAround = this.isSampling;
    this.isSampling = true;
    for (let i = 0; i < samples; i++) {
      // A condition of a period (`i % 5 == 1`) must not keep step with the samples.
      const place = samples < trips ? (0.5 + this.sampled++ * GOLDEN) % 1 : 0.5;
      this.values.set(name, from + Math.floor(((i + place) * trips) / samples));
      this.walk(body, { ...flow, weight: (flow.weight * trips) / samples });
    }
    this.isSampling = isAround;
  }

  /** Tests whether a loop counter decides how much of the loop's body runs. */
  private steers(name: string, body: readonly Statement[]): boolean {
    let known = this.steering.get(body);
    if (known === undefined) {
      const control = JSON.stringify(body, (key, value: unknown) => (key === 'index' ? undefined : value));
      known = mentions(control, name);
      this.steering.set(body, known);
    }
    return known;
  }

  private branch(statement: Extract<Statement, { op: 'if' }>, flow: Flow): void {
    const { condition } = statement;
    const otherwise = statement.else ?? [];
    if (typeof condition === 'string') {
      const { taken, others } = this.values.parted(condition, flow.lanes);
      this.walk(statement.then, { ...flow, lanes: taken });
      return this.walk(otherwise, { ...flow, lanes: others });
    }
    this.drawn(statement.then, condition.probability, condition.scope ?? 'lane', flow);
    this.drawn(otherwise, 1 - condition.probability, condition.scope ?? 'lane', flow);
  }

  private drawn(body: readonly Statement[], probability: number, scope: string, flow: Flow): void {
    if (scope !== 'lane') return this.walk(body, { ...flow, weight: flow.weight * probability });
    const active = probability * flow.active;
    const any = 1 - (1 - active) ** flow.lanes.length;
    if (any > 0) this.walk(body, { ...flow, weight: flow.weight * any, active: active / any });
  }
}
