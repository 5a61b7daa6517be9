import type { KernelProgram } from '../../../src/kernel/program';
import { simulate } from '../../../src/simulator/simulate';
import { LINE_BYTES } from '../../../src/simulator/core/sizes';
import type { LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import type { SweepLaunch } from './cases';

export interface SimulatedTime {
  readonly milliseconds: number;
  readonly blocks: number;
  /** Fewer than `blocks` where the rest was extrapolated. */
  readonly simulatedBlocks: number;
}

/**
 * The two samples between which a launch is extrapolated: waves of blocks, and data in units of the L2 cache. Both
 * must go beyond what the L2 cache takes in before DRAM sees the first write.
 */
const SAMPLES = [
  { waves: 2, l2Sizes: 1.5 },
  { waves: 5, l2Sizes: 3 },
] as const;
/** Waves by which the cost of a launch is judged. */
const PROBE_WAVES = 1;

interface Timed {
  readonly milliseconds: number;
  readonly instructions: number;
}

/** A launch of a program on an idle GPU, or `gpuShare` of it on as large a slice. */
export class TimedLaunch {
  private readonly l2Bytes: number;
  readonly blocks: number;

  constructor(
    private readonly program: KernelProgram,
    private readonly launch: Pick<SweepLaunch, 'grid' | 'block'>,
    private readonly loaded: LoadedSpec,
    private readonly seed: number,
    private readonly gpuShare = 1,
  ) {
    const { l2 } = this.loaded.spec;
    this.l2Bytes = l2.slices * l2.sets * l2.ways * LINE_BYTES;
    const blocks = launch.grid.reduce((product, extent) => product * extent, 1);
    this.blocks = Math.max(1, Math.round(blocks * gpuShare));
  }

  /**
   * All blocks. A launch whose data fits in the L2 cache is run a second time and that time is taken: the measured
   * launches are replays, whose data lies there (the rows count next to no DRAM reads for them).
   */
  full(): SimulatedTime {
    const warm = this.dataBytes() <= this.l2Bytes;
    const { milliseconds } = this.run(this.blocks, warm);
    return { milliseconds, blocks: this.blocks, simulatedBlocks: this.blocks };
  }

  /**
   * From two samples of the first blocks, on the straight line through them: the time of a launch grows by the
   * same amount a wave once all SMs are full.
   */
  sampled(): SimulatedTime {
    const perBlockBytes = this.dataBytes() / this.blocks;
    const [few, many] = SAMPLES.map(({ waves, l2Sizes }) =>
      Math.max(Math.ceil((l2Sizes * this.l2Bytes) / perBlockBytes), waves * this.blocksAtOnce()),
    ) as [number, number];
    if (many >= this.blocks) return this.full();
    const [start, end] = [this.run(few), this.run(many)];
    const perBlock = (end.milliseconds - start.milliseconds) / (many - few);
    return {
      milliseconds: end.milliseconds + (this.blocks - many) * perBlock,
      blocks: this.blocks,
      simulatedBlocks: many,
    };
  }

  /** Full where that takes at most so many warp instructions, else sampled. */
  within(instructions: number): SimulatedTime {
    return this.instructions() <= instructions ? this.full() : this.sampled();
  }

  /** Warp instructions of all blocks, judged by those of the first. */
  instructions(): number {
    const few = Math.min(PROBE_WAVES * this.blocksAtOnce(), this.blocks);
    return (this.run(few).instructions / few) * this.blocks;
  }

  /** An upper bound of the blocks that run at once: by threads and by block slots, not by registers or shared memory. */
  private blocksAtOnce(): number {
    const { limits } = this.loaded.gpu;
    const { sms } = this.loaded.spec;
    const threads = this.launch.block.reduce((product, extent) => product * extent, 1);
    return sms * Math.min(limits.maxBlocks, Math.floor(limits.maxThreads / threads));
  }

  /** Bytes of device memory that the launch uses. */
  private dataBytes(): number {
    const arrays = Object.values(this.program.arrays ?? {}).filter(
      ({ space = 'global' }) => space !== 'shared' && space !== 'local',
    );
    return arrays.reduce((sum, { elementBytes, elements }) => {
      if (typeof elements !== 'number') throw new Error(`${this.program.name}: an array of unknown size`);
      return sum + elementBytes * elements * this.gpuShare;
    }, 0);
  }

  /** Without the launch latency, which profilers do not count. `warm` times a second run after a first one. */
  private run(firstBlocks: number, warm = false): Timed {
    const launch = { grid: [...this.launch.grid], block: [...this.launch.block], firstBlocks };
    const kernel = { name: this.program.name, program: this.program, launch };
    const app = { name: this.program.name, kernels: warm ? [kernel, kernel] : [kernel] };
    const result = simulate({ gpu: this.loaded.gpu.id, apps: [app], seed: this.seed }, { spec: this.loaded });
    const { kernels, instructions } = result.apps[0]!;
    const cycles = kernels.at(-1)!.cycles! - this.loaded.spec.launch.kernelCycles;
    return { milliseconds: cycles / (this.loaded.spec.coreClockMHz * 1e3), instructions };
  }
}
