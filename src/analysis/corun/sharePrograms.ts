import type { Application, KernelOperation } from '../../kernel/application';
import { message, type Words } from '../../kernel/message';
import type { Origin } from '../../kernel/origin';
import { InputError } from '../../kernel/result';
import { extentOf } from '../../kernel/scenario';
import { modelsOfRuns, ORDER_ADVISER, PROCESS_COPIES } from '../../predictors';
import type { SoloRun } from '../../predictors/latencyPort';
import { applicationSplit } from '../../sharing/applications/applicationSplit';
import type { CountedKernel } from '../../sharing/applications/kernelFactors';
import { weakest } from '../../sharing/compare/wayTimes';
import { soloCounters } from '../../sharing/soloCounters';
import { loadSpec, type LoadedSpec } from '../../simulator/spec/loadSpec';
import type { KnownApplication } from '../applications/applicationResult';
import { simulatedTimes } from '../applications/launchTimes';
import { knownRun } from '../applications/soloRun';
import { sourceProgram, unresolvedProgram, type SourceProgram } from '../applications/sourceProgram';
import type { ProgramShareAnswer, ProgramShareRequest } from '../results/programShareResult';
import type { TaskRunner } from '../simulation/runPlan';
import { SimulatedMode, type WorkspaceTools } from '../simulation/simulatedMode';
import { missingWork } from './missingWork';
import { shareModel } from './shareModel';

export interface ShareTools extends WorkspaceTools {
  readonly runner: TaskRunner;
  /** Whenever a simulation has ended. */
  onMore(): void;
}

/** What shares the GPU, ready to be replayed. */
interface Subject {
  readonly name: string;
  readonly run: SoloRun;
  /** Ids by the names that launches have. */
  readonly kernels: ReadonlyMap<string, string>;
  readonly timesFrom: Origin;
  readonly assumptions: readonly Words[];
  /** What its operations lack of the program. */
  readonly missing: readonly Words[];
}

/**
 * Splits SMs between programs of a workspace and kernels that run beside them again and again. Kernels are simulated
 * alone for their times and counters; how they slow each other down is predicted from that.
 *
 * @param gpu id of the GPU
 * @throws InputError where no predictor answers for the GPU, or naming the program or kernel of which something is not
 *   known, or the goal that does not fit
 */
export async function sharePrograms(
  gpu: string,
  request: ProgramShareRequest,
  tools: ShareTools,
): Promise<ProgramShareAnswer> {
  const loaded = loadSpec(gpu);
  const predictor = shareModel(loaded, tools.models, 'solo');
  const mode = new SimulatedMode({ gpu, mode: 'streams' }, tools);
  const programs = request.programs.map((key) => sequentialProgram(key, mode));
  const ofPrograms = programs.flatMap(({ ids }) => [...ids.values()]);
  const kernelIds = [...new Set([...ofPrograms, ...request.kernelIds])];
  requireTold(request.kernelIds, mode);
  await mode.simulate({ kernelIds, pairs: [], together: false }, tools.runner, () => tools.onMore());
  const counted = countedKernels(kernelIds, mode, loaded);
  const subjects = named([
    ...programSubjects(programs, mode, loaded),
    ...request.kernelIds.map((id) => kernelSubject(id, counted.kernels.get(id)!, mode)),
  ]);
  const runs = subjects.map(({ run }) => run);
  const { launch } = ORDER_ADVISER.models(loaded.gpu, null);
  const group = {
    loaded,
    applications: subjects.map(({ run, kernels }) => ({ application: run.application, kernels })),
    models: modelsOfRuns(runs, { gpu: loaded.gpu, launch }, PROCESS_COPIES),
    kernels: counted.kernels,
    timesFrom: weakest(subjects.map(({ timesFrom }) => ({ origin: timesFrom }))),
  };
  const split = applicationSplit(group, predictor, request);
  const missing = subjects.flatMap((subject) => subject.missing);
  return {
    split: { ...split, warnings: [...missing, ...split.warnings] },
    assumptions: [...subjects.flatMap(({ assumptions }) => assumptions), ...counted.warnings],
  };
}

/**
 * A program whose kernels follow each other: what several of one program do to each other on a part of the SMs no
 * predictor tells.
 *
 * @throws InputError where two of them can meet
 */
function sequentialProgram(key: string, mode: SimulatedMode): SourceProgram {
  const program = sourceProgram(key, mode, UNRESOLVED);
  const [meeting] = program.result.meetings;
  if (meeting !== undefined) {
    const [one, other] = meeting.map(({ kernel }) => kernel);
    throw unresolvedProgram(
      UNRESOLVED,
      program.result,
      message('sharing.apps.meet', { one: one!, other: other! }),
    );
  }
  return program;
}

function requireTold(kernelIds: readonly string[], mode: SimulatedMode): void {
  for (const id of kernelIds) {
    const untold = mode.untold(id);
    if (untold !== null) throw new InputError(untold, 'unresolved-program');
  }
}

function programSubjects(
  programs: readonly SourceProgram[],
  mode: SimulatedMode,
  { gpu }: LoadedSpec,
): Subject[] {
  const known = mode.view.applications(
    programs.map(({ key }) => key),
    simulatedTimes(mode.results),
  );
  return programs.map(({ ids }, at) => {
    const one = known[at]!;
    const [open] = one.unknowns;
    const { name } = one.application;
    if (open !== undefined) throw unresolvedProgram(UNRESOLVED, { ...one, name }, open);
    const { run } = knownRun(one, gpu);
    return {
      name,
      run,
      kernels: ids,
      timesFrom: weakest([...one.kernelTimes.values()]),
      assumptions: assumedOf(one),
      missing: missingWork(one),
    };
  });
}

const assumedOf = ({ application: { name }, assumptions }: KnownApplication): Words[] =>
  assumptions.map(({ text }) => message('sharing.ofApplication', { name, what: text }));

/** Launches of a kernel for one wait of its host. */
const LAUNCHES = 10;

/** A kernel as a program that launches it and nothing else. */
function kernelSubject(id: string, { app }: CountedKernel, mode: SimulatedMode): Subject {
  const { name, time, simulation } = mode.kernel(id);
  if (time === null) {
    const what = simulation?.reason ?? message('sharing.apps.noTime');
    throw new InputError(message('kernel.of', { name, what }), 'unresolved-program');
  }
  const { grid, block } = app.launch!;
  const launch: KernelOperation = {
    kind: 'kernel',
    stream: 'default',
    kernel: name,
    grid: extentOf(grid),
    block: extentOf(block),
    registers: 0,
    sharedBytes: 0,
    soloNs: time.value,
  };
  const operations = Array.from({ length: LAUNCHES }, () => launch);
  const application: Application = { name, operations, footprintBytes: null };
  return {
    name,
    run: { application, kernels: new Map(), copies: new Map() },
    kernels: new Map([[name, id]]),
    timesFrom: time.origin,
    assumptions: [],
    missing: [],
  };
}

/** Kernels as they ran alone, and what was made shorter for it. */
function countedKernels(kernelIds: readonly string[], { view }: SimulatedMode, loaded: LoadedSpec) {
  const runs = kernelIds.map((id) => {
    const scenario = view.scenarioOf([id]);
    const { events, warnings } = soloCounters(scenario, loaded);
    const kernel: CountedKernel = { app: scenario.apps[0]!, rates: events[0]! };
    return { id, kernel, warnings };
  });
  return {
    kernels: new Map(runs.map(({ id, kernel }) => [id, kernel])),
    warnings: runs.flatMap(({ warnings }) => warnings),
  };
}

/** Names that occur twice get a number. */
function named(subjects: readonly Subject[]): readonly Subject[] {
  const seen = new Map<string, number>();
  return subjects.map((subject) => {
    const count = (seen.get(subject.name) ?? 0) + 1;
    seen.set(subject.name, count);
    if (count === 1) return subject;
    const name = `${subject.name} ${count}`;
    const { run } = subject;
    return { ...subject, name, run: { ...run, application: { ...run.application, name } } };
  });
}

const UNRESOLVED = 'sharing.apps.unresolved';
