import { requireGpu } from '../../gpu/findGpu';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { message, type Words } from '../../kernel/message';
import type { ProfileFile } from '../../kernel/profile';
import type { Queue } from '../../kernel/queue';
import { InputError } from '../../kernel/result';
import type { LatencyPredictor } from '../../predictors/latencyPort';
import { profileGpu } from '../../profiles/transfer';
import { queueModel } from '../../sharing/queue/queueModel';
import { playsTold, withTold, type ToldSlowdown } from '../../sharing/queue/toldSlowdowns';
import { traceCoRun, USUAL_CO_RUN } from '../applications/traceCoRun';
import { queuePairs } from './queuePairs';
import type { PredictedQueue } from './toldQueue';

/** Reads profiles by the names that a queue has for them. */
export type ReadProfiles = (names: readonly string[]) => Promise<readonly ProfileFile[]>;

interface Means {
  readonly read: ReadProfiles;
  readonly note: (line: Words) => void;
}

/** An application of the queue with the trace of its run alone. */
interface Traced {
  readonly name: string;
  readonly trace: ProfileFile;
  /** With counters of its kernels, maybe. */
  readonly counted: readonly ProfileFile[];
}

/** What traces tell of the pairs on a kind of GPU. */
interface ToldByTraces {
  readonly slowdowns: readonly ToldSlowdown[];
  readonly notes: readonly Words[];
  /** Of slowdowns, the largest of any pair. */
  readonly error: number;
}

/**
 * A queue whose schedulers go by what the traces of its applications tell of every two of them under MPS. Of more than two
 * pairs are added up.
 *
 * @throws InputError where no application has a trace, or one is no trace of a kind of GPU that is there
 */
export async function tracedQueue(
  queue: Queue,
  predictor: LatencyPredictor,
  { read, note }: Means,
): Promise<PredictedQueue> {
  const traced = new Map<number, Traced>();
  for (const [at, { name, trace, profiles = [] }] of (queue.applications ?? []).entries()) {
    if (trace === undefined) continue;
    const [file, ...counted] = await read([trace, ...profiles]);
    traced.set(at, { name, trace: file!, counted });
  }
  if (traced.size === 0) throw new InputError(message('analysis.queue.noTraces'), 'no-traces');
  const kinds = [...new Set(queue.gpus.map(({ gpu }) => gpu))].map(requireGpu);
  const told = kinds.map((gpu) => toldOn(gpu, queue, traced, predictor, note));
  const slowdowns = told.flatMap((each) => each.slowdowns);
  return {
    played: queueModel(withTold(queue, slowdowns, 'own')),
    expected: queueModel(withTold(queue, slowdowns, 'told')),
    notes: told.flatMap(({ notes }) => notes),
    gainError: playsTold(queue, slowdowns)
      ? (predictor.errors.plans ?? Math.max(...told.map(({ error }) => error)))
      : null,
  };
}

function toldOn(
  gpu: GpuSpec,
  queue: Queue,
  traced: ReadonlyMap<number, Traced>,
  predictor: LatencyPredictor,
  note: (line: Words) => void,
): ToldByTraces {
  const isOf = ({ trace }: Traced): boolean => {
    const match = profileGpu(trace);
    return match.kind !== 'found' || match.gpu.id === gpu.id;
  };
  const others = [...traced.values()].filter((each) => !isOf(each)).map(({ name }) => name);
  const pairs = queuePairs(queue, (at) => traced.has(at) && isOf(traced.get(at)!));
  note(message('analysis.queue.predicting', { pairs: pairs.length, predictor: predictor.id, gpu: gpu.id }));
  const slowdowns: ToldSlowdown[] = [];
  const assumptions = new Map<string, Words>();
  let error = 0;
  for (const pair of pairs) {
    const both = pair.map((at) => traced.get(at)!);
    const counted = both.flatMap((each) => each.counted);
    const options = { ...USUAL_CO_RUN, gpu, predictor };
    const answer = traceCoRun(
      both.map(({ trace }) => trace),
      counted,
      options,
    );
    error = Math.max(error, answer.error);
    answer.assumptions.forEach((each) => assumptions.set(JSON.stringify(each), each));
    // Of two jobs of one application the answer is the same.
    const said = pair[0] === pair[1] ? answer.applications.slice(1) : answer.applications;
    said.forEach(({ slowdown }, at) =>
      slowdowns.push({
        ...{ of: both[at]!.name, beside: both[1 - at]!.name, gpu: gpu.id },
        ...{ slowdown, origin: 'predicted' },
      }),
    );
  }
  const applications = new Set(pairs.flat()).size;
  return {
    slowdowns,
    error,
    notes: [
      message('analysis.queue.toldByTraces', {
        ...{ slowdowns: slowdowns.length, applications, gpu: gpu.id },
        ...{ predictor: predictor.id, error },
      }),
      ...(others.length > 0
        ? [message('analysis.queue.tracesOfOthers', { gpu: gpu.id, names: others })]
        : []),
      ...assumptions.values(),
    ],
  };
}
