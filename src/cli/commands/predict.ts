import { themisModel } from '../../analysis/corun/coRunModel';
import { DEFAULT_EPOCH_CYCLES, predictCoRun, type AppSlowdown } from '../../analysis/corun/predictCoRun';
import { factor, percent } from '../../analysis/text/format';
import { table } from '../../analysis/text/table';
import { ORIGIN_MARK } from '../../kernel/origin';
import { loadSpec } from '../../simulator/spec/loadSpec';
import type { PredictAnswer } from '../answers';
import { text, UsageError, whole, type Command } from '../command';
import { readScenario } from '../scenarioFile';
import { readThemisModels } from '../themisModels';

const PREDICTORS = ['themis'];

export const predict: Command = {
  name: 'predict',
  summary: 'Predicts how much the applications of a scenario slow each other down.',
  usage: 'SCENARIO.json [--predictor themis] [--epoch CYCLES] [--models DIR] [--json]',
  options: { predictor: { type: 'string' }, epoch: { type: 'string' }, models: { type: 'string' } },
  run: async ({ positionals, options, note }) => {
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new UsageError('name one scenario file');
    const predictor = text(options, 'predictor') ?? 'themis';
    if (!PREDICTORS.includes(predictor))
      throw new UsageError(`--predictor is one of ${PREDICTORS.join(', ')}`);
    const epoch = whole(options, 'epoch', 1000, DEFAULT_EPOCH_CYCLES);
    const scenario = await readScenario(file, note);
    const loaded = loadSpec(scenario.gpu);
    const model = themisModel(loaded.gpu.id, await readThemisModels(text(options, 'models')));
    note(`simulating an epoch of ${epoch} cycles`);
    const answer: PredictAnswer = predictCoRun(scenario, loaded, model, epoch);
    return { json: answer, text: report(answer) };
  },
};

function report({ gpu, predictor, apps, epoch, warnings }: PredictAnswer): string {
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
    `${gpu}, ${predictor}, from ${epoch.cycles} simulated cycles`,
    table(['application', 'SMs', 'slowdown', 'scalability', 'interference', 'cause'], rows),
    error.metric === null
      ? error.evidence
      : `error (${error.metric}): mean ${percent(error.mean)}, worst ${percent(error.worst)}: ${error.evidence}`,
    ...warnings.map((line) => `warning: ${line}`),
    ...apps.flatMap(appWarnings),
  ].join('\n');
}

function appWarnings({ subject, warnings }: AppSlowdown): string[] {
  return warnings.map((line) => `warning: ${subject}: ${line}`);
}
