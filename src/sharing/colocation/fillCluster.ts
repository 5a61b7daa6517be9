/** GPUs of one type that run a service. */
export interface ServiceGpus {
  readonly name: string;
  /** Id of the type. */
  readonly gpu: string;
  readonly gpus: number;
  /** Places beside the service on each: as many instances fill a GPU. */
  readonly places: number;
}

/** GPUs that run services, and batch applications that want places beside it. */
export interface ClusterDemand {
  readonly services: readonly ServiceGpus[];
  readonly batch: readonly { readonly name: string; readonly instances: number }[];
  /** Safe instances of each batch application on a GPU of each of `services`. */
  readonly safe: readonly (readonly number[])[];
}

/** GPUs of a service that hold the same. */
export interface ClusterGroup {
  readonly service: string;
  /** Id of their type. */
  readonly gpu: string;
  /** Null for GPUs that run their service alone. */
  readonly batch: string | null;
  readonly gpus: number;
  /** Instances on every GPU of the group; on the last one perhaps fewer. */
  readonly each: number;
  readonly instances: number;
}

/** A cluster that was filled. */
export interface FilledCluster {
  readonly gpus: number;
  readonly wanted: number;
  readonly placed: number;
  /** Instances placed over places. */
  readonly utilisation: number;
  readonly places: number;
  readonly groups: readonly ClusterGroup[];
}

/**
 * Fills the GPUs of services with batch applications, one kind a GPU: pairs with most safe instances first. Cost
 * grows with the pairs of names, not with GPUs or instances.
 */
export function fillCluster({ services, batch, safe }: ClusterDemand): FilledCluster {
  const free = services.map(({ gpus }) => gpus);
  const left = batch.map(({ instances }) => instances);
  const groups: ClusterGroup[] = [];
  const pairs = services
    .flatMap((_, s) => batch.map((__, b) => ({ s, b, each: Math.min(services[s]!.places, safe[s]![b]!) })))
    .filter(({ each }) => each > 0)
    .sort((one, two) => two.each - one.each);
  for (const { s, b, each } of pairs) {
    const gpus = Math.min(free[s]!, Math.ceil(left[b]! / each));
    if (gpus === 0) continue;
    const instances = Math.min(left[b]!, gpus * each);
    free[s]! -= gpus;
    left[b]! -= instances;
    const { name: service, gpu } = services[s]!;
    groups.push({ service, gpu, batch: batch[b]!.name, gpus, each, instances });
  }
  services.forEach(({ name: service, gpu }, s) => {
    if (free[s]! > 0) groups.push({ service, gpu, batch: null, gpus: free[s]!, each: 0, instances: 0 });
  });
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
  const gpus = sum(services.map((each) => each.gpus));
  const places = sum(services.map((each) => each.gpus * each.places));
  const placed = sum(groups.map(({ instances }) => instances));
  return {
    gpus,
    wanted: sum(batch.map(({ instances }) => instances)),
    placed,
    utilisation: places === 0 ? 0 : placed / places,
    places,
    groups,
  };
}
