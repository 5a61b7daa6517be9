import type { Value } from './graph';

const NARROWED: ReadonlySet<string> = new Set(['add', 'sub', 'mul', 'div']);

/**
 * The operands in single precision of an operation in double precision whose result does not need that: double has
 * more than twice its digits, so rounding twice is rounding once (Figueroa, When is double rounding innocuous?,
 * SIGNUM 1995). Null where an operand is more than a single-precision number.
 * @param single makes a constant of single precision
 */
export function narrowedOperands(
  a: Value,
  b: Value,
  single: (constant: number) => Value,
): readonly [Value, Value] | null {
  const [x, y] = [narrowed(a, single), narrowed(b, single)];
  // Of two constants nothing is left to compute.
  return x === null || y === null || (x.constant !== null && y.constant !== null) ? null : [x, y];
}

/** Tests whether an operation may be done in single precision where that is what its result becomes. */
export function isNarrowed({ kind, name, type }: Value): boolean {
  return kind === 'binary' && NARROWED.has(name) && type.kind === 'scalar' && type.scalar === 'f64';
}

function narrowed(value: Value, single: (constant: number) => Value): Value | null {
  if (value.type.kind !== 'scalar' || value.type.scalar !== 'f64') return null;
  const { constant } = value;
  if (constant !== null) return Math.fround(constant) === constant ? single(constant) : null;
  const [inner] = value.args;
  if (value.kind !== 'convert' || inner?.type.kind !== 'scalar') return null;
  return inner.type.scalar === 'f32' ? inner : null;
}
