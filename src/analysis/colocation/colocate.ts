import { requireGpu } from '../../gpu/findGpu';
import { message, type Words } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import { LATENCY_PREDICTORS } from '../../predictors';
import {
  besideService,
  instancesServed,
  onGpu,
  USUAL_COLOCATION,
  type ServiceQuestion,
} from '../../sharing/colocation/besideService';
import { mixesBeside, type MixKind } from '../../sharing/colocation/mix';
import type { QosTarget } from '../../sharing/colocation/qosTarget';
import type { ColocatedCandidate, ColocateNews, ColocateResult } from '../results/colocateResult';
import type { AloneRun, AloneRuns } from './aloneRuns';
import { pinningAdvice } from './pinningAdvice';

/** Asked as the command line asks where nothing else is said. */
const PREDICTOR = LATENCY_PREDICTORS[0]!;

/**
 * How many instances of each application are safe beside a service: one application after the other.
 *
 * @param onNews told of every count of instances that was looked at
 * @throws InputError where the device memory does not hold the service
 */
export function colocate(
  runs: AloneRuns,
  target: QosTarget,
  onNews: (news: ColocateNews) => void,
): ColocateResult {
  const gpu = requireGpu(runs.gpu);
  const { queries, seed, instances } = USUAL_COLOCATION;
  const question: ServiceQuestion = {
    ...onGpu(gpu),
    ...{ queries, seed, target, service: runs.service.run },
    maxInstances: Math.min(instances, instancesServed(gpu)),
  };
  let result = before(runs, question);
  const counts = question.maxInstances + 1;
  const curves = runs.batch.map(({ run }) =>
    run === null ? 0 : run.pageable === null ? counts : 2 * counts,
  );
  const known = runs.batch.filter(({ run }) => run !== null).length;
  // Mixes grow by one instance at a time; that some are looked at twice is left out.
  const all = curves.reduce((sum, each) => sum + each, 0) + (known > 1 ? counts : 0);
  runs.batch.forEach((each, at) => {
    let looked = curves.slice(0, at).reduce((sum, one) => sum + one, 0);
    const candidate = candidateOf(each, question, (beside) => {
      looked++;
      const phase = message('analysis.colocate.phase', { name: each.name, beside });
      onNews({ fraction: looked / all, phase, result });
    });
    result = { ...result, candidates: [...result.candidates, candidate] };
  });
  let mixed = all - counts;
  const mixes = mixesBeside(question, mixKinds(runs, result), PREDICTOR, (beside) => {
    mixed = Math.min(all, mixed + 1);
    const phase = message('analysis.colocate.phaseMix', { beside });
    onNews({ fraction: mixed / all, phase, result });
  });
  return { ...result, mixes };
}

/** What may be mixed: applications that are answered. */
function mixKinds({ batch }: AloneRuns, { candidates }: ColocateResult): readonly MixKind[] {
  return candidates.flatMap((curve, at) => {
    const traced = batch[at]!.run;
    return traced === null || !('instances' in curve) ? [] : [{ run: traced.run, curve }];
  });
}

/** What is known before anything was predicted. */
function before(
  { gpu, service, batch }: AloneRuns,
  { target, maxInstances, memoryBytes }: ServiceQuestion,
): ColocateResult {
  const all = [service, ...batch.flatMap(({ run }) => run ?? [])];
  return {
    gpu,
    predictor: PREDICTOR.id,
    service: service.run.application.name,
    measuredNs: service.measuredNs,
    ...(service.isHostTaken && { isHostTaken: true }),
    replayed: [...new Set(all.flatMap(({ isReplay, run }) => (isReplay ? [run.application.name] : [])))],
    ...{ target, maxInstances, memoryBytes },
    candidates: [],
    mixes: null,
    advice: pinningAdvice(
      service.run,
      batch.flatMap(({ name, run }) => (run === null ? [] : [{ name, pageable: run.pageable }])),
    ),
    assumptions: distinct(all.flatMap(({ assumptions }) => assumptions)),
  };
}

/** Said once, also of an application that is asked about beside itself. */
function distinct(all: readonly Words[]): readonly Words[] {
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
}

function candidateOf(
  { key, name, run, refused }: AloneRun,
  question: ServiceQuestion,
  onPoint: (instances: number) => void,
): ColocatedCandidate {
  if (run === null) return { key, name, refused: refused ?? '' };
  try {
    const found = besideService(question, run, PREDICTOR, ({ instances }) => onPoint(instances));
    return { key, ...found };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { key, name, refused: error.said };
  }
}
