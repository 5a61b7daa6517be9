import { mean } from '../../../src/stats/means';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { JOB_PROGRAMS, SIX } from '../jobs/programs';
import type { FilledRow, Row } from '../jobs/rows';
import { isDisputed, tellerErrors, Tellers, type TellerError, type ToldPair } from '../jobs/underMps';
import { matricesOf, pairRowsOf, type Matrix } from './data';

/** A slowdown beyond this misses the text's target. */
const TARGET = 1.2;

/** What programs take beside each other: mean over all pairs, and the share that takes over 1.2 times as long. */
export interface PairsSummary {
  readonly mean: number;
  readonly missed: number;
  readonly worst: number;
  /** Weighted speedup of a pair, mean. */
  readonly speedup: number;
}

/** A program of figure 1.5 beside all others, slowdowns − 1. */
export interface SixResult {
  readonly name: string;
  readonly mps: readonly [least: number, mean: number, most: number];
  readonly turns: number;
}

/** Errors of all tellers on some pairs. */
export interface Errors {
  readonly pairs: number;
  readonly tellers: readonly TellerError[];
}

/** All pairs of a GPU under MPS, a few simulated and the others told by what tells these best, and in turns. */
export interface MpsResult {
  readonly gpu: string;
  readonly pairs: readonly ToldPair[];
  /** Of pairs that are told alike in turns and side by side, and of those that are not. */
  readonly errors: {
    readonly alike: Errors;
    readonly disputed: Errors;
  };
  /** Who tells those that were not simulated, and of how many. */
  readonly by: string;
  readonly filled: number;
  readonly mps: PairsSummary;
  readonly turns: PairsSummary;
  /** Pairs that take longer by over 1 % under MPS than in turns, and shorter. */
  readonly longer: number;
  readonly shorter: number;
  readonly six: readonly SixResult[];
}

/** All pairs of a GPU in turns and under MPS, without the host's own work. */
interface BothWays {
  readonly turns: Matrix;
  /** Told, and simulated where they were. */
  readonly mps: Matrix;
  /** Those that were simulated. */
  readonly pairs: readonly ToldPair[];
  /** Who told the others. */
  readonly by: string;
}

/** GPUs whose pairs under MPS are filled in. */
function bothWays(rows: readonly Row[]): BothWays[] {
  const filled = rows.filter((row) => row.kind === 'mps-filled') as FilledRow[];
  return matricesOf(rows)
    .filter(({ host }) => !host)
    .flatMap((turns) => {
      const { gpu, solos } = turns;
      const own = JOB_PROGRAMS.flatMap(
        ({ name }) => filled.findLast((row) => row.gpu === gpu && row.of === name) ?? [],
      );
      if (own.length < JOB_PROGRAMS.length) return [];
      const simulated = pairRowsOf(rows, 'mps').filter((row) => row.gpu === gpu);
      const pairs = new Tellers(solos, loadSpec(gpu)).pairs(simulated);
      const told = own.map(({ slowdowns }) => slowdowns);
      return [{ turns, mps: { ...turns, slowdowns: withSimulated(told, pairs) }, pairs, by: own[0]!.by }];
    });
}

/** Slowdowns of all pairs under MPS, of the GPUs where they are filled in. */
export const mpsMatrices = (rows: readonly Row[]): Matrix[] => bothWays(rows).map(({ mps }) => mps);

export const mpsResults = (rows: readonly Row[]): MpsResult[] => bothWays(rows).map(resultOf);

function resultOf({
  turns: { gpu, slowdowns: turns },
  mps: { slowdowns: mps },
  pairs,
  by,
}: BothWays): MpsResult {
  const differences = mps.flatMap((row, of) =>
    row.flatMap((slowdown, beside) => (of === beside ? [] : [slowdown / turns[of]![beside]! - 1])),
  );
  const share = (is: (difference: number) => boolean): number =>
    differences.filter(is).length / differences.length;
  return {
    gpu,
    pairs,
    errors: {
      alike: errorsOf(pairs.filter((pair) => !isDisputed(pair))),
      disputed: errorsOf(pairs.filter(isDisputed)),
    },
    by,
    filled: JOB_PROGRAMS.length * (JOB_PROGRAMS.length - 1) - pairs.length,
    mps: summaryOf(mps),
    turns: summaryOf(turns),
    longer: share((difference) => difference > 0.01),
    shorter: share((difference) => difference < -0.01),
    six: SIX.map(([name]) => {
      const of = numberOf(name);
      const [own, other] = [besides(mps, of), besides(turns, of)];
      const spread = [Math.min(...own), mean(own), Math.max(...own)] as const;
      return { name, mps: spread, turns: mean(other) };
    }),
  };
}

const errorsOf = (pairs: readonly ToldPair[]): Errors => ({
  pairs: pairs.length,
  tellers: pairs.length === 0 ? [] : tellerErrors(pairs),
});

const numberOf = (name: string): number => JOB_PROGRAMS.findIndex((each) => each.name === name);

/** Told slowdowns, in whose place those stand that were simulated. */
function withSimulated(told: readonly (readonly number[])[], pairs: readonly ToldPair[]): number[][] {
  const all = told.map((row) => [...row]);
  for (const { of, beside, simulated } of pairs) all[numberOf(of)]![numberOf(beside)] = simulated;
  return all;
}

/** Slowdowns − 1 of a program beside all others. */
const besides = (slowdowns: readonly (readonly number[])[], of: number): number[] =>
  slowdowns[of]!.filter((_, beside) => beside !== of).map((slowdown) => slowdown - 1);

function summaryOf(slowdowns: readonly (readonly number[])[]): PairsSummary {
  const all = slowdowns.flatMap((_, of) => besides(slowdowns, of));
  const speedups = slowdowns.flatMap((row, of) =>
    row.flatMap((slowdown, beside) => (beside > of ? [1 / slowdown + 1 / slowdowns[beside]![of]!] : [])),
  );
  return {
    mean: mean(all) + 1,
    missed: all.filter((slowdown) => slowdown + 1 > TARGET).length / all.length,
    worst: Math.max(...all) + 1,
    speedup: mean(speedups),
  };
}
