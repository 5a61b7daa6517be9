/** Dimension that a unit of Nsight Compute measures, as far as values are converted. */
export type NcuDimension =
  | 'time'
  | 'frequency'
  | 'bytes'
  | 'bytesPerSecond'
  | 'percent'
  | 'perSecond'
  | 'count';

/** Unit of Nsight Compute. */
export interface NcuUnit {
  readonly dimension: NcuDimension;
  /** Base units (ns, Hz, bytes, bytes/s, percent, 1/s, count) in one of this unit. */
  readonly factor: number;
}

/** Prefixes are powers of 1000: 8192 bytes print as `8.19` `Kbyte/block`. */
const PREFIX: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  m: 1e6,
  g: 1e9,
  t: 1e12,
  p: 1e15,
};

/** Both spellings of time: `nsecond` to 2023, `ns` since. */
const TIME: Readonly<Record<string, number>> = {
  nsecond: 1,
  usecond: 1e3,
  msecond: 1e6,
  second: 1e9,
  ns: 1,
  us: 1e3,
  ms: 1e6,
  s: 1e9,
};

const PER_SECOND = /^(.*)\/(second|s|msecond|ms|usecond|us|nsecond|ns)$/;
const BYTES = /^([kmgtp]?)byte(?:\/(?:block|thread|warp|launch|sm))?$/i;
const HERTZ = /^([kmgtp]?)hz$/i;

/**
 * The unit with this spelling, in either generation; null for one that is not known, which is
 * then not converted (and not trusted).
 */
export function ncuUnit(text: string): NcuUnit | null {
  if (text === '%') return { dimension: 'percent', factor: 1 };
  const time = TIME[text];
  if (time !== undefined) return { dimension: 'time', factor: time };
  const bytes = BYTES.exec(text);
  if (bytes !== null) return { dimension: 'bytes', factor: prefix(bytes[1]) };
  const hertz = HERTZ.exec(text);
  if (hertz !== null) return { dimension: 'frequency', factor: prefix(hertz[1]) };
  const rate = PER_SECOND.exec(text);
  if (rate !== null) return perSecond(rate[1] ?? '', 1e9 / (TIME[rate[2] ?? ''] ?? NaN));
  return countUnit(text);
}

function perSecond(what: string, timesPerSecond: number): NcuUnit | null {
  if (what === 'cycle') return { dimension: 'frequency', factor: timesPerSecond };
  const bytes = BYTES.exec(what);
  if (bytes !== null) return { dimension: 'bytesPerSecond', factor: prefix(bytes[1]) * timesPerSecond };
  const count = countUnit(what);
  return count && { dimension: 'perSecond', factor: count.factor * timesPerSecond };
}

/** Counts of something: `inst`, `sector`, `register/thread`, `inst/cycle`, also `Kinst`, `Minst`. */
function countUnit(text: string): NcuUnit | null {
  const match = /^([KMGT]?)([a-z][a-z_ ]*|SM|GPC|TPC|%?)(?:\/[A-Za-z_ ]+)?$/.exec(text);
  return match === null ? null : { dimension: 'count', factor: prefix(match[1]) };
}

function prefix(letter: string | undefined): number {
  return PREFIX[(letter ?? '').toLowerCase()] ?? 1;
}

/** The dimension that a metric of this raw name has; null for names that do not say. */
export function dimensionOf(name: string): NcuDimension | null {
  if (/\.pct(_of_|$)/.test(name)) return 'percent';
  if (/__time_duration\./.test(name)) return 'time';
  const bytes =
    /__(?:t_)?bytes|_bytes(?:_|\.)|shared_mem_per_block|stack_size/.test(name) &&
    !/\.(ratio|pct)$/.test(name);
  if (name.includes('.per_second')) return bytes ? 'bytesPerSecond' : 'perSecond';
  if (bytes) return 'bytes';
  return /\.(sum|avg|min|max|ratio)(\.per_cycle_\w+)?$|^launch__/.test(name) ? 'count' : null;
}
