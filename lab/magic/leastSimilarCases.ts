import { mean } from '../../src/stats/means';

/** The slowdown − 1 that breaks a target (section 5.2.3). */
const QOS = 0.2;

/** How applications fare with one partner each: figure 5.4. */
export interface PartnerCases {
  /** Slowed down by more than a fifth, of two cases an application. */
  readonly violations: number;
  /** Mean slowdown − 1. */
  readonly mean: number;
}

/** Slowdown − 1 of an application beside another, by number. */
export type Cost = (of: number, beside: number) => number;

/** @param partners of each application, by number */
export function casesWith(cost: Cost, partners: readonly number[]): PartnerCases {
  return casesOf(partners.flatMap((other, own) => both(cost, own, other)));
}

/** The mean over all partners, as so many cases as one partner each would make. */
export function casesWithAny(cost: Cost, applications: number): PartnerCases {
  const { violations, mean: usual } = casesOf(
    numbers(applications).flatMap((own) =>
      others(own, applications).flatMap((other) => both(cost, own, other)),
    ),
  );
  return { violations: violations / (applications - 1), mean: usual };
}

/** Each beside the one with which the two cost each other least. */
export function casesWithBest(cost: Cost, applications: number): PartnerCases {
  const sum = (own: number, other: number): number => cost(own, other) + cost(other, own);
  return casesWith(
    cost,
    numbers(applications).map((own) =>
      others(own, applications).reduce((a, b) => (sum(own, b) < sum(own, a) ? b : a)),
    ),
  );
}

const casesOf = (cases: readonly number[]): PartnerCases => ({
  violations: cases.filter((each) => each > QOS).length,
  mean: mean(cases),
});

const both = (cost: Cost, own: number, other: number): number[] => [cost(own, other), cost(other, own)];
const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
const others = (own: number, count: number): number[] => numbers(count).filter((other) => other !== own);
