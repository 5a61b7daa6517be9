import path from 'node:path';
import type { TracedRun } from '../../analysis/applications/soloRun';
import { colocatedRun } from '../../analysis/colocation/colocatedRun';
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
import {
  COLOCATION_OPTIONS,
  colocationOptions,
  latencyPredictor,
  memoryAssumption,
} from '../colocationOptions';
import { UsageError, type Command, type OptionValues } from '../command';
import { restsOn } from '../restsOn';
import { readFrom } from '../../files/readFrom';

export const cluster: Command = {
  name: 'cluster',
  summary: message('cli.cluster.summary'),
  usage:
    'CLUSTER.json [--slowdown X] [--latency-ms MS] [--of mean|p95] [--instances N] [--predictor ID] [--queries N] [--seed N] [--json]',
  takes: message('cli.takes.cluster'),
  options: COLOCATION_OPTIONS,
  run: async ({ positionals, options, progress }) => {
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new UsageError(say('cli.cluster.oneFile'));
    const content = await readJson(file);
    const asked = await readFrom(file, () => parseCluster(content));
    const gpus = await readFrom(file, () => gpusOf(asked));
    const folder = path.dirname(file);
    const services = await Promise.all(
      asked.services.map(({ trace, memoryMB }, at) => readRun(folder, trace, memoryMB, gpus[at]!)),
    );
    const types = [...new Set(gpus)];
    const batch = await Promise.all(
      types.map((gpu) =>
        Promise.all(asked.batch.map((each) => readRun(folder, traceOn(each, gpu), each.memoryMB, gpu))),
      ),
    );
    const on = services.map((service, at) => ({
      ...{ service, gpu: gpus[at]! },
      batch: batch[types.indexOf(gpus[at]!)]!,
    }));
    const answer = filled(asked, on, options, progress);
    return { json: answer, text: report(answer) };
  },
};

/** The GPUs of each service. Those for which a batch application names a trace must be there, too. */
function gpusOf({ gpu, services, batch }: Cluster): readonly GpuSpec[] {
  batch.flatMap(({ traces = {} }) => Object.keys(traces)).forEach(requireGpu);
  return services.map((service) => requireGpu(service.gpu ?? gpu));
}

/** A traced run, and what could not be read of its trace. */
interface ReadRun extends TracedRun {
  readonly warnings: readonly InputWarning[];
}

/** A service on GPUs of one type, and what may run beside it as it runs on those. */
interface ServiceOn {
  readonly gpu: GpuSpec;
  readonly service: ReadRun;
  readonly batch: readonly ReadRun[];
}

/** Of the run alone on a GPU; where none is named for it, the one of all. */
function traceOn({ trace, traces = {} }: Cluster['batch'][number], gpu: GpuSpec): string {
  const own = Object.entries(traces).find(([id]) => requireGpu(id).id === gpu.id);
  return own?.[1] ?? trace;
}

async function readRun(
  folder: string,
  trace: string,
  memoryMB: number | undefined,
  gpu: GpuSpec,
): Promise<ReadRun> {
  const file = path.join(folder, trace);
  const profile = await readOrRefuse(file, () => openByteSource(file));
  const footprintBytes = memoryMB === undefined ? null : memoryMB * 2 ** 20;
  return { ...colocatedRun(profile, gpu, { footprintBytes }, null), warnings: profile.warnings };
}

function filled(
  asked: Cluster,
  on: readonly ServiceOn[],
  options: OptionValues,
  progress: (line: Words) => void,
): ClusterAnswer {
  const predictor = latencyPredictor(options);
  const questions = on.map(({ gpu }) => colocationOptions(options, gpu));
  const safe = on.map(({ service, batch }, at) => {
    progress(service.run.application.name);
    const question = { ...questions[at]!, launch: INSTANT_LAUNCH, service: service.run };
    return batch.map(({ run }) => safeInstances({ ...question, batch: run }, predictor).instances);
  });
  const named = ({ run }: TracedRun): string => run.application.name;
  const runs = [...new Set(on.flatMap(({ service, batch }) => [service, ...batch]))];
  return {
    gpu: requireGpu(asked.gpu).id,
    predictor: predictor.id,
    target: questions[0]!.target,
    ...fillCluster({
      services: on.map(({ service, gpu }, at) => ({
        ...{ name: named(service), gpu: gpu.id },
        ...{ gpus: asked.services[at]!.gpus, places: questions[at]!.maxInstances },
      })),
      batch: on[0]!.batch.map((each, at) => ({ name: named(each), instances: asked.batch[at]!.instances })),
      safe,
    }),
    assumptions: [
      ...runs.flatMap(({ assumptions }) => assumptions),
      ...memoryAssumption(runs.map(({ run }) => run)),
    ],
    warnings: runs.flatMap(({ warnings }) => warnings),
  };
}

function report(answer: ClusterAnswer): string {
  const { gpus, placed, wanted, utilisation, places, predictor, groups, assumptions, warnings } = answer;
  const head = say('cli.cluster.head', { gpus, placed, wanted, utilisation, places, predictor });
  const rows = groups.map(({ service, gpu, batch, gpus: of, each }) => [
    service,
    gpu,
    batch ?? '–',
    `${of}`,
    `${each}`,
  ]);
  const columns = [
    say('cli.cluster.service'),
    say('cli.cluster.type'),
    say('cli.cluster.batch'),
    say('cli.cluster.gpus'),
    say('cli.cluster.each'),
  ];
  return [head, table(columns, rows), ...restsOn(assumptions, warnings)].join('\n\n');
}
