import { phaseCycles, type Phase } from '../../counting/phaseSeries';
import type { Counters } from '../../../simulator/core/counters';
import type { SimulatorSpec } from '../../../simulator/spec/simulatorSpec';

/**
 * ASM, the application slowdown model of Subramanian et al. (MICRO 2015), reconstructed from what is known of
 * it: an application that depends on memory progresses in proportion to its rate of accesses to the shared
 * cache (CAR), so SD = CAR_alone / CAR_shared. CAR_alone is read in epochs in which the memory controllers
 * favour the application's requests, less two kinds of cycles: those that misses cost which it would not have
 * had in a cache of its own (auxiliary tag directories), and those in which it had a miss outstanding while the
 * controller served somebody else.
 *
 * What was taken instead of the original's hardware counters: cycles with at least one hit (or miss)
 * outstanding are those of Poisson arrivals of the observed rate with the unloaded latency,
 * 1 − exp(−rate · latency); in these, the controller serves the others for their share of the memory requests.
 */
export interface AsmLatencies {
  /** Unloaded core cycles of a hit and of a miss in the shared cache, seen from the SM. */
  readonly hit: number;
  readonly miss: number;
  readonly memoryChannels: number;
}

export function asmLatencies(spec: SimulatorSpec): AsmLatencies {
  const hit = 2 * spec.network.latencyCycles + spec.l2.latencyCycles;
  const { timing, latencyCycles } = spec.memory;
  const inDram = ((timing.nRCDRD + timing.nCL + timing.nBL) * timing.tCKps * spec.coreClockMHz) / 1e6;
  return { hit, miss: hit + latencyCycles + inDram, memoryChannels: spec.memory.channels };
}

/** What an application did in some phases, as far as ASM looks at it. */
interface Accesses {
  readonly cycles: number;
  readonly accesses: number;
  readonly misses: number;
  /** Requests at the memory controllers, of the application and of all. */
  readonly served: number;
  readonly servedAll: number;
  readonly watched: number;
  readonly watchedHits: number;
}

function accessesOf(phases: readonly Phase[], app: number): Accesses {
  const sum = (of: (counters: Counters) => number): number =>
    phases.reduce((total, phase) => total + of(phase.apps[app]!.counters), 0);
  const requests = (counters: Counters): number => counters.dramReads + counters.dramWrites;
  return {
    cycles: phases.reduce((total, phase) => total + phaseCycles(phase), 0),
    accesses: sum((c) => c.l2ReadSectors + c.l2WriteSectors),
    misses: sum((c) => c.l2ReadSectorMisses + c.l2WriteSectorMisses),
    served: sum(requests),
    servedAll: phases.reduce(
      (total, phase) => total + phase.apps.reduce((all, { counters }) => all + requests(counters), 0),
      0,
    ),
    watched: sum((c) => c.auxiliaryAccesses),
    watchedHits: sum((c) => c.auxiliaryHits),
  };
}

/** Slowdown of an application over phases in which priority went round; 1 without a sample of its own. */
export function asmSlowdown(phases: readonly Phase[], app: number, latencies: AsmLatencies): number {
  const shared = accessesOf(phases, app);
  const favoured = accessesOf(
    phases.filter((phase) => phase.favoured === app),
    app,
  );
  if (favoured.accesses === 0 || shared.accesses === 0) return 1;
  const lost = excessCycles(favoured, latencies) + queueingCycles(favoured, latencies);
  const cyclesAlone = favoured.cycles - Math.min(lost, favoured.cycles * MOST_LOST);
  const rateAlone = favoured.accesses / cyclesAlone;
  return rateAlone / (shared.accesses / shared.cycles);
}

/** Misses caused by the others times what a miss costs over a hit. */
function excessCycles(own: Accesses, latencies: AsmLatencies): number {
  const hits = own.accesses - own.misses;
  const hitShareAlone = own.watched === 0 ? hits / own.accesses : own.watchedHits / own.watched;
  const contentionMisses = Math.max(0, own.misses - own.accesses * (1 - hitShareAlone));
  const missTime = busyCycles(own.misses, own.cycles, latencies.miss) / Math.max(1, own.misses);
  const hitTime = busyCycles(hits, own.cycles, latencies.hit) / Math.max(1, hits);
  return contentionMisses * Math.max(0, missTime - hitTime);
}

/**
 * Cycles with a request at a memory controller while one of another application is served there, mean over the
 * controllers: the time that requests spend before the controllers does not count.
 */
function queueingCycles(own: Accesses, { miss, hit, memoryChannels }: AsmLatencies): number {
  const others = own.servedAll > 0 ? 1 - own.served / own.servedAll : 0;
  return busyCycles(own.misses / memoryChannels, own.cycles, miss - hit) * others;
}

/** No more of an epoch than this can have been caused by the others, so that the rate alone stays finite. */
const MOST_LOST = 0.9;

function busyCycles(requests: number, cycles: number, latency: number): number {
  return cycles === 0 ? 0 : cycles * (1 - Math.exp((-requests / cycles) * latency));
}
