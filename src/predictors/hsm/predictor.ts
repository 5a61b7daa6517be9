import { message, type Message } from '../../kernel/message';
import type { ErrorBound } from '../../kernel/prediction';
import { simulatorGeneration } from '../../simulator/spec/generation';
import type { SimulatorSpec } from '../../simulator/spec/simulatorSpec';
import { KEEPS_SMS, type Said } from '../answerFields';
import { errorOnCard } from '../errorOnCard';
import type { Availability, CoRunPredictor, CounterSource, ReadyPredictor, TrainedModel } from '../port';
import { ISSUE_BOUNDS, type IssueBound } from './counters';
import { fromEpoch } from './fromEpoch';
import { fromRunsAlone } from './fromRunsAlone';
import { parseHsmModel, type HsmModelFile } from './modelFile';
import { FROM_RUNS_ALONE, HSM, MODES } from './shared';

/**
 * GPUs of the catalogue for which `npm run study -- hsm-train` keeps no line: streams do not saturate their DRAM, or row hits
 * explain less than 0.85 of the variance of its use.
 */
const NO_LINE_FITS: ReadonlySet<string> = new Set(['p100-pcie', 'titan-v', 'v100-sxm2']);

/** HSM behind the port: both forms of its classifier on shared-mode counters, the better one on runs alone. */
export const hsm: CoRunPredictor = {
  id: HSM,
  modes: MODES,
  evidence: ['shared', 'solo'],
  needs: ['trained-model'],
  models: {
    folder: HSM,
    format: 'corun-hsm-model',
    parse: (json) => {
      const parameters = parseHsmModel(json);
      return { predictor: HSM, gpu: parameters.gpu, parameters };
    },
  },
  availability({ gpu, spec }, models): Availability {
    const model = models.find((one) => one.predictor === HSM && one.gpu === gpu.id);
    if (model === undefined) {
      const reason = message(NO_LINE_FITS.has(gpu.id) ? 'predictors.noLineFits' : 'predictors.noLine', {
        gpu: gpu.id,
      });
      return {
        ready: [],
        lacking: [
          { evidence: 'shared', reason },
          { evidence: 'solo', reason },
        ],
      };
    }
    return { ready: readyWith(parametersOf(model), spec), lacking: [] };
  },
};

/** Only `parse` above makes models of this id. */
const parametersOf = ({ parameters }: TrainedModel): HsmModelFile => parameters as HsmModelFile;

const LABELS: Readonly<Record<CounterSource, Readonly<Record<IssueBound, string>>>> = {
  shared: { issue: 'HSM', mix: 'HSM (demand by mix)' },
  solo: { issue: 'HSM from runs alone', mix: 'HSM from runs alone (demand by mix)' },
};

function readyWith(file: HsmModelFile, spec: SimulatorSpec): ReadyPredictor[] {
  const { line, rSquared, points } = file;
  const fit = message('predictors.hsm.line', { ...line, rSquared, runs: points.length });
  const alone = betterBound(file);
  const said = (counters: CounterSource, bound: IssueBound, conditions: readonly Message[]): Said => ({
    label: LABELS[counters][bound],
    error: errorOf(file, counters, bound),
    conditions,
  });
  return [
    ...ISSUE_BOUNDS.map((bound) => fromEpoch({ line, bound, spec }, said('shared', bound, [KEEPS_SMS, fit]))),
    fromRunsAlone({ line, bound: alone, spec }, said('solo', alone, [KEEPS_SMS, FROM_RUNS_ALONE, fit])),
  ];
}

/** The form of the classifier with the smaller error on runs alone; where none was compared, as printed. */
function betterBound({ validated }: HsmModelFile): IssueBound {
  return validated !== null && validated.solo.mix.mean < validated.solo.issue.mean ? 'mix' : 'issue';
}

function errorOf(
  { gpu, validated, onCard, provenance }: HsmModelFile,
  counters: CounterSource,
  bound: IssueBound,
): ErrorBound {
  if (counters === 'solo' && onCard !== undefined) return errorOnCard(gpu, onCard);
  if (validated === null) return { metric: null, evidence: message('predictors.neverCompared', { gpu }) };
  const { coRuns, cycles } = validated;
  const evidence = message('predictors.simulatedCoRuns', { coRuns, gpu, cycles });
  const isOlder = provenance.simulator < simulatorGeneration(gpu);
  return {
    metric: 'errNP',
    ...validated[counters][bound],
    evidence: isOlder ? message('predictors.olderSimulator', { evidence }) : evidence,
  };
}
