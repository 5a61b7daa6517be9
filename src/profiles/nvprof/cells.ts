import {
  halfLastPlace,
  inBaseUnit,
  parseNvprofQuantity,
  parsePlainNumber,
  type Quantity,
  type QuantityKind,
  type Unit,
} from '../quantity';

/**
 * Reads a cell of a given kind under the unit of its column's units row (null when there is none:
 * then the cell carries its own). Null when it is no number of that kind, or when its unit is not
 * known: only a zero means the same in every unit.
 */
export function quantityUnder(text: string, unit: Unit | null, kind: QuantityKind): Quantity | null {
  const digits = parsePlainNumber(text);
  if (digits === null) {
    const own = parseNvprofQuantity(text);
    return own?.kind === kind && own.value >= 0 ? own : null;
  }
  if (digits < 0 || (unit?.kind !== kind && digits !== 0)) return null;
  const used = unit ?? { kind, factor: 1 };
  return { value: inBaseUnit(digits, used), kind, slack: halfLastPlace(text) * used.factor };
}

/** A time in nanoseconds: as `quantityUnder`, for the cells that every row of a long trace has. */
export function nanosecondsUnder(text: string, unit: Unit | null): number | null {
  const digits = parsePlainNumber(text);
  if (digits === null || unit?.kind !== 'time') return quantityUnder(text, unit, 'time')?.value ?? null;
  return digits < 0 ? null : inBaseUnit(digits, unit);
}
