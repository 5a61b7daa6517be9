import {
  halfLastPlace,
  inBaseUnit,
  parsePlainNumber,
  type Quantity,
  type QuantityKind,
} from '../../quantity';
import type { StatsHeader } from './header';

const GROUPED = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/** A number of `nsys stats`: text tables group digits by commas in some versions; null where it is none. */
function statsNumber(text: string): number | null {
  return parsePlainNumber(GROUPED.test(text) ? text.replaceAll(',', '') : text);
}

/** The cells of one row of a report, by the titles of its columns. */
export class StatsCells {
  private readonly places: ReadonlyMap<string, number>;
  private cells: readonly string[] = [];

  constructor(private readonly header: StatsHeader) {
    this.places = new Map(header.titles.map((title, at) => [title, at]));
  }

  /** Turns to another row. */
  take(cells: readonly string[]): this {
    this.cells = cells;
    return this;
  }

  has(title: string): boolean {
    return this.places.has(title);
  }

  /** The text of a cell; older versions write `None` where nothing stands. */
  text(title: string): string {
    const text = (this.cells[this.places.get(title) ?? -1] ?? '').trim();
    return text === 'None' || text === '-' ? '' : text;
  }

  number(title: string): number | null {
    return statsNumber(this.text(title));
  }

  /** A whole number that is not negative; null for others. */
  count(title: string): number | null {
    const value = this.number(title);
    return value !== null && Number.isSafeInteger(value) && value >= 0 ? value : null;
  }

  /** A quantity under its column's unit; null where it is no number of that kind, or negative. */
  quantity(title: string, kind: QuantityKind): Quantity | null {
    const unit = this.header.units[this.places.get(title) ?? -1] ?? null;
    const text = this.text(title).replaceAll(',', '');
    const value = this.number(title);
    if (value === null || value < 0 || unit?.kind !== kind) return null;
    return { value: inBaseUnit(value, unit), kind, slack: halfLastPlace(text) * unit.factor };
  }

  /** Three numbers in one cell, separated by blanks. */
  extents(title: string): readonly [number | null, number | null, number | null] {
    const [x, y, z] = this.text(title).split(/\s+/);
    return [statsNumber(x ?? ''), statsNumber(y ?? ''), statsNumber(z ?? '')];
  }
}
