import path from 'node:path';
import { collectFiles } from '../../src/analysis/collectFiles';
import { createNodeSession } from '../../src/analysis/nodeSession';
import { slicesOf, wholeGpu } from '../../src/analysis/simulation/gpuSlice';
import type { PlanInputs } from '../../src/analysis/simulation/plan';
import type { SimulatedKernel } from '../../src/analysis/simulation/preparation';
import { DEFAULT_SETTINGS } from '../../src/analysis/workspaceState';
import { extentOf } from '../../src/kernel/scenario';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import { studyParser } from '../cuda/instructionMix/compare';
import { shuffled } from '../shuffled';
import { applicationOf } from '../suite/application';
import { lowererOf } from '../suite/lowerWith';
import { readSuite } from '../suite/suite';
import { readSuiteTexts } from '../suite/suiteFiles';
import { suiteWorkspace } from '../suite/suiteWorkspace';

/** Samples with launches that are short enough to be simulated whole. */
const SAMPLES = ['hotspot', 'option-pricing', 'srad', 'vector-add', 'kmeans', 'histogram', 'scan'];
/** Workloads of the suite that are looked at, a seeded choice. */
const WORKLOADS = 16;
const WORKLOAD_SEED = 1;

/** Kernels of the samples whose launches are known. */
export async function sampleInputs(gpu: string): Promise<PlanInputs> {
  const folders = ['common', ...SAMPLES].map((name) => path.join('workloads/samples', name));
  const { sources } = await collectFiles(folders);
  const session = await createNodeSession('dist');
  await session.analyze({ sources, settings: { ...DEFAULT_SETTINGS, gpu } });
  const all = session.simulationPlan({ focus: [], maxKernels: 60, blocks: false }).inputs!;
  return { ...all, blocks: [], kernels: all.kernels.filter(({ openSizes }) => openSizes.length === 0) };
}

/** Of workloads of the suite, the kernel of the first launch. */
export async function suiteInputs(gpuId: string): Promise<PlanInputs> {
  const texts = await readSuiteTexts('workloads');
  const lower = lowererOf(suiteWorkspace(texts, { parser: await studyParser(process.cwd()) }));
  const chosen = shuffled(readSuite(texts).workloads, WORKLOAD_SEED).slice(0, WORKLOADS);
  const kernels = chosen.map((entry): SimulatedKernel => {
    const { name, program, launch } = applicationOf(entry, lower).kernels![0]!;
    const app = { name: `${entry.workload.name}: ${name}`, program: program!, launch: launch! };
    return { kernelId: app.name, app, block: extentOf(app.launch.block), assumptions: [], openSizes: [] };
  });
  const whole = wholeGpu(loadSpec(gpuId).spec);
  return { gpuId, mode: 'streams', whole, slices: slicesOf(whole), kernels, blocks: [] };
}
