import { featureVector } from '../../src/predictors/gspace/space/features';
import { parseYieldSpace, type YieldSpaceFile } from '../../src/predictors/gspace/space/modelFile';
import { nearestMapper } from '../../src/predictors/gspace/space/mappers';
import type { YieldedPlaces, YieldTrial } from '../../src/predictors/yieldSearchPort';
import { scalingOf, type Scaling } from '../../src/stats/minMax';
import { QOS } from './conditions';
import { judge, latticesIn, type Lattice, type PairResult } from './evaluate';
import { applicationStep } from './lattice';
import { APPLICATIONS, CRITICAL, PART } from './programs';
import type { OverheadRow, Row, ScalingRow, TrialRow, UnpreemptedRow } from './rows';

/** Steps of a lattice that leaves out nothing. */
const EVERY: YieldedPlaces = { sms: 1, blocks: 1 };

/** A pair of which every configuration was run, on the lattice that the others were run on and on all of it. */
export interface CoarseCheck {
  readonly yielding: string;
  readonly critical: string;
  readonly configurations: number;
  /** Most throughput in the target: of all configurations, and of those of the lattice. */
  readonly best: YieldTrial | null;
  readonly coarse: YieldTrial | null;
}

/** One configuration of a pair on the whole GPU, and the same on the part where it divides evenly. */
export interface WholeTrial {
  readonly yielding: string;
  readonly critical: string;
  readonly places: YieldedPlaces;
  readonly whole: TrialRow;
  readonly part: TrialRow | null;
}

/** What the recorded runs and the trained space come to. */
export interface GspaceSummary {
  readonly space: YieldSpaceFile;
  readonly micros: { readonly count: number; readonly programs: Scaling };
  /** With benchmarks of table 2, and with its applications. */
  readonly pairs: readonly PairResult[];
  readonly applications: readonly PairResult[];
  readonly unpreempted: readonly UnpreemptedRow[];
  readonly overhead: readonly OverheadRow[];
  readonly scaling: readonly ScalingRow[];
  readonly coarse: readonly CoarseCheck[];
  readonly whole: readonly WholeTrial[];
  /** The pair that is drawn: the first of those with most configurations in the target. */
  readonly drawn: Lattice | null;
}

/** @param space as the model's file has it */
export function summarise(all: readonly Row[], space: unknown): GspaceSummary {
  const parsed = parseYieldSpace(space);
  const models = [nearestMapper.models.parse(space)];
  const { sms, of } = parsed.part;
  const onSms = (count: number): Row[] => all.filter(({ key }) => key.startsWith(`${parsed.gpu}/${count}.`));
  const rows = onSms(sms);
  const alone = rows.filter((row) => row.kind === 'alone');
  const lattices = latticesIn(trialsWith(rows, CRITICAL), sms);
  const named = [...new Set(lattices.flatMap(({ yielding, critical }) => [yielding, critical]))];
  const judged = (some: readonly Lattice[]): PairResult[] =>
    some.map((lattice) => judge(lattice, parsed.gpu, models, QOS));
  return {
    space: parsed,
    micros: {
      count: alone.filter(({ app }) => app.startsWith('stride=')).length,
      programs: scalingOf(named.map(({ features }) => featureVector(features))),
    },
    pairs: judged(lattices),
    applications: judged(latticesIn(trialsWith(rows, Object.keys(APPLICATIONS)), sms, applicationStep)),
    unpreempted: rows.filter((row) => row.kind === 'unpreempted'),
    overhead: rows.filter((row) => row.kind === 'overhead'),
    scaling: rows.filter((row) => row.kind === 'scaling'),
    coarse: coarseChecks(
      lattices,
      latticesIn(trialsWith(rows, CRITICAL), sms, () => EVERY),
    ),
    whole: wholeTrials(onSms(of), rows),
    drawn: mostInTarget(lattices),
  };
}

/** Runs alone, and trials beside these latency-critical applications. */
function trialsWith(rows: readonly Row[], critical: readonly string[]): Row[] {
  return rows.filter(
    (row) => row.kind === 'alone' || (row.kind === 'trial' && critical.includes(row.critical)),
  );
}

function bestOf({ trials }: Lattice): YieldTrial | null {
  const kept = [...trials.values()].filter(({ latency }) => latency <= QOS);
  return kept.sort((a, b) => b.throughput - a.throughput)[0] ?? null;
}

function mostInTarget(lattices: readonly Lattice[]): Lattice | null {
  const kept = ({ trials }: Lattice): number =>
    [...trials.values()].filter(({ latency }) => latency <= QOS).length;
  return lattices.toSorted((a, b) => kept(b) - kept(a))[0] ?? null;
}

function coarseChecks(coarse: readonly Lattice[], full: readonly Lattice[]): CoarseCheck[] {
  return full.flatMap((lattice) => {
    const { yielding, critical, trials } = lattice;
    const other = coarse.find(
      (one) => one.yielding.app === yielding.app && one.critical.app === critical.app && one.step.blocks > 1,
    );
    return other === undefined
      ? []
      : [
          {
            yielding: yielding.app,
            critical: critical.app,
            configurations: trials.size,
            best: bestOf(lattice),
            coarse: bestOf(other),
          },
        ];
  });
}

function wholeTrials(whole: readonly Row[], part: readonly Row[]): WholeTrial[] {
  const trials = (rows: readonly Row[]): TrialRow[] => rows.filter((row) => row.kind === 'trial');
  return trials(whole).map((row) => {
    const { yielding, critical, places } = row;
    const same = trials(part).findLast(
      (one) =>
        one.yielding === yielding &&
        one.critical === critical &&
        one.places.sms * PART === places.sms &&
        one.places.blocks === places.blocks &&
        one.latency !== null,
    );
    return { yielding, critical, places, whole: row, part: same ?? null };
  });
}
