import { STALL_COUNTERS, type Counters } from '../../simulator/core/counters';
import { resourceShares, stallShares } from '../../simulator/run/utilisation';
import type { SimulatorSpec } from '../../simulator/spec/simulatorSpec';

const UNIT_WORDS: Readonly<Record<string, string>> = {
  fp32: 'FP32 units',
  fp64: 'FP64 units',
  integer: 'integer units',
  special: 'special units',
  tensor: 'tensor cores',
  control: 'branch units',
  memory: 'load/store units',
};

const STALL_WORDS: Readonly<Record<(typeof STALL_COUNTERS)[number], string>> = {
  stallDependency: 'the result of an arithmetic instruction',
  stallMemory: 'the result of a load',
  stallBarrier: 'a barrier',
  stallFetch: 'its next instructions',
  stallLaunch: 'the launch of its block',
  stallPipe: 'a functional unit that is taken',
  stallThrottle: 'the queue of the load/store unit',
  stallNotSelected: 'its turn to issue',
};

/**
 * Use of each resource of the whole GPU by name, 0 to 1.
 *
 * @param cycles measured core cycles
 */
export function resourceUse(
  counters: Counters,
  cycles: number,
  spec: SimulatorSpec,
): Readonly<Record<string, number>> {
  const { issue, units, shared, network, dram } = resourceShares(counters, cycles, spec);
  const named = Object.entries(units).map(([unit, share]) => [UNIT_WORDS[unit] ?? unit, share] as const);
  return {
    'issue slots': issue,
    DRAM: dram,
    network,
    'shared memory': shared,
    ...Object.fromEntries(named),
  };
}

/** What warps waited for in words, as shares of their waiting time; nothing where none waited. */
export function stallReasons(counters: Counters): Readonly<Record<string, number>> {
  if (STALL_COUNTERS.every((name) => counters[name] === 0)) return {};
  const shares = stallShares(counters);
  return Object.fromEntries(STALL_COUNTERS.map((name) => [STALL_WORDS[name], shares[name]]));
}
