import type { Value } from '../../reading/values/graph';

const COMPUTED: ReadonlySet<string> = new Set(['add', 'sub', 'mul']);

/**
 * The number that a value is held between 0 and 1, the upper limit last: instructions of single precision do that with
 * their result on the way. Null for any other value.
 */
export function saturated(value: Value): Value | null {
  const below = operandBeside(value, 'min', 1);
  return below === null ? null : operandBeside(below, 'max', 0);
}

/** Tests whether an instruction of single precision makes a number, and may saturate it. */
export function isComputed({ kind, name }: Value): boolean {
  return kind === 'binary' && COMPUTED.has(name);
}

/** The other operand of `min` or `max`, the operator or the function, with a constant. */
function operandBeside({ kind, name, type, args }: Value, extreme: string, limit: number): Value | null {
  const isExtreme = kind === 'binary' ? name === extreme : kind === 'call' && name === `f${extreme}f`;
  if (!isExtreme || type.kind !== 'scalar' || type.scalar !== 'f32') return null;
  const [a, b] = args as readonly [Value, Value];
  if (b.constant === limit) return a;
  return a.constant === limit ? b : null;
}
