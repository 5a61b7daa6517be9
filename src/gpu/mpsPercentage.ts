/** SMs that a percentage allows: the next whole SM. */
export function smsOfPercentage(percentage: number, total: number): number {
  return Math.min(total, Math.max(1, Math.ceil((percentage / 100) * total - 1e-9)));
}
