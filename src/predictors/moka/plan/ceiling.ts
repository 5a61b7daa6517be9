import type { DeviceOperation } from '../../../kernel/application';
import type { LowerBound } from '../order/lowerBound';
import type { MokaModels } from '../mokaModels';
import { operationDemand } from '../order/lowerBound';
import { possiblePieces, type Splittable } from './split';
import type { Dependencies, Job, Segment } from './jobs';

/**
 * What no plan gets below, however many streams and pieces: in each segment every resource does all its
 * work, and a job that cannot be cut takes its longest path. Host work stands between segments. Launch
 * costs are left out.
 */
export function ceiling(dependencies: Dependencies, models: MokaModels, splittable: Splittable): LowerBound {
  let ns = 0;
  let longest: LowerBound = { ns: 0, resource: 'host' };
  for (const segment of dependencies.segments) {
    const bound = segmentBound(segment, models, splittable);
    ns += bound.ns + (segment.host?.ns ?? 0);
    if (bound.ns > longest.ns) longest = bound;
  }
  return { ns, resource: longest.resource };
}

function segmentBound(segment: Segment, models: MokaModels, splittable: Splittable): LowerBound {
  const demandOf = operationDemand(models.gpu, models);
  const totals = new Map<string, number>();
  let bound: LowerBound = { ns: 0, resource: 'longest stream' };
  for (const job of segment.jobs) {
    for (const { operation } of job.operations)
      for (const [resource, { workNs }] of demandOf(operation).resources)
        totals.set(resource, (totals.get(resource) ?? 0) + workNs);
    if (possiblePieces(job, splittable).length > 1) continue;
    const ns = longestPath(job, (operation) => demandOf(operation).ns);
    if (ns > bound.ns) bound = { ns, resource: 'longest stream' };
  }
  for (const [resource, ns] of totals) if (ns > bound.ns) bound = { ns, resource };
  return bound;
}

function longestPath(job: Job, nsOf: (operation: DeviceOperation) => number): number {
  const ends: number[] = [];
  for (const { operation, after } of job.operations) {
    const startNs = after.reduce((latest, before) => Math.max(latest, ends[before]!), 0);
    ends.push(startNs + nsOf(operation));
  }
  return ends.reduce((latest, endNs) => Math.max(latest, endNs), 0);
}
