import type { LatencyPredictor, LatencyQuestion, SoloRun } from '../../predictors/latencyPort';
import { message } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import { isKept, latencyOf, type Latency, type QosTarget } from './qosTarget';

/** A service, what may run beside it, and what it must keep. */
export interface ColocationQuestion extends Omit<LatencyQuestion, 'beside'> {
  readonly batch: SoloRun;
  readonly target: QosTarget;
  /** Instances at most: 15 beside a service under MPS, which serves 16 processes. */
  readonly maxInstances: number;
  /** Device memory, bytes; null where it is not known. */
  readonly memoryBytes: number | null;
}

/** Latency of the service beside so many instances. */
export interface InstancePoint extends Latency {
  readonly instances: number;
  readonly isKept: boolean;
}

/** How many instances are safe. */
export interface SafeInstances {
  readonly aloneNs: number;
  readonly points: readonly InstancePoint[];
  /** Most instances beside which, as beside any fewer that were looked at, the target is kept; 0 for none. */
  readonly instances: number;
  /** Instances that fit the device memory beside the service; null where footprints are not known. */
  readonly fitting: number | null;
}

/** Latency beside every count of instances. */
export interface LatencyCurve extends SafeInstances {
  /** Instances beside which queries starve, so that the curve ends before; null for none. */
  readonly starvesAt: number | null;
  /** Instances beside which latency is so far beyond the target that the curve ends with them; null for none. */
  readonly farAt: number | null;
}

/** Latency over what is to be kept from which on more instances are not looked at: none of them would be safe. */
const FAR = 4;

/**
 * Latency beside 0, 1, 2, … instances, up to where it is far beyond the target or queries starve, and how many are safe.
 *
 * @param onPoint told of every count that was looked at
 * @throws InputError where the device memory does not hold the service
 */
export function latencyCurve(
  question: ColocationQuestion,
  predictor: LatencyPredictor,
  onPoint: (point: InstancePoint) => void = () => undefined,
): LatencyCurve {
  const fitting = fittingInstances(question);
  const measure = measurer(question, predictor);
  const { maxInstances } = question;
  const points: InstancePoint[] = [];
  let starvesAt: number | null = null;
  let farAt: number | null = null;
  for (let instances = 0; instances <= maxInstances; instances++) {
    const point = measure(instances);
    onPoint(point);
    if (point.mean === Infinity) starvesAt = instances;
    else points.push(point);
    if (isFar(point, points[0] ?? point, question.target)) farAt = instances;
    if (starvesAt !== null || farAt !== null) break;
  }
  const kept = points.findIndex(({ isKept: isSafe }) => !isSafe);
  const broken = kept < 0 ? (starvesAt ?? -1) : kept;
  const safe = broken < 0 ? maxInstances : Math.max(0, broken - 1);
  return { ...answer(points, safe, fitting), starvesAt, farAt };
}

function isFar(point: InstancePoint, alone: InstancePoint, { slowdown, ns, of }: QosTarget): boolean {
  const bound = Math.min(slowdown * alone.mean, ns ?? Infinity);
  return Number.isFinite(point[of]) && point.instances > 0 && point[of] > FAR * bound;
}

/**
 * As `latencyCurve`, but looks only at as many counts as halving takes: latency is taken to rise with instances.
 *
 * @throws InputError where the device memory does not hold the service
 */
export function safeInstances(question: ColocationQuestion, predictor: LatencyPredictor): SafeInstances {
  const fitting = fittingInstances(question);
  const measure = measurer(question, predictor);
  const points = [measure(0)];
  let [safe, unsafe] = [0, points[0]!.isKept ? question.maxInstances + 1 : 1];
  while (unsafe - safe > 1) {
    const middle = Math.floor((safe + unsafe) / 2);
    const point = measure(middle);
    points.push(point);
    if (point.isKept) safe = middle;
    else unsafe = middle;
  }
  return answer(points, safe, fitting);
}

function measurer(question: ColocationQuestion, predictor: LatencyPredictor) {
  const latencies = (instances: number): readonly number[] =>
    predictor.latencies({ ...question, beside: Array.from({ length: instances }, () => question.batch) });
  const alone = latencies(0);
  return (instances: number): InstancePoint => {
    const latency = latencyOf(instances === 0 ? alone : latencies(instances));
    return { instances, ...latency, isKept: isKept(latency, question.target, alone[0]!) };
  };
}

function answer(points: readonly InstancePoint[], safe: number, fitting: number | null): SafeInstances {
  return { aloneNs: points[0]!.mean, points, instances: Math.min(safe, fitting ?? Infinity), fitting };
}

/** Instances whose memory fits beside that of the service. */
function fittingInstances({ service, batch, memoryBytes, maxInstances }: ColocationQuestion): number | null {
  const [own, each] = [service, batch].map(({ application }) => application.footprintBytes);
  if (memoryBytes === null || own === null || own === undefined || each === null || each === undefined)
    return null;
  if (own > memoryBytes) {
    const { name } = service.application;
    throw new InputError(
      message('sharing.serviceTooLarge', { name, needs: own, has: memoryBytes }),
      'out-of-range',
    );
  }
  return each === 0 ? maxInstances : Math.min(maxInstances, Math.floor((memoryBytes - own) / each));
}
