import type { CatalogueSource, GpuSpec, SharingLimits, SmLimits } from '../kernel/gpuSpec';
import capabilityData from './data/computeCapabilities.json';
import gpuData from './data/gpus.json';
import paperGpuData from './data/paperGpus.json';
import sharingData from './data/sharing.json';

/** Limits of one compute capability with the documents they come from. */
export interface ComputeCapability {
  /** e.g. `8.6` */
  readonly computeCapability: string;
  readonly architecture: string;
  readonly limits: SmLimits;
  readonly sources: readonly CatalogueSource[];
  readonly notes: readonly string[];
}

/** A GPU as its data file has it: limits and sharing follow from compute capability and id. */
interface GpuRecord extends Omit<GpuSpec, 'limits' | 'sharing' | 'sources'> {
  readonly limitOverrides: Partial<SmLimits>;
  readonly sources: Readonly<Record<string, CatalogueSource | undefined>>;
}

const SOURCE_TEXTS: Readonly<Record<string, CatalogueSource>> = capabilityData.sources;

let capabilities: ReadonlyMap<string, ComputeCapability> | undefined;
let gpus: readonly GpuSpec[] | undefined;
let own: readonly GpuSpec[] = [];

/** Order of two compute capabilities such as `3.5` and `10.0`; negative when `a` is older. */
export function compareComputeCapability(a: string, b: string): number {
  const [aMajor = 0, aMinor = 0] = a.split('.').map(Number);
  const [bMajor = 0, bMinor = 0] = b.split('.').map(Number);
  return aMajor - bMajor || aMinor - bMinor;
}

/** All compute capabilities of the catalogue, oldest first. */
export function listComputeCapabilities(): readonly ComputeCapability[] {
  return [...capabilityMap().values()];
}

/** Limits of a compute capability such as `9.0`, or undefined when the catalogue lacks it. */
export function findComputeCapability(computeCapability: string): ComputeCapability | undefined {
  return capabilityMap().get(computeCapability);
}

/** All GPUs of the catalogue: products first, then the simulated GPUs of the papers, then the user's own. */
export function listGpus(): readonly GpuSpec[] {
  gpus ??= [...gpuData, ...paperGpuData].map((record) => buildGpu(record));
  return own.length === 0 ? gpus : [...gpus, ...own];
}

/** GPUs of the user's own, the same array until others are used. */
export const ownGpus = (): readonly GpuSpec[] => own;

/** From now on these GPUs of the user's own are in the catalogue, and no others. */
export function useOwnGpus(specs: readonly GpuSpec[]): void {
  own = specs;
}

/** All GPUs as a user looks for them: their own and the newest products first, the simulated GPUs of the papers last. */
export function gpusNewestFirst(): readonly GpuSpec[] {
  return listGpus().toSorted(
    (a, b) =>
      Number(a.simulatedOnly) - Number(b.simulatedOnly) ||
      Number(b.standIn !== undefined) - Number(a.standIn !== undefined) ||
      compareComputeCapability(b.computeCapability, a.computeCapability),
  );
}

function capabilityMap(): ReadonlyMap<string, ComputeCapability> {
  capabilities ??= new Map(
    capabilityData.computeCapabilities.map((row) => [
      row.computeCapability,
      { ...row, sources: row.sources.map((key) => SOURCE_TEXTS[key]!) },
    ]),
  );
  return capabilities;
}

function buildGpu(record: GpuRecord): GpuSpec {
  const { limitOverrides, sources, ...rest } = record;
  const capability = findComputeCapability(record.computeCapability)!;
  return {
    ...rest,
    limits: { ...capability.limits, ...limitOverrides },
    sharing: sharingOf(record),
    sources: {
      ...Object.fromEntries(Object.entries(sources).filter((entry) => entry[1] !== undefined)),
      ...Object.fromEntries(capability.sources.map((source, index) => [`limits:${index}`, source])),
      ...Object.fromEntries(
        Object.entries(sharingData.sources).map(([group, source]) => [`sharing:${group}`, source]),
      ),
    } as Record<string, CatalogueSource>,
    notes: [...record.notes, ...capability.notes],
  };
}

/** Sharing rules follow the compute capability; MIG profiles belong to the product. */
function sharingOf(record: GpuRecord): SharingLimits {
  const rule = sharingData.byComputeCapability.findLast(
    (row) => compareComputeCapability(row.since, record.computeCapability) <= 0,
  )!;
  const profiles: Readonly<Record<string, SharingLimits['mig']['profiles']>> = sharingData.mig;
  const own = profiles[record.id];
  return {
    mig: {
      supported: own !== undefined || sharingData.migWithoutProfiles.includes(record.id),
      profiles: own ?? [],
    },
    greenContext: record.simulatedOnly ? { minimumSms: 1, multipleSms: 1 } : rule.greenContext,
    mps: rule.mps,
  };
}
