import { words } from '../words';
import type { CalibrationResult, FitCheck, FitRefinement, FitResult } from '../analysis/results/fitResult';
import { basisText } from '../words/texts/fitTexts';
import { change, duration, significant } from '../words/format';
import { table } from '../words/texts/table';
import { say } from '../words/say';

/** A synthetic program and its residuals, for people. */
export function fitReport(result: FitResult): string {
  const { check, refinement } = result;
  return [
    head(result),
    durations(check, result.measuredDurationNs),
    residualTable(check, refinement),
    refinement === null
      ? say('fit.score', { score: check.score })
      : say('fit.scoreRefined', { score: check.score, before: refinement.before.score }),
    ...(refinement?.steps ?? []).map(({ parameter, from, to }) =>
      say('fit.refined', { parameter, from, to }),
    ),
    ...result.notes.map((line) => say('fit.note', { line })),
    ...result.assumptions.map(({ metric, text, range, consequence }) =>
      say('fit.assumed', { metric, text, from: range[0], to: range[1], consequence }),
    ),
  ].join('\n');
}

/** A calibrated program, what was chosen in it and its residuals, for people. */
export function calibrationReport(result: CalibrationResult): string {
  const { check, distance, source } = result;
  return [
    say('fit.head', { head: head(result), place: `${source.path}:${source.line}` }),
    durations(check, result.measuredDurationNs),
    residualTable(check, null),
    say('fit.scoreAndCounts', { score: check.score, before: distance.before, after: distance.after }),
    ...result.parameters.map(
      ({ name, assumed, value, why }) =>
        `${name}: ${significant(assumed)} → ${significant(value)}: ${words(why)}`,
    ),
    ...result.notes.map((line) => say('fit.assumedNote', { line })),
  ].join('\n');
}

function head({ name, launch, registersPerThread }: FitResult | CalibrationResult): string {
  return say('fit.launch', {
    name,
    grid: launch.grid.join('×'),
    block: launch.block.join('×'),
    registers: registersPerThread,
    bytes: launch.sharedBytes,
  });
}

function residualTable(check: FitCheck, refinement: FitRefinement | null): string {
  const before = new Map(refinement?.before.residuals.map(({ metric, residual }) => [metric, residual]));
  const rows = check.residuals.map(({ metric, measured, simulated, residual }) => [
    metric,
    significant(measured),
    significant(simulated),
    shown(residual),
    ...(refinement === null ? [] : [shown(before.get(metric))]),
  ]);
  return table(
    [
      say('fit.metric'),
      say('fit.measured'),
      say('fit.simulated'),
      say('fit.residual'),
      ...(refinement === null ? [] : [say('fit.before')]),
    ],
    rows,
  );
}

const shown = (residual: number | null | undefined): string =>
  residual === null || residual === undefined ? '–' : change(residual);

function durations(check: FitCheck, measured: number | null): string {
  const values = {
    simulated: check.durationNs === null ? say('fit.unknown') : `${duration(check.durationNs)} ◐`,
    basis: basisText(check),
    cycles: check.simulatedCycles,
  };
  return measured === null ? say('fit.duration', values) : say('fit.durations', { ...values, measured });
}
