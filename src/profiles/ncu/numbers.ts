/**
 * Numbers in the locale of the user who ran Nsight Compute: `1,234.5` (English), `1.234,5`
 * (German), `1 234,5` (French), `1'234.5` (Swiss), `1234.5` (C). Which one it is shows only over a
 * whole file: a lone `1.234` may be either.
 */
export type DecimalSign = '.' | ',';

const DOT = /^[+-]?(?:[1-9]\d{0,2}(?:([,'’])\d{3})(?:\1\d{3})*|\d+)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const COMMA =
  /^[+-]?(?:[1-9]\d{0,2}(?:([. \u00a0\u202f'’])\d{3})(?:\1\d{3})*|\d+)(?:,\d+)?(?:[eE][+-]?\d+)?$/;

/** The number under one decimal sign, or null when the text is no number then. */
export function parseWith(sign: DecimalSign, text: string): number | null {
  if (sign === '.') return DOT.test(text) ? Number(text.replace(/[,'’]/g, '')) : null;
  return COMMA.test(text) ? Number(text.replace(/[. \u00a0\u202f'’]/g, '').replace(',', '.')) : null;
}

/** Digits after the decimal sign: half a unit in the last of them is the rounding. */
export function halfLastPlaceWith(sign: DecimalSign, text: string): number {
  const decimals = new RegExp(`\\${sign}(\\d+)`).exec(text)?.[1]?.length;
  return decimals === undefined ? 0 : 0.5 * 10 ** -decimals;
}

/** Finds the decimal sign of a file from its values. */
export class LocaleEvidence {
  private dot = 0;
  private comma = 0;

  /** A value of which nothing else is known. */
  observe(text: string): void {
    const [dot, comma] = [parseWith('.', text), parseWith(',', text)];
    if (dot !== null && comma === null) this.dot++;
    if (comma !== null && dot === null) this.comma++;
  }

  /** A value that is known to be this number, or (null) some whole number. */
  observeKnown(text: string, expected: number | null): void {
    const fits = (value: number | null): boolean =>
      value !== null && (expected === null ? Number.isInteger(value) : value === expected);
    const [dot, comma] = [parseWith('.', text), parseWith(',', text)];
    if (dot === comma) return;
    if (fits(dot) && !fits(comma)) this.dot++;
    if (fits(comma) && !fits(dot)) this.comma++;
  }

  /** The sign that all evidence agrees on; null without evidence or when it disagrees. */
  get sign(): DecimalSign | null {
    if (this.dot > 0 && this.comma === 0) return '.';
    return this.comma > 0 && this.dot === 0 ? ',' : null;
  }

  /** True if values in two notations were seen. */
  get contradictory(): boolean {
    return this.dot > 0 && this.comma > 0;
  }
}

/** A number of the details form: by the file's sign, or, without one, when both signs agree. */
export function parseLocalized(text: string, sign: DecimalSign | null): number | 'ambiguous' | null {
  if (sign !== null) return parseWith(sign, text);
  const [dot, comma] = [parseWith('.', text), parseWith(',', text)];
  if (dot !== null && comma !== null && dot !== comma) return 'ambiguous';
  return dot ?? comma;
}

const RAW_FLOAT = /^[+-]?\d+\.\d+(?:[eE][+-]?\d+)?$|^[+-]?\d+[eE][+-]?\d+$/;
const RAW_GROUPED = /^[+-]?[1-9]\d{0,2}(?:([,. \u00a0\u202f'’])\d{3})(?:\1\d{3})*$/;

/** Floats whose whole part is grouped, as 2025.3 prints them: both signs stand there, so nothing is open. */
const GROUPED_FLOAT: Readonly<Record<DecimalSign, RegExp>> = {
  '.': /^[+-]?[1-9]\d{0,2}(?:([, \u00a0\u202f'’])\d{3})(?:\1\d{3})*\.\d+$/,
  ',': /^[+-]?[1-9]\d{0,2}(?:([. \u00a0\u202f'’])\d{3})(?:\1\d{3})*,\d+$/,
};

/** The decimal sign of a float with a grouped whole part; null for any other text. */
function signOfGroupedFloat(text: string): DecimalSign | null {
  return GROUPED_FLOAT['.'].test(text) ? '.' : GROUPED_FLOAT[','].test(text) ? ',' : null;
}

/**
 * A number of the raw page, where floats have a dot (up to 2024 at least whatever the locale) but integers are grouped as
 * the locale has it: `262.144` is 262144 in German and a float elsewhere.
 * @param dotGroups whether the file groups integers with dots; null when that does not show.
 * @param whole whether the metric is known to be a whole number.
 */
export function parseRaw(
  text: string,
  dotGroups: boolean | null,
  whole: boolean,
): number | 'ambiguous' | null {
  if (/^[+-]?\d+$/.test(text)) return Number(text);
  const sign = signOfGroupedFloat(text);
  if (sign !== null) return parseWith(sign, text.replace(/[ \u00a0\u202f]/g, ''));
  const grouped = RAW_GROUPED.exec(text);
  const asGroup = grouped === null ? null : Number(text.replace(/[,. \u00a0\u202f'’]/g, ''));
  if (!RAW_FLOAT.test(text)) return asGroup;
  if (asGroup === null || dotGroups === false) return Number(text);
  return whole && dotGroups === true ? asGroup : 'ambiguous';
}

/** Finds whether the integers of a raw page are grouped with dots. */
export class RawEvidence {
  private dots = false;
  private otherwise = false;

  observe(text: string, whole: boolean): void {
    const separator = RAW_GROUPED.exec(text)?.[1];
    const sign = signOfGroupedFloat(text);
    const isDotGroup = separator === '.' && (whole || /\..*\./.test(text));
    if (isDotGroup || (sign === ',' && text.includes('.'))) this.dots = true;
    if (sign === '.' || (separator !== undefined && separator !== '.') || (whole && /^\d{4,}$/.test(text)))
      this.otherwise = true;
  }

  /** Null without evidence or when it disagrees. */
  get dotGroups(): boolean | null {
    return this.dots === this.otherwise ? null : this.dots;
  }
}
