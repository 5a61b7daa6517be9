import { ORIGIN_MARK, type Sourced } from '../kernel/origin';

/** A slowdown as a factor, e.g. `×1.12`. */
export function factor(value: number): string {
  return `×${value.toFixed(2)}`;
}

/** A share (0–1) as a percentage without decimals, e.g. `67 %`. */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** A signed change (−0.11) as a percentage, e.g. `−11 %`. */
export function change(share: number): string {
  const rounded = Math.round(share * 100);
  return `${rounded < 0 ? '−' : '+'}${Math.abs(rounded)} %`;
}

const TIME_UNITS: readonly (readonly [number, string])[] = [
  [1e9, 's'],
  [1e6, 'ms'],
  [1e3, 'µs'],
  [1, 'ns'],
];

/** A time in nanoseconds with the unit that leaves one to three digits before the point. */
export function duration(ns: number): string {
  const [scale, unit] = TIME_UNITS.find(([size]) => Math.abs(ns) >= size) ?? [1, 'ns'];
  return `${significant(ns / scale)} ${unit}`;
}

/** A time and how far it may be off, both in nanoseconds, in the unit of the longer: `2.6 ± 0.54 µs`. */
export function durationWithin(ns: number, offNs: number): string {
  const longer = Math.max(Math.abs(ns), offNs);
  const [scale, unit] = TIME_UNITS.find(([size]) => longer >= size) ?? [1, 'ns'];
  const off = Number((offNs / scale).toPrecision(2));
  return `${significant(ns / scale)} ± ${significant(off)} ${unit}`;
}

/** A time of seconds to days: `4 h 43 min`, `2 min 5 s`, `12.5 s`. */
export function span(seconds: number): string {
  if (seconds < 60) return `${significant(seconds)} s`;
  const whole = Math.round(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${whole % 60} s`;
}

/** Bytes in powers of 1024. */
export function bytes(value: number): string {
  const power = value < 1 ? 0 : Math.min(4, Math.floor(Math.log2(value) / 10));
  return `${significant(value / 1024 ** power)} ${['B', 'KiB', 'MiB', 'GiB', 'TiB'][power]}`;
}

/** Three significant digits, without an exponent. */
export function significant(value: number): string {
  if (value === 0) return '0';
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return String(Number(value.toFixed(Math.min(digits, 6))));
}

/** A sourced number with unit and origin mark, e.g. `1.24 ms ●`. */
export function sourced(value: Sourced): string {
  const number = value.unit === 'ns' ? duration(value.value) : significant(value.value);
  const unit = value.unit === '' || value.unit === 'ns' ? '' : ` ${value.unit}`;
  return `${number}${unit} ${ORIGIN_MARK[value.origin]}`;
}
