import { words } from '../words';
import type { CalibrationResult, FitCheck, FitRefinement, FitResult } from '../analysis/results/fitResult';
import { basisText } from '../words/texts/fitTexts';
import { change, duration, significant } from '../words/format';
import { table } from '../words/texts/table';

/** A synthetic program and its residuals, for people. */
export function fitReport(result: FitResult): string {
  const { check, refinement } = result;
  return [
    head(result),
    durations(check, result.measuredDurationNs),
    residualTable(check, refinement),
    `score ${check.score.toFixed(3)}${refinement === null ? '' : `, before refinement ${refinement.before.score.toFixed(3)}`}`,
    ...(refinement?.steps ?? []).map(({ parameter, from, to }) => `refined: ${parameter} ${from} → ${to}`),
    ...result.notes.map((line) => `note: ${words(line)}`),
    ...result.assumptions.map(
      ({ metric, text, range, consequence }) =>
        `assumed ◌ ${metric}: ${words(text)}; from ${significant(range[0])} to ${significant(range[1])}: ${words(consequence)}`,
    ),
  ].join('\n');
}

/** A calibrated program, what was chosen in it and its residuals, for people. */
export function calibrationReport(result: CalibrationResult): string {
  const { check, distance, source } = result;
  return [
    `${head(result)}, from ${source.path}:${source.line}`,
    durations(check, result.measuredDurationNs),
    residualTable(check, null),
    `score ${check.score.toFixed(3)}; counts off by ${distance.before.toFixed(3)} before, ${distance.after.toFixed(3)} after (mean |ln ratio|)`,
    ...result.parameters.map(
      ({ name, assumed, value, why }) =>
        `${name}: ${significant(assumed)} → ${significant(value)}: ${words(why)}`,
    ),
    ...result.notes.map((line) => `assumed ◌ ${words(line)}`),
  ].join('\n');
}

function head({ name, launch, registersPerThread }: FitResult | CalibrationResult): string {
  return `${name}: grid ${launch.grid.join('×')}, block ${launch.block.join('×')}, ${registersPerThread} registers, ${launch.sharedBytes} B shared`;
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
    ['metric', 'measured ●', 'simulated ◐', 'residual', ...(refinement === null ? [] : ['before'])],
    rows,
  );
}

const shown = (residual: number | null | undefined): string =>
  residual === null || residual === undefined ? '–' : change(residual);

function durations(check: FitCheck, measured: number | null): string {
  const simulated = check.durationNs === null ? 'unknown' : `${duration(check.durationNs)} ◐`;
  const beside = measured === null ? '' : `, measured ${duration(measured)} ●`;
  return `duration ${simulated}${beside} (${basisText(check)}, ${check.simulatedCycles} cycles simulated)`;
}
