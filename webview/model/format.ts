import type { Sourced } from '../../src/kernel/origin';
import { say, type Code } from '../../src/words';

/** Narrow no-break space, between a number and its unit. */
const GAP = '\u202f';
const MINUS = '\u2212';

/** A number with at most `digits` significant digits, without exponents and trailing zeros. */
export function formatNumber(value: number, digits = 3): string {
  if (!Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  const magnitude = Math.floor(Math.log10(Math.abs(value)));
  const decimals = Math.min(Math.max(digits - 1 - magnitude, 0), 20);
  const text = Math.abs(value).toLocaleString('en-US', { maximumFractionDigits: decimals });
  return value < 0 && text !== '0' ? MINUS + text : text;
}

/** A share 0–1 as whole percent; below one percent with one digit. */
export function formatPercent(share: number): string {
  const percent = share * 100;
  const text = Math.abs(percent) < 1 ? formatNumber(percent, 1) : formatNumber(Math.round(percent), 15);
  return text + GAP + '%';
}

/** A count of SMs. */
export function formatSms(count: number): string {
  return say('webview.count.sm', { n: count, shown: formatCount(count) });
}

/** A relative change, signed: −11 %, +4 %. */
export function formatChange(change: number): string {
  const text = formatPercent(change);
  return change > 0 && text !== formatPercent(0) ? `+${text}` : text;
}

/** A slowdown factor with two decimals: ×1.12. */
export function formatSlowdown(slowdown: number): string {
  return Number.isFinite(slowdown) ? `×${slowdown.toFixed(2)}` : '–';
}

const TIME_UNITS = [
  { unit: 's', ns: 1e9 },
  { unit: 'ms', ns: 1e6 },
  { unit: 'µs', ns: 1e3 },
  { unit: 'ns', ns: 1 },
] as const;

/** What jobs take; times of kernels stay in seconds up to ten minutes. */
const LONG_UNITS = [
  { unit: 'h', ns: 3600e9, from: 36000e9 },
  { unit: 'min', ns: 60e9, from: 600e9 },
] as const;

/** A duration in nanoseconds in the largest unit in which it is at least one, from ten on for minutes and hours. */
export function formatDuration(ns: number, digits = 3): string {
  const length = Math.abs(ns);
  const chosen =
    LONG_UNITS.find(({ from }) => length >= from) ??
    TIME_UNITS.find((unit) => length >= unit.ns) ??
    TIME_UNITS[3];
  return formatNumber(ns / chosen.ns, digits) + GAP + chosen.unit;
}

const SIZE_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** Bytes in powers of 1024. */
export function formatBytes(bytes: number): string {
  const power = Math.abs(bytes) < 1024 ? 0 : Math.min(4, Math.floor(Math.log2(Math.abs(bytes)) / 10));
  return formatNumber(bytes / 1024 ** power) + GAP + SIZE_UNITS[power]!;
}

const PREFIXES = ['', 'k', 'M', 'G', 'T', 'P'];

/** A number of a unit in powers of 1000: 105.8 GB/s, 1.19 GHz. */
export function formatScaled(value: number, unit: string): string {
  const power = Math.abs(value) < 1000 ? 0 : Math.min(5, Math.floor(Math.log10(Math.abs(value)) / 3));
  return formatNumber(value / 1000 ** power) + GAP + PREFIXES[power]! + unit;
}

/** A whole number, every digit of it, in groups of three. */
export function formatCount(n: number): string {
  return formatNumber(n, 15);
}

/** Nanoseconds of a value whose unit is a time, else null. */
export function toNanoseconds(value: Sourced): number | null {
  const name = value.unit === 'us' || value.unit === 'μs' ? 'µs' : value.unit;
  const unit = TIME_UNITS.find((candidate) => candidate.unit === name);
  return unit === undefined ? null : value.value * unit.ns;
}

/** A sourced number with its unit; times are scaled to a readable unit. */
export function formatSourced(value: Sourced): string {
  const ns = toNanoseconds(value);
  if (ns !== null) return formatDuration(ns);
  return formatNumber(value.value) + (value.unit === '' ? '' : GAP + value.unit);
}

/** What is counted in the dashboard. */
export type Noun = Code extends infer C ? (C extends `webview.count.${infer Name}` ? Name : never) : never;

/** `1 kernel`, `3 kernels`. */
export function count(n: number, noun: Noun): string {
  return say(`webview.count.${noun}`, { n, shown: formatCount(n) });
}
