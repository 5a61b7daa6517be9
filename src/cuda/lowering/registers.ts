import type { LaunchBounds } from '../../kernel/kernel';
import { fragmentWords } from '../reading/values/fragment';
import { isWide, scalarOf, sizeOf } from '../reading/values/types';
import type { Region, Value } from '../reading/values/graph';
import type { KernelState } from '../reading/body/state';

/** Registers that every kernel uses: the stack pointer, coordinates, a scratch pair. */
const BASE = 8;
/** The compiler hands registers out in steps of this many per thread. */
const STEP = 2;
/** The compiler gives no thread fewer. */
export const LEAST_REGISTERS = 10;
const MOST = 255;

/**
 * How far the compiler's registers may be from the estimate, in registers or as a share of it, whichever is more: of the
 * half of the suite with which that was not chosen `held` of `tried` lie within (`npm run study -- lowering-compiler --set
 * even`, nvcc 13.0 for sm_80).
 */
const REGISTER_ERROR = { fewer: 8, fewerShare: 0.1, more: 18, moreShare: 0.5, held: 87, tried: 90 };

/** By how many registers the compiler's may be fewer or more than an estimate, and of how many kernels that holds. */
export function registerError(estimate: number): Record<'fewer' | 'more' | 'held' | 'tried', number> {
  const { fewer, fewerShare, more, moreShare, held, tried } = REGISTER_ERROR;
  return {
    fewer: Math.max(fewer, Math.floor(fewerShare * estimate)),
    more: Math.max(more, Math.ceil(moreShare * estimate)),
    held,
    tried,
  };
}

/** Registers of an SM, the same on all architectures from Kepler on; handed out to warps in steps of 8 a thread. */
const SM_REGISTERS = 65_536;

/** Registers of a thread that launch bounds leave; the most that there are without any. */
export function registersAllowed(bounds: LaunchBounds | null): number {
  const threads = bounds?.maxThreadsPerBlock.value ?? null;
  if (threads === null || threads < 1) return MOST;
  const blocks = Math.max(1, bounds?.minBlocksPerSm?.value ?? 1);
  return Math.max(LEAST_REGISTERS, Math.min(MOST, Math.floor(SM_REGISTERS / threads / blocks / 8) * 8));
}

/** Stretch of code over which a value is in a register. */
interface LiveRange {
  from: number;
  to: number;
  /** Region in which it is made. */
  readonly home: Region;
  /** Copies of an unrolled loop in front of another loop that make it, until when they run: what is used behind that is alive for each. */
  readonly copies: { readonly number: number; readonly until: () => number };
}

const ONE = { number: 1, until: (): number => Infinity };

/** Registers up to which an SM of any architecture runs all its threads: loads are issued ahead as far as that allows. */
const FULL_OCCUPANCY = 32;

/**
 * Registers of a thread: the most values that are alive at one place of the code, and room for loads that the
 * compiler issues ahead in unrolled loops.
 */
export function estimateRegisters(state: KernelState, loadedAhead: number): number {
  const lives = new Map<Value, LiveRange>();
  const ends = new Map<Region, number>();
  let time = 0;
  const uses: Use[] = [];
  const accesses: Use[] = [];
  const visit = (region: Region): void => {
    const start = time;
    for (const event of region.events) {
      time++;
      if (event.kind === 'nested') {
        event.regions.forEach(visit);
        continue;
      }
      const { makes, needs, access } = event;
      const operands = [
        ...needs,
        ...(makes?.args ?? []),
        ...(access === null ? [] : [access.base, access.index]),
      ];
      for (const value of operands) uses.push({ value, at: time, in: region });
      if (access !== null && isGlobal(access.base))
        accesses.push({ value: access.base, at: time, in: region });
      if (makes !== null && !lives.has(makes))
        lives.set(makes, { from: time, to: time, ...madeIn(region, ends) });
    }
    ends.set(region, ++time);
    holdCarried(region, { from: start, to: time }, lives, uses);
  };
  visit(state.root);
  for (const use of uses) extend(use, lives, ends, new Set());
  for (const access of accesses) holdAddress(access, lives, ends);
  const base = BASE + elementRegisters(state);
  const alive = base + mostAlive(lives, time);
  const others = new Map([...lives].filter(([value]) => value.kind !== 'load'));
  const withLoads = base + mostAlive(others, time) + loadedAhead;
  return rounded(Math.max(alive, Math.min(FULL_OCCUPANCY, withLoads)));
}

function madeIn(region: Region, ends: ReadonlyMap<Region, number>): Pick<LiveRange, 'home' | 'copies'> {
  if (region.copyOf === null || region.parent === null) return { home: region, copies: ONE };
  const { home, copies } = madeIn(region.parent, ends);
  const number = copies.number * Math.max(1, region.count?.uniform ?? 1);
  return { home, copies: { number, until: copies === ONE ? () => ends.get(region)! : copies.until } };
}

interface Use {
  readonly value: Value;
  readonly at: number;
  readonly in: Region;
}

function isGlobal({ type }: Value): boolean {
  return type.kind === 'pointer' && (type.space === 'global' || type.space === 'generic');
}

/**
 * Keeps loop-carried values alive: they are there at the start of the loop, at the end of each iteration, and
 * behind the loop. The elements of arrays count by themselves.
 */
function holdCarried(
  loop: Region,
  { from, to }: Pick<LiveRange, 'from' | 'to'>,
  lives: Map<Value, LiveRange>,
  uses: Use[],
): void {
  const around = loop.parent ?? loop;
  for (const { inside, start, end, behind } of loop.carried) {
    if (inside.type.kind === 'array') continue;
    lives.set(inside, { from: from + 1, to: from, home: loop, copies: ONE });
    if (behind !== null) lives.set(behind, { from: to + 1, to, home: around, copies: ONE });
    if (start !== null) uses.push({ value: start, at: from, in: around });
    if (end !== null) uses.push({ value: end, at: to, in: loop });
  }
}

/** An address is in a pair of registers from the first access to the object until the last; in a loop, until that ends. */
function holdAddress(
  { value, at, in: region }: Use,
  lives: Map<Value, LiveRange>,
  ends: ReadonlyMap<Region, number>,
): void {
  const loop = region.varying;
  const to = loop.kind === 'loop' ? (ends.get(loop) ?? at) : at;
  const life = lives.get(value);
  if (life === undefined) lives.set(value, { from: at, to, home: region, copies: ONE });
  else life.to = Math.max(life.to, to);
}

/**
 * Registers of local arrays whose elements unrolled loops choose, beyond the one that stands for each array among the
 * values: accumulators of a tile and the like are all alive while the loops around them run.
 */
function elementRegisters({ chosenElements }: KernelState): number {
  let words = 0;
  for (const bytes of chosenElements.values()) words += Math.max(0, Math.ceil(bytes / 4) - 1);
  return words;
}

function extend(
  { value, at, in: region }: { value: Value; at: number; in: Region },
  lives: ReadonlyMap<Value, LiveRange>,
  ends: ReadonlyMap<Region, number>,
  seen: Set<Value>,
): void {
  if (seen.has(value) || seen.size > 64) return;
  seen.add(value);
  const life = lives.get(value);
  if (life === undefined) {
    for (const part of value.args) extend({ value: part, at, in: region }, lives, ends, seen);
    return;
  }
  let last = at;
  // What is made in front of a loop and used in it stays until the loop ends.
  for (let around: Region | null = region; around !== null && around !== life.home; around = around.parent)
    if (around.kind === 'loop' && life.home.encloses(around)) last = Math.max(last, ends.get(around) ?? last);
  life.to = Math.max(life.to, last);
}

function mostAlive(lives: ReadonlyMap<Value, LiveRange>, time: number): number {
  const change = new Float64Array(time + 2);
  for (const [value, { from, to, copies }] of lives) {
    const width = registersOf(value) * (to > copies.until() ? copies.number : 1);
    change[from] = change[from]! + width;
    change[to + 1] = change[to + 1]! - width;
  }
  let [alive, most] = [0, 0];
  for (const step of change) {
    alive += step;
    most = Math.max(most, alive);
  }
  return most;
}

function registersOf(value: Value): number {
  const { type } = value;
  if (type.kind === 'scalar' && type.scalar === 'bool') return 0;
  const fragment = fragmentWords(type);
  if (fragment !== null) return fragment;
  if (type.kind === 'pointer' || isWide(scalarOf(type))) return 2;
  return Math.min(8, Math.max(1, Math.ceil((sizeOf(type) ?? 4) / 4)));
}

function rounded(count: number): number {
  return Math.min(MOST, Math.max(LEAST_REGISTERS, Math.ceil(count / STEP) * STEP));
}
