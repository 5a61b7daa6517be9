import type { Item } from './item';

/** Bytes of one word or pair of words, and of the wide loads that are made of them, the widest first. */
const WIDE: Readonly<Record<number, readonly number[]>> = { 4: [16, 8], 8: [16] };

/**
 * Items of straight code in which loads of shared memory that lie side by side are one wide load, as ptxas joins them: of
 * words and pairs of them, from a multiple of their size on, where no store stands between them. What they load comes
 * from the wide one.
 */
export function withWideLoads(items: readonly Item[]): readonly Item[] {
  const wide = new Map<Item, Item>();
  let rows = new Map<string, Map<number, Item>>();
  const close = (): void => {
    for (const places of rows.values()) joinRow(places, wide);
    rows = new Map();
  };
  for (const item of items) {
    if (item.kind === 'store' || item.kind === 'atomic') close();
    const row = rowOf(item);
    if (row === null) continue;
    const places = rows.get(row) ?? new Map<number, Item>();
    rows.set(row, places);
    const { offset } = item.place!;
    if (!places.has(offset)) places.set(offset, item);
  }
  close();
  return wide.size === 0 ? items : [...new Set(items.map((item) => wide.get(item) ?? item))];
}

/** The same for loads of one size that lie a known distance apart; null for what is not joined. */
function rowOf({ kind, space, place, widened }: Item): string | null {
  if (kind !== 'load' || space !== 'shared' || widened === null || !place?.row) return null;
  return place.bytes in WIDE ? `${place.bytes} ${place.row}` : null;
}

function joinRow(places: ReadonlyMap<number, Item>, wide: Map<Item, Item>): void {
  if (places.size < 2) return;
  const [some] = places.values();
  const { bytes, alignment } = some!.place!;
  for (const width of WIDE[bytes]!.filter((one) => alignment % one === 0))
    for (const [offset, first] of places) {
      if (offset % width !== 0) continue;
      const run = Array.from({ length: width / bytes }, (_, at) => places.get(offset + at * bytes));
      if (run.some((item) => item === undefined || wide.has(item))) continue;
      const joined: Item = { ...first, access: first.widened!(width), registers: width / 4, widened: null };
      for (const item of run) {
        wide.set(item!, joined);
        item!.joined = joined;
      }
    }
}

/** The load that stands for another one, of which it is part; else that one. */
export function standIn(item: Item): Item {
  return item.joined ?? item;
}
