import { smsOfPercentage } from '../gpu/mpsPercentage';

/**
 * MPS percentages as SMs of each application's own: those that the cap allows, or one less where it allows only a
 * part of the last and they do not fit the GPU otherwise. Null where they do not fit it at all, or none are given.
 */
export function capsAsSms(percentages: readonly number[] | undefined, total: number): number[] | null {
  if (percentages === undefined) return null;
  const caps = percentages.map((percentage) => smsOfPercentage(percentage, total));
  const whole = percentages.map((percentage) => Math.max(1, Math.floor((percentage / 100) * total)));
  const fits = (sms: readonly number[]): boolean => sms.reduce((sum, count) => sum + count, 0) <= total;
  return [caps, whole].find(fits) ?? null;
}
