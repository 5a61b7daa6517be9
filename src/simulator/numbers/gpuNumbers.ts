import type { GpuSpec } from '../../kernel/gpuSpec';
import { loadSpec } from '../spec/loadSpec';
import { catalogueOrigin } from './catalogueOrigins';
import type { NumberKind, NumberOrigin } from './origin';
import { simulatorOrigin } from './simulatorOrigins';

/** A number of a GPU. */
export interface GpuNumber extends NumberOrigin {
  /** Place in the catalogue's entry, or behind `simulator.` in the simulator's description, e.g. `l2Bytes`. */
  readonly field: string;
  readonly value: number;
}

/** Numbers by how they are known. */
export type NumberCounts = Readonly<Record<NumberKind, number>>;

/**
 * Every number of a GPU of the catalogue: those of its entry, and those that the simulator adds.
 *
 * @throws Error when one has no kind: a fault of the tables here
 */
export function gpuNumbers(gpu: GpuSpec): readonly GpuNumber[] {
  return [
    ...leaves(gpu).map(([field, value]) => ({ field, value, ...catalogueOrigin(gpu, field) })),
    ...simulatorNumbers(gpu),
  ];
}

const counted = new WeakMap<GpuSpec, NumberCounts>();

/** How many numbers of a GPU are known in each way. */
export function numberCounts(gpu: GpuSpec): NumberCounts {
  const known = counted.get(gpu);
  if (known !== undefined) return known;
  const counts = { published: 0, measured: 0, derived: 0, assumed: 0 };
  for (const { kind } of gpuNumbers(gpu)) counts[kind]++;
  counted.set(gpu, counts);
  return counts;
}

function simulatorNumbers(gpu: GpuSpec): readonly GpuNumber[] {
  const { spec } = loadSpec(gpu.id);
  return leaves(spec).map(([field, value]) => ({
    field: `simulator.${field}`,
    value,
    ...simulatorOrigin(gpu, spec, field),
  }));
}

/** Numbers in an object by their place, those of lists without the place in the list. */
function leaves(value: unknown, at = ''): readonly (readonly [field: string, value: number])[] {
  if (typeof value === 'number') return [[at, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    leaves(inner, Array.isArray(value) ? at : at === '' ? key : `${at}.${key}`),
  );
}
