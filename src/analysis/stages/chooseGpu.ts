import { findGpu, requireGpu } from '../../gpu/findGpu';
import type { GpuSpec } from '../../kernel/gpuSpec';
import type { ProfileFile } from '../../kernel/profile';
import { numberCounts } from '../../simulator/numbers/gpuNumbers';
import type { GpuResult } from '../results/workspaceResults';
import { message, type Message } from '../../kernel/message';

/** Stands in where neither a setting nor a profile names a GPU. */
export const DEFAULT_GPU = 'h100-sxm';

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
    const note =
      match.kind === 'ambiguous'
        ? message('analysis.gpu.ambiguous', { wanted, others: match.candidates.map(({ id }) => id) })
        : message('analysis.gpu.unknown', { wanted });
    return chosen(requireGpu(DEFAULT_GPU), note);
  }
  const named = mostNamed(profiles);
  if (named) return chosen(named, message('analysis.gpu.ofProfiles'));
  const foreign = profiles.find(({ device }) => device !== null)?.device;
  return chosen(
    requireGpu(DEFAULT_GPU),
    foreign === undefined || foreign === null
      ? message('analysis.gpu.default')
      : message('analysis.gpu.foreign', { foreign }),
  );
}

function chosen(spec: GpuSpec, note: Message | null): ChosenGpu {
  const { id, name, computeCapability, sms } = spec;
  return { spec, result: { id, name, computeCapability, sms, known: numberCounts(spec), note } };
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
