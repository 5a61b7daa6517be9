import type { KernelTask } from '../latencyPort';

/** What the models know of the GPU (table 1). */
export interface Hardware {
  /** N_p. */
  readonly sms: number;
  /** GB: bandwidth of device memory that kernels reach, bytes per ns (GB/s). */
  readonly bytesPerNs: number;
}

/** pe = min(N_p, ⌈N_w / (N_mw · Occu)⌉): SMs that what is left of a kernel fills, of those there are. */
export const smsFor = (blocks: number, blocksPerSm: number, sms: number): number =>
  Math.min(sms, Math.ceil(blocks / blocksPerSm));

/** Times by which contention for device memory stretches a batch (equation 3). */
export const stretchOf = (bytesPerNs: number, hardware: Hardware): number =>
  Math.max(1, bytesPerNs / hardware.bytesPerNs);

/**
 * Time of one batch without contention for device memory, ns (equation 2). The text divides t by the number of batches
 * as if all of them filled all SMs; here each asks for the bandwidth of the SMs that it fills, so that a kernel alone
 * takes t exactly.
 */
export function batchNs(task: KernelTask, hardware: Hardware): number {
  const perBatch = hardware.sms * task.blocksPerSm;
  const full = Math.floor(task.blocks / perBatch);
  const rest = smsFor(task.blocks - full * perBatch, task.blocksPerSm, hardware.sms);
  const stretch = (sms: number): number => stretchOf(sms * task.bytesPerNsOfSm, hardware);
  return task.soloNs / (full * stretch(hardware.sms) + (rest > 0 ? stretch(rest) : 0));
}
