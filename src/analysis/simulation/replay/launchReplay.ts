import { CarveOut, type UnifiedMemory } from '../../../simulator/dispatch/carveOut';
import { SmResources } from '../../../simulator/dispatch/smResources';
import { StateArrays } from '../../../simulator/core/stateArrays';
import type { KernelTable } from '../../../simulator/sm/kernelTable';
import { InputError } from '../../../kernel/result';
import type { SmLimits } from '../../../kernel/gpuSpec';
import { mean } from '../../../stats/means';
import { createRandom } from '../../../stats/random';
import { message } from '../../../kernel/message';
import { worksByAge, type AgeProfile } from './blockAges';
import { BlockClock, type ClockedBlock } from './blockClock';

/** What is replayed: applications of one kernel each, numbered as in the table. */
export interface ReplayedLaunches {
  readonly table: KernelTable;
  readonly limits: SmLimits;
  readonly memory: UnifiedMemory;
  /** Blocks of one launch of each kernel. */
  readonly blocks: readonly number[];
  /** Cycles from the end of a launch to the start of the next. */
  readonly launchCycles: number;
  /** Blocks of a launch wait until older launches have placed all of theirs. */
  readonly leftover: boolean;
  /**
   * Blocks per cycle at which one block of each kernel runs, where so many of each are on all SMs, those of kernel
   * `oldest` for the longest time.
   */
  readonly speeds: (resident: readonly number[], oldest: number) => readonly number[];
  /**
   * The same of blocks on an SM that holds blocks of another kernel, too, where these speeds are those of blocks on the
   * other SMs; absent where SMs are taken to be alike.
   */
  readonly speedsBeside?: (resident: readonly number[], oldest: number) => readonly number[];
  /** How blocks of a kernel get on that begin together; without one they are alike. */
  readonly ages?: (kernel: number) => AgeProfile;
  readonly seed: number;
}

/** Launches of each kernel that are replayed at least; the first is not counted. */
const LAUNCHES = 6;
/** After so many ends of blocks, two launches of each are enough, and after the second number nothing is. */
const MANY_ENDS = 5e5;
const TOO_MANY_ENDS = 4e6;
/** Launches of more waves are replayed with blocks that stand for several in a row. */
const MOST_WAVES = 256;
/**
 * Standard deviation of how long blocks take that run out of step with each other, over their mean. Blocks that start
 * together end together. The width is a choice (docs/workspace-simulation.md): it differs much from kernel to kernel.
 */
const SPREAD = 0.24;

/** Mean cycles of each kernel's launches, latency included, and those of them in which no SM held a block of it. */
export interface LaunchMeans {
  readonly meanLaunches: readonly number[];
  readonly meanWaits: readonly number[];
}

/**
 * Replays two kernels that are relaunched for ever, block by block: blocks are placed as by the GPU's dispatcher,
 * and how fast they run depends on how many of each kernel are there.
 *
 * @returns of the launches of each kernel after the first
 * @throws InputError where that would take too long, or nothing makes progress.
 */
export function replayLaunches(what: ReplayedLaunches): LaunchMeans {
  return new LaunchReplay(what).run();
}

/** One application: where its launch is. */
interface Launched {
  startAt: number;
  launchedAt: number;
  age: number;
  placed: number;
  done: number;
  readonly blocks: number;
  /** Blocks of the launch that one block of the replay stands for. */
  readonly work: number;
  readonly cycles: number[];
  readonly waits: number[];
  /** Cycles of this launch in which it had started and no SM held a block of it. */
  waited: number;
  /** When its last block left the SMs, or it started. */
  offSince: number;
  /** Of resident blocks: of all where SMs are alike, else of those that have an SM to themselves, and of the others. */
  readonly clocks: readonly [BlockClock<PlacedBlock>, BlockClock<PlacedBlock>];
  resident: number;
  /** Sum of the times at which the resident blocks were placed. */
  placedAt: number;
}

interface PlacedBlock extends ClockedBlock {
  readonly sm: number;
  readonly at: number;
}

class LaunchReplay {
  private now = 0;
  private ages = 0;
  private readonly random;
  private readonly resources: SmResources;
  private readonly apps: readonly Launched[];
  private readonly residentOn: readonly Int32Array[];
  /** By kernel and SM; kept where SMs are not alike. */
  private readonly blocksOn: readonly (readonly Set<PlacedBlock>[])[];
  /** By kernel and SM, what blocks take that began together there. */
  private readonly begun: (readonly number[] | undefined)[][];
  private readonly allSms: readonly number[];

  constructor(private readonly what: ReplayedLaunches) {
    const { table, limits, memory, launchCycles, blocks } = what;
    const { sms } = memory;
    const state = new StateArrays();
    this.random = createRandom(what.seed);
    this.resources = new SmResources(sms, limits, table, new CarveOut(memory, limits, table, state), state);
    this.allSms = Array.from({ length: sms }, (_, sm) => sm);
    this.residentOn = blocks.map(() => new Int32Array(sms));
    this.blocksOn = blocks.map(() => this.allSms.map(() => new Set()));
    this.begun = blocks.map(() => []);
    this.apps = blocks.map((count, kernel): Launched => {
      const work = Math.ceil(count / (MOST_WAVES * sms * table.blocksPerSm[kernel]!));
      return {
        startAt: launchCycles,
        launchedAt: 0,
        age: this.ages++,
        placed: 0,
        done: 0,
        blocks: Math.ceil(count / work),
        work,
        cycles: [],
        waits: [],
        waited: 0,
        offSince: launchCycles,
        clocks: [new BlockClock(), new BlockClock()],
        resident: 0,
        placedAt: 0,
      };
    });
  }

  run(): LaunchMeans {
    for (let ends = 0; !this.isEnough(ends); ends++) {
      if (ends > TOO_MANY_ENDS) throw new InputError(message('analysis.replayTooLong'));
      this.step();
    }
    return {
      meanLaunches: this.apps.map(({ cycles }) => mean(cycles.slice(1))),
      meanWaits: this.apps.map(({ waits }) => mean(waits.slice(1))),
    };
  }

  private isEnough(ends: number): boolean {
    const least = ends > MANY_ENDS ? 2 : LAUNCHES;
    return this.apps.every(({ cycles }) => cycles.length >= least);
  }

  /** Goes on to the next end of a block or start of a launch. */
  private step(): void {
    const speeds = this.speeds();
    let elapsed = Infinity;
    let ending: (() => void) | null = null;
    this.apps.forEach(({ clocks, startAt }, kernel) => {
      clocks.forEach((clock, side) => {
        const left = clock.left / speeds[side]![kernel]!;
        if (left < elapsed) [elapsed, ending] = [left, () => this.blockEnds(kernel, clock)];
      });
      const toStart = startAt > this.now ? startAt - this.now : Infinity;
      if (toStart < elapsed) [elapsed, ending] = [toStart, null];
    });
    if (!(elapsed < Infinity)) throw new InputError(message('analysis.noProgress'));
    this.now += elapsed;
    this.apps.forEach(({ clocks }, kernel) => {
      clocks.forEach((clock, side) => clock.advance(speeds[side]![kernel]! * elapsed));
    });
    if (ending === null) this.placeEverywhere();
    else (ending as () => void)();
  }

  /** By clock and kernel. */
  private speeds(): readonly (readonly number[])[] {
    const { speeds, speedsBeside } = this.what;
    const resident = this.apps.map((app) => app.resident);
    const oldest = this.oldest();
    const apart = speeds(resident, oldest);
    return [apart, speedsBeside?.(resident, oldest) ?? apart];
  }

  /** The kernel whose resident blocks have been there longest on average. */
  private oldest(): number {
    const times = this.apps.map(({ resident, placedAt }) => (resident > 0 ? placedAt / resident : Infinity));
    return times.indexOf(Math.min(...times));
  }

  private blockEnds(kernel: number, clock: BlockClock<PlacedBlock>): void {
    const app = this.apps[kernel]!;
    const block = clock.pop();
    const { sm, at } = block;
    this.resources.give(sm, kernel);
    if (--app.resident === 0) app.offSince = this.now;
    app.placedAt -= at;
    this.blocksOn[kernel]![sm]!.delete(block);
    if (--this.residentOn[kernel]![sm]! === 0) this.meet(sm, kernel);
    if (++app.done < app.blocks) {
      while (this.placeOn([sm]));
      return;
    }
    app.cycles.push(this.now - app.launchedAt);
    app.waits.push(app.waited);
    app.waited = 0;
    app.launchedAt = this.now;
    app.startAt = this.now + this.what.launchCycles;
    app.offSince = app.startAt;
    app.age = this.ages++;
    app.placed = 0;
    app.done = 0;
    this.placeEverywhere();
  }

  private placeEverywhere(): void {
    while (this.placeOn(this.allSms));
  }

  /** Places a block of the oldest launch that may, on the SM among these that has most room for it; false where none fits. */
  private placeOn(sms: readonly number[]): boolean {
    const waiting = this.apps
      .map((_, kernel) => kernel)
      .filter((kernel) => this.isPlaceable(this.apps[kernel]!))
      .sort((a, b) => this.apps[a]!.age - this.apps[b]!.age);
    for (const kernel of this.what.leftover ? waiting.slice(0, 1) : waiting) {
      const sm = this.roomiest(kernel, sms);
      if (sm < 0) continue;
      this.place(kernel, sm);
      return true;
    }
    return false;
  }

  private roomiest(kernel: number, sms: readonly number[]): number {
    let best = -1;
    let most = 0;
    for (const sm of sms) {
      const room = this.resources.room(sm, kernel, this.residentOn[kernel]![sm]!);
      if (room > most) [best, most] = [sm, room];
    }
    return best;
  }

  private place(kernel: number, sm: number): void {
    const app = this.apps[kernel]!;
    const work = this.workOf(kernel, sm);
    this.resources.take(sm, kernel);
    if (app.resident++ === 0) app.waited += this.now - app.offSince;
    app.placedAt += this.now;
    app.placed++;
    const block: PlacedBlock = { sm, at: this.now };
    app.clocks[this.side(kernel, sm)].add(block, work);
    if (this.what.speedsBeside) this.blocksOn[kernel]![sm]!.add(block);
    if (++this.residentOn[kernel]![sm]! === 1) this.meet(sm, kernel);
  }

  /** By which clock blocks of a kernel on an SM run. */
  private side(kernel: number, sm: number): 0 | 1 {
    const isBeside = this.residentOn.some((count, other) => other !== kernel && count[sm]! > 0);
    return this.what.speedsBeside && isBeside ? 1 : 0;
  }

  /** The first block of a kernel came to an SM, or its last one left: the others there have a neighbour now, or none. */
  private meet(sm: number, kernel: number): void {
    if (!this.what.speedsBeside) return;
    this.apps.forEach(({ clocks }, other) => {
      const to = clocks[this.side(other, sm)];
      if (other !== kernel)
        for (const block of this.blocksOn[other]![sm]!) if (block.clock !== to) block.clock!.move(block, to);
    });
  }

  private isPlaceable({ startAt, placed, blocks }: Launched): boolean {
    return startAt <= this.now && placed < blocks;
  }

  /** By age of those that begin with a launch; of others uniform about the mean. Blocks in a row even out. */
  private workOf(kernel: number, sm: number): number {
    const { work, startAt } = this.apps[kernel]!;
    if (startAt !== this.now) return work + (2 * this.random.next() - 1) * SPREAD * Math.sqrt(3 * work);
    const works = this.worksOn(kernel, sm);
    return work * (works[this.residentOn[kernel]![sm]!] ?? 1);
  }

  /** Of the blocks of a launch that begin together on an SM, by age; known from when the first of them comes. */
  private worksOn(kernel: number, sm: number): readonly number[] {
    const { ages, blocks, table } = this.what;
    if (ages === undefined) return [];
    const resident = this.residentOn[kernel]![sm]!;
    const begun = this.begun[kernel]![sm];
    if (resident > 0) return begun ?? [];
    const most = Math.ceil(blocks[kernel]! / this.allSms.length);
    const count = Math.min(most, table.blocksPerSm[kernel]!, this.resources.room(sm, kernel, 0));
    return (this.begun[kernel]![sm] = worksByAge(ages(kernel), count));
  }
}
