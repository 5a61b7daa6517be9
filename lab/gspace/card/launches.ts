import { extentOf, type ScenarioApp } from '../../../src/kernel/scenario';
import { volume } from '../../../src/kernel/symbolic';
import { withCommonArrays } from '../../../src/analysis/scenarios/sharedArrays';
import { studyParser } from '../../cuda/instructionMix/compare';
import { lowererOf } from '../../suite/lowerWith';
import { readSuite, resolvePath } from '../../suite/suite';
import { readSuiteTexts } from '../../suite/suiteFiles';
import { suiteWorkspace } from '../../suite/suiteWorkspace';

/** A kernel of the suite as `maps.cu` launches it. */
interface CardLaunch {
  readonly kernel: string;
  readonly grid: number | [number, number];
  readonly arguments: Readonly<Record<string, number>>;
}

/**
 * Launches of the programs that were measured; of `cfd` and `particlefilter-float` one kernel. Windows are those of the data
 * that `maps.cu` makes: how far neighbours lie from their cell, and from their atom.
 */
const CARD_LAUNCHES: Readonly<Record<string, readonly CardLaunch[]>> = {
  cfd: [{ kernel: 'fluxes', grid: 160_000, arguments: { cells: 30_720_000, window_neighbours: 2048 } }],
  'molecular-dynamics': [
    {
      kernel: 'ljForces',
      grid: 65_536,
      arguments: { atoms: 16_777_216, neighbourCount: 26, cutoffSquared: 2.6, window_neighbours: 65_793 },
    },
  ],
  'matrix-mul-tiles': [
    { kernel: 'multiplyTiles<16>', grid: [256, 256], arguments: { widthA: 320, widthB: 4096 } },
  ],
  nn: [{ kernel: 'distances', grid: 1_048_576, arguments: { count: 268_435_456 } }],
  'particlefilter-float': [
    {
      kernel: 'likelihood',
      grid: 32_768,
      arguments: { discPixels: 25, particles: 4_194_304, edge: 128, frame: 1 },
    },
  ],
  backprop: ['layerForward', 'adjustWeights'].map((kernel) => ({
    kernel,
    grid: 32_768,
    arguments: { hidden: 16 },
  })),
  hotspot: [{ kernel: 'heatSteps', grid: [256, 256], arguments: { rows: 3072, columns: 3072, steps: 2 } }],
  pathfinder: [
    { kernel: 'advanceRows', grid: 19_200, arguments: { columns: 4_147_200, firstRow: 1, rows: 20 } },
  ],
  lbm: [{ kernel: 'collideAndStream', grid: [128, 128], arguments: { plane: 16_384, cells: 2_129_920 } }],
  spmv: [
    {
      kernel: 'spmvScalar',
      grid: 4688,
      arguments: {
        rows: 600_000,
        trips_i: 33,
        elements_value: 20_100_000,
        elements_column: 20_100_000,
        elements_x: 600_000,
      },
    },
    {
      kernel: 'spmvVector',
      grid: 150_000,
      arguments: {
        rows: 600_000,
        trips_i: 1.5,
        elements_value: 20_100_000,
        elements_column: 20_100_000,
        elements_x: 600_000,
      },
    },
  ],
  streamcluster: [
    { kernel: 'candidateGain', grid: 8192, arguments: { points: 2_097_152 } },
    { kernel: 'reassign', grid: 8192, arguments: { points: 2_097_152, newCentre: 1024 } },
  ],
};

/** A program with the launches of the card, of which the first blocks run: one of so many parts of each grid. */
export type ProgramsOfCard = (name: string, of: number) => ScenarioApp;

export async function cardPrograms(root: string): Promise<ProgramsOfCard> {
  const texts = await readSuiteTexts(`${root}/workloads`);
  const lower = lowererOf(suiteWorkspace(texts, { parser: await studyParser(root) }));
  const { workloads } = readSuite(texts);
  return (name, of) => {
    const { workload, folder } = workloads.find((one) => one.workload.name === name)!;
    const kernels = CARD_LAUNCHES[name]!.map(({ kernel, grid, arguments: values }) => {
      const own = workload.kernels.find((one) => one.kernel === kernel)!;
      const whole = { ...own.launch!, grid };
      const program = lower({
        path: resolvePath(folder, own.source!),
        kernel,
        launch: whole,
        arguments: { ...own.arguments, ...values },
      });
      const blocks = Math.ceil(volume(extentOf(grid)) / of);
      return { name: kernel, program, launch: { ...whole, firstBlocks: blocks } };
    });
    return { name, kernels: withCommonArrays(kernels) };
  };
}
