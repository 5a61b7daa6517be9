import { mean } from '../../../src/stats/means';
import { median } from '../../../src/stats/quantile';
import { simulatorGeneration } from '../../../src/simulator/spec/generation';
import { CO_RUN_GPU, type CoRunPoint } from './coRuns';

export const CO_RUN_COLUMNS = [
  'experiment',
  'kernel',
  'beside',
  'role',
  'measured',
  'simulated',
  'ratio',
  'generation',
];
export const SUMMARY_COLUMNS = [
  'experiment',
  'slowdowns',
  'median error',
  'mean error',
  'worst',
  'median error of no slowdown',
  'mean error of no slowdown',
];

/** The first cells of a row, which no other has. */
export const rowName = ({ experiment, target, beside }: CoRunPoint): string =>
  [experiment, target, beside].join('|');

export function coRunRow(point: CoRunPoint, simulated: number): readonly string[] {
  const { experiment, target, beside, role, slowdown } = point;
  const ratio = simulated / slowdown;
  const told = [slowdown, simulated, ratio].map((number) => number.toFixed(2));
  return [experiment, target, beside, role, ...told, String(simulatorGeneration(CO_RUN_GPU))];
}

/**
 * Errors of each experiment and of all judged points, relative to what was measured, beside those of an answer that is
 * always 1: nobody slows anybody down.
 */
export function summaryRows(rows: readonly (readonly string[])[]): readonly string[][] {
  const judged = rows.filter((row) => row[3] === 'judged');
  const experiments = [...new Set(judged.map((row) => row[0]!))];
  return [
    ...experiments.map((name) =>
      summaryRow(
        name,
        judged.filter((row) => row[0] === name),
      ),
    ),
    summaryRow('all', judged),
  ];
}

function summaryRow(name: string, rows: readonly (readonly string[])[]): string[] {
  const errors = rows.map((row) => Math.abs(Number(row[6]) - 1));
  const blind = rows.map((row) => Math.abs(1 / Number(row[4]) - 1));
  const figures = [median(errors), mean(errors), Math.max(...errors), median(blind), mean(blind)];
  return [name, String(rows.length), ...figures.map(percent)];
}

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
