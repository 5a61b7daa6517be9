import { smsOfPercentage } from '../gpu/mpsPercentage';

/** MPS percentages as SMs of each application's own; null where they do not fit the GPU together, or none are given. */
export function capsAsSms(percentages: readonly number[] | undefined, total: number): number[] | null {
  if (percentages === undefined) return null;
  const caps = percentages.map((percentage) => smsOfPercentage(percentage, total));
  return caps.reduce((sum, count) => sum + count, 0) <= total ? caps : null;
}
