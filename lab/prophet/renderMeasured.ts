import { markdownTable } from '../../src/kernel/markdownTable';
import type { ProcessError } from './processes';
import type { StreamErrors } from './twoStreams';

const percent = (share: number): string => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;

/** What one process alone tells of several, as a table of rules. */
export function renderProcesses(errors: readonly ProcessError[]): string {
  const counts = [...new Set(errors.map(({ processes }) => processes))];
  const own = (rule: string, processes: number): ProcessError =>
    errors.find((error) => error.rule === rule && error.processes === processes)!;
  const cell = (error: ProcessError): string =>
    `${percent(error.mean)} (${percent(error.median)}, ${percent(error.worst)}) ${error.ratio.toFixed(2)}`;
  const rules = [...new Set(errors.map(({ rule }) => rule))];
  return markdownTable(
    ['each process reaches', ...counts.map((count) => `${count} processes`)],
    [
      ['cases', ...counts.map((count) => String(own(rules[0]!, count).cases))],
      ...rules.map((rule) => [rule, ...counts.map((count) => cell(own(rule, count)))]),
    ],
  );
}

/** Models of two streams beside each other. */
export function renderTwoStreams(errors: readonly StreamErrors[]): string {
  return markdownTable(
    ['models', 'program', 'runs', 'makespan median', 'P90', 'bias', 'overlap median', 'P90'],
    errors.flatMap(({ models, summaries }) =>
      Object.entries(summaries).map(([program, { runs, makespan, overlap, bias }]) => [
        models,
        program,
        String(runs),
        percent(makespan.median),
        percent(makespan.p90),
        `${bias < 0 ? '−' : '+'}${percent(Math.abs(bias))}`,
        percent(overlap.median),
        percent(overlap.p90),
      ]),
    ),
  );
}
