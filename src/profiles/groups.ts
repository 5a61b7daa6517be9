/** Gives each distinct key a small number, and keeps what belongs to it. */
export class Groups<T> {
  private readonly index = new Map<string, number>();
  readonly items: T[] = [];

  /** Number of the group of `key`; a new one gets the item that `make` returns. */
  of(key: string, make: () => T): number {
    const found = this.index.get(key);
    if (found !== undefined) return found;
    const index = this.items.length;
    this.items.push(make());
    this.index.set(ownCopy(key), index);
    return index;
  }
}

/** One own string a text, however often it occurs in the file. */
export class Interned {
  private readonly texts = new Map<string, string>();

  of(text: string): string {
    let own = this.texts.get(text);
    if (own === undefined) {
      own = ownCopy(text);
      this.texts.set(own, own);
    }
    return own;
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * A copy of a string that keeps nothing else alive: a piece cut out of a file's text would hold
 * that whole text in memory.
 */
export function ownCopy(text: string): string {
  return decoder.decode(encoder.encode(text));
}
