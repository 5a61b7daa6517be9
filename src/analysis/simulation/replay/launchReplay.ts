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
  /** Blocks per cycle at which one block of each kernel runs on an SM. */
  readonly speeds: (sm: Held, all: Held) => readonly number[];
  /** How blocks of a kernel get on that begin together; without one they are alike. */
  readonly ages?: (kernel: number) => AgeProfile;
  readonly seed: number;
}

/** What an SM holds, or all of them together. */
export interface Held {
  /** Blocks of each kernel. */
  readonly blocks: readonly number[];
  /** The kernel whose blocks have been there for the longest time in the mean. */
  readonly oldest: number;
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
  resident: number;
  /** Sum of the times at which the resident blocks were placed. */
  placedAt: number;
}

interface PlacedBlock extends ClockedBlock {
  readonly sm: number;
  readonly at: number;
}

/** SMs that hold the same, where all blocks of a kernel run at one speed. */
interface AlikeSms {
  readonly held: Held;
  readonly clocks: readonly BlockClock<PlacedBlock>[];
  speeds: readonly number[];
  sms: number;
}

/** What one SM holds. */
interface SmBlocks {
  readonly blocks: readonly Set<PlacedBlock>[];
  /** By kernel, the sum of the times at which its blocks were placed. */
  readonly placedAt: number[];
  /** Blocks that were placed and have no clock yet, with their work. */
  readonly begun: [block: PlacedBlock, kernel: number, work: number][];
  alike: AlikeSms | null;
}

class LaunchReplay {
  private now = 0;
  private ages = 0;
  private readonly random;
  private readonly resources: SmResources;
  private readonly apps: readonly Launched[];
  private readonly sms: readonly SmBlocks[];
  /** SMs whose blocks have changed. */
  private readonly changed = new Set<number>();
  /** SMs that hold anything, by what they hold. */
  private readonly groups = new Map<string, AlikeSms>();
  /** What all SMs together hold, as far as speeds depend on it. */
  private all = '';
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
    this.sms = this.allSms.map(() => ({
      blocks: blocks.map(() => new Set()),
      placedAt: blocks.map(() => 0),
      begun: [],
      alike: null,
    }));
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
    this.settle();
    let elapsed = Infinity;
    let ending: (() => void) | null = null;
    for (const { clocks, speeds } of this.groups.values())
      for (let kernel = 0; kernel < clocks.length; kernel++) {
        const clock = clocks[kernel]!;
        const left = clock.left / speeds[kernel]!;
        if (left < elapsed) [elapsed, ending] = [left, () => this.blockEnds(kernel, clock)];
      }
    for (const { startAt } of this.apps)
      if (startAt > this.now && startAt - this.now < elapsed) [elapsed, ending] = [startAt - this.now, null];
    if (!(elapsed < Infinity)) throw new InputError(message('analysis.noProgress'));
    this.now += elapsed;
    for (const { clocks, speeds } of this.groups.values())
      clocks.forEach((clock, kernel) => clock.advance(speeds[kernel]! * elapsed));
    if (ending === null) this.placeEverywhere();
    else (ending as () => void)();
  }

  /** Has SMs that have changed join others, and asks for speeds that are not known or depend on what has changed. */
  private settle(): void {
    for (const sm of this.changed) this.join(this.sms[sm]!);
    this.changed.clear();
    const all = heldOf(
      this.apps.map(({ resident }) => resident),
      this.apps.map(({ placedAt }) => placedAt),
    );
    const key = `${all.blocks.map((count) => count > 0).join()} ${all.oldest}`;
    const isNew = key !== this.all;
    this.all = key;
    for (const group of this.groups.values())
      if (isNew || group.speeds.length === 0) group.speeds = this.what.speeds(group.held, all);
  }

  /** Gives the blocks of an SM the clocks of those that hold the same. */
  private join(sm: SmBlocks): void {
    const held = heldOf(
      sm.blocks.map(({ size }) => size),
      sm.placedAt,
    );
    const key = keyOf(held);
    const before = sm.alike;
    const group = this.groups.get(key) ?? {
      held,
      clocks: sm.blocks.map(() => new BlockClock<PlacedBlock>()),
      speeds: [],
      sms: 0,
    };
    if (group !== before) {
      this.groups.set(key, group);
      group.sms++;
      sm.alike = group;
      sm.blocks.forEach((own, kernel) => {
        for (const block of own) block.clock?.move(block, group.clocks[kernel]!);
      });
      if (before !== null && --before.sms === 0) this.groups.delete(keyOf(before.held));
    }
    for (const [block, kernel, work] of sm.begun) group.clocks[kernel]!.add(block, work);
    sm.begun.length = 0;
  }

  private blockEnds(kernel: number, clock: BlockClock<PlacedBlock>): void {
    const app = this.apps[kernel]!;
    const block = clock.pop();
    const { sm, at } = block;
    this.resources.give(sm, kernel);
    if (--app.resident === 0) app.offSince = this.now;
    app.placedAt -= at;
    this.sms[sm]!.blocks[kernel]!.delete(block);
    this.sms[sm]!.placedAt[kernel]! -= at;
    this.changed.add(sm);
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
      const room = this.resources.room(sm, kernel, this.residentOn(kernel, sm));
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
    const there = this.sms[sm]!;
    there.begun.push([block, kernel, work]);
    there.blocks[kernel]!.add(block);
    there.placedAt[kernel]! += this.now;
    this.changed.add(sm);
  }

  private residentOn(kernel: number, sm: number): number {
    return this.sms[sm]!.blocks[kernel]!.size;
  }

  private isPlaceable({ startAt, placed, blocks }: Launched): boolean {
    return startAt <= this.now && placed < blocks;
  }

  /** By age of those that begin with a launch; of others uniform about the mean. Blocks in a row even out. */
  private workOf(kernel: number, sm: number): number {
    const { work, startAt } = this.apps[kernel]!;
    if (startAt !== this.now) return work + (2 * this.random.next() - 1) * SPREAD * Math.sqrt(3 * work);
    const works = this.worksOn(kernel, sm);
    return work * (works[this.residentOn(kernel, sm)] ?? 1);
  }

  /** Of the blocks of a launch that begin together on an SM, by age; known from when the first of them comes. */
  private worksOn(kernel: number, sm: number): readonly number[] {
    const { ages, blocks, table } = this.what;
    if (ages === undefined) return [];
    const resident = this.residentOn(kernel, sm);
    const begun = this.begun[kernel]![sm];
    if (resident > 0) return begun ?? [];
    const most = Math.ceil(blocks[kernel]! / this.allSms.length);
    const count = Math.min(most, table.blocksPerSm[kernel]!, this.resources.room(sm, kernel, 0));
    return (this.begun[kernel]![sm] = worksByAge(ages(kernel), count));
  }
}

/** @param placedAt by kernel, the sum of the times at which its blocks were placed */
const heldOf = (blocks: readonly number[], placedAt: readonly number[]): Held => ({
  blocks,
  oldest: oldestOf(placedAt.map((sum, kernel) => sum / blocks[kernel]!)),
});

/** The kernel with the least mean time of placing; those without blocks have none. */
function oldestOf(times: readonly number[]): number {
  let oldest = 0;
  times.forEach((time, kernel) => {
    if (time < (times[oldest]! >= 0 ? times[oldest]! : Infinity)) oldest = kernel;
  });
  return oldest;
}

const keyOf = ({ blocks, oldest }: Held): string => `${blocks.join()} ${oldest}`;
