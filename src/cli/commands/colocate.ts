import { DEFAULT_GPU } from '../../analysis/stages/chooseGpu';
import { gpuOfTraces, replayFault } from '../../analysis/applications/traceCoRun';
import type { TracedRun } from '../../analysis/applications/soloRun';
import { colocatedRun } from '../../analysis/colocation/colocatedRun';
import { pinningAdvice } from '../../analysis/colocation/pinningAdvice';
import { launchBytes } from '../../analysis/traces/launchBytes';
import { requireGpu } from '../../gpu/findGpu';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { message, type Words } from '../../kernel/message';
import type { ProfileFile } from '../../kernel/profile';
import { besideService } from '../../sharing/colocation/besideService';
import { mixesBeside } from '../../sharing/colocation/mix';
import { say } from '../../words/say';
import type { ColocateAnswer } from '../answers';
import type { ColocatedApplication } from '../answerParts';
import { text, UsageError, type Command, type OptionValues } from '../command';
import { colocationReport } from '../colocationReport';
import { ALONE, aloneTimes } from '../aloneOption';
import { counterFiles, readProfiles } from '../readProfiles';
import {
  COLOCATION_OPTIONS,
  colocationOptions,
  latencyPredictor,
  memoryAssumption,
  positive,
} from '../colocationOptions';
import { GPU } from '../projectOptions';

export const colocate: Command = {
  name: 'colocate',
  summary: message('cli.colocate.summary'),
  usage:
    'SERVICE.trace BATCH.trace… [--gpu ID] [--slowdown X] [--latency-ms MS] [--of mean|p95] [--instances N] [--memory MB,MB…] [--alone MS,MS…] [--counters PROFILE]… [--predictor ID] [--queries N] [--seed N] [--json]',
  takes: message('cli.takes.traces'),
  options: {
    gpu: GPU,
    ...COLOCATION_OPTIONS,
    memory: { type: 'string', value: 'MB,MB…', help: message('cli.colocate.memory') },
    alone: ALONE,
    counters: { type: 'string', multiple: true, value: 'PROFILE', help: message('cli.together.counters') },
  },
  run: async ({ positionals, options, progress }) => {
    if (positionals.length < 2) throw new UsageError(say('cli.colocate.twoTraces'));
    const files = await readProfiles(positionals);
    const counted = await readProfiles(counterFiles(options));
    const gpu = gpuOf(files[0]!, text(options, 'gpu'));
    const footprints = footprintsOf(options, files.length);
    const alone = aloneTimes(options, files.length);
    const [service, ...batch] = files.map((file, at) => {
      const known = { footprintBytes: footprints[at] ?? null, bytesOf: launchBytes(file, counted) };
      return colocatedRun(file, gpu, known, alone[at] ?? null);
    });
    const json = {
      ...answerOf(service!, batch, gpu, options, progress),
      warnings: [...files, ...counted].flatMap(({ warnings }) => warnings),
    };
    return { json, text: colocationReport(json) };
  },
};

/** The GPU that is named, else that of the service's trace. */
function gpuOf(service: ProfileFile, given: string | undefined): GpuSpec {
  if (given === undefined && service.device !== null) return gpuOfTraces([service]);
  return requireGpu(given ?? DEFAULT_GPU);
}

function footprintsOf(options: OptionValues, files: number): readonly number[] {
  const given = text(options, 'memory');
  if (given === undefined) return [];
  const all = given.split(',').map((each) => positive('--memory', each) * 2 ** 20);
  if (all.length !== files) throw new UsageError(say('cli.colocate.memoryEach', { files }));
  return all;
}

function answerOf(
  service: TracedRun,
  batch: readonly TracedRun[],
  gpu: GpuSpec,
  options: OptionValues,
  progress: (line: Words) => void,
): Omit<ColocateAnswer, 'warnings'> {
  const predictor = latencyPredictor(options);
  const common = { ...colocationOptions(options, gpu), service: service.run };
  const beside = batch.map((each): ColocatedApplication => ({
    ...besideService(common, each, predictor, ({ instances }) =>
      progress(message('cli.colocate.looked', { name: each.run.application.name, instances })),
    ),
    measuredNs: each.measuredNs,
  }));
  return {
    gpu: gpu.id,
    predictor: predictor.id,
    service: service.run.application.name,
    measuredNs: service.measuredNs,
    aloneNs: beside[0]!.aloneNs,
    target: common.target,
    beside,
    mixes: mixesBeside(
      common,
      batch.map(({ run }, at) => ({ run, curve: beside[at]! })),
      predictor,
    ),
    advice: pinningAdvice(
      service.run,
      batch.map(({ run, pageable }) => ({ name: run.application.name, pageable })),
    ),
    assumptions: [
      ...replayFault(
        { name: service.run.application.name, aloneNs: beside[0]!.aloneNs, measuredNs: service.measuredNs },
        service.isHostTaken,
      ),
      ...[service, ...batch].flatMap(({ assumptions }) => assumptions),
      ...memoryAssumption([service, ...batch].map(({ run }) => run)),
    ],
  };
}
