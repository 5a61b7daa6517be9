import type { Scenario } from '../../../kernel/scenario';
import type { Partition } from '../../../simulator/dispatch/partition';
import { resultOf, type SimulationResult } from '../../../simulator/run/result';
import { createRun } from '../../../simulator/simulate';
import type { KernelTable } from '../../../simulator/sm/kernelTable';
import type { LoadedSpec } from '../../../simulator/spec/loadSpec';
import { blocksOf, instructionsPerBlock } from '../launchWork';
import { mixOf } from './blockMix';
import { soloWindow } from './soloWindows';

/** How full of blocks the SMs are is rounded to halves, and which part of them is whose to quarters. */
const FILLINGS = 2;
const PARTS = 4;

/** How fast blocks of one kernel or two run beside each other, from a window for each mix that is asked for. */
export class BlockSpeeds {
  private readonly known: (readonly number[] | undefined)[] = [];
  private readonly instructions: readonly number[];

  /** @param scenario the kernels, and the length of a window as its limits */
  constructor(
    private readonly scenario: Scenario,
    private readonly loaded: LoadedSpec,
    private readonly table: KernelTable,
  ) {
    this.instructions = scenario.apps.map(instructionsPerBlock);
  }

  /**
   * Blocks per cycle at which one block of each kernel runs, where all SMs together hold so many of each.
   *
   * @param oldest the kernel whose blocks were there first: warp schedulers prefer them
   */
  at(resident: readonly number[], oldest: number): readonly number[] {
    const [a, b = 0] = resident.map(
      (count, i) => count / (this.loaded.spec.sms * this.table.blocksPerSm[i]!),
    );
    const full = a! + b;
    if (full === 0) return resident.map(() => 0);
    const filling = Math.min(FILLINGS, Math.max(1, Math.round(full * FILLINGS)));
    const ofFirst = a! / full;
    return this.speeds(filling, ofFirst, Math.round(ofFirst * PARTS), oldest);
  }

  /** @param part of the first kernel, in `PARTS` */
  private speeds(filling: number, ofFirst: number, part: number, oldest: number): readonly number[] {
    if (ofFirst === 0 || ofFirst === 1) return this.mix(filling, part, 0);
    if (part > 0 && part < PARTS) return this.mix(filling, part, oldest);
    // Few of one kernel: they take nothing from the other one, and run as in the nearest mix.
    const most = this.mix(filling, part, 0);
    const mixed = this.mix(filling, part === 0 ? 1 : PARTS - 1, oldest);
    return part === 0 ? [mixed[0]!, most[1]!] : [most[0]!, mixed[1]!];
  }

  private mix(filling: number, part: number, oldest: number): readonly number[] {
    const index = (filling * (PARTS + 1) + part) * 2 + oldest;
    return (this.known[index] ??= this.window(filling / FILLINGS, part / PARTS, oldest));
  }

  /** Launches in a window follow each other at once: it is about blocks side by side. */
  private window(filling: number, part: number, oldest: number): readonly number[] {
    const { scenario, loaded, table } = this;
    const shares = scenario.apps.map((_, kernel) => filling * (kernel === 0 ? part : 1 - part));
    const kernels = shares
      .flatMap((share, kernel) => (share > 0 ? [kernel] : []))
      .sort((a, b) => Number(b === oldest) - Number(a === oldest));
    const { mode, blocksPerSm } = mixOf(kernels, shares, table, loaded);
    const apps = kernels.map((kernel) => scenario.apps[kernel]!);
    const window: Window = {
      scenario: { ...scenario, mode, apps },
      loaded: { ...loaded, spec: { ...loaded.spec, launch: { ...loaded.spec.launch, kernelCycles: 0 } } },
      instructions: kernels.map((kernel) => this.instructions[kernel]!),
      warps: kernels.map((kernel) => table.warpsPerBlock[kernel]!),
      blocksPerSm,
    };
    const speeds = shares.map(() => 0);
    windowSpeeds(window).forEach((speed, i) => (speeds[kernels[i]!] = speed));
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
  /** Says who may have which SM, where the mode does not. */
  readonly place?: (partition: Partition) => void;
}

/** Blocks per cycle at which one block of each kernel runs. */
function windowSpeeds(window: Window): readonly number[] {
  const { scenario, loaded, instructions } = window;
  if (instructions.length > 1) return simulatedSpeeds(window);
  return [soloWindow(scenario, loaded, instructions[0]!, () => simulatedSpeeds(window)[0]!)];
}

/** The same for several kernels, simulated. */
export function simulatedSpeeds(window: Window): readonly number[] {
  const { scenario, instructions, blocksPerSm } = window;
  const result = wholeBlocks(window);
  return result.apps.map((app, i) => {
    const done = app.instructions / instructions[i]!;
    const held = app.counters.smCycles * blocksPerSm[i]!;
    return done / Math.max(1, Math.min(held, result.cycles * blocksOf(scenario.apps[i]!)));
  });
}

/** Blocks that outlast a window are run to their end where a window of so many times the length is enough for it. */
const MOST_GROWTH = 4;

/**
 * Simulates a window, and goes on where blocks outlast it: what the first part of a block does tells little of the
 * rest of it. Of blocks that are longer still, the window is a sample of what they repeat.
 */
function wholeBlocks({ scenario, loaded, place, instructions, warps }: Window): SimulationResult {
  const run = createRun(scenario, loaded);
  place?.(run.machine.partition);
  const result = resultOf(run, run.run(), []);
  const needed = result.apps.map((app, i) => {
    const resident = app.counters.warpCycles / warps[i]! / result.cycles;
    return app.ipc > 0 ? (instructions[i]! * resident) / app.ipc : Infinity;
  });
  const longest = Math.max(...needed);
  if (longest <= result.cycles || longest > MOST_GROWTH * result.cycles) return result;
  return resultOf(run, run.run({}, Math.ceil(longest)), []);
}
