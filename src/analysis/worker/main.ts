// Worker entry: one analysis session behind Comlink.
import { workerData } from 'node:worker_threads';
import { useOwnGpus } from '../../gpu/catalogue';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { createCudaParser, type CudaParser } from '../../cuda/syntax/parser';
import { type Result, InputError } from '../../kernel/result';
import type { TrainedModel } from '../../predictors/port';
import type { AnalysisSession } from '../session';
import { createNodeSession } from '../nodeSession';
import { openProfile, readParserFiles } from '../nodeFiles';
import { availableModels } from '../models';
import { colocate } from '../colocation/colocate';
import { compareWorkspace } from '../compare/compareWorkspace';
import { shareGpu } from '../corun/share';
import { sharePrograms } from '../corun/sharePrograms';
import { yieldAnswer } from '../yielding/yieldAnswer';
import { scheduleQueue } from '../queues/nodeQueue';
import { profilePage } from '../profilePage';
import { readingProgress, readOrRefuse } from '../readOrRefuse';
import { nodeProgramMakers } from '../scenarios/nodeMakers';
import { scenarioReport } from '../scenarios/scenarioReport';
import { soloWindows } from '../simulation/replay/soloWindows';
import { runAnyTask, taskRunner } from '../simulation/runAnyTask';
import type { AnalysisWorker } from './api';
import { asResult } from './asResult';
import { serve } from './serve';
import { message } from '../../kernel/message';

const { assets, ownGpus } = workerData as { assets: string; ownGpus: readonly GpuSpec[] };
useOwnGpus(ownGpus);
let session: Promise<AnalysisSession> | undefined;
let parser: Promise<CudaParser> | undefined;
/** Profiles being read for their editors, by number. */
const readings = new Map<number, { aborted: boolean }>();

/** For tasks; the session has its own. */
const taskParser = (): Promise<CudaParser> => (parser ??= readParserFiles(assets).then(createCudaParser));

const api: AnalysisWorker = {
  analyze: (change, onProgress, only) =>
    asResult(async () => {
      session ??= createNodeSession(assets);
      return (await session).analyze(change, onProgress, only);
    }),
  adviceEdit: (asked) => analysed((known) => known.adviceEdit(asked)),
  yieldingEdit: (question) => analysed((known) => known.yieldingEdit(question)),
  coRunTraces: (paths) => analysed((known) => known.coRunTraces(paths)),
  aloneRuns: (request) => analysed((known) => known.aloneRuns(request)),
  colocate: (runs, target, onNews) => asResult(() => colocate(runs, target, onNews)),
  whatIf: (request, factors) => analysed((known) => known.whatIf(request, factors)),
  kernelsElsewhere: (request) => analysed((known) => known.kernelsElsewhere(request)),
  async readProfile(reading, path, input, onProgress) {
    const signal = { aborted: false };
    readings.set(reading, signal);
    const read = await asResult(async () => {
      const known = (await session)?.readFile(path, input.stamp);
      const options = { onProgress: readingProgress(path, onProgress), signal };
      // The page leaves the columns of long traces behind: they would be copied to the editor for nothing.
      return profilePage(known ?? (await readOrRefuse(path, () => openProfile(input), options)));
    });
    readings.delete(reading);
    return read;
  },
  cancelReading(reading) {
    const signal = readings.get(reading);
    if (signal) signal.aborted = true;
    return Promise.resolve({ ok: true, value: undefined });
  },
  simulationPlan: (request) => analysed((known) => known.simulationPlan(request)),
  timedApplications: (simulated) => analysed((known) => known.timedApplications(simulated)),
  scenarioOf: (kernelIds) => analysed((known) => known.scenarioOf(kernelIds)),
  share: (scenario, request, { counters, models }) =>
    asResult(async () => shareGpu(scenario, request, await sharingModels(models), counters)),
  sharePrograms: (workspace, request, models) =>
    asResult(async () => {
      const own = await createNodeSession(assets);
      const { gpu } = await own.analyze(workspace);
      return sharePrograms(gpu.id, request, {
        under: (change) => own.under(change),
        models: await sharingModels(models),
        runner: taskRunner(taskParser),
        outcomes: new Map(),
        onMore: () => undefined,
      });
    }),
  searchYield: (scenario, request, models, onTrial) =>
    asResult(async () => yieldAnswer(scenario, request, await sharingModels(models), onTrial)),
  compare: (workspace, request, models, onResult) =>
    asResult(async () => {
      const own = await createNodeSession(assets);
      return compareWorkspace(own, workspace, request, await sharingModels(models), taskParser, onResult);
    }),
  runTask: (task, windows) =>
    asResult(async () => {
      soloWindows.add(windows);
      const outcome = await runAnyTask(task, taskParser);
      return { outcome, windows: soloWindows.takeNew() };
    }),
  simulate: (scenario, place, onProgress) =>
    asResult(() => scenarioReport(scenario, nodeProgramMakers(place, assets), onProgress)),
  schedule: (queue, place, models) => asResult(() => scheduleQueue(queue, place, { assets, models })),
};

/** Files that are no models have been told where models were read for the lenses. */
function sharingModels(folders: readonly string[]): Promise<TrainedModel[]> {
  return availableModels(folders, () => undefined);
}

/** What is asked of the session, once something was analysed. */
function analysed<T>(ask: (session: AnalysisSession) => T): Promise<Result<T>> {
  return asResult(async () => {
    if (!session) throw new InputError(message('analysis.nothingYet'));
    return ask(await session);
  });
}

serve(api);
