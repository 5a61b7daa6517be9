import { message } from '../../kernel/message';
import type { GpuSpec, MigProfile } from '../../kernel/gpuSpec';
import { InputError } from '../../kernel/result';
import type { AppliedSplit } from './appliedSplit';
import { COMPUTE_SLICES, MEMORY_SLICES, placeableProfiles } from './migPlacement';
import { programOf } from './mps';

/** Split into MIG instances, one per application. */
export interface MigSplit extends AppliedSplit {
  readonly instances: readonly MigProfile[];
}

/**
 * All splits with MIG that leave nobody worse off for nothing: one GPU instance for each application, side by side.
 *
 * @param names applications, in the order of the parts
 * @throws InputError when the GPU has no MIG, its profiles are not known, or no set of instances fits.
 */
export function migSplits(gpu: GpuSpec, names: readonly string[]): MigSplit[] {
  const { mig } = gpu.sharing;
  if (!mig.supported) throw new InputError(message('sharing.noMig', { gpu: gpu.name }));
  if (mig.profiles.length === 0)
    throw new InputError(message('sharing.migProfilesUnknown', { gpu: gpu.name }));
  if (names.length > COMPUTE_SLICES)
    throw new InputError(message('sharing.migInstances', { max: COMPUTE_SLICES, count: names.length }));
  const placeable = placeableProfiles(mig.profiles, names.length);
  if (placeable.length === 0)
    throw new InputError(message('sharing.migDoesNotFit', { count: names.length, gpu: gpu.name }));
  return placeable.map((profiles) => splitOf(gpu, names, profiles));
}

function splitOf(gpu: GpuSpec, names: readonly string[], instances: readonly MigProfile[]): MigSplit {
  const sms = instances.map((profile) => profile.sms);
  return {
    mechanism: 'mig',
    sms,
    instances,
    settings: instances.map((profile) => profile.name),
    unusedSms: gpu.sms - sms.reduce((sum, count) => sum + count, 0),
    isCap: false,
    shared: ['PCIe'],
    apply: [{ title: message('sharing.migTitle'), language: 'shell', code: commands(names, instances) }],
    notes: [
      message('sharing.migOwns', {
        slices: MEMORY_SLICES,
        memory: instances.map(({ memorySlices }) => memorySlices),
      }),
      message('sharing.migChange'),
    ],
  };
}

function commands(names: readonly string[], chosen: readonly MigProfile[]): string {
  return [
    'sudo nvidia-smi -i 0 -mig 1',
    `sudo nvidia-smi mig -i 0 -cgi ${chosen.map((profile) => profile.name).join(',')} -C`,
    'nvidia-smi -L   # prints the UUID of each instance',
    ...names.map(
      (name, at) => `CUDA_VISIBLE_DEVICES=MIG-UUID-${at + 1} ${programOf(name)} &   # ${chosen[at]!.name}`,
    ),
  ].join('\n');
}
