import type { OrderedSpace } from '../schedule/item';
import type { PlaceKey } from './placeKey';

/** How often what is at a place may have changed: stores beside it, a known distance away, leave it as it is. */
export class WrittenPlaces {
  private readonly counts = new Map<string, number>();
  /** Size of the elements of rows, and where they begin. */
  private readonly rows = new Map<string, string>();

  /** Anything in some memory may have been written. */
  changed(spaces: Iterable<OrderedSpace>): void {
    for (const space of spaces) {
      this.count(space);
      this.count(`${space} in all`);
    }
  }

  stored(space: OrderedSpace, key: PlaceKey): void {
    this.count(partKey(space, key));
    this.count(`${space} in all`);
    if (!this.isElement(key)) return;
    this.count(`row ${key.row}`);
    this.count(`place ${key.place}`);
  }

  /** A text that stays the same while what is at a place does. */
  stateOf(space: OrderedSpace, key: PlaceKey): string {
    const all =
      key.part.array === null ? this.of(`${space} in all`) : this.of(space) + this.of(partKey(space, key));
    if (!this.isElement(key)) return String(all);
    return `${all - this.of(`row ${key.row}`)}.${this.of(`place ${key.place}`)}`;
  }

  /** Tests whether a place is an element of its row like all others so far: of their size, and at a multiple of it. */
  private isElement({ row, offset, bytes }: PlaceKey): boolean {
    if (row === null) return false;
    const shape = `${bytes} ${((offset % bytes) + bytes) % bytes}`;
    const known = this.rows.get(row);
    if (known === undefined) this.rows.set(row, shape);
    return known === undefined || known === shape;
  }

  private of(key: string): number {
    return this.counts.get(key) ?? 0;
  }

  private count(key: string): void {
    this.counts.set(key, this.of(key) + 1);
  }
}

function partKey(space: OrderedSpace, { part: { array } }: PlaceKey): string {
  return array === null ? space : `${space} ${array.id}`;
}
