import { scaled, scalingOf } from '../../../src/predictors/magic/features/scaling';
import { similarityOfPoints } from '../../../src/predictors/magic/similarity/partners';
import { mean } from '../../../src/stats/means';
import { casesWith, casesWithAny, casesWithBest, type Cost, type PartnerCases } from '../leastSimilarCases';
import { JOB_PROGRAMS, SIX, THIRTEEN } from '../jobs/programs';
import { aloneNs, inTurns, NO_HOST_WORK, roundOf, slowdownBeside } from '../jobs/replayed';
import type { PairRow } from '../jobs/rows';
import type { LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import { featuresOf, type FeatureSet, type Matrix } from './data';

const at = (name: string): number => JOB_PROGRAMS.findIndex((each) => each.name === name);

/** Slowdowns − 1 of a program beside all others: figures 1.5 and 6.1. */
export interface Profile {
  readonly name: string;
  readonly least: number;
  readonly mean: number;
  readonly most: number;
}

export const profilesOf = ({ slowdowns }: Matrix): Profile[] =>
  SIX.map(([name]) => {
    const own = slowdowns[at(name)]!.filter((_, beside) => beside !== at(name)).map(
      (slowdown) => slowdown - 1,
    );
    return { name, least: Math.min(...own), mean: mean(own), most: Math.max(...own) };
  });

/** Weighted speedup of binomialOptions beside each of the other five: figure 5.8. */
export const weightedSpeedups = ({ slowdowns }: Matrix): { name: string; speedup: number }[] =>
  SIX.filter(([name]) => name !== 'binomial-options').map(([name]) => {
    const [a, b] = [at('binomial-options'), at(name)];
    return { name, speedup: 1 / slowdowns[a]![b]! + 1 / slowdowns[b]![a]! };
  });

/** The 13 applications of table 5.2, each beside its least similar one: figure 5.4. */
export interface QosResult extends PartnerCases {
  readonly set: FeatureSet | 'any partner' | 'best partner';
}

export function qosResults(matrix: Matrix): QosResult[] {
  const numbers = THIRTEEN.map(at);
  const cost: Cost = (of, beside) => matrix.slowdowns[numbers[of]!]![numbers[beside]!]! - 1;
  return [
    ...(['FeatAll', 'Feat9', 'FeatMystic'] as const).map((set) => {
      const all = featuresOf(matrix, set);
      const rows = numbers.map((number) => all[number]!);
      const { partners } = similarityOfPoints(rows.map((row) => scaled(row, scalingOf(rows))));
      return {
        set,
        ...casesWith(
          cost,
          partners.map(({ other }) => other),
        ),
      };
    }),
    { set: 'any partner', ...casesWithAny(cost, numbers.length) },
    { set: 'best partner', ...casesWithBest(cost, numbers.length) },
  ];
}

/** A pair as the simulator ran it, beside what the replay of runs alone says. */
export interface CheckedPair {
  readonly of: string;
  readonly beside: string;
  readonly simulated: number;
  readonly replayed: number;
}

/** Pairs in time slices, replayed with slices of the same length and as many rounds. */
export function checkedPairs(rows: readonly PairRow[], { solos }: Matrix, gpu: LoadedSpec): CheckedPair[] {
  const round = (name: string) => roundOf(solos[at(name)]!, NO_HOST_WORK);
  return rows.map(({ of, beside, cycles, alone, sliceCycles, rounds }) => {
    const turns = inTurns(gpu, (sliceCycles! * 1000) / gpu.spec.coreClockMHz);
    const [first, other] = [round(of), round(beside)];
    const ns = [aloneNs(first, turns), aloneNs(other, turns)] as const;
    const replayed = slowdownBeside([first, other], ns, turns, (rounds - 0.5) * ns[0]);
    return { of, beside, simulated: cycles / alone, replayed };
  });
}
