import path from 'node:path';
import { applicationOf } from '../../suite/application';
import { lowererOf } from '../../suite/lowerWith';
import { readSuite, type SuiteWorkload } from '../../suite/suite';
import { readSuiteTexts } from '../../suite/suiteFiles';
import { suiteWorkspace } from '../../suite/suiteWorkspace';
import type { ScenarioApp } from '../../../src/kernel/scenario';
import { parseWorkload } from '../../../src/kernel/workload';
import { studyParser } from '../../cuda/instructionMix/compare';

/** Bundled samples that no workload of the suite refers to, at the launches of their sources. */
const SAMPLES = [
  { name: 'n-body', source: 'nbody/nbody.cu', kernel: 'moveBodies', grid: 512, block: 256 },
  {
    name: 'transpose',
    source: 'transpose/transpose.cu',
    kernel: 'transposeTiled',
    grid: [64, 64],
    block: [32, 8],
  },
  {
    name: 'convolution',
    source: 'convolution/convolution.cu',
    kernel: 'blurRows',
    grid: [15, 1080],
    block: 128,
  },
  {
    name: 'histogram',
    source: 'histogram/histogram.cu',
    kernel: 'histogramShared',
    grid: 512,
    block: 512,
    sharedBytes: 1024,
  },
] as const;

/** Applications that no shipped network of a GPU has learned from: the samples, and table III's test workloads. */
export async function unseenApps(root: string): Promise<ReadonlyMap<string, ScenarioApp>> {
  const texts = await readSuiteTexts(path.join(root, 'workloads'));
  const workspace = suiteWorkspace(texts, { parser: await studyParser(root) });
  const isTest = ({ workload }: SuiteWorkload): boolean => workload.papers.themis?.set === 'test';
  const entries = [...SAMPLES.map(sampleWorkload), ...readSuite(texts).workloads.filter(isTest)];
  const lower = lowererOf(workspace);
  return new Map(entries.map((entry) => [entry.workload.name, applicationOf(entry, lower)]));
}

function sampleWorkload({ name, source, kernel, ...launch }: (typeof SAMPLES)[number]): SuiteWorkload {
  const workload = parseWorkload({
    name,
    title: name,
    stresses: kernel,
    papers: {},
    kernels: [{ source, kernel, launch }],
  });
  return { workload, folder: 'samples' };
}
