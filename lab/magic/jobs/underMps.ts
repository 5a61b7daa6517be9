import { mean } from '../../../src/stats/means';
import { median } from '../../../src/stats/quantile';
import { shuffled } from '../../shuffled';
import type { LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import { longestNs, SLICE_NS } from './matrix';
import { JOB_PROGRAMS } from './programs';
import { aloneNs, inTurns, NO_HOST_WORK, roundOf, slowdownBeside, underMps, type Sharing } from './replayed';
import type { PairRow, SoloRow } from './rows';

/** Who tells from runs alone what a program takes beside another one under MPS. */
export const TELLERS = ['side by side', 'in turns', 'nobody slows anybody'] as const;
export type Teller = (typeof TELLERS)[number];

/** A pair that was simulated under MPS, and what is told of it: slowdowns. */
export interface ToldPair {
  readonly of: string;
  readonly beside: string;
  readonly simulated: number;
  readonly told: Readonly<Record<Teller, number>>;
}

/** How far off a teller is of pairs that were simulated. */
export interface TellerError {
  readonly teller: Teller;
  readonly mean: number;
  readonly median: number;
  readonly worst: number;
  /** Mean of told over simulated. */
  readonly bias: number;
}

/** Tells slowdowns of programs of a GPU, of `solos` in the order of the 79, without the host's own work. */
export class Tellers {
  private readonly rounds;
  private readonly sharing: Readonly<Record<Teller, Sharing | null>>;
  private readonly alone = new Map<Sharing, readonly number[]>();

  constructor(solos: readonly SoloRow[], gpu: LoadedSpec) {
    this.rounds = solos.map((solo) => roundOf(solo, NO_HOST_WORK));
    this.sharing = {
      'side by side': underMps(gpu),
      'in turns': inTurns(gpu, SLICE_NS),
      'nobody slows anybody': null,
    };
  }

  /** What is told of pairs as they were simulated: so many rounds, begun together. */
  pairs(simulated: readonly PairRow[]): ToldPair[] {
    const at = (name: string): number => JOB_PROGRAMS.findIndex((each) => each.name === name);
    return simulated.map(({ of, beside, cycles, alone, rounds }) => {
      const told = (teller: Teller): number =>
        this.slowdown(teller, at(of), at(beside), ([own]) => (rounds - 0.5) * own);
      return {
        ...{ of, beside, simulated: cycles / alone },
        told: Object.fromEntries(TELLERS.map((teller) => [teller, told(teller)])) as Record<Teller, number>,
      };
    });
  }

  /** What a program takes beside each of the 79, for as long as both meet in all of their parts. */
  row(teller: Teller, of: number): number[] {
    return this.rounds.map((_, beside) => this.slowdown(teller, of, beside, longestNs));
  }

  private slowdown(
    teller: Teller,
    of: number,
    beside: number,
    atLeastNs: (alone: readonly [number, number]) => number,
  ): number {
    const sharing = this.sharing[teller];
    if (sharing === null) return 1;
    const all = this.aloneIn(sharing);
    const alone = [all[of]!, all[beside]!] as const;
    const pair = [this.rounds[of]!, this.rounds[beside]!] as const;
    return Number(slowdownBeside(pair, alone, sharing, atLeastNs(alone)).toFixed(4));
  }

  private aloneIn(sharing: Sharing): readonly number[] {
    const known = this.alone.get(sharing) ?? this.rounds.map((round) => aloneNs(round, sharing));
    this.alone.set(sharing, known);
    return known;
  }
}

/** Times by which two tellers are apart where they dispute a pair. */
const DISPUTED = 1.1;

/** Whether it matters of a pair who tells it: in turns, or side by side. */
export const isDisputed = ({ told }: Pick<ToldPair, 'told'>): boolean =>
  apart(told['side by side'], told['in turns']);

const apart = (one: number, other: number): boolean => Math.max(one, other) / Math.min(one, other) > DISPUTED;

/** Pairs that are told otherwise in turns than side by side: few of all, and those that tell who is right. */
export function disputedPairs(tellers: Tellers, names: readonly string[], seed: number) {
  const pairs = names.flatMap((of, at) => {
    const [sideBySide, turns] = [tellers.row('side by side', at), tellers.row('in turns', at)];
    return names.flatMap((beside, other) =>
      other !== at && apart(sideBySide[other]!, turns[other]!) ? [[of, beside] as const] : [],
    );
  });
  return shuffled(pairs, seed);
}

/** Errors of all tellers, the best first. */
export function tellerErrors(pairs: readonly ToldPair[]): TellerError[] {
  return TELLERS.map((teller): TellerError => {
    const over = pairs.map(({ simulated, told }) => told[teller] / simulated);
    const errors = over.map((ratio) => Math.abs(ratio - 1));
    const worst = Math.max(...errors);
    return { teller, mean: mean(errors), median: median(errors), worst, bias: mean(over) };
  }).sort((one, other) => one.mean - other.mean);
}
