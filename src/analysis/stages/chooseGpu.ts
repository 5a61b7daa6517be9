import { findGpu, requireGpu } from '../../gpu/findGpu';
import type { GpuSpec } from '../../kernel/gpuSpec';
import type { ProfileFile } from '../../kernel/profile';
import type { GpuResult } from '../results/workspaceResults';

/** Stands in where neither a setting nor a profile names a GPU. */
const DEFAULT_GPU = 'h100-sxm';

export interface ChosenGpu {
  readonly spec: GpuSpec;
  readonly result: GpuResult;
}

/**
 * The GPU that answers are for: the wanted one; for `auto` the one that most profiles name, else the
 * default. A GPU that cannot be found is replaced, and the note says so.
 */
export function chooseGpu(wanted: string, profiles: readonly ProfileFile[]): ChosenGpu {
  if (wanted !== 'auto') {
    const match = findGpu(wanted);
    if (match.kind === 'found') return chosen(match.gpu, null);
    const others = match.kind === 'ambiguous' ? match.candidates.map(({ id }) => id).join(', ') : null;
    const reason = others === null ? 'is not in the catalogue' : `may be any of ${others}`;
    return chosen(requireGpu(DEFAULT_GPU), `"${wanted}" ${reason}; answers are for this GPU instead`);
  }
  const named = mostNamed(profiles);
  if (named) return chosen(named, `chosen because the profiles were recorded on it`);
  const foreign = profiles.find(({ device }) => device !== null)?.device;
  return chosen(
    requireGpu(DEFAULT_GPU),
    foreign === undefined
      ? 'chosen by default: no setting and no profile names a GPU'
      : `chosen by default: the profiles name "${foreign}", which the catalogue does not know as one GPU`,
  );
}

function chosen(spec: GpuSpec, note: string | null): ChosenGpu {
  const { id, name, computeCapability, sms } = spec;
  return { spec, result: { id, name, computeCapability, sms, note } };
}

function mostNamed(profiles: readonly ProfileFile[]): GpuSpec | null {
  const votes = new Map<GpuSpec, number>();
  for (const { device } of profiles) {
    const match = device === null ? null : findGpu(device);
    if (match?.kind === 'found') votes.set(match.gpu, (votes.get(match.gpu) ?? 0) + 1);
  }
  const ranked = [...votes].sort(([a, m], [b, n]) => n - m || (a.id < b.id ? -1 : 1));
  return ranked[0]?.[0] ?? null;
}
