import { message } from '../../kernel/message';
import type { BranchCondition, TripCount } from '../../kernel/program';
import { fieldFault } from '../../kernel/result';
import { addValue } from './compileValue';
import { COMPARISONS, type Row } from './image';
import { Scope, TripKind } from './operations';
import { laneScope, wholeAtLeastOne, type KernelContext, type StatementScope } from './kernelContext';
import { boundsOf } from './laneBounds';
import { addForms, laneForm, type LaneForm } from '../../kernel/totals/laneExpression';
import { constantOf } from './constants';

/** A trip count in the image. */
export interface CompiledTrips {
  readonly row: number;
  /** The most iterations that any warp makes. */
  readonly most: number;
  /** True if lanes of one warp may leave the loop at different times. */
  readonly lanesDiffer: boolean;
}

const MAX_TRIPS = 2 ** 30;

function blankTrips(context: KernelContext): Row<'trip'> {
  return {
    kind: TripKind.constant,
    low: 1,
    high: 1,
    scope: Scope.warp,
    start: -1,
    below: 0,
    step: 1,
    seed: context.nextSeed(),
  };
}

/** Adds the trip count of a loop that polls until all blocks have come to the barrier of their launch. */
export function addPolling(context: KernelContext): CompiledTrips {
  const row = context.builder.add('trip', { ...blankTrips(context), kind: TripKind.arrivals });
  return { row, most: MAX_TRIPS, lanesDiffer: false };
}

/**
 * Adds a loop's trip count to the image.
 * @throws InputError naming the field, for counts that are not whole, empty ranges, and too many iterations
 */
export function addTrips(context: KernelContext, scope: StatementScope, trips: TripCount): CompiledTrips {
  const field = `${scope.field}.trips`;
  const blank = blankTrips(context);
  const add = (change: Partial<Row<'trip'>>) => context.builder.add('trip', { ...blank, ...change });
  if (typeof trips !== 'object') {
    const count = tripCount(trips, context, field);
    return { row: add({ low: count, high: count }), most: count, lanesDiffer: false };
  }
  if ('elapsed' in trips) {
    const cycles = tripCount(trips.elapsed, context, `${field}.elapsed`);
    return { row: add({ kind: TripKind.elapsed, high: cycles }), most: cycles, lanesDiffer: false };
  }
  if ('uniform' in trips) {
    const low = tripCount(trips.uniform[0], context, `${field}.uniform[0]`);
    const high = tripCount(trips.uniform[1], context, `${field}.uniform[1]`);
    if (high < low) throw fieldFault(`${field}.uniform`, message('simulator.endsBelow', { high, low }));
    const lanesDiffer = trips.scope === 'lane' && high > low;
    return {
      row: add({ kind: TripKind.drawn, low, high, scope: lanesDiffer ? Scope.lane : Scope.warp }),
      most: high,
      lanesDiffer,
    };
  }
  return rangeTrips(context, scope, trips, field, add);
}

function tripCount(quantity: number | string, context: KernelContext, field: string): number {
  const count = wholeAtLeastOne(quantity, context.constants, field);
  if (count > MAX_TRIPS) throw fieldFault(field, message('simulator.iterations', { count, max: MAX_TRIPS }));
  return count;
}

function rangeTrips(
  context: KernelContext,
  scope: StatementScope,
  trips: Extract<TripCount, { step: unknown }>,
  field: string,
  add: (change: Partial<Row<'trip'>>) => number,
): CompiledTrips {
  const below = constantOf(trips.below, context.constants, `${field}.below`);
  const step = constantOf(trips.step, context.constants, `${field}.step`);
  if (step <= 0) throw fieldFault(`${field}.step`, message('simulator.positive', { value: step }));
  const start = laneForm(trips.start, laneScope(context, scope), `${field}.start`);
  const [low] = boundsOf(start, context.source.launch.grid, scope.trips);
  const most = Math.max(1, Math.ceil((below - low) / step));
  if (most > MAX_TRIPS)
    throw fieldFault(field, message('simulator.upToIterations', { count: most, max: MAX_TRIPS }));
  const row = add({ kind: TripKind.range, start: addValue(context.builder, start), below, step });
  return { row, most, lanesDiffer: true };
}

/**
 * Adds a branch condition; its row in `condition`.
 * @throws InputError naming the field, for what is no comparison
 */
export function addCondition(
  context: KernelContext,
  scope: StatementScope,
  condition: BranchCondition,
): number {
  const field = `${scope.field}.condition`;
  const seed = context.nextSeed();
  if (typeof condition === 'object') {
    const { probability } = condition;
    return context.builder.add('condition', {
      value: -1,
      comparison: 0,
      probability,
      scope: Scope[condition.scope ?? 'lane'],
      seed,
    });
  }
  const match = /^([^<>=!]+)(<=|>=|==|!=|<|>)([^<>=!]+)$/.exec(condition);
  if (match === null) throw fieldFault(field, message('simulator.comparison', { condition }));
  const lanes = laneScope(context, scope);
  const difference = minus(laneForm(match[1]!, lanes, field), laneForm(match[3]!, lanes, field));
  return context.builder.add('condition', {
    value: addValue(context.builder, difference),
    comparison: COMPARISONS.indexOf(match[2] as (typeof COMPARISONS)[number]),
    probability: 0,
    scope: Scope.lane,
    seed,
  });
}

function minus(left: LaneForm, right: LaneForm): LaneForm {
  return left.kind === 'affine' && right.kind === 'affine'
    ? { kind: 'affine', form: addForms(left.form, right.form, -1) }
    : { kind: 'operation', operation: '-', of: [left, right] };
}
