import path from 'node:path';
import { tracedRun, type TracedRun } from '../../analysis/applications/soloRun';
import { readOrRefuse } from '../../analysis/readOrRefuse';
import { openByteSource } from '../../files/byteSource';
import { readJson } from '../../files/json';
import { requireGpu } from '../../gpu/findGpu';
import { parseCluster, type Cluster } from '../../kernel/cluster';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { message, type Words } from '../../kernel/message';
import { fillCluster } from '../../sharing/colocation/fillCluster';
import { safeInstances } from '../../sharing/colocation/safeInstances';
import { INSTANT_LAUNCH } from '../../timeline/models';
import { say } from '../../words/say';
import { table } from '../../words/texts/table';
import type { InputWarning } from '../../kernel/source';
import type { ClusterAnswer } from '../answers';
import { COLOCATION_OPTIONS, colocationOptions, latencyPredictor } from '../colocationOptions';
import { UsageError, type Command, type OptionValues } from '../command';
import { readFrom } from '../scenarioFile';
import { inputWarningLines } from '../warningLines';

export const cluster: Command = {
  name: 'cluster',
  summary: message('cli.cluster.summary'),
  usage:
    'CLUSTER.json [--slowdown X] [--latency-ms MS] [--of mean|p95] [--instances N] [--predictor ID] [--queries N] [--seed N] [--json]',
  options: COLOCATION_OPTIONS,
  run: async ({ positionals, options, progress }) => {
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new UsageError(say('cli.cluster.oneFile'));
    const content = await readJson(file);
    const asked = await readFrom(file, () => parseCluster(content));
    const gpu = await readFrom(file, () => requireGpu(asked.gpu));
    const read = (each: Traced): Promise<ReadRun> => readRun(path.dirname(file), each, gpu);
    const services = await Promise.all(asked.services.map(read));
    const batch = await Promise.all(asked.batch.map(read));
    const answer = filled(asked, { services, batch, gpu }, options, progress);
    return { json: answer, text: report(answer) };
  },
};

type Traced = Pick<Cluster['services'][number], 'trace' | 'memoryMB'>;

/** A traced run, and what could not be read of its trace. */
interface ReadRun extends TracedRun {
  readonly warnings: readonly InputWarning[];
}

async function readRun(folder: string, { trace, memoryMB }: Traced, gpu: GpuSpec): Promise<ReadRun> {
  const file = path.join(folder, trace);
  const profile = await readOrRefuse(file, () => openByteSource(file));
  const footprintBytes = memoryMB === undefined ? null : memoryMB * 2 ** 20;
  return { ...tracedRun(profile, gpu, { footprintBytes }), warnings: profile.warnings };
}

function filled(
  asked: Cluster,
  { services, batch, gpu }: { services: readonly ReadRun[]; batch: readonly ReadRun[]; gpu: GpuSpec },
  options: OptionValues,
  progress: (line: Words) => void,
): ClusterAnswer {
  const common = colocationOptions(options, gpu);
  const predictor = latencyPredictor(options);
  const safe = services.map(({ run }) => {
    progress(run.application.name);
    return batch.map(
      (each) =>
        safeInstances({ ...common, launch: INSTANT_LAUNCH, service: run, batch: each.run }, predictor)
          .instances,
    );
  });
  const named = ({ run }: TracedRun): string => run.application.name;
  return {
    gpu: gpu.id,
    predictor: predictor.id,
    target: common.target,
    ...fillCluster({
      services: services.map((each, at) => ({ name: named(each), gpus: asked.services[at]!.gpus })),
      batch: batch.map((each, at) => ({ name: named(each), instances: asked.batch[at]!.instances })),
      safe,
      places: common.maxInstances,
    }),
    assumptions: [...services, ...batch].flatMap(({ assumptions }) => assumptions),
    warnings: [...services, ...batch].flatMap(({ warnings }) => warnings),
  };
}

function report(answer: ClusterAnswer): string {
  const { gpus, placed, wanted, utilisation, places, predictor, groups, assumptions, warnings } = answer;
  const head = say('cli.cluster.head', { gpus, placed, wanted, utilisation, places, predictor });
  const rows = groups.map(({ service, batch, gpus: of, each }) => [
    service,
    batch ?? '–',
    `${of}`,
    `${each}`,
  ]);
  const columns = [
    say('cli.cluster.service'),
    say('cli.cluster.batch'),
    say('cli.cluster.gpus'),
    say('cli.cluster.each'),
  ];
  return [
    [
      head,
      ...assumptions.map((assumption) => say('cli.assumed', { assumption })),
      ...inputWarningLines(warnings),
    ].join('\n'),
    table(columns, rows),
  ].join('\n\n');
}
