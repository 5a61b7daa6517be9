import type { OccupancyRange, OccupancyResult } from '../../analysis/results/kernelResult';
import { percent } from '../format';
import { say } from '../say';
import { titleOf } from '../titleOf';

/** The least share that is told as a number. */
const LEAST = 0.01;

/**
 * `67 %`, `<1 %` where a block is a small part of what an SM holds, `50–100 %` where the registers are an estimate, or
 * `≤ 100 %` where there is not even that.
 */
export function occupancyText({ occupancy, range }: Pick<OccupancyResult, 'occupancy' | 'range'>): string {
  if (!isOpen(range))
    return occupancy > 0 && occupancy < LEAST
      ? say('summary.lessThan', { least: LEAST })
      : percent(occupancy);
  const { least, most, estimated } = range;
  return estimated ? say('summary.between', { least: least * 100, most }) : say('summary.atMost', { most });
}

/** What limits it: the registers, where it depends on how many they are. */
export function limiterText({ limiter, range }: Pick<OccupancyResult, 'limiter' | 'range'>): string {
  return titleOf('limiter', isOpen(range) ? 'registers' : limiter);
}

function isOpen(range: OccupancyResult['range']): range is OccupancyRange {
  return range !== null && range.least !== range.most;
}
