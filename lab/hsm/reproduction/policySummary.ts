import { meetsTarget } from '../../../src/kernel/coRunMetrics';
import { mean } from '../../../src/stats/means';
import { highPriority, type Outcomes, type PolicyOutcome } from '../evaluatePolicies';
import type { ChosenPolicy } from '../jobs';
import type { Mix, MixKind } from '../mixes';
import { QOS_TARGET } from '../policyRuns';
import { intervalOf, type Interval } from './interval';

/** Measures of mixes under a policy, or what they gain over those under another. */
export interface PolicyMeasures {
  readonly fairness: Interval;
  readonly throughput: Interval;
  readonly turnaround: Interval;
}

/** A policy over the mixes that are recorded under all that it stands beside. */
export interface PolicySummary {
  readonly policy: string;
  readonly kinds: readonly MixKind[];
  readonly all: PolicyMeasures;
  readonly byKind: Readonly<Partial<Record<MixKind, PolicyMeasures>>>;
  /** Mix by mix over the first policy: 0.1 is a tenth more. */
  readonly gain: PolicyMeasures;
  readonly gainByKind: Readonly<Partial<Record<MixKind, PolicyMeasures>>>;
  /** Mixes in which the program with high priority keeps its target, and its progress. */
  readonly kept: number;
  /** The same of the epochs after the even start; null where epochs were not kept. */
  readonly keptSettled: number | null;
  readonly priority: { readonly mean: number; readonly least: number };
}

/** A mix under a policy. */
interface Judged {
  readonly mix: Mix;
  readonly outcome: PolicyOutcome;
}

/** Policies side by side, each over the same mixes; the first is what the others are measured against. */
export function policySummaries(
  outcomes: Outcomes,
  mixes: readonly Mix[],
  policies: readonly ChosenPolicy[],
): PolicySummary[] {
  const table = completeMixes(outcomes, mixes, policies);
  if (table.length === 0) return [];
  return policies.map((policy, column) => {
    const own = table.map((row) => row[column]!);
    const base = table.map((row) => row[0]!);
    const priority = own.map(({ mix, outcome }) => outcome.progress[highPriority(mix)]!);
    return {
      policy: labelOf(policy),
      kinds: own.map(({ mix }) => mix.kind),
      all: measuresOf(own),
      byKind: byKind(own, (at) => measuresOf(at.map((one) => own[one]!))),
      gain: gainOf(own, base),
      gainByKind: byKind(own, (at) =>
        gainOf(
          at.map((one) => own[one]!),
          at.map((one) => base[one]!),
        ),
      ),
      kept: keptOf(priority),
      keptSettled: keptSettledOf(own),
      priority: { mean: mean(priority), least: Math.min(...priority) },
    };
  });
}

const keptOf = (progress: readonly number[]): number =>
  progress.filter((one) => meetsTarget(one, QOS_TARGET)).length;

function keptSettledOf(own: readonly Judged[]): number | null {
  const settled = own.flatMap(({ mix, outcome }) => outcome.settled?.[highPriority(mix)] ?? []);
  return settled.length < own.length ? null : keptOf(settled);
}

export function labelOf({ name, threshold, byKernels = false }: ChosenPolicy): string {
  if (byKernels) return `${name}, epochs end with kernels`;
  return threshold === undefined ? name : `${name} below ${threshold}`;
}

/** The mixes that have a run under every policy. */
function completeMixes(
  outcomes: Outcomes,
  mixes: readonly Mix[],
  policies: readonly ChosenPolicy[],
): (readonly Judged[])[] {
  return mixes.flatMap((mix) => {
    const judged = policies.flatMap((policy) => outcomes(mix, policy) ?? []);
    return judged.length < policies.length ? [] : [judged.map((outcome) => ({ mix, outcome }))];
  });
}

const MEASURES = ['fairness', 'throughput', 'turnaround'] as const;

function measuresBy(valuesOf: (name: (typeof MEASURES)[number]) => readonly number[]): PolicyMeasures {
  const [fairness, throughput, turnaround] = MEASURES.map((name) => intervalOf(valuesOf(name)));
  return { fairness: fairness!, throughput: throughput!, turnaround: turnaround! };
}

const measuresOf = (own: readonly Judged[]): PolicyMeasures =>
  measuresBy((name) => own.map(({ outcome }) => outcome[name]));

const gainOf = (own: readonly Judged[], base: readonly Judged[]): PolicyMeasures =>
  measuresBy((name) => own.map(({ outcome }, at) => outcome[name] / base[at]!.outcome[name] - 1));

/** @param of what is made of the places of the mixes of a kind */
function byKind<Value>(
  own: readonly Judged[],
  of: (places: readonly number[]) => Value,
): Partial<Record<MixKind, Value>> {
  const kinds = [...new Set(own.map(({ mix }) => mix.kind))];
  return Object.fromEntries(
    kinds.map((kind) => [kind, of(own.flatMap(({ mix }, at) => (mix.kind === kind ? [at] : [])))]),
  );
}
