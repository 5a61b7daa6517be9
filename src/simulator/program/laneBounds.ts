import type { ResolvedLaunch } from './launch';
import { rangeOf, type LaneForm, type LaneOperation } from '../../kernel/totals/laneExpression';

type Interval = readonly [low: number, high: number];

/**
 * Numbers between which a lane value stays in all threads, blocks and iterations of the given loop trip counts.
 * For what is not affine the interval holds all values, but need not be the narrowest; without bound where a
 * divisor may be 0.
 */
export function boundsOf(
  form: LaneForm,
  grid: ResolvedLaunch['grid'],
  trips: ReadonlyMap<number, number>,
): Interval {
  if (form.kind === 'affine') return rangeOf(form.form, grid, trips);
  return combined(
    form.operation,
    form.of.map((part) => boundsOf(part, grid, trips)),
  );
}

const spanOf = (values: readonly number[]): Interval => [Math.min(...values), Math.max(...values)];
const WORD = 2 ** 32 - 1;
/** The largest number with as many bits. */
const allBits = (value: number): number => 2 ** Math.ceil(Math.log2(value + 1)) - 1;
const UNBOUNDED: Interval = [-Infinity, Infinity];

function combined(operation: LaneOperation, of: readonly Interval[]): Interval {
  const [a, b = a] = of as [Interval, Interval?];
  switch (operation) {
    case '+':
      return [a[0] + b[0], a[1] + b[1]];
    case '-':
      return [a[0] - b[1], a[1] - b[0]];
    case '*':
      return spanOf(a.flatMap((x) => b.map((y) => x * y)));
    case '/':
      return b[0] <= 0 && b[1] >= 0 ? UNBOUNDED : spanOf(a.flatMap((x) => b.map((y) => x / y)));
    case '%':
      return moduloBounds(a, b);
    case 'min':
      return [Math.min(...of.map(([low]) => low)), Math.min(...of.map(([, high]) => high))];
    case 'max':
      return [Math.max(...of.map(([low]) => low)), Math.max(...of.map(([, high]) => high))];
    case 'and':
      return [0, a[0] >= 0 && b[0] >= 0 ? Math.min(a[1], b[1]) : WORD];
    case 'or':
    case 'xor':
      return [0, a[0] >= 0 && b[0] >= 0 ? allBits(Math.max(a[1], b[1])) : WORD];
    case 'floor':
      return [Math.floor(a[0]), Math.floor(a[1])];
    case 'ceil':
      return [Math.ceil(a[0]), Math.ceil(a[1])];
  }
}

/** The modulus has the sign of the divisor, and is the dividend where that is not negative and smaller. */
function moduloBounds(a: Interval, b: Interval): Interval {
  if (b[1] < 0) return [b[0], 0];
  if (!(b[0] > 0)) return UNBOUNDED;
  return [0, a[0] >= 0 ? Math.min(a[1], b[1]) : b[1]];
}
