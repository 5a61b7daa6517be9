import type { Value } from '../values/graph';
import { isSame, type MemoryPlace } from './memoryContents';

/** A store that waits for the end of its branch. */
export interface DeferredStore {
  readonly place: MemoryPlace;
  readonly value: Value;
}

/** The stores of one arm of a branch, in the order of the program, that the other arm or code before may share. */
export class DeferredStores {
  private stores: readonly DeferredStore[] = [];
  /** True once the arm has read memory. */
  reads = false;

  /** @param places those that wait; null for all */
  constructor(private readonly places: readonly MemoryPlace[] | null = null) {}

  takes(place: MemoryPlace): boolean {
    return this.places === null || this.places.some((own) => isSame(own, place));
  }

  add(place: MemoryPlace, value: Value): void {
    this.stores = [...this.stores.filter((store) => !isSame(store.place, place)), { place, value }];
    this.movable++;
  }

  /** Memory is read: no store moves past that. */
  pin(): void {
    this.reads = true;
    this.movable = 0;
  }

  private movable = 0;

  get all(): readonly DeferredStore[] {
    return this.stores;
  }

  /** Stores behind which nothing reads memory. */
  get last(): readonly DeferredStore[] {
    return this.stores.slice(Math.max(0, this.stores.length - this.movable));
  }

  valueAt(place: MemoryPlace): Value | null {
    return this.stores.find((store) => isSame(store.place, place))?.value ?? null;
  }
}
