import { message } from '../../kernel/message';
import { percentageOfSms, smsOfPercentage } from '../../gpu/mpsPercentage';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { InputError } from '../../kernel/result';
import type { AppliedSplit, SplitPart } from './appliedSplit';

/**
 * A split with MPS: `CUDA_MPS_ACTIVE_THREAD_PERCENTAGE` of every client, in whole percent. It caps how many SMs a
 * client's blocks may occupy at a time and reserves none.
 *
 * @throws InputError when the GPU's MPS has no percentages (before compute capability 7.0) or too few clients.
 */
export function mpsSplit(gpu: GpuSpec, parts: readonly SplitPart[]): AppliedSplit {
  const mps = requirePercentages(gpu);
  if (parts.length > mps.maxClients)
    throw new InputError(
      message('sharing.mpsClients', { gpu: gpu.name, max: mps.maxClients, count: parts.length }),
    );
  const percentages = parts.map((part) => percentageOfSms(part.sms, gpu.sms));
  const sms = percentages.map((percentage) => smsOfPercentage(percentage, gpu.sms));
  return {
    mechanism: 'mps',
    sms,
    settings: percentages.map((percentage) => message('sharing.percentSetting', { percentage })),
    unusedSms: 0,
    isCap: true,
    shared: ['SMs', 'L2 cache', 'DRAM bandwidth', 'PCIe'],
    apply: [{ title: message('sharing.mpsTitle'), language: 'shell', code: commands(parts, percentages) }],
    notes: [message('sharing.mpsCap'), message('sharing.mpsVariable')],
  };
}

/**
 * The MPS of a GPU that has percentages.
 *
 * @throws InputError where it has none (before compute capability 7.0)
 */
export function requirePercentages(gpu: GpuSpec): NonNullable<GpuSpec['sharing']['mps']> {
  const { mps } = gpu.sharing;
  if (mps === null || !mps.activeThreadPercentage)
    throw new InputError(
      message('sharing.mpsNoPercentage', { gpu: gpu.name, capability: gpu.computeCapability }),
    );
  return mps;
}

function commands(parts: readonly SplitPart[], percentages: readonly number[]): string {
  return [
    'nvidia-cuda-mps-control -d',
    ...parts.map(
      ({ name }, at) => `CUDA_MPS_ACTIVE_THREAD_PERCENTAGE=${percentages[at]} ${programOf(name)} &`,
    ),
  ].join('\n');
}

/** A stand-in for the user's own command that no shell reads as anything but one word. */
export function programOf(name: string): string {
  return `./${name.replaceAll(/[^\w.-]+/g, '_')}`;
}
