import path from 'node:path';
import { extentOf, type ScenarioApp } from '../../src/kernel/scenario';
import { volume } from '../../src/kernel/symbolic';
import { variantsOf, type WorkloadVariant } from '../../src/kernel/workload';
import { withCommonArrays } from '../../src/analysis/scenarios/sharedArrays';
import { studyParser } from '../cuda/instructionMix/compare';
import { applicationOf } from '../suite/application';
import { lowererOf } from '../suite/lowerWith';
import { readSuite } from '../suite/suite';
import { readSuiteTexts } from '../suite/suiteFiles';
import { suiteWorkspace } from '../suite/suiteWorkspace';

/** Best-effort programs of table 2; the last stands for PL, of which the text says no more. */
export const BEST_EFFORT = ['cfd', 'molecular-dynamics', 'matrix-mul-tiles', 'nn', 'particlefilter-float'];

/** Latency-critical benchmarks of table 2. */
export const CRITICAL = ['backprop', 'lbm', 'hotspot', 'pathfinder', 'streamcluster', 'spmv'];

/** Programs of figures 3 and 4. */
export const SCALED = ['cfd', 'molecular-dynamics', 'matrix-mul-tiles', 'nn', 'pathfinder', 'lud'];

/** A kernel of a program of the suite; blocks that run, the first ones, where not all do. */
interface Part {
  readonly program: string;
  readonly kernel: string;
  readonly blocks?: number;
}

const LAYERS: readonly Part[] = [
  { program: 'dense-layer', kernel: 'denseLayer' },
  // A row of its output to each block.
  { program: 'softmax-rows', kernel: 'softmaxRows', blocks: 384 },
];
const [LSTM, GRU]: readonly Part[] = [
  { program: 'lstm-cell', kernel: 'lstmCell' },
  { program: 'gru-cell', kernel: 'gruStep' },
];

/**
 * Latency-critical applications of table 2, of whose sizes the text says nothing: kernels of the suite's programs. TC is a
 * classifier of two LSTM steps, CN a generator of two GRU steps, each with a dense layer and a softmax behind them; CC is a
 * round of hooking and pointer jumping on the first quarter of a graph.
 */
export const APPLICATIONS: Readonly<Record<string, readonly Part[]>> = {
  TC: [LSTM!, LSTM!, ...LAYERS],
  CN: [GRU!, GRU!, ...LAYERS],
  CC: [
    { program: 'connected-components', kernel: 'hookEdges', blocks: 360 },
    { program: 'connected-components', kernel: 'jumpToRoots', blocks: 180 },
  ],
};

const MICRO = 'gspace-micro';

/** All runs are on this part of the GPU: an eighth, with grids to match. */
export const PART = 8;

/** Applications at the size of a part of the GPU. */
export interface Programs {
  /** A program of the suite, or one of `APPLICATIONS`. */
  readonly named: (name: string) => ScenarioApp;
  readonly micro: (one: WorkloadVariant) => ScenarioApp;
  /** The 180 of section 4.4. */
  readonly micros: readonly WorkloadVariant[];
}

/** @param of grids run their first blocks only, a part of this many */
export async function readPrograms(root: string, of: number): Promise<Programs> {
  const texts = await readSuiteTexts(path.join(root, 'workloads'));
  const lower = lowererOf(suiteWorkspace(texts, { parser: await studyParser(root) }));
  const { workloads } = readSuite(texts);
  const entryOf = (name: string) => {
    const entry = workloads.find(({ workload }) => workload.name === name);
    if (entry === undefined) throw new RangeError(`no workload ${name}`);
    return entry;
  };
  const made = (name: string, variant?: WorkloadVariant) =>
    partOfApp(applicationOf(entryOf(name), lower, variant), of);
  const kernelOf = ({ program, kernel, blocks }: Part) => {
    const app = applicationOf(entryOf(program), lower);
    const kernels = app.kernels!.filter((one) => one.program!.name === kernel);
    return partOfApp({ ...app, kernels }, of, blocks).kernels!;
  };
  const composed = (name: string, parts: readonly Part[]): ScenarioApp => ({
    name,
    kernels: withCommonArrays(parts.flatMap(kernelOf)),
  });
  return {
    named: (name) => (name in APPLICATIONS ? composed(name, APPLICATIONS[name]!) : made(name)),
    micro: (one) => ({ ...made(MICRO, one), name: one.name }),
    micros: variantsOf(entryOf(MICRO).workload),
  };
}

/** @param blocks of the whole GPU, where not all of a grid run */
function partOfApp(app: ScenarioApp, of: number, blocks?: number): ScenarioApp {
  const kernels = app.kernels!.map((kernel) => {
    const launch = kernel.launch!;
    const all = blocks ?? volume(extentOf(launch.grid));
    return { ...kernel, launch: { ...launch, firstBlocks: Math.ceil(all / of) } };
  });
  return { ...app, kernels };
}
