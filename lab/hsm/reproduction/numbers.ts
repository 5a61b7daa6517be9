import type { Interval } from './interval';

export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
export const two = (value: number): string => value.toFixed(2);

export const shareText = ({ mean, half }: Interval): string =>
  half === null ? percent(mean) : `${percent(mean)} ± ${(half * 100).toFixed(1)}`;

export const numberText = ({ mean, half }: Interval): string =>
  half === null ? two(mean) : `${two(mean)} ± ${two(half)}`;

/** A gain over the first policy, signed; of that itself it is nothing. */
export function gainText(gain: Interval | undefined): string {
  if (gain === undefined || gain.mean === 0) return '–';
  const sign = gain.mean < 0 ? '−' : '+';
  const shown = `${sign}${percent(Math.abs(gain.mean))}`;
  return gain.half === null ? shown : `${shown} ± ${(gain.half * 100).toFixed(1)}`;
}
