/** SMs of a TPC, from Volta on, the first architecture whose MPS has percentages. */
const PAIR = 2;

/**
 * SMs that a percentage of MPS allows: pairs of SMs, rounded down, and one at least. So seven percentages of an H100 did
 * (lab/data/h100_shares.json); on an A16 with its 10 SMs a client with a fifth of the threads starts and one with a sixth
 * does not (NVIDIA/k8s-device-plugin, issue 1118). Other GPUs are taken to round alike.
 */
export function smsOfPercentage(percentage: number, total: number): number {
  if (percentage >= 100) return total;
  return Math.min(total, PAIR * Math.max(1, Math.floor(((percentage / 100) * total) / PAIR + 1e-9)));
}

/** The least whole percentage that allows so many SMs of a GPU, or those of the pairs in them. */
export function percentageOfSms(sms: number, total: number): number {
  if (sms >= total) return 100;
  const pairs = Math.max(1, Math.floor(sms / PAIR));
  return Math.min(100, Math.ceil((100 * PAIR * pairs) / total - 1e-9));
}
