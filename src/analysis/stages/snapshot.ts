import type { Numbers } from '../../cuda/files/sizedLaunches';
import type { CudaFileIndex, CudaWorkspace } from '../../cuda/workspace';
import type { GpuSpec } from '../../kernel/gpuSpec';
import type { ProfileFile } from '../../kernel/profile';
import type { Applications } from '../applications/applications';
import type { KeptAnswers } from '../corun/keptAnswers';
import { withPartners } from '../corun/withPartners';
import type { SimulatedTimes } from '../applications/launchTimes';
import { sourceApplication, type SourceApplication } from '../applications/sourceApplications';
import type { HostProgram } from '../../cuda/host/hostCall';
import { hostPrograms } from '../../cuda/host/hostPrograms';
import type { KernelResult } from '../results/kernelResult';
import type { ApplicationResult } from '../results/timelineResult';
import type { FileResult, WorkspaceResults } from '../results/workspaceResults';
import type { AnalysisSettings } from '../workspaceState';
import { collectAdvice } from './advice';
import { blockResult } from './blockResult';
import type { BoundBlocks } from './boundBlocks';
import { coRunMatrix, type Candidate } from './coRunMatrix';
import type { KernelFacts } from './kernelFacts';
import { runModels } from './kernelModels';
import { factsAt, fileDiagnostics, type FactsOf } from './fileDiagnostics';
import { kernelResult } from './kernelResult';
import { launchResult } from './launchResult';
import { measuredReferences } from './measuredReferences';
import { projectNumbers } from './numbersSet';
import { CountedKernels } from './countedKernels';
import { profileResult } from './profileResult';
import { foundRaces, makesStreams, racesAt, type FoundRaces } from './foundRaces';
import { UnusedNumbers } from './unusedNumbers';
import { workspaceFacts } from './workspaceFacts';

export interface SnapshotInputs {
  readonly cuda: CudaWorkspace;
  readonly profiles: readonly ProfileFile[];
  readonly settings: AnalysisSettings;
  readonly revision: number;
  readonly applications: Applications;
  readonly boundBlocks: BoundBlocks;
  readonly answers: KeptAnswers;
  /** Kernels of these files alone, without what the others say about them; null for all. */
  readonly only: readonly string[] | null;
  /** Is told how many kernels are analysed. */
  readonly onKernel: (done: number, total: number) => void;
}

/** Everything that the views show, and what it was computed from. */
export interface Snapshot {
  readonly results: WorkspaceResults;
  readonly gpu: GpuSpec;
  readonly facts: readonly KernelFacts[];
  /** The applications with what simulations tell of the times of kernels. */
  readonly timedApplications: (simulated: SimulatedTimes) => readonly ApplicationResult[];
}

/** Everything that the views show, computed from what was parsed. */
export function snapshot(inputs: SnapshotInputs): Snapshot {
  const { cuda, profiles, settings, revision, applications, boundBlocks, answers, only, onKernel } = inputs;
  const numbers = projectNumbers(settings);
  const { index, gpu, joins, factsOf: gather } = workspaceFacts({ cuda, profiles, settings, only });
  const unused = new UnusedNumbers(cuda, settings);
  const candidates = index.kernels.map((kernel, done): Candidate => {
    onKernel(done, index.kernels.length);
    const facts = gather(kernel);
    const models = runModels(facts, gpu.spec);
    // Launches in other files decide what a kernel has a use for.
    if (only === null) unused.add(facts);
    cuda.answered();
    return { facts, models };
  });
  const matrix = coRunMatrix(candidates, gpu.spec, settings, answers);
  const referencesFor = measuredReferences(candidates, gpu.spec);
  const kernels = new Map(
    candidates.map(({ facts, models }) => {
      const advised = blockResult(facts, models, gpu.spec, referencesFor(facts.kernel.id));
      const block = { ...advised, ...boundBlocks.of(cuda, facts, advised, only === null) };
      const result = kernelResult(facts, models, block, gpu.spec, settings);
      cuda.answered();
      // Nobody is asked for numbers that launches in files may tell which are not read yet.
      return [facts.kernel.id, only === null ? result : { ...result, openSizes: [] }];
    }),
  );
  const factsOf = new Map(candidates.map(({ facts }) => [facts.kernel.id, facts]));
  const programsOf = hostProgramsOf(cuda, numbers);
  const timedSources = (simulated: SimulatedTimes): readonly SourceApplication[] =>
    index.files.flatMap(({ path }) => {
      const found = programsOf(path).map((program) => sourceApplication(cuda, program, factsOf, simulated));
      cuda.answered();
      return found;
    });
  const resultsOf = (sources: readonly SourceApplication[]): readonly ApplicationResult[] =>
    // A first answer is about the files in sight; plans for traced programs take longer than all the rest of it.
    applications.results(only === null ? profiles : [], sources, gpu.spec);
  const sources = timedSources({});
  const found = resultsOf(sources);
  const streaming = new Set(index.files.map(({ path }) => path).filter((path) => makesStreams(cuda, path)));
  const streamed = sources.filter(({ program }) => streaming.has(program.path));
  const races = foundRaces(streamed, index.files);
  const files = index.files.map((file) => {
    const result = fileResult(file, kernels, factsOf, gpu.spec, unused, settings.gpu !== 'auto', races);
    cuda.answered();
    return result;
  });
  const counted = new CountedKernels(profiles);
  const results: WorkspaceResults = {
    revision,
    gpu: gpu.result,
    mode: settings.mode,
    paired: settings.paired,
    files,
    applications: found,
    matrix,
    predictors: [],
    unavailable: [],
    simulations: null,
    together: [],
    profiles: profiles.map((file) => profileResult(file, joins.byFile.get(file) ?? [], gpu.spec, counted)),
    advice: collectAdvice({
      kernels: [...kernels.values()],
      launches: files.flatMap((file) => file.launches),
      applications: found,
    }),
    assumptions: distinct([...kernels.values()]),
  };
  return {
    results: withPartners(results),
    gpu: gpu.spec,
    facts: candidates.map(({ facts }) => facts),
    timedApplications: (simulated) => resultsOf(timedSources(simulated)),
  };
}

/** The programs of a file, kept for when they are asked for again where the workspace keeps everything. */
function hostProgramsOf(cuda: CudaWorkspace, given: Numbers): (path: string) => readonly HostProgram[] {
  const known = new Map<string, readonly HostProgram[]>();
  return (path) => {
    const programs = known.get(path) ?? hostPrograms(cuda, path, given);
    if (cuda.keepsAll) known.set(path, programs);
    return programs;
  };
}

function fileResult(
  file: CudaFileIndex,
  kernels: ReadonlyMap<string, KernelResult>,
  factsOf: ReadonlyMap<string, KernelFacts>,
  gpu: GpuSpec,
  unused: UnusedNumbers,
  isChosen: boolean,
  races: FoundRaces,
): FileResult {
  const known: FactsOf = (id) => factsOf.get(id);
  return {
    path: file.path,
    kernels: file.kernels.map((kernel) => kernels.get(kernel.id)!),
    launches: file.launches.map((launch) =>
      launchResult(launch, factsAt(launch, known), gpu, racesAt(races, launch)),
    ),
    diagnostics: fileDiagnostics(file, known, gpu, unused, isChosen, races),
    skipped: file.skipped,
  };
}

/** Assumptions of all kernels, each key once. */
function distinct(kernels: readonly KernelResult[]): WorkspaceResults['assumptions'] {
  const byKey = new Map(
    kernels.flatMap((kernel) => kernel.assumptions).map((assumption) => [assumption.key, assumption]),
  );
  return [...byKey.values()];
}
