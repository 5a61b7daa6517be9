type Calculation = (a: number, b: number) => number;

/**
 * Functions whose results are computed where their arguments are known: those with which sources round the length of a
 * loop, or take it from a number (`ceil(n / 32.0f)`, `log2f(n)`). Functions of single precision have an `f` behind.
 */
const CALCULATIONS: Readonly<Record<string, Calculation>> = {
  abs: (a) => Math.abs(a),
  fabs: (a) => Math.abs(a),
  ceil: (a) => Math.ceil(a),
  floor: (a) => Math.floor(a),
  trunc: (a) => Math.trunc(a),
  round: (a) => Math.sign(a) * Math.round(Math.abs(a)),
  sqrt: (a) => Math.sqrt(a),
  log2: (a) => Math.log2(a),
  pow: (a, b) => a ** b,
};

/** How a function is computed; null for one that is not. */
export function calculationOf(name: string): Calculation | null {
  return CALCULATIONS[name] ?? (name.endsWith('f') ? CALCULATIONS[name.slice(0, -1)] : undefined) ?? null;
}
