import type { Item } from './item';

/** Names that a program may give to loads under way; the simulator keeps 31. */
const NAMES = 30;

interface Holder {
  readonly item: Item;
  /** The block that issued the load. */
  readonly block: object;
}

/** Gives names to loads under way: a free one where there is one, else the one that was given longest ago. */
export class Tokens {
  private readonly holders: (Holder | null)[] = Array.from({ length: NAMES }, () => null);
  private next = 0;
  /** Registers that loads issued side by side fill, where they are most. */
  loadedAhead = 0;

  /** A name for the result of a load that `block` issues. */
  give(item: Item, block: object): string {
    const free = this.holders.findIndex((_, place) => this.holders[(this.next + place) % NAMES] === null);
    const place = (this.next + Math.max(0, free)) % NAMES;
    const former = this.holders[place];
    if (former) former.item.token = null;
    this.holders[place] = { item, block };
    this.next = (place + 1) % NAMES;
    return (item.token = `r${place}`);
  }

  /**
   * The names to wait for before something in `block` that needs these loads. What the block issued itself has
   * arrived then; a load from around it may still be under way where the block is skipped.
   */
  wait(loads: Iterable<Item>, block: object): string[] {
    const names: string[] = [];
    for (const item of loads) {
      if (item.token === null) continue;
      names.push(item.token);
      const place = Number(item.token.slice(1));
      if (this.holders[place]?.block !== block) continue;
      this.holders[place] = null;
      item.token = null;
    }
    return names;
  }
}
