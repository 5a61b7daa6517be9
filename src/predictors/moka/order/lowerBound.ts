import type { Application, DeviceOperation } from '../../../kernel/application';
import type { GpuSpec } from '../../../kernel/gpuSpec';
import { copyEngineName } from '../../../timeline/copyEngines';
import { BlockShapes } from '../blocks/blockShape';
import { requireSoloNs, type ResourceDemand } from '../blocks/blockModel';
import type { MokaModels } from '../mokaModels';
import { copyNs } from '../transfers/transferTimes';

/** What an operation needs at least: its time alone, and its share of each resource. */
export interface Demand {
  readonly ns: number;
  readonly resources: ReadonlyMap<string, ResourceDemand>;
}

interface Load {
  total: number;
  head: number;
  tail: number;
}

export interface LowerBound {
  readonly ns: number;
  /** The resource that cannot be shared better, or `longest stream`. */
  readonly resource: string;
}

/**
 * No order, assignment of streams or style gets below this: each resource has to do all of its work, after
 * the shortest way to it and before the shortest way from it, and no stream is faster than its operations
 * one after another. Launch costs are left out.
 */
export function lowerBound(application: Application, gpu: GpuSpec, models: MokaModels): LowerBound {
  const demandOf = operationDemand(gpu, models);
  const loads = new Map<string, Load>();
  let bound: LowerBound = { ns: 0, resource: 'longest stream' };
  for (const chain of chainsOf(application).values()) {
    const chainDemands = chain.map(demandOf);
    const length = chainDemands.reduce((sum, { ns }) => sum + ns, 0);
    if (length > bound.ns) bound = { ns: length, resource: 'longest stream' };
    addChain(loads, chainDemands, length);
  }
  for (const [resource, { total, head, tail }] of loads)
    if (head + total + tail > bound.ns) bound = { ns: head + total + tail, resource };
  return bound;
}

function chainsOf(application: Application): ReadonlyMap<string, DeviceOperation[]> {
  const chains = new Map<string, DeviceOperation[]>();
  for (const operation of application.operations) {
    if (operation.kind !== 'copy' && operation.kind !== 'kernel' && operation.kind !== 'memset') continue;
    const chain = chains.get(operation.stream);
    if (chain === undefined) chains.set(operation.stream, [operation]);
    else chain.push(operation);
  }
  return chains;
}

/** Head and tail of a resource are the shortest over the chains that use it. */
function addChain(loads: Map<string, Load>, chain: readonly Demand[], length: number): void {
  let before = 0;
  const seen = new Set<string>();
  for (const { ns, resources } of chain) {
    const after = length - before - ns;
    for (const [resource, { workNs, afterNs }] of resources) {
      const load = loads.get(resource) ?? { total: 0, head: Infinity, tail: Infinity };
      loads.set(resource, load);
      load.total += workNs;
      // The tail of a chain is what follows its last use: later uses only shorten it.
      if (!seen.has(resource)) load.head = Math.min(load.head, before);
      load.tail = Math.min(load.tail, after + afterNs);
      seen.add(resource);
    }
    before += ns;
  }
}

/** Demands of the operations of one GPU. */
export function operationDemand(gpu: GpuSpec, models: MokaModels): (operation: DeviceOperation) => Demand {
  const shapes = new BlockShapes(gpu);
  return (operation) => {
    if (operation.kind === 'kernel') {
      const ns = requireSoloNs(models.knowledge, operation);
      const use = models.knowledge.useOf(operation);
      return { ns, resources: models.blocks.demand(operation, ns, shapes.of(operation), use, gpu) };
    }
    if (operation.kind === 'memset' || operation.direction === 'DtoD') return { ns: 0, resources: new Map() };
    const ns = copyNs(models.transfers, operation);
    return {
      ns,
      resources: new Map([[copyEngineName(gpu, operation.direction), { workNs: ns, afterNs: 0 }]]),
    };
  };
}
