import { countedBy, type CountedRate } from '../../../../src/predictors/counting/countedRates';
import { createRandom } from '../../../../src/stats/random';
import type { TrainingSample } from '../../../../lab/themis/training/samples';

/**
 * Samples of a made-up GPU on which both factors are known functions of the inputs: compute scales with the
 * SMs until memory binds, and interference grows with the traffic of both sides.
 */
export function knownSamples(workloads: number, each: number, seed: number): TrainingSample[] {
  const random = createRandom(seed);
  return Array.from({ length: workloads }, (_, workload) => {
    const traffic = (workload + 0.5) / workloads;
    return Array.from({ length: each }, () => sampleOf(`w${workload}`, traffic, random));
  }).flat();
}

function sampleOf(workload: string, traffic: number, random: { next: () => number }): TrainingSample {
  const smFraction = 1 / 6 + (2 / 3) * random.next();
  const pressure = random.next();
  const scalability = 1 + 0.8 * (1 / smFraction - 1) * (1 - traffic);
  const interference = 1 + traffic * pressure;
  const ipc = 60 * smFraction * (1 - 0.7 * traffic);
  const warpCycles = 60 * smFraction * 48;
  const warpStates: Partial<Record<CountedRate, number>> = {
    warpCycles,
    smCycles: 60 * smFraction,
    stallNotSelected: warpCycles * (1 - traffic),
  };
  return {
    workload,
    class: traffic < 0.33 ? 'compute' : traffic < 0.67 ? 'balanced' : 'memory',
    smFraction,
    own: {
      ipc,
      l1DataAccesses: 8 * traffic,
      l1DataMisses: 6 * traffic,
      l1ConstantAccesses: 1,
      l1ConstantMisses: 0,
      l2Accesses: 6 * traffic,
      l2Misses: 4 * traffic,
      memoryBandwidth: 0.5 * traffic,
      counted: countedBy((name) => warpStates[name] ?? 0),
      smBusy: 0.5 * smFraction * (1 - traffic),
    },
    coRunners: { l2Accesses: 6 * pressure, l2Misses: 4 * pressure, memoryBandwidth: 0.6 * pressure },
    scalability,
    interference,
  };
}
