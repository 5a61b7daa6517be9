import type { KernelReading } from '../kernel/kernelReading';
import type { ProfileFile } from '../kernel/profile';
import { typeOfInputs } from '../profiles/libraries/dataTypes';
import { readKernel } from '../profiles/libraries/readKernel';
import { ncuUnit, type NcuDimension } from '../profiles/ncu/units';
import { nvprofMetricKind } from '../profiles/nvprof/metricKinds';
import type { QuantityKind } from '../profiles/quantity';
import type { MetricUnit, ProfileJoins, ProfilePage, SourcePlace } from './profileProtocol';
import { isSynthetic } from './stages/rowOrigin';
import type { WorkspaceResults } from './results/workspaceResults';
import { operationTimes } from './traces/operationTimes';
import { traceSummary } from './traces/traceSummary';

/** The page of a profile file: what it holds, whatever the sources are. */
export function profilePage(file: ProfileFile): ProfilePage {
  const { kernelEvents, transferEvents, apiEvents, rangeEvents, ...listed } = file;
  const readings = kernelReadings(file);
  return {
    ...listed,
    groupedEvents: {
      ...(kernelEvents ? { kernels: kernelEvents.length } : {}),
      ...(transferEvents ? { transfers: transferEvents.length } : {}),
      ...(apiEvents ? { api: apiEvents.length } : {}),
      ...(rangeEvents ? { ranges: rangeEvents.length } : {}),
    },
    origin: isSynthetic(file) ? 'assumed' : 'measured',
    metricUnits: metricUnits(file),
    readings: Object.fromEntries(readings),
    operations: operationTimes(file.kernels, readings),
    ...traceSummary(file),
  };
}

/**
 * What the names of a file's kernels say, and where they tell no type, the inputs of the operators that they are the
 * whole of; names that say nothing are left out.
 */
function kernelReadings({ kernels }: ProfileFile): ReadonlyMap<string, KernelReading> {
  const inputs = new Map(kernels.map(({ name, inputTypes = [] }) => [name, inputTypes]));
  const all = [...inputs].map(([name, types]) => {
    const reading = readKernel(name);
    return [name, { ...reading, dataType: reading.dataType ?? typeOfInputs(types) }] as const;
  });
  return new Map(all.filter(([, reading]) => Object.values(reading).some((value) => value !== null)));
}

/** How the file at `path` stands to the last results. */
export function profileJoins(path: string, results: WorkspaceResults | null): ProfileJoins {
  const profile = results?.profiles.find((candidate) => candidate.path === path);
  const places = new Map(
    results?.files.flatMap(({ kernels }) =>
      kernels.map(({ id, qualifiedName, ...kernel }): [string, SourcePlace] => [
        id,
        { path: kernel.path, line: kernel.line, name: qualifiedName },
      ]),
    ),
  );
  const joins = [...(profile?.joined ?? []), ...(profile?.ambiguous ?? [])];
  return {
    sources: Object.fromEntries(
      joins.map(({ name, kernelIds }) => [name, kernelIds.flatMap((id) => places.get(id) ?? [])]),
    ),
    ...(profile?.counted && { counted: profile.counted }),
    otherGpu: results && profile?.otherGpu ? { id: results.gpu.id, name: results.gpu.name } : null,
    analyzed: results === null ? null : profile !== undefined,
  };
}

const KIND_UNITS: Readonly<Record<QuantityKind, MetricUnit>> = {
  plain: '',
  percent: '%',
  bytes: 'B',
  rate: 'B/s',
  time: 'ns',
  level: 'level',
};

const DIMENSION_UNITS: Readonly<Record<NcuDimension, MetricUnit>> = {
  time: 'ns',
  frequency: 'Hz',
  bytes: 'B',
  bytesPerSecond: 'B/s',
  percent: '%',
  perSecond: '/s',
  count: '',
};

function metricUnits(file: ProfileFile): Record<string, MetricUnit> {
  const units = new Map<string, MetricUnit>();
  for (const { metrics, instances } of [...file.kernels, ...(file.deviceMetrics ?? [])])
    for (const name of [...Object.keys(metrics), ...Object.keys(instances ?? {})]) {
      const kind = units.has(name) ? null : nvprofMetricKind(name);
      if (kind) units.set(name, KIND_UNITS[kind]);
    }
  for (const { originals } of file.kernels)
    for (const [name, { unit }] of Object.entries(originals ?? {})) {
      const known = units.has(name) ? null : ncuUnit(unit);
      if (known) units.set(name, DIMENSION_UNITS[known.dimension]);
    }
  return Object.fromEntries(units);
}
