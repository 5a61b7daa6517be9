import { EventWheel } from '../../../../src/simulator/core/eventWheel';
import { StateArrays } from '../../../../src/simulator/core/stateArrays';
import { AppQueue, type AppPlan } from '../../../../src/simulator/dispatch/appQueue';
import { CarveOut } from '../../../../src/simulator/dispatch/carveOut';
import { Dispatcher, type DispatchParts } from '../../../../src/simulator/dispatch/dispatcher';
import { Partition } from '../../../../src/simulator/dispatch/partition';
import { SmResources } from '../../../../src/simulator/dispatch/smResources';
import type { PlacementPolicy } from '../../../../src/simulator/spec/simulatorSpec';
import type { SavedBlock } from '../../../../src/simulator/chip/chipPort';

/** A kernel of the board: its blocks, how long each runs, and what one takes from its SM. */
export interface BoardKernel {
  readonly name: string;
  readonly blocks: number;
  readonly cycles: number;
  readonly warps?: number;
  readonly registers?: number;
  readonly shared?: number;
  /** Blocks that an empty SM holds; as many as its slots when left out. */
  readonly perSm?: number;
}

/** An application of the board: kernels one after the other, all of them `repeat` times. */
export interface BoardApp {
  readonly kernels: readonly BoardKernel[];
  readonly repeat?: number;
  readonly startCycle?: number;
}

export interface BoardOptions {
  readonly sms?: number;
  readonly leftover?: boolean;
  readonly sliceCycles?: number;
  readonly blocksPerCycle?: number;
  readonly launchCycles?: number;
  /** Cycles in which a block's context leaves or enters an SM. */
  readonly moveCycles?: number;
  readonly limits?: Partial<typeof LIMITS>;
  readonly placement?: PlacementPolicy;
  /** Bytes of an SM's unified memory, which is divided while the SM is empty; 0, the default, for none. */
  readonly unifiedBytes?: number;
  /** Sets up who may use which SM. */
  readonly share?: (partition: Partition) => void;
}

/** Numbers of the first SM and of the dispatcher among the components; a word of 32 for each kind. */
const FIRST_SM = 32;
const DISPATCHER = 64;

const LIMITS = {
  maxBlocks: 8,
  maxThreads: 1024,
  maxWarps: 32,
  registers: 65536,
  sharedBytes: 65536,
  sharedBytesReservedPerBlock: 0,
  sharedCarveoutsKiB: [0, 8, 16, 32, 64],
};

/** A block on its SM; `left` cycles of work when it was last put there at `since`. */
interface Resident {
  readonly sm: number;
  readonly kernel: number;
  readonly index: number;
  readonly since: number;
  readonly left: number;
}

/** A block that came to an SM: for the first time, or back behind a context switch. */
export type Placement = readonly [cycle: number, sm: number, block: string];

/**
 * The block dispatcher with its queue, partition and resources as in the simulator, on SMs without warps: a block
 * runs for as many cycles as its kernel says. So every placement can be worked out by hand.
 */
export class Board {
  readonly state = new StateArrays();
  readonly placed: Placement[] = [];
  readonly resumed: Placement[] = [];
  readonly partition: Partition;
  readonly queue: AppQueue;
  readonly dispatcher: Dispatcher;
  readonly limits: typeof LIMITS;
  residents: Resident[] = [];
  /** Bytes of the SMs' L1 caches, where memory is unified. */
  readonly l1Bytes: number[] = [];
  readonly kernels: readonly (BoardKernel & { readonly app: number })[];
  private readonly wheel: EventWheel;
  private readonly moveCycles: number;
  /** Per SM the end of a context switch, and the blocks that leave with it. */
  private readonly leaving = new Map<number, { at: number; blocks: Resident[] }>();
  /** Ends of contexts that are on their way back. */
  private coming: number[] = [];
  private readonly leftOf = new Map<string, number>();
  /** Whether the dispatcher has heard of something in this cycle. */
  private hasNews = false;

  constructor(apps: readonly BoardApp[], options: BoardOptions = {}) {
    const { state } = this;
    const sms = options.sms ?? 2;
    this.moveCycles = options.moveCycles ?? 4;
    this.limits = { ...LIMITS, ...options.limits };
    this.kernels = apps.flatMap(({ kernels }, app) => kernels.map((kernel) => ({ ...kernel, app })));
    const column = (of: (kernel: BoardKernel) => number) => Int32Array.from(this.kernels, of);
    const table = {
      app: Int32Array.from(this.kernels, ({ app }) => app),
      blocksPerSm: column(({ perSm }) => perSm ?? this.limits.maxBlocks),
      warpsPerBlock: column(({ warps }) => warps ?? 1),
      registersPerBlock: column(({ registers }) => registers ?? 0),
      sharedPerBlock: column(({ shared }) => shared ?? 0),
    };
    let kernel = 0;
    const plans = apps.map((app, at): AppPlan => ({
      name: String(at),
      kernels: app.kernels.map(() => kernel++),
      steps: [...app.kernels, null].map(() => []),
      repeat: app.repeat ?? 1,
      startCycle: app.startCycle ?? 0,
    }));
    const idle = { advance: () => undefined, submit: () => undefined, nextCycle: () => Infinity };
    this.wheel = new EventWheel(96, state);
    this.queue = new AppQueue(
      plans,
      column(({ blocks }) => blocks),
      options.launchCycles ?? 0,
      idle,
      state,
    );
    this.partition = new Partition(apps.length, sms, state);
    options.share?.(this.partition);
    const memory = { sms, bytes: options.unifiedBytes ?? 0, isFixed: true };
    const carveOut = new CarveOut(
      memory,
      this.limits,
      table,
      state,
      (sm, bytes) => (this.l1Bytes[sm] = bytes),
    );
    this.dispatcher = new Dispatcher(
      {
        chip: this.chipOf(),
        kernels: table,
        queue: this.queue,
        partition: this.partition,
        resources: new SmResources(sms, this.limits, table, carveOut, state),
        sliceCycles: options.sliceCycles ?? 0,
        blocksPerCycle: options.blocksPerCycle ?? 1,
        leftover: options.leftover ?? false,
        placement: options.placement ?? 'in-turn',
      },
      state,
    );
    this.wheel.schedule(DISPATCHER, 1);
  }

  get now(): number {
    return this.wheel.now;
  }

  /** The board in place of a chip. */
  private chipOf(): DispatchParts['chip'] {
    const { wheel } = this;
    return {
      get now() {
        return wheel.now;
      },
      dispatcher: DISPATCHER,
      firstSm: FIRST_SM,
      schedule: (component, time) => wheel.schedule(component, time),
      resident: (sm, kernel) => this.on(sm, kernel).length,
      launch: (sm, kernel, index) => this.launch(sm, kernel, index, wheel.now),
      isBusy: (sm) => this.isSwitching(sm),
      isIdle: () => this.leaving.size === 0 && this.coming.length === 0,
      preempt: (sm, app) => this.preempt(sm, app, wheel.now),
      resume: (sm, saved) => this.resume(sm, saved, wheel.now),
    };
  }

  /** Blocks of a kernel on an SM. */
  on(sm: number, kernel: number): Resident[] {
    return this.residents.filter((block) => block.sm === sm && block.kernel === kernel);
  }

  /** Tests whether blocks are leaving the SM. */
  isSwitching(sm: number): boolean {
    return this.leaving.has(sm);
  }

  /** Runs until all applications have ended or to cycle `end`; `each` is asked after every cycle of the dispatcher. */
  run({ end = 100_000, each = () => undefined }: { end?: number; each?: (board: Board) => void } = {}): this {
    while (this.wheel.now < end && this.wheel.advance(end) >= 0) {
      this.checkWoken(this.wheel.take(FIRST_SM / 32));
      this.endBlocks();
      this.moveContexts();
      const woken = this.wheel.take(DISPATCHER / 32) !== 0 || this.hasNews;
      this.hasNews = false;
      if (woken) this.dispatcher.step();
      this.wheel.finishCycle();
      if (woken) each(this);
    }
    return this;
  }

  /** First placements of a kernel's blocks, as cycle and SM. */
  schedule(name: string): [number, number][] {
    return this.placed
      .filter(([, , block]) => block.startsWith(`${name}#`))
      .map(([cycle, sm]) => [cycle, sm]);
  }

  private nameOf(kernel: number, index: number): string {
    return `${this.kernels[kernel]!.name}#${index}`;
  }

  private launch(sm: number, kernel: number, index: number, now: number): void {
    this.placed.push([now, sm, this.nameOf(kernel, index)]);
    this.put({ sm, kernel, index, since: now, left: this.kernels[kernel]!.cycles });
  }

  /** Whoever gets a block has to look at it in the next cycle. */
  private checkWoken(sms: number): void {
    for (const [cycle, sm, block] of [this.placed.at(-1), this.resumed.at(-1)].filter((p) => p !== undefined))
      if (cycle === this.now - 1 && (sms & (1 << sm)) === 0)
        throw new Error(`SM ${sm} is not woken for ${block} at ${this.now}`);
  }

  private put(block: Resident): void {
    this.residents.push(block);
    this.wheel.schedule(FIRST_SM + block.sm, block.since + block.left);
  }

  private endBlocks(): void {
    const { now } = this.wheel;
    const ended = this.residents.filter(
      ({ sm, since, left }) => since + left <= now && !this.leaving.has(sm),
    );
    for (const block of ended) {
      this.residents = this.residents.filter((other) => other !== block);
      this.dispatcher.blockDone(block.sm, block.kernel);
      this.hasNews = true;
    }
    for (const { sm, since, left } of this.residents)
      if (since + left > now) this.wheel.schedule(FIRST_SM + sm, since + left);
  }

  private preempt(sm: number, app: number, now: number): boolean {
    const blocks = this.residents.filter((b) => b.sm === sm && this.kernels[b.kernel]!.app === app);
    if (blocks.length === 0 || this.leaving.has(sm)) return false;
    for (const block of blocks)
      this.leftOf.set(this.nameOf(block.kernel, block.index), Math.max(1, block.since + block.left - now));
    this.leaving.set(sm, { at: now + this.moveCycles, blocks });
    this.wheel.schedule(FIRST_SM + sm, now + this.moveCycles);
    return true;
  }

  private resume(sm: number, saved: SavedBlock, now: number): void {
    const index = saved.words[0]!;
    const name = this.nameOf(saved.kernel, index);
    this.resumed.push([now, sm, name]);
    this.coming.push(now + this.moveCycles);
    this.put({
      sm,
      kernel: saved.kernel,
      index,
      since: now + this.moveCycles,
      left: this.leftOf.get(name)!,
    });
    this.wheel.schedule(FIRST_SM + sm, now + this.moveCycles);
  }

  private moveContexts(): void {
    const { now } = this.wheel;
    for (const [sm, { at, blocks }] of [...this.leaving]) {
      if (at > now) {
        this.wheel.schedule(FIRST_SM + sm, at);
        continue;
      }
      this.leaving.delete(sm);
      this.residents = this.residents.filter((block) => !blocks.includes(block));
      this.dispatcher.blocksLeft(
        sm,
        blocks.map(({ kernel, index }) => ({ kernel, words: Int32Array.of(index) })),
      );
      this.hasNews = true;
    }
    const arrived = this.coming.filter((at) => at <= now);
    this.coming = this.coming.filter((at) => at > now);
    for (const at of this.coming) this.wheel.schedule(FIRST_SM, at);
    if (arrived.length > 0) this.hasNews = true;
  }
}
