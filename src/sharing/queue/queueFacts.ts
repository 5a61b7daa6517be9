import { averageSlowdowns, distanceMatrix, scaled, scalingOf, sensitivities } from '../../predictors';
import type { QueueFacts } from '../../predictors/schedulerPort';
import { runsOn, slowdownBeside, type QueueModel } from './queueModel';

/** Sizes of binaries are compared only where all of them are known. */
const sizesAreSeconds = ({ applications }: QueueModel): boolean =>
  applications.some(({ binaryBytes }) => binaryBytes === undefined);

/**
 * What schedulers may know of a queue: the model itself, so that they are judged on their decisions, not on predictions.
 *
 * @param sensitiveAbove average slowdown as a factor above which an application counts as sensitive; absent: the median
 */
export function queueFacts(model: QueueModel, sensitiveAbove?: number): QueueFacts {
  const { applications, seconds, pairs, kinds, gpus } = model;
  const bySeconds = sizesAreSeconds(model);
  const classes = pairs.map((rows) =>
    sensitivities(
      averageSlowdowns(rows.map((row) => [...row.values()])),
      sensitiveAbove === undefined ? undefined : sensitiveAbove - 1,
    ),
  );
  const distances = featureDistances(model);
  const hosts = applications.map((_, application) =>
    kinds.map((_kind, kind) => gpus.some((gpu) => gpu.kind === kind && runsOn(model, application, gpu))),
  );
  return {
    applications: applications.length,
    kinds: kinds.length,
    kindOf: gpus.map(({ kind }) => kind),
    mayRun: (application, gpu) => runsOn(model, application, gpus[gpu]!),
    seconds: (application, kind) => (hosts[application]![kind]! ? seconds[application]![kind]! : null),
    size: (application) => {
      const { binaryBytes } = applications[application]!;
      return bySeconds ? (seconds[application]!.find((own) => own !== null) ?? 0) : binaryBytes!;
    },
    sensitive: (application, kind) =>
      applications[application]!.sensitive ??
      classes[kind]![application] ??
      // Known to run beside nothing.
      (pairs[kind]![application]!.size > 0 ? true : null),
    distance: (a, b) => distances?.[a]![b] ?? null,
    slowdown: (kind, application, others) => slowdownBeside(model, kind, application, others),
  };
}

/** Euclidean distances over the metrics that all applications have; null where there is none. */
function featureDistances(model: QueueModel): number[][] | null {
  const points = featurePoints(model);
  return points === null ? null : distanceMatrix(points, 'euclidean');
}

/** The metrics that all applications have, scaled to 0 to 1: a row an application; null where there is none. */
export function featurePoints({ applications }: QueueModel): number[][] | null {
  const [first] = applications;
  const names = Object.keys(first?.metrics ?? {}).filter((name) =>
    applications.every(({ metrics }) => metrics?.[name] !== undefined),
  );
  if (names.length === 0) return null;
  const rows = applications.map(({ metrics }) => names.map((name) => metrics![name]!));
  const scaling = scalingOf(rows);
  return rows.map((row) => scaled(row, scaling));
}
