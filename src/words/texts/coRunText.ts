import type { ComparedCoRun, CoRunScore } from '../../analysis/measuredCoRuns/scores';
import type { CoRunData, MeasuredCoRun } from '../../gpu/measuredCoRuns/coRunData';
import { ORIGIN_MARK } from '../../kernel/origin';
import { factor, percent, significant } from '../format';
import { say } from '../say';
import { titleOf } from '../titleOf';
import { table } from './table';

/** What is told of co-runs that were measured. */
export interface ToldCoRuns {
  readonly files: readonly string[];
  readonly data: CoRunData | null;
  /** The GPU that was simulated; null where nothing was. */
  readonly gpu: string | null;
  readonly compared: readonly ComparedCoRun[];
  readonly scores: readonly CoRunScore[];
}

/** Kernels alone, co-runs, and how far the simulator and rules that know nothing are from them. */
export function coRunText({ files, data, gpu, compared, scores }: ToldCoRuns): string {
  if (data === null) return '';
  const origin =
    data.standIn === true ? say('measure.standIn') : `${say('measure.measured')} ${ORIGIN_MARK.measured}`;
  return [
    say(data.standIn === true ? 'measure.ofStandIn' : 'measure.of', { name: data.gpu }),
    table(
      [say('cli.column.kernel'), say('measure.alone')],
      data.kernels.map(({ name, us }) => [name, `${significant(us)} µs`]),
    ),
    gpu === null
      ? coRunTable(data.coRuns, [origin])
      : comparedTable(compared, [origin, say('measure.simulated', { gpu })]),
    ...(compared.some(({ window }) => window?.isSteady === false) ? [say('measure.unsteady')] : []),
    ...(compared.some(({ simulated }) => simulated === null) ? [say('measure.notSimulated')] : []),
    ...(scores.length === 0 ? [] : [scoreTable(scores), say('measure.baselines')]),
    ...files.map((file) => say('measure.written', { file })),
  ].join('\n\n');
}

const list = (factors: readonly number[]): string => factors.map((one) => factor(one)).join(' ');

function coRunTable(coRuns: readonly MeasuredCoRun[], columns: readonly string[]): string {
  return table(
    [say('measure.mode'), say('measure.kernels'), ...columns],
    coRuns.map(({ mode, kernels, slowdowns }) => [
      titleOf('measuredMode', mode),
      kernels.join(' + '),
      list(slowdowns),
    ]),
  );
}

function comparedTable(coRuns: readonly ComparedCoRun[], columns: readonly string[]): string {
  return table(
    [say('measure.mode'), say('measure.kernels'), ...columns],
    coRuns.map(({ mode, kernels, slowdowns, simulated, window }) => [
      titleOf('measuredMode', mode),
      kernels.join(' + '),
      list(slowdowns),
      simulated === null ? '–' : `${list(simulated)}${window?.isSteady === false ? ' *' : ''}`,
    ]),
  );
}

function scoreTable(scores: readonly CoRunScore[]): string {
  return table(
    [
      say('measure.mode'),
      say('measure.together'),
      say('measure.slowdowns'),
      say('measure.simulator'),
      say('measure.undisturbed'),
      say('measure.turns'),
      say('measure.constant'),
    ],
    scores.map(({ mode, together, slowdowns, simulated, baselines }) => [
      titleOf('measuredMode', mode),
      String(together),
      String(slowdowns),
      percent(simulated),
      percent(baselines.undisturbed),
      percent(baselines.turns),
      percent(baselines.constant),
    ]),
  );
}
