import { isDeepStrictEqual } from 'node:util';
import type { Scenario } from '../../../kernel/scenario';
import type { Partition } from '../../../simulator/dispatch/partition';
import { resultOf, type SimulationResult } from '../../../simulator/run/result';
import { createRun } from '../../../simulator/simulate';
import type { KernelTable } from '../../../simulator/sm/kernelTable';
import type { LoadedSpec } from '../../../simulator/spec/loadSpec';
import { blocksOf, instructionsPerBlock } from '../launchWork';
import { blocksBeside } from './blockMix';
import { ageProfile, type AgeProfile } from './blockAges';
import { findsItsData } from './earlierLaunches';
import { growthAt, growthThrough, type Growth, type GrowthPoint } from './growth';
import { soloWindow } from './soloWindows';
import { WindowPaces } from './windowPaces';

/** Of the blocks that an SM holds of a kernel, the parts for which it is looked at alone; between them follows a power law. */
const ALONE = [1 / 4, 1 / 2, 1] as const;
/** The same of both where two are looked at beside each other. */
const BESIDE = 1 / 2;
/**
 * A kernel that takes so much longer beside half of the older blocks than alone, over 1, is looked at beside all of them,
 * too: what these leave of a unit that they keep busy is no line.
 */
const CROWDED = 1 / 2;
/** One that takes so much longer there, over 1, is looked at beside few of them, too: these may leave enough of that unit. */
const STARVED = 3;
const FEW = 1 / 4;
/** What hardly ran in such a window, as older blocks took all, is not taken to stand still beside fewer of them. */
const LEAST_LEFT = 1 / 20;

/** How fast a block runs that has so many of its own kernel beside it. */
interface AlonePoint {
  /** Blocks on an SM over those that it holds. */
  readonly share: number;
  /** Blocks per cycle. */
  readonly speed: number;
  readonly ages: AgeProfile;
}

/**
 * How fast blocks of one kernel or two run beside each other. Windows of each kernel alone tell what its own blocks do
 * to each other, and a window of both for each order of age what a block of one loses to the other: the time of a block
 * is taken to grow in proportion to how many of the other kernel there are. A window is simulated when it is first asked
 * for.
 */
export class BlockSpeeds {
  private readonly aloneKnown: (
    | { readonly speeds: readonly number[]; readonly ages: AgeProfile }
    | undefined
  )[][];
  /** By the older kernel, of each. */
  private readonly growth: (readonly Growth[] | undefined)[] = [];
  private readonly known = new Map<string, readonly number[]>();
  private readonly instructions: readonly number[];
  /** By kernels and how they are held side by side. */
  private readonly windows = new Map<string, WindowSpeeds>();
  /** Whether all kernels are one and the same. */
  private readonly areAlike: boolean;

  /** @param scenario the kernels, and the length of a window as its limits */
  constructor(
    private readonly scenario: Scenario,
    private readonly loaded: LoadedSpec,
    private readonly table: KernelTable,
    /** Bytes of the arrays of each kernel. */
    private readonly dataBytes: readonly number[],
  ) {
    this.instructions = scenario.apps.map((app) => instructionsPerBlock(app));
    this.aloneKnown = scenario.apps.map(() => []);
    this.areAlike = scenario.apps.every((app) => isDeepStrictEqual(app, scenario.apps[0]));
  }

  /**
   * Blocks per cycle at which one block of each kernel runs on an SM that holds so many of each, as the others do.
   *
   * @param oldest the kernel whose blocks were there first: warp schedulers prefer them
   */
  at(resident: readonly number[], oldest: number): readonly number[] {
    const key = `${resident.join()} ${oldest}`;
    const known = this.known.get(key) ?? this.reckoned(resident, oldest);
    this.known.set(key, known);
    return known;
  }

  private reckoned(resident: readonly number[], oldest: number): readonly number[] {
    const shares = resident.map((count, kernel) => count / this.table.blocksPerSm[kernel]!);
    const growth = shares.every((share) => share > 0) && shares.length > 1 ? this.growthOf(oldest) : null;
    return shares.map((share, kernel) => {
      if (share === 0) return 0;
      const beside = growth === null ? 0 : growthAt(growth[kernel]!, shares[1 - kernel]!);
      return this.alone(kernel, share) / (1 + beside);
    });
  }

  /** How blocks of a kernel get on that begin together, as many as SMs hold. */
  ages(kernel: number): AgeProfile {
    return this.alonePoint(kernel, ALONE.length - 1).ages;
  }

  /** The speed of a block where SMs hold such a share of the blocks of its kernel, and no others. */
  private alone(kernel: number, share: number): number {
    const next = ALONE.findIndex((part) => part >= share);
    if (next === 0) return this.alonePoint(kernel, 0).speed;
    const [low, high] = [next - 1, next].map((at) => this.alonePoint(kernel, at)) as [AlonePoint, AlonePoint];
    if (low.share === high.share || low.speed === 0) return high.speed;
    const way = Math.log(share / low.share) / Math.log(high.share / low.share);
    return low.speed * (high.speed / low.speed) ** Math.max(0, way);
  }

  private alonePoint(kernel: number, at: number): AlonePoint {
    const most = this.table.blocksPerSm[kernel]!;
    const blocks = Math.max(1, Math.round(most * ALONE[at]!));
    const { speeds, ages } = (this.aloneKnown[kernel]![blocks] ??= this.window([kernel], [blocks / most]));
    return { share: blocks / most, speed: speeds[0]!, ages };
  }

  private growthOf(oldest: number): readonly Growth[] {
    return (this.growth[oldest] ??= this.growthBeside(oldest));
  }

  private growthBeside(oldest: number): readonly Growth[] {
    const half = this.growthIn(oldest, [BESIDE, BESIDE]);
    const younger = 1 - oldest;
    const { amount } = half[younger]!;
    if (amount < CROWDED) return half.map((point) => [point]);
    const all = this.shareOfLaunch(oldest);
    const full = this.growthIn(oldest, [all, 1 - all])[younger]!;
    const few = amount < STARVED ? [] : [this.growthIn(oldest, [FEW, 1 - FEW])[younger]!];
    return half.map((own, kernel) => (kernel === younger ? growthThrough(...few, own, full) : [own]));
  }

  /** Of the blocks of a kernel that SMs hold, those that a launch has. */
  private shareOfLaunch(kernel: number): number {
    const held = this.loaded.spec.sms * this.table.blocksPerSm[kernel]!;
    return Math.min(1, blocksOf(this.scenario.apps[kernel]!) / held);
  }

  private growthIn(oldest: number, wanted: readonly number[]): readonly GrowthPoint[] {
    const kernels = [oldest, 1 - oldest];
    const { speeds, shares } = this.window(kernels, wanted);
    const growth: GrowthPoint[] = [];
    kernels.forEach((kernel, at) => {
      const left = Math.min(1, Math.max(LEAST_LEFT, speeds[at]! / this.alone(kernel, shares[at]!)));
      growth[kernel] = { amount: 1 / left - 1, share: shares[1 - at]! };
    });
    return growth;
  }

  /**
   * Launches in a window follow each other at once: it is about blocks side by side.
   *
   * @param kernels the oldest first
   * @param wanted of each, the blocks over those that all SMs hold
   * @returns as `kernels`: speeds, and which shares they had; of one kernel by itself how its blocks got on
   */
  private window(
    kernels: readonly number[],
    wanted: readonly number[],
  ): { readonly speeds: readonly number[]; readonly shares: readonly number[]; readonly ages: AgeProfile } {
    const { scenario, loaded, table } = this;
    const byKernel = scenario.apps.map((_, kernel) => wanted[kernels.indexOf(kernel)] ?? 0);
    const blocksPerSm = blocksBeside(kernels, byKernel, table, loaded);
    const { speeds, ages } = this.speedsIn(kernels, blocksPerSm, () => ({
      scenario: {
        ...scenario,
        mode: { kind: 'intra-sm', blocksPerSm: [...blocksPerSm] },
        apps: kernels.map((kernel) => scenario.apps[kernel]!),
      },
      loaded: { ...loaded, spec: { ...loaded.spec, launch: { ...loaded.spec.launch, kernelCycles: 0 } } },
      instructions: kernels.map((kernel) => this.instructions[kernel]!),
      warps: kernels.map((kernel) => table.warpsPerBlock[kernel]!),
      blocksPerSm,
      earlierData: this.earlierData(kernels),
    }));
    const shares = kernels.map((kernel, at) => blocksPerSm[at]! / table.blocksPerSm[kernel]!);
    return { speeds, shares, ages };
  }

  /** Of these kernels, beside each other, whether each finds in the L2 cache what its last launch has left there. */
  earlierData(kernels: readonly number[]): readonly boolean[] {
    const launches = kernels.map((kernel) => ({
      dataBytes: this.dataBytes[kernel]!,
      launchCycles: () => this.launchCycles(kernel),
    }));
    return launches.map((own, at) => findsItsData(own, launches.toSpliced(at, 1), this.loaded));
  }

  /** Cycles of a launch alone. */
  private launchCycles(kernel: number): number {
    const share = this.shareOfLaunch(kernel);
    const held = share * this.loaded.spec.sms * this.table.blocksPerSm[kernel]!;
    return blocksOf(this.scenario.apps[kernel]!) / (held * this.alone(kernel, share));
  }

  /** Few blocks fit an SM in few ways, and a kernel beside itself has one order of age: such windows are simulated once. */
  private speedsIn(
    kernels: readonly number[],
    blocksPerSm: readonly number[],
    window: () => Window,
  ): WindowSpeeds {
    const key = JSON.stringify([this.areAlike ? kernels.length : kernels, blocksPerSm]);
    const speeds = this.windows.get(key) ?? windowSpeeds(window());
    this.windows.set(key, speeds);
    return speeds;
  }
}

/** Kernels held side by side for a while. */
export interface Window {
  /** With the mode that holds them, and an application for each. */
  readonly scenario: Scenario;
  readonly loaded: LoadedSpec;
  /** Warp instructions of a block of each. */
  readonly instructions: readonly number[];
  readonly warps: readonly number[];
  /** Blocks of each that an SM may hold. */
  readonly blocksPerSm: readonly number[];
  /** Of each whether its data are in the L2 cache when the window begins. */
  readonly earlierData: readonly boolean[];
  /** Says who may have which SM, where the mode does not. */
  readonly place?: (partition: Partition) => void;
}

interface WindowSpeeds {
  /** Blocks per cycle at which one block of each kernel runs. */
  readonly speeds: readonly number[];
  /** Of a kernel by itself. */
  readonly ages: AgeProfile;
}

function windowSpeeds(window: Window): WindowSpeeds {
  const { scenario, loaded, instructions } = window;
  if (instructions.length > 1) return simulatedWindow(window);
  const { speed, ages } = soloWindow(scenario, loaded, instructions[0]!, () => {
    const simulated = simulatedWindow(window);
    return { speed: simulated.speeds[0]!, ages: simulated.ages };
  });
  return { speeds: [speed], ages };
}

/** Blocks per cycle at which one block of each kernel runs. */
export const simulatedSpeeds = (window: Window): readonly number[] => simulatedWindow(window).speeds;

function simulatedWindow(window: Window): WindowSpeeds {
  const { scenario, instructions, blocksPerSm } = window;
  const { result, ages } = wholeBlocks(window);
  const speeds = result.apps.map((app, i) => {
    const done = app.instructions / instructions[i]!;
    const held = app.counters.smCycles * blocksPerSm[i]!;
    return done / Math.max(1, Math.min(held, result.cycles * blocksOf(scenario.apps[i]!)));
  });
  return { speeds, ages };
}

interface WindowResult {
  readonly result: SimulationResult;
  /** Of the first kernel, where its blocks outlast the window. */
  readonly ages: AgeProfile;
}

/** Blocks that outlast a window are run to their end where a window of so many times the length is enough for it. */
const MOST_GROWTH = 4;

/**
 * Simulates a window, and goes on where blocks outlast it: what the first part of a block does tells little of the rest
 * of it. That ends with the block, or once the pace of its kernel stands still where it goes round one loop all the time.
 * Of blocks that are longer still, the window is a sample of what they repeat.
 */
export function wholeBlocks({
  scenario,
  loaded,
  place,
  instructions,
  warps,
  earlierData,
}: Window): WindowResult {
  const run = createRun(scenario, loaded, { earlierData });
  place?.(run.machine.partition);
  const paces = new WindowPaces(run);
  const result = resultOf(run, run.run(paces.hooks), []);
  const isOutlasted = result.apps[0]!.counters.blocksLaunched === 0;
  const ages = isOutlasted ? ageProfile(run.machine.progress(0)) : [];
  const needed = result.apps.map((app, i) => {
    const resident = app.counters.warpCycles / warps[i]! / result.cycles;
    return app.ipc > 0 ? (instructions[i]! * resident) / app.ipc : Infinity;
  });
  const longest = Math.max(...needed);
  if (longest <= result.cycles || longest > MOST_GROWTH * result.cycles) return { result, ages };
  const areSamples = paces.standStill(needed.flatMap((cycles, app) => (cycles > result.cycles ? [app] : [])));
  if (areSamples()) return { result, ages };
  return { result: resultOf(run, run.run(paces.hooksUntil(areSamples), Math.ceil(longest)), []), ages };
}
