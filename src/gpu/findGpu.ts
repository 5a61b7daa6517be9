import { closest } from '../kernel/closest';
import { message, type Message } from '../kernel/message';
import type { GpuSpec } from '../kernel/gpuSpec';
import { InputError } from '../kernel/result';
import { listGpus, type ComputeCapability } from './catalogue';

/** Outcome of looking a GPU up by id, product name or a profiler's spelling. */
export type GpuMatch =
  | { readonly kind: 'found'; readonly gpu: GpuSpec }
  /** The text is the beginning of these names (text traces cut device names to 15 characters). */
  | { readonly kind: 'ambiguous'; readonly candidates: readonly GpuSpec[] }
  | { readonly kind: 'unknown' };

/**
 * Finds a GPU by id (`gtx-950`), name or alias in any spelling that profilers use:
 * `GeForce GTX 950 (0)`, `NVIDIA A100-SXM4-40GB`, `Tesla V100-SXM2-16GB (1)`. A beginning of a name never
 * counts as found, since the rest may have been another product: it gives the candidates.
 */
export function findGpu(text: string): GpuMatch {
  const wanted = normalise(text);
  if (wanted === '') return { kind: 'unknown' };
  const gpus = listGpus();
  const exact = gpus.find((gpu) => spellings(gpu).some((name) => name === wanted));
  if (exact) return { kind: 'found', gpu: exact };
  const candidates = gpus.filter((gpu) => spellings(gpu).some((name) => name.startsWith(wanted)));
  return candidates.length > 0 ? { kind: 'ambiguous', candidates } : { kind: 'unknown' };
}

/**
 * The GPU of that id or name.
 *
 * @throws InputError that lists the candidates, or says that the catalogue lacks it.
 */
export function requireGpu(text: string): GpuSpec {
  const match = findGpu(text);
  if (match.kind === 'found') return match.gpu;
  if (match.kind === 'unknown') throw new InputError(unknownGpu(text), 'unknown-gpu');
  const ids = match.candidates.map((gpu) => gpu.id);
  throw new InputError(message('gpu.ambiguous', { name: text, ids }), 'ambiguous-gpu');
}

function unknownGpu(name: string): Message {
  const near = closest(
    name.toLowerCase(),
    listGpus().map(({ id }) => id),
  );
  return near === null ? message('gpu.unknown', { name }) : message('gpu.unknownBut', { name, near });
}

/**
 * The product of the catalogue nearest to a device that the catalogue lacks: of its architecture the one with the
 * nearest compute capability, of several the one with the nearest number of SMs.
 */
export function closestGpu({ architecture, computeCapability }: ComputeCapability, sms: number): GpuSpec {
  const distance = (gpu: GpuSpec) => Math.abs(numberOf(gpu.computeCapability) - numberOf(computeCapability));
  return listGpus()
    .filter((gpu) => !gpu.simulatedOnly && gpu.standIn === undefined && gpu.architecture === architecture)
    .toSorted((a, b) => distance(a) - distance(b) || Math.abs(a.sms - sms) - Math.abs(b.sms - sms))[0]!;
}

/** 87 of `8.7`. */
const numberOf = (computeCapability: string): number => Math.round(Number(computeCapability) * 10);

function spellings(gpu: GpuSpec): readonly string[] {
  return [gpu.id, gpu.name, ...gpu.aliases].map(normalise);
}

/** Vendor and brand words, the device index and separators do not tell products apart. */
function normalise(text: string): string {
  return text
    .toLowerCase()
    .replace(/\(\d+\)\s*$/, '')
    .replace(/\b(nvidia|geforce|tesla|graphics device)\b/g, ' ')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}
