import type { Scenario, ScenarioApp } from '../../../kernel/scenario';
import type { KernelTable } from '../../../simulator/sm/kernelTable';
import type { LoadedSpec } from '../../../simulator/spec/loadSpec';
import { blocksOf, instructionsPerBlock } from '../launchWork';
import { fitTogether } from './blockMix';
import { simulatedSpeeds } from './blockSpeeds';

/** Speeds of blocks by kernel: on SMs where they have no neighbour, and on those where they have one. */
export interface SplitSpeeds {
  readonly apart: readonly number[];
  readonly beside: readonly number[];
}

/**
 * The one of two kernels whose launch has a block for a part of the SMs only, so that SMs are not alike; null where none
 * has, or both.
 */
export function sparseKernel(apps: readonly ScenarioApp[], sms: number): number | null {
  const isSparse = apps.map((app) => blocksOf(app) < sms);
  return apps.length === 2 && isSparse[0] !== isSparse[1] ? isSparse.indexOf(true) : null;
}

/**
 * How fast blocks run where a launch of few blocks is beside one that has all SMs, from one window for each order of age:
 * as many blocks of the other kernel as are there at a time on every SM, and a block of the sparse one on some. What these
 * take of their own SM is much, as where each of their loads touches a line for every lane, and hardly shows in the mean
 * of all; but a launch ends with its slowest block.
 */
export class SparseSpeeds {
  private readonly known: (SplitSpeeds | undefined)[] = [];
  private readonly instructions: readonly number[];
  private readonly other: number;

  constructor(
    private readonly scenario: Scenario,
    private readonly loaded: LoadedSpec,
    private readonly table: KernelTable,
    private readonly sparse: number,
    /** Of both whether they find in the L2 cache what their last launch left there. */
    private readonly earlierData: readonly boolean[],
  ) {
    this.instructions = scenario.apps.map((app) => instructionsPerBlock(app));
    this.other = 1 - sparse;
  }

  /** @param oldest the kernel whose blocks were there first: warp schedulers prefer them */
  at(oldest: number): SplitSpeeds {
    return (this.known[oldest] ??= this.window(oldest));
  }

  private window(oldest: number): SplitSpeeds {
    const { scenario, loaded, table, sparse, other, instructions } = this;
    const { sms } = loaded.spec;
    const shared = blocksOf(scenario.apps[sparse]!);
    const held = this.blocksBeside();
    // The other kernel runs twice, so that its blocks with a neighbour are counted by themselves.
    const parts = [
      { kernel: other, first: 0, end: shared, cap: held.beside },
      { kernel: sparse, first: 0, end: shared, cap: 1 },
      { kernel: other, first: shared, end: sms, cap: held.apart },
    ].sort((a, b) => Number(b.kernel === oldest) - Number(a.kernel === oldest));
    const speeds = simulatedSpeeds({
      scenario: {
        ...scenario,
        mode: { kind: 'intra-sm' },
        apps: parts.map(({ kernel }, at) => ({ ...scenario.apps[kernel]!, name: `${at}` })),
      },
      loaded: { ...loaded, spec: { ...loaded.spec, launch: { ...loaded.spec.launch, kernelCycles: 0 } } },
      instructions: parts.map(({ kernel }) => instructions[kernel]!),
      warps: parts.map(({ kernel }) => table.warpsPerBlock[kernel]!),
      blocksPerSm: parts.map(({ cap }) => cap),
      earlierData: parts.map(({ kernel }) => this.earlierData[kernel]!),
      place: (partition) =>
        parts.forEach(({ first, end, cap }, at) => partition.confine(at, first, end, cap)),
    });
    const speedOf = (kernel: number, first: number): number =>
      speeds[parts.findIndex((part) => part.kernel === kernel && part.first === first)]!;
    const apart = speedOf(other, shared);
    // Where the neighbour lets none of its blocks in, there are none to slow down.
    const beside = speedOf(other, 0) || apart;
    const ofSparse = speedOf(sparse, 0);
    return sparse === 0
      ? { apart: [ofSparse, apart], beside: [ofSparse, beside] }
      : { apart: [apart, ofSparse], beside: [beside, ofSparse] };
  }

  /** Blocks of the other kernel on an SM of its own, and beside one of the sparse kernel. */
  private blocksBeside(): { readonly apart: number; readonly beside: number } {
    const { scenario, loaded, table, sparse, other } = this;
    const waves = Math.ceil(blocksOf(scenario.apps[other]!) / loaded.spec.sms);
    const apart = Math.min(table.blocksPerSm[other]!, waves);
    let beside = apart;
    while (beside > 1 && !fitTogether([other, sparse], [beside, 1], table, loaded.gpu.limits)) beside--;
    return { apart, beside };
  }
}
