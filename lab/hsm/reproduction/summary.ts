import type { LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import type { HsmModelFile } from '../../../src/predictors/hsm/modelFile';
import { mean } from '../../../src/stats/means';
import {
  asAlone,
  byDase,
  byThemis,
  bySmShare,
  fromAlone,
  fromCoRun,
  trueProgress,
  type Method,
  type RecordedMix,
} from '../evaluate';
import { themisNetwork, type TrainedModels } from '../epochModels';
import { longOutcomes, shortOutcomes, type Outcomes } from '../evaluatePolicies';
import { drawnMixes, type Mix, type MixKind } from '../mixes';
import { canRun, FAIR_POLICIES, POLICIES, QOS_POLICIES, type PolicyName } from '../policyRuns';
import type { Program } from '../programs';
import { recordedMixes, type Runs } from '../runs';
import { coupleLines, type CoupleLines } from './couples';
import { epochSeries, type EpochPoint } from './epochSeries';
import { intervalOf } from './interval';
import { policySummaries, type PolicySummary } from './policySummary';
import { sensitivityOf, type ControllerRuns, type Sensitivity } from './sensitivity';
import { programFacts, type ProgramFacts } from './programFacts';

/** Errors of normalised progress over some programs of mixes. */
export interface ErrorSummary {
  readonly count: number;
  /** In ascending order. */
  readonly each: readonly number[];
  readonly mean: number;
  readonly worst: number;
  /** Half of the 95 % interval of the mean, from the spread over mixes; null where too few tell one. */
  readonly half: number | null;
}

/** A method's errors: over all, over mixes by kind, and over programs that fill DRAM alone or are compute-bound. */
export interface MethodSummary {
  readonly method: string;
  readonly all: ErrorSummary;
  readonly byKind: Readonly<Partial<Record<MixKind, ErrorSummary>>>;
  /** Over programs of which insight 3 holds alone: they saturate DRAM, or HSM takes them for compute-bound. */
  readonly insight: ErrorSummary;
}

/** Policies side by side over sampled mixes. */
export interface PolicyTables {
  /** Figures 11 and 13, the first of them the even split. */
  readonly fair: readonly PolicySummary[];
  /** Figure 12, the first of them the proportional split. */
  readonly qos: readonly PolicySummary[];
}

/** What the recorded runs of one GPU show. */
export interface HsmSummary {
  readonly gpu: string;
  readonly model: HsmModelFile;
  /** Lines through two points each; null without such. */
  readonly couples: CoupleLines | null;
  readonly mixes: Readonly<Record<MixKind, number>>;
  readonly programs: readonly ProgramFacts[];
  readonly methods: readonly MethodSummary[];
  readonly policies: PolicyTables;
  /** Over earlier runs with short epochs. */
  readonly shortEpochs: PolicyTables;
  readonly sensitivity: Sensitivity;
  /** Every epoch under every policy. */
  readonly epochs: readonly EpochPoint[];
  /** Recorded runs that all of it comes from. */
  readonly runs: Runs['readings'];
}

/** Order of the draw that hsm-collect makes, too. */
const SEED = 1;

export function summaryOf(
  gpu: LoadedSpec,
  models: TrainedModels,
  runs: Runs,
  programs: readonly Program[],
  controllers: readonly ControllerRuns[],
): HsmSummary {
  const model = models.hsm.parameters as HsmModelFile;
  const drawn = drawnMixes(programs, SEED);
  const mixes = recordedMixes(runs, drawn);
  const facts = programs.flatMap((program) => programFacts(gpu, model, runs, program, mixes) ?? []);
  const kinds = (kind: MixKind): number => mixes.filter(({ mix }) => mix.kind === kind).length;
  const [fair, qos] = [FAIR_POLICIES, QOS_POLICIES].map((all) => all.filter((name) => canRun(name, models)));
  const policies = policiesOf(longOutcomes(runs), drawn, fair!, qos!);
  const shortEpochs = policiesOf(
    shortOutcomes(runs),
    drawn,
    ['even', 'HSM-Fair', 'BW-App'],
    ['proportional', 'HSM-QoS'],
  );
  const epochs = epochSeries(
    runs,
    drawn,
    POLICIES.map((name) => ({ name })),
  );
  return {
    runs: runs.readings,
    gpu: gpu.gpu.id,
    model,
    couples: coupleLines(model.points, gpu, mixes),
    mixes: { memory: kinds('memory'), mixed: kinds('mixed'), compute: kinds('compute') },
    programs: facts,
    methods: mixes.length === 0 ? [] : methodsOf(gpu, models, mixes, facts),
    policies,
    shortEpochs,
    sensitivity: sensitivityOf({ gpu, models, runs, programs, drawn, seed: SEED }, controllers),
    epochs,
  };
}

function methodsOf(
  gpu: LoadedSpec,
  models: TrainedModels,
  mixes: readonly RecordedMix[],
  facts: readonly ProgramFacts[],
): MethodSummary[] {
  const { spec } = gpu;
  const { line } = models.hsm.parameters as HsmModelFile;
  const methods: [string, Method][] = [
    ['HSM', fromCoRun({ line, bound: 'issue', spec })],
    ['HSM, demand by mix', fromCoRun({ line, bound: 'mix', spec })],
    ['HSM from runs alone (ours)', fromAlone({ line, bound: 'issue', spec })],
    ['DASE (reconstruction), capped', byDase],
    ...themisMethods(gpu, models),
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

/** As it comes out and capped; nothing where no network was trained for the GPU. */
function themisMethods(gpu: LoadedSpec, models: TrainedModels): [string, Method][] {
  if (models.themis === null) return [];
  const network = themisNetwork(gpu, models);
  return [
    ['Themis, trained for this GPU, capped', byThemis(network, true)],
    ['Themis, as it comes out', byThemis(network, false)],
  ];
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
  return {
    count: each.length,
    each: each.toSorted((a, b) => a - b),
    mean: mean(each),
    worst: Math.max(...each),
    half: intervalOf(means).half,
  };
}

function policiesOf(
  outcomes: Outcomes,
  drawn: readonly Mix[],
  fair: readonly PolicyName[],
  qos: readonly PolicyName[],
): PolicyTables {
  const under = (names: readonly PolicyName[]): PolicySummary[] =>
    policySummaries(
      outcomes,
      drawn,
      names.map((name) => ({ name })),
    );
  return { fair: under(fair), qos: under([...qos, 'even']) };
}
