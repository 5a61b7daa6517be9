import { pinnedState, withChanges } from '../../../src/analysis/check/pinned';
import { withPartners } from '../../../src/analysis/corun/withPartners';
import { packResults } from '../../../src/analysis/results/packedResults';
import type { HostMessage } from '../../../src/analysis/protocol';
import type { Advice, ProfileResult, WorkspaceResults } from '../../../src/analysis/results/workspaceResults';
import type { CoRunMatrix } from '../../../src/analysis/results/coRunResult';
import type { Prediction } from '../../../src/kernel/prediction';
import type { KernelResult } from '../../../src/analysis/results/kernelResult';
import type { ApplicationResult, LaunchedKernel } from '../../../src/analysis/results/timelineResult';
import { sampleKernels, sampleLaunch } from './kernels';
import { sampleMatrix } from './matrix';
import { sampleApplication, sampleTimeline } from './timelines';

export interface SampleOptions {
  readonly kernels: number;
  /** Bars of each timeline; 0 for no application. */
  readonly bars?: number;
  readonly profiles?: boolean;
  readonly gpuNote?: string | null;
  /** Whether Themis has numbers for pairs on SMs of their own. */
  readonly ownSms?: boolean;
}

/** A snapshot as the extension host sends it. */
export function resultsMessage(results: WorkspaceResults): HostMessage {
  return { type: 'results', results: packResults(results) };
}

/** A whole snapshot for tests and for the page on which the dashboard is looked at. */
export function sampleResults({
  kernels: n,
  bars = 60,
  profiles = true,
  gpuNote = null,
  ownSms = false,
}: SampleOptions): WorkspaceResults {
  const kernels = sampleKernels(n);
  const matrix = ownSms ? withDivided(sampleMatrix(kernels)) : sampleMatrix(kernels);
  const applications = bars === 0 ? [] : [withMeetings(sampleApplication(bars, profiles), kernels)];
  const paths = [...new Set(kernels.map((kernel) => kernel.path))];
  return withPartners({
    revision: 1,
    gpu: {
      id: 'h100-sxm',
      name: 'H100 SXM',
      computeCapability: '9.0',
      sms: 132,
      known: { published: 60, measured: 5, derived: 20, assumed: 70 },
      note: gpuNote,
    },
    mode: 'mps',
    paired: [],
    files: paths.map((path) => ({
      path,
      kernels: kernels.filter((kernel) => kernel.path === path),
      launches: kernels.filter((kernel) => kernel.path === path).map(sampleLaunch),
      diagnostics: [],
      skipped: path.includes('graph')
        ? [
            {
              range: { startLine: 88, startColumn: 0, endLine: 92, endColumn: 1 },
              reason: 'template template parameters of a macro',
            },
          ]
        : [],
    })),
    applications,
    matrix,
    predictors: [],
    unavailable: [],
    simulations: null,
    together: [],
    profiles: profiles ? sampleProfiles(kernels) : [],
    advice: sampleAdvice(kernels),
    assumptions: [
      ...kernels.flatMap((kernel) =>
        kernel.assumptions.map((assumption) => ({
          ...assumption,
          location: { path: kernel.path, line: kernel.line },
        })),
      ),
      ...applications.flatMap((application) => application.assumptions),
    ],
  });
}

/** The results with a baseline, of when the programs took longer and one stream more. */
export function samplePinned(results: WorkspaceResults): WorkspaceResults {
  const before = results.applications.map((one) => ({
    ...one,
    predicted: sampleTimeline('Predicted', 'predicted', 60, { streams: 4, seed: 5, stretch: 1.25 }),
  }));
  const pinned = pinnedState({ ...results, applications: before }, '2030-01-02T03:04:05.000Z');
  return withChanges(results, pinned);
}

/** The application with the first three kernels in a stream of each, which nothing orders. */
function withMeetings(application: ApplicationResult, kernels: readonly KernelResult[]): ApplicationResult {
  const launched = kernels
    .slice(0, 3)
    .map(({ name }, at): LaunchedKernel => ({ kernel: name, stream: `s${at}`, path: null, line: null }));
  const meetings = launched.flatMap((a, at) => launched.slice(at + 1).map((b) => [a, b] as const));
  return { ...application, kernels: launched, meetings };
}

/** The matrix with what a predictor says of every pair on SMs of their own. */
function withDivided(matrix: CoRunMatrix): CoRunMatrix {
  const answers = matrix.answers.map((row, i) =>
    row.map((cell, j) => [...cell, dividedAnswer(matrix.names, i, j)]),
  );
  return { ...matrix, answers };
}

function dividedAnswer(names: readonly string[], victim: number, aggressor: number): Prediction {
  const scalability = 1 + ((victim * 3) % 10) / 10;
  const interference = 1 + (aggressor % 5) / 10;
  return {
    subject: names[victim]!,
    partners: [names[aggressor]!],
    slowdown: scalability * interference,
    parts: { scalability, interference },
    mode: 'spatial',
    split: [66, 66],
    predictor: 'Themis from runs alone (without biases)',
    origin: 'predicted',
    inputs: {},
    assumptions: [],
    error: { metric: 'errSD', mean: 0.3, worst: 1.2, evidence: 'sample data' },
    validOnly: [],
    cause: scalability > interference ? 'fewer SMs' : 'DRAM bandwidth',
    fairSplit: { sms: [80, 52], slowdowns: [1.3, 1.35], isApplicable: true, isUnsure: false },
    warnings:
      scalability > 1.5
        ? []
        : ['warp instructions: 0.4 per cycle, below the training range 2.8 to 104 of the model for h100-sxm'],
  };
}

function sampleProfiles(kernels: readonly KernelResult[]): readonly ProfileResult[] {
  const joined = kernels.slice(0, 3).map((kernel) => ({ name: kernel.name, kernelIds: [kernel.id] }));
  const common = {
    device: 'H100 SXM',
    otherGpu: false,
    isTrace: true,
    ambiguous: [],
    notJoined: [],
    warnings: [],
  };
  return [
    {
      ...common,
      path: 'profiles/trace.csv',
      format: 'nvprof-csv-gpu-trace',
      status: 'full',
      reason: null,
      kernelRows: 240,
      transferRows: 48,
      joined,
    },
    {
      ...common,
      path: 'profiles/metrics.csv',
      format: 'nvprof-csv-metrics',
      status: 'partial',
      reason: 'the file ends in the middle of line 812',
      kernelRows: 26,
      transferRows: 0,
      joined,
      notJoined: ['volta_sgemm_128x64_nn'],
      warnings: [{ code: 'truncated', message: 'profiles/metrics.csv:812: 7 of 8 fields' }],
    },
    {
      ...common,
      path: 'profiles/run.nsys-rep',
      format: 'nsys-rep',
      status: 'refused',
      reason: 'binary report: run nsys export --type sqlite run.nsys-rep',
      device: null,
      kernelRows: 0,
      transferRows: 0,
      joined: [],
    },
  ];
}

function sampleAdvice(kernels: readonly KernelResult[]): readonly Advice[] {
  const changes = kernels.filter(({ block }) => block !== null && block.advised !== block.current);
  const blocks = changes.slice(0, 4).map((kernel, index): Advice => ({
    id: `block:${kernel.id}`,
    kind: 'block-size',
    title: `${kernel.name}: ${kernel.block!.current} → ${kernel.block!.advised} threads a block`,
    explanation: kernel.block!.evidence,
    gain: [0.02, 0.11, null, 0.07][index] ?? null,
    savedNs: null,
    path: kernel.path,
    line: kernel.line,
    kernelId: kernel.id,
    editable: index !== 2,
  }));
  if (kernels.length === 0) return blocks;
  const order: Advice = {
    id: 'order:vmp',
    kind: 'stream-order',
    title: 'vmp: launch in the order V → M → P',
    explanation: 'All six orders were replayed; this one overlaps the copies of M with the kernel of V.',
    gain: 0.31,
    savedNs: null,
    path: 'src/vmp.cu',
    line: 120,
    kernelId: null,
    editable: true,
  };
  return [...blocks, order];
}
