import type { Application, DeviceOperation } from '../../kernel/application';
import type { GpuSpec } from '../../kernel/gpuSpec';
import type { Assumption } from '../../kernel/origin';
import { InputError } from '../../kernel/result';
import type { MokaModels } from '../../predictors/moka/mokaModels';
import {
  suggestStreamOrder,
  type JudgedOrder,
  type OrderAdvice,
} from '../../predictors/moka/order/suggestStreamOrder';
import { isDeviceWork, type Timeline } from '../../timeline/timeline';
import { replay } from '../../timeline/replay';
import type { ApplicationResult, OrderCandidate, OrderResult } from '../results/timelineResult';
import { timelineResult } from './timelineResult';

/** Longer applications are replayed, but not searched for orders. */
const MAX_ORDERED_OPERATIONS = 400;
/** Orders that come with a timeline of their own. */
const TIMELINES = 3;

/** An application with what is needed to predict it. */
export interface KnownApplication {
  readonly application: Application;
  readonly models: MokaModels;
  readonly path: string;
  readonly line: number;
  readonly from: ApplicationResult['from'];
  readonly measured: Timeline | null;
  readonly unknowns: readonly string[];
  readonly assumptions: readonly Assumption[];
}

/** Replays an application, orders its launches, and says what is not known. */
export function applicationResult(known: KnownApplication, gpu: GpuSpec): ApplicationResult {
  const { application, path, line, from, measured, assumptions } = known;
  const work = application.operations.filter((operation): operation is DeviceOperation =>
    isDeviceWork(operation),
  );
  const streams = [...new Set(work.map((operation) => operation.stream))];
  const common = {
    name: application.name,
    path,
    line,
    from,
    operationCount: work.length,
    streams,
    measured: measured && timelineResult(measured, `${application.name}, as measured`, 'measured'),
    assumptions,
    plan: null,
  };
  if (known.unknowns.length > 0) return { ...common, predicted: null, order: null, unknowns: known.unknowns };
  try {
    const predicted = replay([application], gpu, known.models);
    const order =
      streams.length > 1 && work.length <= MAX_ORDERED_OPERATIONS
        ? suggestStreamOrder(application, gpu, known.models)
        : null;
    return {
      ...common,
      predicted: timelineResult(predicted, application.name, 'predicted'),
      order: order && order.streams.length > 1 ? orderResult(order) : null,
      unknowns: [],
    };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { ...common, predicted: null, order: null, unknowns: [error.message] };
  }
}

function orderResult(advice: OrderAdvice): OrderResult {
  return {
    streams: advice.streams,
    writtenOrder: candidate(advice.written, true),
    bestOrder: candidate(advice.best, true),
    serialNs: advice.serialNs,
    candidates: advice.candidates.map((order, index) => candidate(order, index < TIMELINES)),
    exact: advice.exact,
    boundNs: advice.bound.ns,
    whatIf: advice.whatIf,
  };
}

function candidate(order: JudgedOrder, withTimeline: boolean): OrderCandidate {
  const style = order.style === null ? '' : ` (${order.style})`;
  return {
    order: order.order,
    makespanNs: order.makespanNs,
    limitedBy: order.limits.text,
    ...(withTimeline
      ? { timeline: timelineResult(order.timeline, `order ${order.order.join(' → ')}${style}`, 'predicted') }
      : {}),
  };
}
