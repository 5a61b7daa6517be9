import { fold } from './folding';
import type { SamplePoint } from './population';
import { scalarOf } from './types';
import type { Value } from './value';

/** A number for a symbol that has none, e.g. an argument of unknown value. */
export type SymbolGuess = (symbol: Value) => number;

const NO_GUESS: SymbolGuess = () => NaN;

/**
 * The number that a value has at a sample point; symbols without a number are asked of `guess`.
 * @returns NaN where something is unknown or the arithmetic is undefined.
 */
export function evaluate(value: Value, point: SamplePoint, guess: SymbolGuess = NO_GUESS): number {
  if (value.known !== null) return value.known;
  switch (value.kind) {
    case 'symbol': {
      const number = coordinate(value.name, point);
      return Number.isNaN(number) ? guess(value) : number;
    }
    case 'index':
      return loopIndex(value.loop, point);
    default:
      return combined(
        value,
        value.args.map((argument) => evaluate(argument, point, guess)),
      );
  }
}

/** The number of an operation on numbers; NaN for what no arithmetic gives. */
function combined(value: Value, [a = NaN, b = NaN, c = NaN]: readonly number[]): number {
  switch (value.kind) {
    case 'binary':
      return fold(value.name, a, b, operandScalar(value));
    case 'negate':
    case 'complement':
    case 'not':
    case 'convert':
      return fold(value.kind, a, 0, scalarOf(value.type));
    case 'and-also':
      return Number(a !== 0 && b !== 0);
    case 'or-else':
      return Number(a !== 0 || b !== 0);
    case 'ternary':
    case 'merge':
      return a !== 0 ? b : c;
    case 'call':
      return value.name === 'abs' ? Math.abs(a) : NaN;
    default:
      return NaN;
  }
}

function operandScalar(value: Value): ReturnType<typeof scalarOf> {
  const type =
    value.type.kind === 'scalar' && value.type.scalar === 'bool' ? value.args[0]!.type : value.type;
  return scalarOf(type);
}

function coordinate(name: string, point: SamplePoint): number {
  const axis = 'xyz'.indexOf(name.at(-1) ?? '');
  if (name.startsWith('threadIdx.')) return point.thread[axis] ?? NaN;
  if (name.startsWith('blockIdx.')) return point.block[axis] ?? NaN;
  return NaN;
}

function loopIndex(loop: number, point: SamplePoint): number {
  for (let index = point.loops; index !== null; index = index.outer) {
    if (index.loop === loop) return index.value;
  }
  return NaN;
}
