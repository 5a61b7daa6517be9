import { askPredictors, type PredictorAnswer } from '../../analysis/corun/askPredictors';
import { splitPredictor } from '../../analysis/corun/choosePredictor';
import { CO_RUN_PREDICTORS, readyPredictors } from '../../predictors';
import { predictCoRun } from '../../analysis/corun/predictCoRun';
import { DEFAULT_EPOCH_CYCLES, ScenarioEvidence } from '../../analysis/corun/scenarioEvidence';
import { errorLine } from '../../words/errorLine';
import { factor } from '../../words/format';
import { table } from '../../words/texts/table';
import { words } from '../../words';
import { InputError } from '../../kernel/result';
import type { CoRunPredictor, CounterSource, Evidence, TrainedModel } from '../../predictors/port';
import { ORIGIN_MARK } from '../../kernel/origin';
import { loadSpec, type LoadedSpec } from '../../simulator/spec/loadSpec';
import type { PredictAnswer } from '../answers';
import { askedOf, CO_RUN_OPTIONS, CO_RUN_USAGE, coRunScenarioOf, countersOf } from '../coRunInput';
import { text, UsageError, whole, type Answer, type Command, type OptionValues } from '../command';
import { predictorTable } from '../predictorTable';
import { readModels } from '../trainedModels';
import { warningLines } from '../warningLines';
import { message } from '../../kernel/message';
import { say } from '../../words/say';
import { titleOf } from '../../words/titleOf';

const ALL = 'all';
const PREDICTORS = [...CO_RUN_PREDICTORS.map(({ id }) => id), ALL];

export const predict: Command = {
  name: 'predict',
  summary: message('cli.predict.summary'),
  usage: `${CO_RUN_USAGE} [--gpu ID] [--predictor ID|all] [--counters shared|solo] [--at SMS,SMS…]… [--epoch CYCLES] [--models DIR] [--json]`,
  takes: message('cli.takes.scenario'),
  options: {
    ...CO_RUN_OPTIONS,
    predictor: {
      type: 'string',
      value: 'ID',
      help: message('cli.predict.predictor', { known: PREDICTORS }),
      otherwise: message('cli.predict.best'),
    },
    epoch: {
      type: 'string',
      value: 'CYCLES',
      help: message('cli.predict.epoch'),
      otherwise: DEFAULT_EPOCH_CYCLES,
    },
    at: {
      type: 'string',
      multiple: true,
      value: 'SMS,SMS…',
      help: message('cli.predict.at'),
    },
  },
  run: async (invocation) => {
    const { options, note } = invocation;
    const id = text(options, 'predictor');
    if (id !== undefined && !PREDICTORS.includes(id))
      throw new UsageError(say('cli.fault.oneOf', { option: '--predictor', known: PREDICTORS }));
    const epoch = whole(options, 'epoch', 1000, DEFAULT_EPOCH_CYCLES);
    const counters = countersOf(options);
    const at = splitsOf(options);
    const scenario = await coRunScenarioOf(invocation);
    const loaded = loadSpec(scenario.gpu);
    const models = await readModels(text(options, 'models'), note);
    const evidence = new ScenarioEvidence(scenario, loaded, epoch);
    if (id === ALL || (id !== undefined && !tellsOfSplits(id, counters, loaded, models)))
      return askedOf(invocation, () =>
        answerOf(evidence, models, at, { id, counters: text(options, 'counters') }),
      );
    const ready = splitPredictor(loaded, models, counters, named(id), at.length > 0);
    note(counters === 'shared' ? message('cli.predict.simulating', { epoch }) : message('cli.runningAlone'));
    const answer: PredictAnswer = await askedOf(invocation, () => predictCoRun(evidence, ready, at));
    return { json: answer, text: report(answer) };
  },
};

function named(id: string | undefined): readonly CoRunPredictor[] {
  return CO_RUN_PREDICTORS.filter((predictor) => id === undefined || predictor.id === id);
}

/** Whether splits are asked of it: it reads such counters, and is not a rival that knows the co-run's split alone. */
function tellsOfSplits(
  id: string,
  counters: CounterSource,
  loaded: LoadedSpec,
  models: readonly TrainedModel[],
): boolean {
  if (!named(id).some(({ evidence }) => evidence.includes(counters))) return false;
  const ready = readyPredictors(loaded, models, named(id)).filter(({ evidence }) => evidence === counters);
  return ready.length === 0 || ready.some(({ splits }) => splits !== undefined);
}

/**
 * What every predictor says, or the one of that id, each by the evidence that it reads: of all, those that read the
 * counters that were asked for, and the simulated co-run.
 *
 * @throws InputError when none gives a number
 */
function answerOf(
  evidence: ScenarioEvidence,
  models: readonly TrainedModel[],
  at: readonly (readonly number[])[],
  { id, counters }: { readonly id: string; readonly counters: string | undefined },
): Answer {
  const among = id === ALL ? CO_RUN_PREDICTORS : named(id);
  const reads = (one: Evidence): boolean =>
    id !== ALL || counters === undefined || one === counters || one === 'simulation';
  const predictors = askPredictors(evidence, models, at, among, reads);
  const first = predictors.find(({ prediction }) => prediction !== null)?.prediction;
  if (!first) throw new InputError(predictors[0]!.refused!, 'no-prediction');
  const json: PredictAnswer = id === ALL ? { ...first, predictors } : first;
  const overview = id === ALL ? [predictorTable(predictors).join('\n')] : [];
  // Forms of one predictor refuse in the same words.
  const sections = new Set(predictors.map(sectionOf));
  return { json, text: [...overview, ...sections].join('\n\n') };
}

function sectionOf({ id, prediction, refused }: PredictorAnswer): string {
  return prediction === null ? `${id}: ${words(refused!)}` : report(prediction);
}

/** Further splits, e.g. `10,50`, each given once. */
function splitsOf(options: OptionValues): number[][] {
  const given = [options['at'] ?? []].flat().filter((value) => typeof value === 'string');
  return given.map((value) => {
    const sms = value.split(',').map(Number);
    if (sms.some((count) => !Number.isSafeInteger(count) || count < 1))
      throw new UsageError(say('cli.fault.at', { given: value }));
    return sms;
  });
}

const HEADINGS = {
  shared: 'cli.predict.fromShared',
  'priority-turns': 'cli.predict.fromPriorityTurns',
  'gpu-turns': 'cli.predict.fromGpuTurns',
  solo: 'cli.predict.fromSolo',
  simulation: 'cli.predict.fromSimulation',
} as const satisfies Partial<Record<Evidence, string>>;

const isHeaded = (evidence: Evidence): evidence is keyof typeof HEADINGS => evidence in HEADINGS;

/** Heads as those of `allocate`. */
const partHeading = (name: string): string =>
  name === 'scalability' ? say('cli.column.scalability') : titleOf('part', name);

function report({ gpu, predictor, apps, system, others, epoch, warnings, counters }: PredictAnswer): string {
  const names = [...new Set(apps.flatMap(({ parts }) => Object.keys(parts)))];
  const rows = apps.map(({ subject, sms, slowdown, parts, cause }) => [
    subject,
    String(sms),
    `${factor(slowdown)} ${ORIGIN_MARK[apps[0]!.origin]}`,
    ...names.map((name) => (parts[name] === undefined ? '–' : factor(parts[name]))),
    cause === null ? '–' : titleOf('cause', cause),
  ]);
  const { error } = apps[0]!;
  return [
    say(isHeaded(counters) ? HEADINGS[counters] : 'cli.predict.from', {
      gpu,
      predictor,
      cycles: epoch.cycles,
    }),
    table(
      [
        say('cli.column.application'),
        say('cli.column.sms'),
        say('cli.column.slowdown'),
        ...names.map(partHeading),
        say('cli.column.cause'),
      ],
      rows,
    ),
    say('cli.predict.system', { ...system }),
    ...otherSplits(others),
    errorLine(error),
    ...(apps[0]!.general ?? []).map((condition) => say('cli.predict.note', { condition })),
    ...apps.flatMap(({ subject, validOnly, general = [] }) =>
      validOnly
        .filter((condition) => !general.includes(condition))
        .map((condition) => say('cli.predict.ofApplication', { subject, condition })),
    ),
    ...warningLines(
      warnings,
      apps.map(({ subject, warnings: own }) => ({ name: subject, warnings: own })),
    ),
    ...others.flatMap(({ sms, warnings: own }) =>
      own.map((line) => say('cli.predict.warningAt', { split: sms.join(':'), line })),
    ),
  ].join('\n');
}

function otherSplits(others: PredictAnswer['others']): string[] {
  return others.map(({ sms, slowdowns, predictor, error }) =>
    say('cli.predict.otherSplit', {
      split: sms.join(':'),
      slowdowns: slowdowns.map(factor),
      predictor,
      error: errorLine(error),
    }),
  );
}
