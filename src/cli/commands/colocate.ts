import { tracedRun, type TracedRun } from '../../analysis/applications/soloRun';
import { readOrRefuse } from '../../analysis/readOrRefuse';
import { openByteSource } from '../../files/byteSource';
import { requireGpu } from '../../gpu/findGpu';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { message } from '../../kernel/message';
import type { SoloRun } from '../../predictors/latencyPort';
import { latencyCurve, type SafeInstances } from '../../sharing/colocation/safeInstances';
import { duration, factor } from '../../words/format';
import { INSTANT_LAUNCH } from '../../timeline/models';
import { say } from '../../words/say';
import { table } from '../../words/texts/table';
import type { ColocateAnswer, ColocatedApplication } from '../answers';
import { text, UsageError, type Command, type OptionValues } from '../command';
import { COLOCATION_OPTIONS, colocationOptions, latencyPredictor, positive } from '../colocationOptions';

export const colocate: Command = {
  name: 'colocate',
  summary: message('cli.colocate.summary'),
  usage:
    'SERVICE.trace BATCH.trace… [--gpu ID] [--slowdown X] [--latency-ms MS] [--of mean|p95] [--instances N] [--memory MB,MB…] [--predictor ID] [--queries N] [--seed N] [--json]',
  options: {
    gpu: {
      type: 'string',
      value: 'ID',
      help: message('cli.option.gpu'),
      otherwise: message('cli.option.gpuOfProfiles', { gpu: 'h100-sxm' }),
    },
    ...COLOCATION_OPTIONS,
    memory: { type: 'string', value: 'MB,MB…', help: message('cli.colocate.memory') },
  },
  run: async ({ positionals, options }) => {
    if (positionals.length < 2) throw new UsageError(say('cli.colocate.twoTraces'));
    const files = [];
    for (const path of positionals) files.push(await readOrRefuse(path, () => openByteSource(path)));
    const gpu = requireGpu(text(options, 'gpu') ?? files[0]!.device ?? 'h100-sxm');
    const footprints = footprintsOf(options, files.length);
    const [service, ...batch] = files.map((file, at) =>
      tracedRun(file, gpu, { footprintBytes: footprints[at] ?? null }),
    );
    const json = answerOf(service!, batch, gpu, options);
    return { json, text: report(json) };
  },
};

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
): ColocateAnswer {
  const predictor = latencyPredictor(options);
  const common = { ...colocationOptions(options, gpu), launch: INSTANT_LAUNCH, service: service.run };
  const curve = (run: SoloRun): SafeInstances => latencyCurve({ ...common, batch: run }, predictor);
  const beside = batch.map(({ run, pageable, measuredNs }): ColocatedApplication => {
    const found = curve(run);
    const shared = pageable === null ? null : curve(pageable).instances;
    return {
      name: run.application.name,
      measuredNs,
      ...found,
      pageableInstances: shared !== null && shared > found.instances ? shared : null,
    };
  });
  return {
    gpu: gpu.id,
    predictor: predictor.id,
    service: service.run.application.name,
    measuredNs: service.measuredNs,
    aloneNs: beside[0]!.aloneNs,
    target: common.target,
    beside,
    assumptions: [service, ...batch].flatMap(({ assumptions }) => assumptions),
  };
}

function report({
  service,
  gpu,
  measuredNs,
  aloneNs,
  beside,
  assumptions,
  predictor,
}: ColocateAnswer): string {
  const head = say('cli.colocate.head', { service, gpu, predictor, alone: aloneNs, measured: measuredNs });
  return [
    [head, ...assumptions.map((assumption) => say('cli.assumed', { assumption }))].join('\n'),
    ...beside.flatMap((each) => [verdict(each), curveOf(each, aloneNs)]),
  ].join('\n\n');
}

function verdict({ name, instances, fitting, pageableInstances }: ColocatedApplication): string {
  return [
    say('cli.colocate.safe', { name, instances }),
    ...(fitting !== null ? [say('cli.colocate.fitting', { name, fitting })] : []),
    ...(pageableInstances !== null ? [say('cli.colocate.pageable', { instances: pageableInstances })] : []),
  ].join('\n');
}

function curveOf({ points }: ColocatedApplication, aloneNs: number): string {
  const head = [
    say('cli.colocate.instancesColumn'),
    say('cli.column.mean'),
    say('cli.column.slowdown'),
    say('cli.colocate.p95'),
    say('cli.column.slowdown'),
    say('cli.colocate.kept'),
  ];
  const rows = points.map(({ instances, mean, p95, isKept }) => [
    `${instances}`,
    duration(mean),
    factor(mean / aloneNs),
    duration(p95),
    factor(p95 / aloneNs),
    say(isKept ? 'cli.colocate.yes' : 'cli.colocate.no'),
  ]);
  return table(head, rows);
}
