import type { YieldState } from '../../../src/analysis/protocol';
import type { YieldSearchAnswer } from '../../../src/analysis/results/yieldResult';
import { sampleKernels } from './kernels';

const MOST = { sms: 80, blocks: 8 };
const QOS = 2;

/** Time over alone and pace kept where so many places of all are given. */
function effect(sms: number, blocks: number): { latency: number; throughput: number } {
  const share = (sms * blocks) / (MOST.sms * MOST.blocks);
  return { latency: Math.min(4, 0.8 / share ** 0.8), throughput: 1 - share };
}

const TRIED = [
  [40, 6],
  [32, 6],
  [36, 6],
  [34, 6],
  [36, 5],
  [42, 5],
] as const;

/** A search for the first two sample kernels, on a GPU that has maps. */
export function sampleYields(hasMap = true): YieldState {
  const kernels = sampleKernels(10);
  const [first, second] = [kernels[0]!, kernels[1]!];
  const rows = Array.from({ length: MOST.sms }, (_, sms) =>
    Array.from({ length: MOST.blocks }, (__, blocks) => effect(sms + 1, blocks + 1)),
  );
  const trials = TRIED.map(([sms, blocks]) => {
    const { latency, throughput } = effect(sms, blocks);
    return { places: { sms, blocks }, latency: latency * 1.02, throughput };
  });
  const request: YieldSearchAnswer['request'] = { kernelIds: [first.id, second.id], qos: QOS };
  const kept = trials.filter(({ latency }) => latency <= QOS);
  const best = kept.reduce((one, other) => (other.throughput > one.throughput ? other : one));
  return {
    request,
    busy: false,
    trials,
    error: null,
    answer: {
      request,
      names: [first.name, second.name],
      pollNs: 1000,
      gpu: 'gtx-950',
      method: hasMap ? 'corrected' : 'law',
      qos: QOS,
      most: MOST,
      aloneCycles: 60_000,
      best,
      overWindow: { best: 0.52, wholeGpu: 0.44 },
      trials,
      configurations: MOST.sms * MOST.blocks,
      expected: hasMap
        ? {
            latency: rows.map((row) => row.map(({ latency }) => latency)),
            throughput: rows.map((row) => row.map(({ throughput }) => throughput)),
          }
        : null,
      violations: trials.length - kept.length,
      warnings: [],
    },
  };
}
