import type { LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import type { HsmModelFile } from '../../../src/predictors/hsm/modelFile';
import { mean } from '../../../src/stats/means';
import {
  asAlone,
  byDase,
  bySmShare,
  fromAlone,
  fromCoRun,
  trueProgress,
  type Method,
  type RecordedMix,
} from '../evaluate';
import { highPriority, outcomeOf, type PolicyOutcome } from '../evaluatePolicies';
import { drawnMixes, type Mix, type MixKind } from '../mixes';
import { POLICIES, QOS_TARGET, type PolicyName } from '../policyRuns';
import type { Program } from '../programs';
import { recordedMixes, type Runs } from '../runs';
import { programFacts, type ProgramFacts } from './programFacts';

/** Errors of normalised progress over some programs of mixes. */
export interface ErrorSummary {
  readonly count: number;
  readonly mean: number;
  readonly worst: number;
  /** Half of the 95 % interval of the mean, from the spread over mixes. */
  readonly halfInterval: number;
}

/** A method's errors: over all, over mixes by kind, and over programs that fill DRAM alone or are compute-bound. */
export interface MethodSummary {
  readonly method: string;
  readonly all: ErrorSummary;
  readonly byKind: Readonly<Partial<Record<MixKind, ErrorSummary>>>;
  /** Over programs of which insight 3 holds alone: they saturate DRAM, or HSM takes them for compute-bound. */
  readonly insight: ErrorSummary;
}

/** Means over mixes under a policy. */
export interface PolicySummary {
  readonly policy: PolicyName;
  readonly mixes: number;
  readonly fairness: number;
  readonly throughput: number;
  readonly turnaround: number;
  /** Mixes in which the application with high priority keeps its target. */
  readonly kept: number;
  /** Its progress: in the mean, and the least. */
  readonly priority: { readonly mean: number; readonly least: number };
}

/** What the recorded runs of one GPU show. */
export interface HsmSummary {
  readonly gpu: string;
  readonly model: HsmModelFile;
  readonly mixes: Readonly<Record<MixKind, number>>;
  readonly programs: readonly ProgramFacts[];
  readonly methods: readonly MethodSummary[];
  readonly policies: readonly PolicySummary[];
  /** Recorded runs that all of it comes from. */
  readonly runs: Runs['readings'];
}

/** Order of the draw that hsm-collect makes, too. */
const SEED = 1;

export function summaryOf(
  gpu: LoadedSpec,
  model: HsmModelFile,
  runs: Runs,
  programs: readonly Program[],
): HsmSummary {
  const drawn = drawnMixes(programs, SEED);
  const mixes = recordedMixes(runs, drawn);
  const facts = programs.flatMap((program) => programFacts(gpu, model, runs, program, mixes) ?? []);
  const kinds = (kind: MixKind): number => mixes.filter(({ mix }) => mix.kind === kind).length;
  const policies = policiesOf(runs, drawn);
  return {
    runs: runs.readings,
    gpu: gpu.gpu.id,
    model,
    mixes: { memory: kinds('memory'), mixed: kinds('mixed'), compute: kinds('compute') },
    programs: facts,
    methods: mixes.length === 0 ? [] : methodsOf(gpu, model, mixes, facts),
    policies,
  };
}

function methodsOf(
  { spec }: LoadedSpec,
  { line }: HsmModelFile,
  mixes: readonly RecordedMix[],
  facts: readonly ProgramFacts[],
): MethodSummary[] {
  const methods: [string, Method][] = [
    ['HSM', fromCoRun({ line, bound: 'issue', spec })],
    ['HSM, demand by mix', fromCoRun({ line, bound: 'mix', spec })],
    ['HSM from runs alone (ours)', fromAlone({ line, bound: 'issue', spec })],
    ['DASE (reconstruction), capped', byDase],
    ['share of the SMs', bySmShare],
    ['as alone', asAlone],
  ];
  const holds = new Set(facts.filter(({ insightHolds }) => insightHolds).map(({ name }) => name));
  return methods.map(([method, predict]) => {
    const errors = mixes.map((recorded) => errorsIn(predict, recorded));
    const among = (kind: MixKind): ErrorSummary | null =>
      errorSummary(
        errors.filter((_, at) => mixes[at]!.mix.kind === kind).map((each) => each.map(({ error }) => error)),
      );
    const [memory, mixed, compute] = [among('memory'), among('mixed'), among('compute')];
    return {
      method,
      all: errorSummary(errors.map((each) => each.map(({ error }) => error)))!,
      byKind: { ...(memory && { memory }), ...(mixed && { mixed }), ...(compute && { compute }) },
      insight: errorSummary(
        errors.map((each) => each.filter(({ name }) => holds.has(name)).map(({ error }) => error)),
      )!,
    };
  });
}

function errorsIn(
  predict: Method,
  recorded: RecordedMix,
): { readonly name: string; readonly error: number }[] {
  const truth = trueProgress(recorded);
  return predict(recorded).map((progress, app) => ({
    name: recorded.together.apps[app]!,
    error: Math.abs(progress - truth[app]!) / truth[app]!,
  }));
}

/** @param mixes errors of the programs of each mix; null where there is none */
function errorSummary(mixes: readonly (readonly number[])[]): ErrorSummary | null {
  const each = mixes.flat();
  if (each.length === 0) return null;
  const means = mixes.filter(({ length }) => length > 0).map(mean);
  const centre = mean(means);
  const variance = means.reduce((sum, one) => sum + (one - centre) ** 2, 0) / Math.max(1, means.length - 1);
  return {
    count: each.length,
    mean: mean(each),
    worst: Math.max(...each),
    halfInterval: 1.96 * Math.sqrt(variance / means.length),
  };
}

function policiesOf(runs: Runs, drawn: readonly Mix[]): PolicySummary[] {
  const complete = drawn.filter((mix) => POLICIES.every((policy) => runs.policy(mix, policy) !== null));
  if (complete.length === 0) return [];
  return POLICIES.map((policy) => {
    const outcomes = complete.map((mix) => outcomeOfMix(runs, mix, policy));
    const over = (of: (one: PolicyOutcome) => number): number => mean(outcomes.map(of));
    const priority = outcomes.map(({ progress }, at) => progress[highPriority(complete[at]!)]!);
    return {
      policy,
      mixes: complete.length,
      fairness: over(({ fairness }) => fairness),
      throughput: over(({ throughput }) => throughput),
      turnaround: over(({ turnaround }) => turnaround),
      kept: priority.filter((progress) => progress >= QOS_TARGET).length,
      priority: { mean: mean(priority), least: Math.min(...priority) },
    };
  });
}

function outcomeOfMix(runs: Runs, mix: Mix, policy: PolicyName): PolicyOutcome {
  const alone = mix.programs.map((program) => runs.alone(program, false)!);
  return outcomeOf(runs.policy(mix, policy)!, alone);
}
