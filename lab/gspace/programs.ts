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

/**
 * Latency-critical applications of table 2, of whose sizes the text says nothing: rounds of the suite's programs. TC is a
 * classifier of four LSTM steps, CN a generator of four GRU steps, each with a dense layer and a softmax behind them.
 */
export const APPLICATIONS: Readonly<Record<string, readonly string[]>> = {
  TC: [...steps('lstm-cell'), 'dense-layer', 'softmax-rows'],
  CN: [...steps('gru-cell'), 'dense-layer', 'softmax-rows'],
  CC: ['connected-components'],
};

function steps(name: string): string[] {
  return Array.from({ length: 4 }, () => name);
}

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
  const composed = (name: string, parts: readonly string[]): ScenarioApp => ({
    name,
    kernels: withCommonArrays(parts.flatMap((part) => made(part).kernels!)),
  });
  return {
    named: (name) => (name in APPLICATIONS ? composed(name, APPLICATIONS[name]!) : made(name)),
    micro: (one) => ({ ...made(MICRO, one), name: one.name }),
    micros: variantsOf(entryOf(MICRO).workload),
  };
}

function partOfApp(app: ScenarioApp, of: number): ScenarioApp {
  const kernels = app.kernels!.map((kernel) => {
    const launch = kernel.launch!;
    return { ...kernel, launch: { ...launch, firstBlocks: Math.ceil(volume(extentOf(launch.grid)) / of) } };
  });
  return { ...app, kernels };
}
