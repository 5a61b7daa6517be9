import {
  addForms,
  constantForm,
  scaleForm,
  type AffineForm,
  type LaneForm,
} from '../../kernel/totals/laneExpression';

/** What a lane value is in warps that none of its clamps touches, as in all of a stencil but its rim. */
export interface PlainForm {
  readonly form: AffineForm;
  /** Of these no lane of a warp may be negative, or the value is another one. */
  readonly guards: readonly AffineForm[];
}

const MINUS_ONE = constantForm(-1);

/** Those of values that are kept with their program. */
const known = new WeakMap<LaneForm, { readonly plain: PlainForm | null }>();

/**
 * The affine form behind `min` and `max` with constants and remainders by one, and when it holds; null where there is none
 * of whole numbers: those are exact in whatever order they are added up.
 */
export function plainForm(value: LaneForm): PlainForm | null {
  const kept = known.get(value) ?? { plain: makePlain(value) };
  known.set(value, kept);
  return kept.plain;
}

function makePlain(value: LaneForm): PlainForm | null {
  if (value.kind === 'affine') return isWhole(value.form) ? { form: value.form, guards: [] } : null;
  const of = value.of.map(plainForm);
  if (of.length !== 2 || !of.every((part) => part !== null)) return null;
  const [a, b] = of as [PlainForm, PlainForm];
  const guards = [...a.guards, ...b.guards];
  switch (value.operation) {
    case '+':
      return { form: addForms(a.form, b.form, 1), guards };
    case '-':
      return { form: addForms(a.form, b.form, -1), guards };
    case '*':
      return product(a.form, b.form, guards);
    case 'min':
      return clamped(a.form, b.form, 1, guards);
    case 'max':
      return clamped(a.form, b.form, -1, guards);
    case '%':
      return remainder(a.form, b.form, guards);
    default:
      return null;
  }
}

function product(a: AffineForm, b: AffineForm, guards: readonly AffineForm[]): PlainForm | null {
  if (isConstant(a)) return { form: scaleForm(b, a.constant), guards };
  return isConstant(b) ? { form: scaleForm(a, b.constant), guards } : null;
}

/** @param side 1 where the constant is the most, -1 where it is the least */
function clamped(
  a: AffineForm,
  b: AffineForm,
  side: number,
  guards: readonly AffineForm[],
): PlainForm | null {
  if (isConstant(a) === isConstant(b)) return null;
  const [form, limit] = isConstant(b) ? [a, b] : [b, a];
  return { form, guards: [...guards, scaleForm(addForms(limit, form, -1), side)] };
}

function remainder(a: AffineForm, b: AffineForm, guards: readonly AffineForm[]): PlainForm | null {
  if (!isConstant(b) || b.constant <= 0) return null;
  const most = addForms(b, MINUS_ONE, 1);
  return { form: a, guards: [...guards, a, addForms(most, a, -1)] };
}

const isConstant = ({ threads, block, loops }: AffineForm): boolean =>
  threads === null && block.every((c) => c === 0) && [...loops.values()].every((c) => c === 0);

/** Tests whether all parts of a form are whole numbers. */
export function isWhole({ constant, block, loops, threads }: AffineForm): boolean {
  return (
    [constant, ...block, ...loops.values()].every((part) => Number.isSafeInteger(part)) &&
    (threads === null || threads.every((part) => Number.isSafeInteger(part)))
  );
}
