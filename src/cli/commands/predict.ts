import { themisModel } from '../../predictors/themis/coRunModel';
import { predictAlone } from '../../predictors/themis/fromRunsAlone';
import { soloCounters } from '../../sharing/soloCounters';
import { DEFAULT_EPOCH_CYCLES, predictCoRun } from '../../analysis/corun/predictCoRun';
import { errorLine, factor } from '../../words/format';
import { table } from '../../words/texts/table';
import { ORIGIN_MARK } from '../../kernel/origin';
import { loadSpec } from '../../simulator/spec/loadSpec';
import type { PredictAnswer } from '../answers';
import { askedOf, CO_RUN_OPTIONS, CO_RUN_USAGE, coRunScenarioOf, countersOf } from '../coRunInput';
import { text, UsageError, whole, type Command, type OptionValues } from '../command';
import { readThemisModels } from '../themisModels';
import { warningLines } from '../warningLines';

const PREDICTORS = ['themis'];

export const predict: Command = {
  name: 'predict',
  summary:
    'Predicts how much the applications of a scenario slow each other down while their kernels run together.',
  usage: `${CO_RUN_USAGE} [--gpu ID] [--predictor themis] [--counters shared|solo] [--at SMS,SMS…]… [--epoch CYCLES] [--models DIR] [--json]`,
  options: {
    ...CO_RUN_OPTIONS,
    predictor: {
      type: 'string',
      value: 'NAME',
      help: `predictor: ${PREDICTORS.join(', ')}`,
      otherwise: 'themis',
    },
    epoch: {
      type: 'string',
      value: 'CYCLES',
      help: 'core cycles that applications run together while events are counted',
      otherwise: DEFAULT_EPOCH_CYCLES,
    },
    at: {
      type: 'string',
      multiple: true,
      value: 'SMS,SMS…',
      help: 'tells this split of the SMs, too, without simulating it',
    },
  },
  run: async (invocation) => {
    const { options, note } = invocation;
    const predictor = text(options, 'predictor') ?? 'themis';
    if (!PREDICTORS.includes(predictor))
      throw new UsageError(`--predictor is one of ${PREDICTORS.join(', ')}`);
    const epoch = whole(options, 'epoch', 1000, DEFAULT_EPOCH_CYCLES);
    const counters = countersOf(options);
    const at = splitsOf(options);
    const scenario = await coRunScenarioOf(invocation);
    const loaded = loadSpec(scenario.gpu);
    const model = themisModel(loaded.gpu.id, await readThemisModels(text(options, 'models'), note), counters);
    note(
      counters === 'shared' ? `simulating an epoch of ${epoch} cycles` : 'running every application alone',
    );
    const answer: PredictAnswer = await askedOf(invocation, () =>
      counters === 'shared'
        ? predictCoRun(scenario, loaded, model, epoch, at)
        : predictAlone(scenario, loaded, model, soloCounters(scenario, loaded), at),
    );
    return { json: answer, text: report(answer) };
  },
};

/** Further splits, e.g. `10,50`, each given once. */
function splitsOf(options: OptionValues): number[][] {
  const given = [options['at'] ?? []].flat().filter((value) => typeof value === 'string');
  return given.map((value) => {
    const sms = value.split(',').map(Number);
    if (sms.some((count) => !Number.isSafeInteger(count) || count < 1))
      throw new UsageError(`--at takes SMs of each application, e.g. 20,40, not '${value}'`);
    return sms;
  });
}

function report({ gpu, predictor, apps, others, epoch, warnings, counters }: PredictAnswer): string {
  const rows = apps.map(({ subject, sms, slowdown, parts, cause }) => [
    subject,
    String(sms),
    `${factor(slowdown)} ${ORIGIN_MARK.predicted}`,
    factor(parts['scalability']!),
    factor(parts['interference']!),
    cause,
  ]);
  const { error } = apps[0]!;
  return [
    `${gpu}, ${predictor}, from ${epoch.cycles} simulated cycles${counters === 'solo' ? ' of runs alone' : ' together'}`,
    table(['application', 'SMs', 'slowdown', 'scalability', 'interference', 'cause'], rows),
    ...otherSplits(others),
    errorLine(error),
    ...warningLines(
      warnings,
      apps.map(({ subject, warnings: own }) => ({ name: subject, warnings: own })),
    ),
    ...others.flatMap(({ sms, warnings: own }) => own.map((line) => `warning: at ${sms.join(':')}: ${line}`)),
  ].join('\n');
}

function otherSplits(others: PredictAnswer['others']): string[] {
  return others.map(
    ({ sms, slowdowns, predictor, error }) =>
      `${sms.join(':')} SMs → ${slowdowns.map(factor).join(', ')} ○ by ${predictor}; ${errorLine(error)}`,
  );
}
