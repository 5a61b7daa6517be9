import {
  isReadOnly,
  type Access,
  type ChargeEvent,
  type Region,
  type Value,
} from '../../reading/values/graph';
import { termsKey, termsOf } from '../../reading/values/linear';
import { arrayAlignment } from '../../reading/values/layout';
import { sizeOf, type CType } from '../../reading/values/types';
import type { Ledger } from './ledger';

/** Bytes of the words that a wide access of shared memory is made of. */
const WORD = 4;
const WIDTHS = [4, 2];

/** Accesses of straight code to one array that differ by a constant: by their distance in words. */
type Places = Map<number, ChargeEvent>;

/**
 * Joins accesses of shared memory that lie side by side, and stores to the lanes of a vector in memory, as the compiler
 * does in straight code.
 */
export class SideBySide {
  private loads = new Map<string, Places>();
  private stores = new Map<string, Places>();
  /** Stores to lanes of one vector, by the lane. */
  private lanes = new Map<string, Places>();

  /** @param objects types of arrays by the name of their address */
  constructor(
    private readonly ledger: Ledger,
    private readonly objects: ReadonlyMap<string, CType>,
  ) {}

  /** Joins what stands side by side in a region and those in it. */
  join(region: Region): void {
    for (const event of region.events.slice()) {
      if (event.kind === 'nested') {
        this.close(region);
        event.regions.forEach((inner) => this.join(inner));
      } else this.visit(event, region);
    }
    this.close(region);
  }

  private visit(event: ChargeEvent, region: Region): void {
    if (event.name === 'barrier' || event.name === 'atomic') return this.close(region);
    const isStore = event.name === 'sharedStore';
    // No access moves past one that may change what it reads, or that it would change.
    if (isStore) this.loads = this.closed(this.loads, region);
    else if (event.name.endsWith('Store')) this.closeStatic(region);
    if (event.name === 'sharedLoad') this.stores = this.closed(this.stores, region);
    this.visitLanes(event, region);
    if (isStore || event.name === 'sharedLoad') this.note(event, isStore ? this.stores : this.loads);
  }

  private note(event: ChargeEvent, known: Map<string, Places>): void {
    const { access, count } = event;
    if (access === null || count !== 1 || access.field !== '' || !isWord(access.type)) return;
    const most = event.name === 'sharedStore' ? this.alignedWords(access.base) : WIDTHS[0]!;
    const terms = termsOf(access.index);
    const moving = terms.filter(({ factors }) => factors.length > 0);
    const offset = terms.find(({ factors }) => factors.length === 0)?.coefficient ?? 0;
    const width = WIDTHS.find(
      (words) => words <= most && moving.every(({ coefficient }) => coefficient % words === 0),
    );
    if (width === undefined || !this.objects.has(access.base.name)) return;
    const key = `${access.base.id} ${width} ${termsKey(moving)}`;
    const places = known.get(key) ?? new Map<number, ChargeEvent>();
    known.set(key, places);
    if (!places.has(offset)) places.set(offset, event);
  }

  /** Stores to lanes of one vector, which lies where all of it is one access, with nothing between that may be the same memory. */
  private visitLanes(event: ChargeEvent, region: Region): void {
    const { name, access } = event;
    const isStore = name.endsWith('Store');
    if (!isStore && !(name.endsWith('Load') && !isReadOnly(access?.base))) return;
    const lane = isStore ? laneOf(event) : null;
    const key =
      lane === null || access === null ? '' : `${access.base.id} ${widthOf(access)} ${access.index.id}`;
    const places = this.lanes.get(key) ?? new Map<number, ChargeEvent>();
    this.lanes.delete(key);
    this.lanes = this.closed(this.lanes, region);
    if (lane !== null) this.lanes.set(key, places.set(lane, event));
  }

  /** Words at a multiple of which an array is known to lie. */
  private alignedWords({ name }: Value): number {
    const type = this.objects.get(name);
    return type === undefined ? 1 : arrayAlignment(type) / WORD;
  }

  /**
   * Ends runs of loads at a store to other memory: the compiler loads a pair in front of it only where it joins them
   * itself, which takes an array that is aligned to more than its elements.
   */
  private closeStatic(region: Region): void {
    const [aligned, others] = [new Map<string, Places>(), new Map<string, Places>()];
    for (const [key, places] of this.loads) {
      const [event] = places.values();
      const words = event?.access ? this.alignedWords(event.access.base) : 1;
      (words > 1 ? aligned : others).set(key, places);
    }
    this.closed(others, region);
    this.loads = aligned;
  }

  private close(region: Region): void {
    this.loads = this.closed(this.loads, region);
    this.stores = this.closed(this.stores, region);
    this.lanes = this.closed(this.lanes, region);
  }

  private closed(known: Map<string, Places>, region: Region): Map<string, Places> {
    if (known.size === 0) return known;
    for (const [key, places] of known) this.joinRuns(places, Number(key.split(' ')[1]), region);
    return new Map();
  }

  private joinRuns(places: Places, widest: number, region: Region): void {
    if (places.size < 2) return;
    const joined = new Set<ChargeEvent>();
    for (const words of WIDTHS.filter((width) => width <= widest))
      for (const [offset] of places) {
        if (offset % words !== 0) continue;
        const run = Array.from({ length: words }, (_, word) => places.get(offset + word) ?? []).flat();
        if (run.length < words || run.some((event) => joined.has(event))) continue;
        run.forEach((event) => joined.add(event));
        this.ledger.widen(run, region);
      }
  }
}

function isWord(type: CType): boolean {
  return type.kind === 'scalar' && sizeOf(type) === WORD;
}

const LANES = ['.x', '.y', '.z', '.w'];
const WIDEST = 16;

/** The lane of a vector of two or four that a store writes; null for other stores. */
function laneOf({ access, count }: ChargeEvent): number | null {
  const pointer = access?.base.type;
  if (access === null || count !== 1 || pointer?.kind !== 'pointer' || pointer.isVolatile === true)
    return null;
  const { to } = pointer;
  const lane = LANES.indexOf(access.field);
  return to.kind === 'vector' && to.lanes !== 3 && lane >= 0 ? lane : null;
}

/** Lanes of a vector that one access writes. */
function widthOf({ type }: Access): number {
  return Math.min(4, WIDEST / (sizeOf(type) ?? WIDEST));
}
