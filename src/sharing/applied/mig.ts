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
  if (!mig.supported) throw new InputError(`${gpu.name} has no MIG`);
  if (mig.profiles.length === 0)
    throw new InputError(`${gpu.name} has MIG, but its profiles are not in the catalogue`);
  if (names.length > COMPUTE_SLICES)
    throw new InputError(`MIG makes at most ${COMPUTE_SLICES} instances, not ${names.length}`);
  const placeable = placeableProfiles(mig.profiles, names.length);
  if (placeable.length === 0)
    throw new InputError(`no ${names.length} MIG instances fit ${gpu.name} side by side`);
  return placeable.map((profiles) => splitOf(gpu, names, profiles));
}

function splitOf(gpu: GpuSpec, names: readonly string[], instances: readonly MigProfile[]): MigSplit {
  const sms = instances.map((profile) => profile.sms);
  const memory = instances.map(({ memorySlices }) => memorySlices).join(', ');
  return {
    mechanism: 'mig',
    sms,
    instances,
    settings: instances.map((profile) => profile.name),
    unusedSms: gpu.sms - sms.reduce((sum, count) => sum + count, 0),
    isCap: false,
    shared: ['PCIe'],
    apply: [{ title: 'MIG instances', language: 'shell', code: commands(names, instances) }],
    notes: [
      `Each instance owns its part of L2 cache and DRAM (of ${MEMORY_SLICES} memory slices: ${memory}).`,
      'Changing instances needs an idle GPU and root; applications of one process cannot be split so.',
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
