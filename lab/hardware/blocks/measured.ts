import type { Dim3 } from '../../../src/kernel/symbolic';
import { readData } from '../../data/tables';

/** A launch at one block; times are medians. */
export interface TimedBlock {
  readonly block: Dim3;
  readonly grid: Dim3;
  /** After 160 MiB were written elsewhere, and behind another launch. */
  readonly coldUs: number;
  readonly warmUs: number;
  /** As Corun simulates launches alone; null where it does not. */
  readonly simulatedUs: number | null;
  /** The same while slices of a GPU placed blocks as fast as all of it. */
  readonly formerUs: number | null;
}

/** A launch that was timed at several blocks, all of which leave the same in memory. */
export interface MeasuredBlocks {
  /** `corun` for programs in `workloads`. */
  readonly repository: string;
  readonly program: string;
  readonly kernel: string;
  /** `edit` where Corun offers these blocks, `source` where it only simulates them, from the source alone; null for neither. */
  readonly how: 'edit' | 'source' | null;
  /** The block as written first. */
  readonly blocks: readonly TimedBlock[];
}

type Row = readonly [
  block: Dim3,
  grid: Dim3,
  coldUs: number,
  warmUs: number,
  simulatedUs: number | null,
  formerUs: number | null,
];

interface BlocksData {
  readonly gpu: string;
  readonly launches: readonly (Omit<MeasuredBlocks, 'blocks'> & { readonly blocks: readonly Row[] })[];
}

/** The launches of `h100_blocks`; `root` is the folder of the project. */
export function measuredBlocks(root: string): readonly MeasuredBlocks[] {
  return readData<BlocksData>(root, 'h100_blocks').launches.map((launch) => ({
    ...launch,
    blocks: launch.blocks.map(([block, grid, coldUs, warmUs, simulatedUs, formerUs]) => ({
      block,
      grid,
      coldUs,
      warmUs,
      simulatedUs,
      formerUs,
    })),
  }));
}
