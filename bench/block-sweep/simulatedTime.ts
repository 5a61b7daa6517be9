import type { KernelProgram } from '../../src/kernel/program';
import { simulate } from '../../src/simulator/simulate';
import { loadSpec, type LoadedSpec } from '../../src/simulator/spec/loadSpec';
import type { SweepLaunch } from './cases';

export interface SimulatedTime {
  readonly milliseconds: number;
  readonly blocks: number;
  /** Fewer than `blocks` where the rest was extrapolated. */
  readonly simulatedBlocks: number;
}

/**
 * The two samples between which a launch is extrapolated, as shares of its blocks, and the least of them in waves.
 * They must go well beyond what the L2 cache takes in before DRAM sees the first write: shares do, waves do not.
 */
const SAMPLES = [
  { share: 1 / 8, waves: 3 },
  { share: 1 / 4, waves: 8 },
] as const;
/** Waves by which the cost of a launch is judged. */
const PROBE_WAVES = 2;

interface Timed {
  readonly milliseconds: number;
  readonly instructions: number;
}

/** A launch of a program on an idle GPU. */
export class TimedLaunch {
  private readonly loaded: LoadedSpec;
  readonly blocks: number;

  constructor(
    private readonly program: KernelProgram,
    private readonly launch: SweepLaunch,
    private readonly gpu: string,
    private readonly seed: number,
  ) {
    this.loaded = loadSpec(gpu);
    this.blocks = launch.grid.reduce((product, extent) => product * extent, 1);
  }

  /** All blocks. */
  full(): SimulatedTime {
    const { milliseconds } = this.run(this.launch.grid);
    return { milliseconds, blocks: this.blocks, simulatedBlocks: this.blocks };
  }

  /**
   * From two samples of the first blocks, on the straight line through them: the time of a launch grows by the
   * same amount a wave once all SMs are full. Grids of one dimension whose kernels do not read `gridDim`.
   */
  sampled(): SimulatedTime {
    const [few, many] = SAMPLES.map(({ share, waves }) =>
      Math.max(Math.ceil(share * this.blocks), waves * this.blocksAtOnce()),
    ) as [number, number];
    if (many >= this.blocks || this.launch.grid.length > 1) return this.full();
    const [start, end] = [this.run([few]), this.run([many])];
    const perBlock = (end.milliseconds - start.milliseconds) / (many - few);
    return {
      milliseconds: end.milliseconds + (this.blocks - many) * perBlock,
      blocks: this.blocks,
      simulatedBlocks: many,
    };
  }

  /** Full where that takes at most so many warp instructions by the first sample, else sampled. */
  within(instructions: number): SimulatedTime {
    const few = Math.min(PROBE_WAVES * this.blocksAtOnce(), this.blocks);
    if (this.launch.grid.length > 1) return this.full();
    const total = (this.run([few]).instructions / few) * this.blocks;
    return total <= instructions ? this.full() : this.sampled();
  }

  /** An upper bound of the blocks that run at once: by threads and by block slots, not by registers or shared memory. */
  private blocksAtOnce(): number {
    const { limits, sms } = this.loaded.gpu;
    const threads = this.launch.block.reduce((product, extent) => product * extent, 1);
    return sms * Math.min(limits.maxBlocks, Math.floor(limits.maxThreads / threads));
  }

  private run(grid: readonly number[]): Timed {
    const result = simulate(
      {
        gpu: this.gpu,
        apps: [
          {
            name: this.program.name,
            program: this.program,
            launch: { grid: [...grid], block: [...this.launch.block] },
          },
        ],
        seed: this.seed,
      },
      { spec: this.loaded },
    );
    return { milliseconds: result.milliseconds, instructions: result.apps[0]!.instructions };
  }
}
