import { registerError } from '../../../src/cuda/lowering/registers/limits';

/** The aim: registers within this many of the compiler's. */
const CLOSE = 8;

/** Registers of a kernel: as estimated, and as ptxas gives them. */
export interface RegisterPair {
  readonly estimated: number;
  readonly compiled: number;
}

/** Tests whether the compiler's registers are in the range that a workspace shows. */
export function isInRange({ estimated, compiled }: RegisterPair): boolean {
  const { fewer, more } = registerError(estimated);
  return compiled >= estimated - fewer && compiled <= estimated + more;
}

/** Tests whether an estimate is as near as it is to be. */
export function isClose({ estimated, compiled }: RegisterPair): boolean {
  return Math.abs(estimated - compiled) <= CLOSE;
}

export const REGISTERS_HEAD =
  '| kernels | number | within 8 | median distance | too low by more | too high | in the range |\n' +
  '| --- | --- | --- | --- | --- | --- | --- |';

/** Kernels as a row of the table under `REGISTERS_HEAD`. */
export function registersRow(name: string, pairs: readonly RegisterPair[]): string {
  const distances = pairs
    .map(({ estimated, compiled }) => Math.abs(estimated - compiled))
    .sort((a, b) => a - b);
  const share = (holds: (pair: RegisterPair) => boolean): string => {
    const number = pairs.filter(holds).length;
    return pairs.length === 0 ? '–' : `${number} (${Math.round((100 * number) / pairs.length)} %)`;
  };
  const far = pairs.filter((pair) => !isClose(pair));
  const low = far.filter(({ estimated, compiled }) => estimated < compiled).length;
  const cells = [
    name,
    pairs.length,
    share(isClose),
    distances[distances.length >> 1] ?? '–',
    low,
    far.length - low,
    share(isInRange),
  ];
  return `| ${cells.join(' | ')} |`;
}
