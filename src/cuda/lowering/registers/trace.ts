import type { Access, Carried, Region, Value } from '../../reading/values/graph';
import type { LiveRange } from './liveRange';

/** A value that an instruction reads. */
export interface Use {
  readonly value: Value;
  readonly at: number;
  readonly in: Region;
}

/** An access to memory, and where it stands. */
export interface TimedAccess {
  readonly access: Access;
  readonly at: number;
  readonly in: Region;
}

/** A variable that a loop hands on, and where the loop begins and ends. */
export interface Handed extends Pick<LiveRange, 'from' | 'to'> {
  readonly carried: Carried;
  readonly loop: Region;
}

/** The code of a kernel in the order in which it was read: copies of unrolled loops are there once. */
export class Trace {
  /** What makes values: their live ranges have nothing behind that yet. */
  readonly lives = new Map<Value, LiveRange>();
  readonly uses: Use[] = [];
  readonly accesses: TimedAccess[] = [];
  readonly handed: Handed[] = [];
  readonly starts = new Map<Region, number>();
  readonly ends = new Map<Region, number>();
  /** The end of the code. */
  time = 0;
  /** Whether it calls code that no compiler takes in. */
  hasCall = false;
  private readonly eventTimes = new Map<Region, number[]>();

  constructor(root: Region) {
    this.visit(root);
  }

  /** The time of a region's event by its number; the region's end behind the last one. */
  at(region: Region, event: number): number {
    return this.eventTimes.get(region)?.[event] ?? this.ends.get(region) ?? this.time;
  }

  private visit(region: Region): void {
    const from = this.time;
    const times: number[] = [];
    this.starts.set(region, from);
    this.eventTimes.set(region, times);
    for (const event of region.events) {
      const at = ++this.time;
      times.push(at);
      if (event.kind === 'nested') {
        event.regions.forEach((inner) => this.visit(inner));
        continue;
      }
      const { makes, needs, access } = event;
      this.hasCall ||= CALLED.test(event.callee);
      const addresses = access === null ? [] : [access.base, access.index];
      for (const value of [...needs, ...(makes?.args ?? []), ...addresses])
        this.uses.push({ value, at, in: region });
      if (access !== null) this.accesses.push({ access, at, in: region });
      if (makes !== null && !this.lives.has(makes))
        this.lives.set(makes, { from: at, to: at, ...this.madeIn(region) });
    }
    this.ends.set(region, ++this.time);
    this.carry(region, { from, to: this.time });
  }

  /** What loops hand on is there at the start of an iteration, and behind the loop; used by nothing so far. */
  private carry(loop: Region, { from, to }: Pick<LiveRange, 'from' | 'to'>): void {
    const around = loop.parent ?? loop;
    for (const carried of loop.carried) {
      const { inside, behind } = carried;
      // The elements of arrays count by themselves.
      if (inside.type.kind === 'array') continue;
      this.lives.set(inside, { from: from + 1, to: from, home: loop, copies: ONE });
      if (behind !== null) this.lives.set(behind, { from: to + 1, to, home: around, copies: ONE });
      this.handed.push({ carried, loop, from, to });
    }
  }

  private madeIn(region: Region): Pick<LiveRange, 'home' | 'copies'> {
    if (region.copyOf === null || region.parent === null) return { home: region, copies: ONE };
    const { home, copies } = this.madeIn(region.parent);
    const number = copies.number * Math.max(1, region.count?.uniform ?? 1);
    return { home, copies: { number, until: copies === ONE ? () => this.ends.get(region)! : copies.until } };
  }
}

/** Functions of the runtime of devices that stay calls. */
const CALLED = /^printf$/;

const ONE = { number: 1, until: (): number => Infinity };
