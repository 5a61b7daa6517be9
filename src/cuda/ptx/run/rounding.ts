/** Rounding modes of PTX: to nearest even, towards zero, down, up. */
export type Rounding = 'rn' | 'rz' | 'rm' | 'rp';

const floats = new Float64Array(1);
const words = new Int32Array(floats.buffer);
const single = new Float32Array(1);
const singleBits = new Int32Array(single.buffer);

/** The neighbour of a double in the direction of `sign`. */
function beside(value: number, sign: number): number {
  floats[0] = value;
  const bits = new BigInt64Array(floats.buffer);
  bits[0]! += value > 0 === sign > 0 ? 1n : -1n;
  return floats[0]!;
}

/**
 * The sum `a + b`, rounded to odd where it is not exact: rounding it once more to half the bits or fewer gives what
 * rounding the exact sum would (Boldo and Melquiond 2008).
 */
export function sumToOdd(a: number, b: number): number {
  const sum = a + b;
  if (!Number.isFinite(sum) || sum === 0) return sum;
  const part = sum - a;
  const error = a - (sum - part) + (b - part);
  if (error === 0) return sum;
  floats[0] = sum;
  return (words[0]! & 1) === 1 ? sum : beside(sum, error);
}

/** A double as a float; exact halves of the way go to the even one. */
export function toSingle(value: number, mode: Rounding): number {
  const near = Math.fround(value);
  if (mode === 'rn' || near === value || Number.isNaN(value)) return near;
  const towards = mode === 'rz' ? -Math.sign(value) : mode === 'rp' ? 1 : -1;
  if (near === Infinity || near === -Infinity) {
    if (!Number.isFinite(value) || Math.sign(near) === towards) return near;
    return Math.sign(near) * 3.4028234663852886e38;
  }
  if (towards > 0 ? near > value : near < value) return near;
  single[0] = near;
  if (near === 0) singleBits[0] = towards > 0 ? 1 : 0x80000001 | 0;
  else singleBits[0]! += near > 0 === towards > 0 ? 1 : -1;
  return single[0]!;
}

/** A double as a whole number. */
export function toWhole(value: number, mode: Rounding): number {
  switch (mode) {
    case 'rz':
      return Math.trunc(value);
    case 'rm':
      return Math.floor(value);
    case 'rp':
      return Math.ceil(value);
    default: {
      const down = Math.floor(value);
      const rest = value - down;
      if (rest !== 0.5)
        return value === 0 ? value : rest < 0.5 ? signed(down, value) : signed(down + 1, value);
      return signed(down % 2 === 0 ? down : down + 1, value);
    }
  }
}

/** Zero keeps the sign of the number that it was rounded from. */
function signed(whole: number, value: number): number {
  return whole === 0 && value < 0 ? -0 : whole;
}

/** Denormal floats as zeros of their sign, which `.ftz` asks for. */
export function flushed(value: number): number {
  return Math.abs(value) < 1.1754943508222875e-38 ? (value < 0 || Object.is(value, -0) ? -0 : 0) : value;
}

/** Fractions and exponents of the formats of 16 bits. */
interface SmallFormat {
  readonly fraction: number;
  /** Smallest exponent of a normal number. */
  readonly least: number;
  readonly largest: number;
}

const HALF: SmallFormat = { fraction: 10, least: -14, largest: 65504 };
const BRAIN: SmallFormat = { fraction: 7, least: -126, largest: 3.3895313892515355e38 };

function rounded(value: number, { fraction, least, largest }: SmallFormat, mode: Rounding): number {
  if (!Number.isFinite(value) || value === 0) return value;
  const exponent = Math.max(exponentOf(value), least);
  const unit = 2 ** (exponent - fraction);
  const near = toWhole(value / unit, mode) * unit;
  if (Math.abs(near) <= largest) return near;
  const outward = mode === 'rn' || (mode === 'rp' && value > 0) || (mode === 'rm' && value < 0);
  return Math.sign(value) * (outward ? Infinity : largest);
}

function exponentOf(value: number): number {
  floats[0] = value;
  return ((words[1]! >>> 20) & 0x7ff) - 1023;
}

function encode(value: number, format: SmallFormat, mode: Rounding): number {
  const number = rounded(value, format, mode);
  const width = 15 - format.fraction;
  const bias = 2 ** (width - 1) - 1;
  if (Number.isNaN(number)) return 0x7fff;
  const sign = number < 0 || Object.is(number, -0) ? 0x8000 : 0;
  const size = Math.abs(number);
  if (size === Infinity) return sign | ((2 ** width - 1) << format.fraction);
  if (size < 2 ** format.least) return sign | (size / 2 ** (format.least - format.fraction));
  const exponent = exponentOf(size);
  return (
    sign |
    ((exponent + bias) << format.fraction) |
    (size / 2 ** (exponent - format.fraction) - 2 ** format.fraction)
  );
}

function decode(bits: number, { fraction, least }: SmallFormat): number {
  const width = 15 - fraction;
  const sign = (bits & 0x8000) === 0 ? 1 : -1;
  const exponent = (bits >> fraction) & (2 ** width - 1);
  const rest = bits & (2 ** fraction - 1);
  if (exponent === 2 ** width - 1) return rest === 0 ? sign * Infinity : NaN;
  if (exponent === 0) return sign * rest * 2 ** (least - fraction);
  return sign * (2 ** fraction + rest) * 2 ** (exponent + least - 1 - fraction);
}

/** Bits of a half (IEEE binary16); NaN is 0x7fff, as PTX writes it. */
export function toHalf(value: number, mode: Rounding = 'rn'): number {
  return encode(value, HALF, mode);
}

export function fromHalf(bits: number): number {
  return decode(bits, HALF);
}

/** Bits of a bfloat16. */
export function toBrain(value: number, mode: Rounding = 'rn'): number {
  return encode(value, BRAIN, mode);
}

export function fromBrain(bits: number): number {
  return decode(bits, BRAIN);
}

/** `a * b + c` of doubles, rounded once. */
export function fusedDouble(a: number, b: number, c: number): number {
  const product = a * b;
  if (!Number.isFinite(a) || !Number.isFinite(b) || a === 0 || b === 0) return product + c;
  if (!Number.isFinite(c)) return c;
  const isSmall = Math.abs(a) < 2 ** 500 && Math.abs(b) < 2 ** 500 && Math.abs(product) > 2 ** -900;
  return isSmall && productError(a, b, product) === 0 ? product + c : exactFused(a, b, c);
}

/** What a product loses by rounding (Dekker 1971). */
function productError(a: number, b: number, product: number): number {
  const [high, low] = halves(a);
  const [upper, lower] = halves(b);
  return low * lower - (product - high * upper - low * upper - high * lower);
}

function halves(value: number): [number, number] {
  const scaledUp = value * 134217729;
  const high = scaledUp - (scaledUp - value);
  return [high, value - high];
}

/** Exact in whole numbers of a common unit. */
function exactFused(a: number, b: number, c: number): number {
  const [[ma, ea], [mb, eb], [mc, ec]] = [parts(a), parts(b), parts(c)];
  const unit = Math.min(ea + eb, ec);
  const sum = ma * mb * 2n ** BigInt(ea + eb - unit) + mc * 2n ** BigInt(ec - unit);
  if (sum === 0n) return a * b + c;
  return scaled(sum, unit);
}

/** Whole mantissa and exponent of a finite double. */
function parts(value: number): [bigint, number] {
  if (value === 0) return [0n, 0];
  const exponent = Math.max(exponentOf(value), -1022);
  const shift = 52 - exponent;
  // In two steps: powers of two beyond 1023 are no doubles.
  const half = Math.trunc(shift / 2);
  return [BigInt(value * 2 ** half * 2 ** (shift - half)), -shift];
}

/** `value * 2 ** exponent`, to the nearest double, ties to even. */
function scaled(value: bigint, exponent: number): number {
  const sign = value < 0n ? -1 : 1;
  let size = value < 0n ? -value : value;
  let power = exponent;
  const drop = Math.max(size.toString(2).length - 53, -1074 - power);
  if (drop > 0) {
    const cut = BigInt(drop);
    const rest = size & ((1n << cut) - 1n);
    const half = 1n << (cut - 1n);
    size >>= cut;
    if (rest > half || (rest === half && (size & 1n) === 1n)) size++;
    power += drop;
  }
  const half = Math.trunc(power / 2);
  return sign * Number(size) * 2 ** half * 2 ** (power - half);
}

/** `a * b + c` of floats, rounded once: the product of two floats is exact in a double. */
export function fusedSingle(a: number, b: number, c: number, mode: Rounding): number {
  return toSingle(sumToOdd(a * b, c), mode);
}
