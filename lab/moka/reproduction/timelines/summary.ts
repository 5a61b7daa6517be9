import type { TimelineReproduction } from './reproduceTimelines';

const DIGITS = 6;

/** The numbers of a reproduction as they are kept and compared: without single runs, to six digits. */
export function summaryOf(result: TimelineReproduction): unknown {
  return rounded({ ...result, runs: result.runs.length });
}

function rounded(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toPrecision(DIGITS));
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rounded(inner)]));
}
