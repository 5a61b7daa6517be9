import type { GpuSpec, MigProfile } from '../../kernel/gpuSpec';
import { InputError } from '../../kernel/result';
import type { AppliedSplit, SplitPart } from './appliedSplit';
import { programOf } from './mps';

const MEMORY_SLICES = 8;
const COMPUTE_SLICES = 7;

/**
 * A split with MIG: one GPU instance for each application, of the profiles whose SMs are together nearest to what
 * was asked for (smallest largest relative difference, then smallest sum) and that can be placed side by side.
 *
 * @throws InputError when the GPU has no MIG, its profiles are not known, or no set of instances fits.
 */
export function migSplit(gpu: GpuSpec, parts: readonly SplitPart[]): AppliedSplit {
  const { mig } = gpu.sharing;
  if (!mig.supported) throw new InputError(`${gpu.name} has no MIG`);
  if (mig.profiles.length === 0)
    throw new InputError(`${gpu.name} has MIG, but its profiles are not in the catalogue`);
  if (parts.length > COMPUTE_SLICES)
    throw new InputError(`MIG makes at most ${COMPUTE_SLICES} instances, not ${parts.length}`);
  const chosen = bestProfiles(mig.profiles, parts);
  if (chosen === null) throw new InputError(`no ${parts.length} MIG instances fit ${gpu.name} side by side`);
  const sms = chosen.map((profile) => profile.sms);
  return {
    mechanism: 'mig',
    sms,
    settings: chosen.map((profile) => profile.name),
    unusedSms: gpu.sms - sms.reduce((sum, count) => sum + count, 0),
    isCap: false,
    memorySlices: chosen.map((profile) => profile.memorySlices),
    shared: ['PCIe'],
    apply: [{ title: 'MIG instances', language: 'shell', code: commands(parts, chosen) }],
    notes: [
      `Each instance owns its part of L2 cache and DRAM (of ${MEMORY_SLICES} memory slices: ${chosen.map((profile) => profile.memorySlices).join(', ')}).`,
      'Changing instances needs an idle GPU and root; applications of one process cannot be split so.',
    ],
  };
}

interface Choice {
  readonly profiles: readonly MigProfile[];
  readonly worst: number;
  readonly sum: number;
}

function bestProfiles(
  profiles: readonly MigProfile[],
  parts: readonly SplitPart[],
): readonly MigProfile[] | null {
  let best: Choice | null = null;
  const search = (choice: Choice): void => {
    if (best !== null && choice.worst > best.worst) return;
    const part = parts[choice.profiles.length];
    if (part === undefined) {
      const better = best === null || choice.worst < best.worst || choice.sum < best.sum;
      if (better && canPlace(choice.profiles)) best = choice;
      return;
    }
    for (const profile of profiles) {
      if (!isWithin([...choice.profiles, profile])) continue;
      const off = Math.abs(profile.sms - part.sms) / part.sms;
      search({
        profiles: [...choice.profiles, profile],
        worst: Math.max(choice.worst, off),
        sum: choice.sum + off,
      });
    }
  };
  search({ profiles: [], worst: 0, sum: 0 });
  return (best as Choice | null)?.profiles ?? null;
}

/** Slices and instances of each kind are not exceeded. */
function isWithin(chosen: readonly MigProfile[]): boolean {
  const sum = (of: (profile: MigProfile) => number): number =>
    chosen.reduce((total, profile) => total + of(profile), 0);
  const last = chosen.at(-1)!;
  return (
    sum((profile) => profile.computeSlices) <= COMPUTE_SLICES &&
    sum((profile) => profile.memorySlices) <= MEMORY_SLICES &&
    chosen.filter((profile) => profile.name === last.name).length <= last.maxInstances
  );
}

/**
 * Whether the instances find places: each begins at a multiple of its memory slices, where its compute slices do
 * not reach beyond the seventh (the placements of NVIDIA's MIG user guide follow this rule).
 */
function canPlace(chosen: readonly MigProfile[]): boolean {
  const order = [...chosen].sort(
    (a, b) => b.memorySlices - a.memorySlices || b.computeSlices - a.computeSlices,
  );
  const place = (at: number, taken: number): boolean => {
    const profile = order[at];
    if (profile === undefined) return true;
    const mask = 2 ** profile.memorySlices - 1;
    for (let start = 0; start + profile.computeSlices <= COMPUTE_SLICES; start += profile.memorySlices)
      if ((taken & (mask << start)) === 0 && place(at + 1, taken | (mask << start))) return true;
    return false;
  };
  return place(0, 0);
}

function commands(parts: readonly SplitPart[], chosen: readonly MigProfile[]): string {
  return [
    'sudo nvidia-smi -i 0 -mig 1',
    `sudo nvidia-smi mig -i 0 -cgi ${chosen.map((profile) => profile.name).join(',')} -C`,
    'nvidia-smi -L   # prints the UUID of each instance',
    ...parts.map(
      ({ name }, at) =>
        `CUDA_VISIBLE_DEVICES=MIG-UUID-${at + 1} ${programOf(name)} &   # ${chosen[at]!.name}`,
    ),
  ].join('\n');
}
