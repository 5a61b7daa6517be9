import type { PredictorAnswer } from '../analysis/corun/askPredictors';
import type { CoRunPrediction } from '../analysis/corun/predictCoRun';
import { mean } from '../stats/means';
import { change, factor, percent } from '../words/format';
import { say } from '../words/say';
import { table } from '../words/texts/table';

/** Id of the predictor that simulates the co-run itself. */
const SIMULATION = 'simulation';

/** All predictors beside each other, and how far each is off from the simulated co-run; nothing where none gives a number. */
export function predictorTable(answers: readonly PredictorAnswer[]): readonly string[] {
  const told = answers.flatMap(({ id, prediction }) => (prediction === null ? [] : [{ id, prediction }]));
  if (told.length === 0) return [];
  const truth = told.find(({ id }) => id === SIMULATION)?.prediction;
  const rows = told.map(({ prediction }) => rowOf(prediction, truth));
  const head = [
    say('cli.column.predictor'),
    ...told[0]!.prediction.apps.map(({ subject }) => subject),
    ...(truth === undefined ? [] : [say('cli.predict.meanOff')]),
  ];
  return [
    say(truth === undefined ? 'cli.predict.sideBySide' : 'cli.predict.sideBySideOff'),
    table(head, rows),
  ];
}

function rowOf({ predictor, apps }: CoRunPrediction, truth: CoRunPrediction | undefined): string[] {
  const slowdowns = apps.map(({ slowdown }) => factor(slowdown));
  if (truth === undefined) return [predictor, ...slowdowns];
  if (apps === truth.apps) return [predictor, ...slowdowns, '–'];
  const off = apps.map(({ slowdown }, app) => slowdown / truth.apps[app]!.slowdown - 1);
  return [
    predictor,
    ...slowdowns.map((slowdown, app) => `${slowdown} (${change(off[app]!)})`),
    percent(mean(off.map(Math.abs))),
  ];
}
