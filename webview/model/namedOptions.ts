import { groupBy } from '../../src/stats/grouping';

/** Something that is chosen by name, and where it stands. */
export interface Named {
  readonly value: string;
  readonly name: string;
  readonly path: string;
  readonly line: number;
}

/** Options of a drop-down: those of one name say in brackets where they stand, with as much of the path as tells them apart. */
export function namedOptions(
  items: readonly Named[],
): readonly { readonly value: string; readonly label: string }[] {
  const groups = groupBy(items, ({ name }) => name);
  return items.map((item) => {
    const { value, name } = item;
    const alike = groups.get(name)!;
    return { value, label: alike.length === 1 ? name : `${name} (${placeAmong(item, alike)})` };
  });
}

function placeAmong(item: Named, alike: readonly Named[]): string {
  const folders = item.path.split(/[\\/]/).length;
  for (let parts = 1; parts < folders; parts++) {
    const place = placeOf(item, parts);
    if (alike.every((other) => other === item || placeOf(other, parts) !== place)) return place;
  }
  return placeOf(item, folders);
}

/** The last parts of its path, and its line. */
const placeOf = ({ path, line }: Named, parts: number): string =>
  `${path.split(/[\\/]/).slice(-parts).join('/')}:${line}`;
