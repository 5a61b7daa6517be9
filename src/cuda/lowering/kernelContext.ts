import type { MemorySpace } from '../../kernel/program';
import type { Carried, ChargeEvent, Value, Region } from '../reading/values/graph';
import type { KernelState } from '../reading/body/state';
import { add, atomForm, constantForm, rangeOf, type Form } from './index/form';
import { Forms, type LaunchExtents } from './index/formOf';
import { Addresses } from './memory/address';
import { unreadEnds } from './flow/unreadEnds';
import { AddressKeys } from './memory/addressKey';
import { FixedNumbers } from './memory/fixedNumbers';
import type { Target } from './memory/arrays';
import type { ArrayTable } from './memory/arrayTable';
import { WrittenPlaces } from './memory/writtenPlaces';
import type { Item } from './schedule/item';
import { CopyGroups } from './schedule/copyGroups';
import { Tokens } from './schedule/tokens';

/** A load that serves several bodies of an unrolled loop. */
export interface SharedLoad {
  readonly item: Item;
  /** The part of the instruction that later bodies may still use. */
  left: number;
}

/** A store that several bodies of an unrolled loop make together. */
interface WideStore {
  /** Place of the first body. */
  readonly target: Target;
  /** What the values of the bodies so far come from. */
  readonly earlier: readonly Item[];
  /** The part of the instruction that is still to come. */
  readonly left: number;
}

/** A loop that has run. */
export interface EndedLoop {
  readonly region: Region;
  /** Value that the loop carries from iteration to iteration. */
  readonly inside: Value;
  /** Number of its last iteration; 0 when that differs. */
  readonly last: number;
}

/** State of lowering one kernel's trace to a program. */
export class KernelContext {
  readonly forms: Forms;
  readonly addresses: Addresses;
  readonly addressKeys: AddressKeys;
  readonly tokens = new Tokens();
  /** Bodies of the loop that is being written for each of those written, as the compiler has them side by side. */
  bodiesForEach = 1;
  /** Variables that loops hand on, by what they hold at the start of an iteration. */
  readonly carried = new Map<number, Carried>();
  /** Values that the last copy of a loop need not make, by the loop. */
  readonly unreadEnds: ReadonlyMap<Value, Region>;
  /** The same variables behind their loops. */
  readonly behind = new Map<number, EndedLoop>();
  /** Asynchronous copies under way. */
  readonly copies = new CopyGroups();
  readonly sharedLoads = new Map<string, SharedLoad>();
  /** Stores that bodies of an unrolled loop make together and that have not all their values. */
  readonly wideStores = new Map<ChargeEvent | number, WideStore>();
  /** How often memory may have changed so far. */
  readonly written = new WrittenPlaces();
  /** Values that something else is made of. */
  readonly used: ReadonlySet<Value>;

  constructor(
    readonly state: KernelState,
    readonly launch: LaunchExtents,
    readonly arrays: ArrayTable,
  ) {
    this.forms = new Forms(launch);
    this.addresses = new Addresses(this.forms);
    this.addressKeys = new AddressKeys(
      state.pointerSums,
      this.carried,
      this.forms,
      new FixedNumbers(this.carried, this.behind),
    );
    this.used = usedValues(state);
    this.unreadEnds = unreadEnds(state.root, (value) => state.ledger.isDemanded(value));
  }

  /** Bytes of one word for each thread: of the launch, or of the block for shared and local memory. */
  threadForm(space: MemorySpace): Form {
    const { grid, block } = this.launch;
    const sizes = space === 'global' ? [...block, ...grid] : space === 'shared' ? [...block] : [];
    const names = ['threadX', 'threadY', 'threadZ', 'blockX', 'blockY', 'blockZ'];
    let form = constantForm(0);
    let stride = 4;
    sizes.forEach((size, place) => {
      form = add(form, atomForm(names[place]!, 0, size - 1), stride);
      stride *= size;
    });
    return form;
  }

  /** Most iterations of `for (x = start; x < 0; x += step)` over all threads. */
  mostTrips(start: Form, step: number): number {
    return Math.max(1, Math.ceil(-rangeOf(start).low / step));
  }
}

function usedValues(state: KernelState): ReadonlySet<Value> {
  const used = new Set<Value>();
  const visit = (value: Value): void => {
    const open = [value];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (used.has(next)) continue;
      used.add(next);
      open.push(...next.args);
    }
  };
  const regions = [state.root];
  for (let region = regions.pop(); region !== undefined; region = regions.pop()) {
    for (const event of region.events) {
      if (event.kind === 'nested') {
        regions.push(...event.regions);
        continue;
      }
      event.needs.forEach(visit);
      event.makes?.args.forEach(visit);
      if (event.access !== null) [event.access.base, event.access.index].forEach(visit);
    }
    if (region.guard !== null) visit(region.guard);
    for (const { end } of region.carried) if (end !== null) visit(end);
  }
  return used;
}
