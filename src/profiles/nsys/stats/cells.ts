import {
  halfLastPlace,
  inBaseUnit,
  parsePlainNumber,
  type Quantity,
  type QuantityKind,
} from '../../quantity';
import type { StatsHeader } from './header';

const GROUPED = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
/** A number of a locale with decimal commas: `1.934`, `25.369.833,0`. */
const WITH_COMMA = /^-?(?:\d{1,3}(?:[.'’ \u00a0\u202f]\d{3})+|\d+)(?:,\d+)?$/;
/** A decimal comma and no group: shares and times in seconds, which come first in their tables, have other digits than three. */
const DECIMAL_COMMA = /^(?:\d{1,3}(?:[.'’ \u00a0\u202f]\d{3})+|\d+),(?:\d{1,2}|\d{4,})$/;

/** The digits of a number as text tables of some versions and locales group them, with a decimal point. */
function ungrouped(text: string, hasCommas: boolean): string {
  if (!hasCommas) return GROUPED.test(text) ? text.replaceAll(',', '') : text;
  return WITH_COMMA.test(text) ? text.replace(/[.'’ \u00a0\u202f]/g, '').replace(',', '.') : text;
}

/** The cells of one row of a report, by the titles of its columns. */
export class StatsCells {
  private readonly places: ReadonlyMap<string, number>;
  private cells: readonly string[] = [];
  private hasCommas = false;

  constructor(private readonly header: StatsHeader) {
    this.places = new Map(header.titles.map((title, at) => [title, at]));
  }

  /** Turns to another row. */
  take(cells: readonly string[]): this {
    this.cells = cells;
    this.hasCommas = DECIMAL_COMMA.test((cells[0] ?? '').trim());
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
    return parsePlainNumber(this.digits(this.text(title)));
  }

  private digits(text: string): string {
    return ungrouped(text, this.hasCommas);
  }

  /** A whole number that is not negative; null for others. */
  count(title: string): number | null {
    const value = this.number(title);
    return value !== null && Number.isSafeInteger(value) && value >= 0 ? value : null;
  }

  /** A quantity under its column's unit; null where it is no number of that kind, or negative. */
  quantity(title: string, kind: QuantityKind): Quantity | null {
    const unit = this.header.units[this.places.get(title) ?? -1] ?? null;
    const text = this.digits(this.text(title));
    const value = parsePlainNumber(text);
    if (value === null || value < 0 || unit?.kind !== kind) return null;
    return { value: inBaseUnit(value, unit), kind, slack: halfLastPlace(text) * unit.factor };
  }

  /** Three numbers in one cell, separated by blanks. */
  extents(title: string): readonly [number | null, number | null, number | null] {
    const [x, y, z] = this.text(title).split(/\s+/);
    const extent = (text = ''): number | null => parsePlainNumber(this.digits(text));
    return [extent(x), extent(y), extent(z)];
  }
}
