import type { SimulatorSpec } from '../../simulator/spec/simulatorSpec';
import type { CountedRates } from '../counting/countedRates';
import type { CounterRates } from '../counting/rates';

/** A grid: its blocks, and warps of one of them. */
export interface Grid {
  readonly blocks: number;
  readonly warpsPerBlock: number;
}

/** Traffic of all that ran beside a kernel, per core cycle as `CounterRates` has it. */
export type Beside = Pick<CounterRates, 'l2Accesses' | 'memoryBandwidth'>;

/** The traffic of several. */
export function trafficOf(all: readonly Beside[]): Beside {
  const sum = (name: keyof Beside): number => all.reduce((total, one) => total + one[name], 0);
  return { l2Accesses: sum('l2Accesses'), memoryBandwidth: sum('memoryBandwidth') };
}

/** A kernel in company, as counters of the co-run show it. */
export interface Met {
  readonly rates: CounterRates & { readonly counted: CountedRates; readonly smBusy: number };
  readonly sms: number;
  /** Null where it is not known. */
  readonly grid: Grid | null;
  readonly beside: Beside;
}

/**
 * What is read of a kernel in company. None of it grows with the size of a GPU, so that what was learned on some GPUs
 * is asked of others. Shares are 0 to 1.
 */
export interface Quantities {
  /** Logarithm of the GPU's SMs over its own, and of those that its blocks can use. */
  readonly sms: number;
  readonly usableSms: number;
  /** How busy the busiest part of its SMs is (`smBusy` over its own SMs). */
  readonly busy: number;
  /** Shares of its warps' time: waiting for a part of their SM, for loads, for results of arithmetic. */
  readonly waitSm: number;
  readonly waitLoads: number;
  readonly waitResults: number;
  /** Share of its SMs that hold a block, on the mean. */
  readonly held: number;
  /** Logarithm of the grid's warps over those resident: 0 where all blocks run at a time. */
  readonly waves: number;
  /** Share of DRAM's data bus that it uses, and that all use. */
  readonly dramOwn: number;
  readonly dramAll: number;
  /** The same of what the L2 cache's ports pass. */
  readonly l2Own: number;
  readonly l2All: number;
  readonly rowHits: number;
  readonly l2Hits: number;
  /** Logarithm of the warps on an SM. */
  readonly warps: number;
  /** Logarithm of warp instructions per scheduler and cycle. */
  readonly issue: number;
  /** Its own part of the traffic of all. */
  readonly dramPart: number;
  readonly l2Part: number;
}

/** Below so small a share, how small it is makes no difference; of issue slots less. */
const LEAST = 0.02;
const LEAST_ISSUE = 0.01;
/** Waves beyond e⁴ are as many as can be, and so are those of a grid that is not known. */
const MOST_WAVES = 4;
const UNKNOWN_WAVES = Math.log(10);
/** Row hits of a kernel that asks nothing of DRAM. */
const SOME_ROW_HITS = 0.5;

export function quantitiesOf({ rates, sms, grid, beside }: Met, spec: SimulatorSpec): Quantities {
  const { counted, ipc, memoryBandwidth, l2Accesses } = rates;
  const ports = spec.l2.slices * spec.l2.sectorsPerCycle;
  const warps = Math.max(counted.warpCycles, 1e-9);
  const requests = counted.dramReads + counted.dramWrites;
  const { stallNotSelected, stallThrottle, stallPipe } = counted;
  const dramAll = memoryBandwidth + beside.memoryBandwidth;
  const l2All = l2Accesses + beside.l2Accesses;
  const blocks = grid?.blocks ?? Infinity;
  return {
    sms: Math.log(spec.sms / sms),
    usableSms: Math.log(Math.min(spec.sms, blocks) / Math.min(sms, blocks)),
    busy: Math.min(1, (rates.smBusy * spec.sms) / sms),
    waitSm: (stallNotSelected + stallThrottle + stallPipe) / warps,
    waitLoads: counted.stallMemory / warps,
    waitResults: counted.stallDependency / warps,
    held: counted.smCycles / sms,
    waves: wavesOf(warps, grid),
    dramOwn: memoryBandwidth,
    dramAll,
    l2Own: l2Accesses / ports,
    l2All: l2All / ports,
    rowHits: portion(counted.dramRowHits, requests, SOME_ROW_HITS),
    l2Hits: 1 - portion(counted.l2ReadSectorMisses, counted.l2ReadSectors, 1),
    warps: Math.log(Math.max(1, portion(warps, counted.smCycles, 1))) / 4,
    issue: Math.log(Math.max(LEAST_ISSUE, ipc / sms / spec.sm.schedulers)),
    dramPart: portion(memoryBandwidth, dramAll, 0),
    l2Part: portion(l2Accesses, l2All, 0),
  };
}

/** A share's logarithm, as networks read it. */
export const logarithm = (share: number): number => Math.log(Math.max(LEAST, share));

function wavesOf(warps: number, grid: Grid | null): number {
  if (grid === null) return UNKNOWN_WAVES;
  const resident = Math.min(1, warps / (grid.blocks * grid.warpsPerBlock));
  return Math.min(MOST_WAVES, -Math.log(resident));
}

function portion(part: number, whole: number, otherwise: number): number {
  return whole > 0 ? part / whole : otherwise;
}
