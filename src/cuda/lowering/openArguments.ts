import { hostNameOf, type Value } from '../reading/values/graph';
import { isFloating } from '../reading/values/types';

/** Tells whether a number that the host gives is one of those asked for. */
export type IsOpen = (argument: Value) => boolean;

/** The largest numbers of types that hold no more than that. */
const LARGEST: Readonly<Record<string, number>> = { i8: 127, u8: 255, i16: 32_767, u16: 65_535 };

/** The largest number that an argument of a narrow type can be; no bound for wider ones. */
export function largestOf({ type }: Value): number {
  return type.kind === 'scalar' ? (LARGEST[type.scalar] ?? Infinity) : Infinity;
}

/** The whole numbers of the host in an expression that are asked for. */
export function openArgumentsIn(value: Value, isOpen: IsOpen): readonly Value[] {
  const found = new Set<Value>();
  const seen = new Set<Value>();
  const visit = (part: Value): void => {
    if (seen.has(part)) return;
    seen.add(part);
    if (hostNameOf(part) === null || !isOpen(part)) part.args.forEach(visit);
    else if (isWhole(part)) found.add(part);
  };
  visit(value);
  return [...found];
}

/**
 * What open arguments have to be for an expression of them to be about as large as `wanted`: factors of a product are
 * equally large, what is taken from them is 1.
 */
export function argumentsFor(value: Value, wanted: number, isOpen: IsOpen): ReadonlyMap<Value, number> {
  const found = new Map<Value, number>();
  const visit = (part: Value, target: number): void => {
    const open = openArgumentsIn(part, isOpen);
    if (open.length === 0) return;
    if (open[0] === part) {
      found.set(part, Math.max(found.get(part) ?? 1, target));
      return;
    }
    const rest = part.kind === 'binary' ? sidesOf(part, target, isOpen) : part.args.map(() => target);
    part.args.forEach((arg, place) => visit(arg, rest[place]!));
  };
  visit(value, wanted);
  return found;
}

/** What the operands of an operation have to be for its result. */
function sidesOf({ name, args }: Value, target: number, isOpen: IsOpen): readonly [number, number] {
  const [a, b] = [args[0]!, args[1]!];
  const [left, right] = [a.known, b.known];
  switch (name) {
    case 'add':
      return left === null && right === null
        ? [target / 2, target / 2]
        : [target - (right ?? 0), target - (left ?? 0)];
    case 'sub':
      return [target + (right ?? 0), left === null ? 1 : left - target];
    case 'mul': {
      if (right !== null) return [target / Math.max(1, right), target];
      if (left !== null) return [target, target / Math.max(1, left)];
      const [m, n] = [factorsIn(a, isOpen), factorsIn(b, isOpen)];
      return [target ** (m / (m + n)), target ** (n / (m + n))];
    }
    case 'div':
      return [target * Math.max(1, right ?? 1), 1];
    case 'shl':
      return [target / 2 ** (right ?? 0), 1];
    case 'shr':
      return [target * 2 ** (right ?? 0), 1];
    default:
      return [target, target];
  }
}

/** How many factors of a product are open. */
function factorsIn(value: Value, isOpen: IsOpen): number {
  if (value.kind === 'binary' && value.name === 'mul')
    return value.args.reduce((sum, part) => sum + factorsIn(part, isOpen), 0);
  return openArgumentsIn(value, isOpen).length > 0 ? 1 : 0;
}

function isWhole({ type }: Value): boolean {
  return type.kind === 'scalar' && !isFloating(type.scalar) && type.scalar !== 'bool';
}
