import { applicationKey, type ColocateState } from '../../../src/analysis/protocol';
import type { ColocatedCandidate, ColocateResult } from '../../../src/analysis/results/colocateResult';
import type { WorkspaceResults } from '../../../src/analysis/results/workspaceResults';
import type { Mixes } from '../../../src/sharing/colocation/mix';
import type { InstancePoint } from '../../../src/sharing/colocation/safeInstances';
import { sampleResults } from './results';

const ALONE_NS = 1.7e6;
const MOST = 15;
const SLOWDOWN = 2;

/** A workspace with one service, programs that may run beside it, and one whose times are not known. */
export function sampleServices(): WorkspaceResults {
  const results = sampleResults({ kernels: 10 });
  const [program] = results.applications;
  const named = (name: string, path: string) => ({
    ...program!,
    name,
    path,
    line: 1,
    from: 'trace' as const,
  });
  return {
    ...results,
    applications: [
      named('stemmer', 'traces/stemmer.trace.csv'),
      named('kmeans', 'traces/kmeans.trace.csv'),
      named('bfs-pinned', 'traces/bfs-pinned.trace.csv'),
      { ...named('lavaMD', 'src/lavaMD.cu'), from: 'source' },
      {
        ...named('solver', 'src/solver.cu'),
        from: 'source',
        predicted: null,
        unknowns: ['the time of step is not known'],
      },
    ],
  };
}

const keys = (): readonly string[] => sampleServices().applications.map(applicationKey);

/** Latency that grows by a share of the time alone with every instance; queries starve at `starvesAt`. */
function candidate(
  at: number,
  name: string,
  growth: number,
  change: Partial<Extract<ColocatedCandidate, { instances: number }>> = {},
): ColocatedCandidate {
  const { starvesAt = null } = change;
  const points = Array.from({ length: starvesAt ?? MOST + 1 }, (_, instances): InstancePoint => {
    const p95 = ALONE_NS * (1 + growth * instances ** 1.3);
    return { instances, p95, mean: p95 * 0.9, isKept: p95 <= SLOWDOWN * ALONE_NS };
  });
  const broken = points.findIndex(({ isKept }) => !isKept);
  return {
    key: keys()[at]!,
    name,
    aloneNs: ALONE_NS,
    points,
    instances: broken < 0 ? points.length - 1 : broken - 1,
    fitting: null,
    starvesAt,
    farAt: null,
    error: 0.14,
    pageableInstances: null,
    ...change,
  };
}

/** Three of one and one of the other keep the target, and so does one of each. */
function sampleMixes(): Mixes {
  const parts = ['kmeans', 'bfs-pinned'].map((name, at) => ({ name, instances: 3 - 2 * at }));
  const mix = { parts, mean: 1.6 * ALONE_NS, p95: 1.92 * ALONE_NS, isKept: true, load: 1.4, error: 0.32 };
  return {
    oneOfEach: { ...mix, parts: parts.map(({ name }) => ({ name, instances: 1 })), p95: 1.7 * ALONE_NS },
    fullest: mix,
    ofOne: { parts: parts.slice(0, 1), load: 1.1 },
  };
}

/** An answer for the service of `sampleServices`, or none so far and the question under way. */
export function sampleColocate(isBusy = false): ColocateState {
  const [service, kmeans, bfs, lavaMD] = keys().map((key) => ({ key, footprintBytes: null, aloneNs: null }));
  const target = { slowdown: SLOWDOWN, ns: null, of: 'p95' as const };
  const candidates = [
    candidate(1, 'kmeans', 0.06, { fitting: 11 }),
    candidate(2, 'bfs-pinned', 0.9, { starvesAt: 9, pageableInstances: 6 }),
    { key: lavaMD!.key, name: 'lavaMD', refused: 'kernel_gpu_cuda does not fit on an SM of the H100 SXM' },
  ];
  const result: ColocateResult = {
    gpu: 'h100-sxm',
    predictor: 'shared-gpu',
    service: 'stemmer',
    measuredNs: 1.68e6,
    replayed: ['lavaMD'],
    target,
    maxInstances: MOST,
    memoryBytes: 80 * 2 ** 30,
    candidates: isBusy ? candidates.slice(0, 1) : candidates,
    mixes: isBusy ? null : sampleMixes(),
    advice: ['stemmer copies pageable memory: services should pin their memory, batch jobs should not'],
    assumptions: ['stemmer: what device-memory bandwidth its kernels ask for is not in a trace'],
  };
  return {
    request: { service: service!, batch: [kmeans!, bfs!, lavaMD!], target },
    busy: isBusy,
    phase: isBusy ? 'bfs-pinned, 4 beside the service' : '',
    fraction: isBusy ? 0.4 : null,
    result,
    error: null,
  };
}
