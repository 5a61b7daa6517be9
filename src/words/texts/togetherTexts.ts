import type { TraceCoRunApplication, TraceCoRunResult } from '../../analysis/results/traceCoRunResult';
import { markdownTable } from '../../kernel/markdownTable';
import { ORIGIN_MARK } from '../../kernel/origin';
import { duration, factor } from '../format';
import { say } from '../say';
import { words } from '../words';

/** Heads of the table of traced applications that share a GPU. */
export function togetherColumns(): readonly string[] {
  return [
    say('cli.column.application'),
    say('cli.together.iteration'),
    say('cli.together.measured'),
    say('cli.together.alone'),
    say('cli.together.beside'),
    say('cli.column.slowdown'),
  ];
}

/** One of them: what stands for it, and what the others cost it. */
export function togetherRow(application: TraceCoRunApplication): readonly string[] {
  const { name, iteration, measuredNs, aloneNs, besideNs, slowdown } = application;
  return [
    name,
    iteration === null ? say('cli.together.whole') : say('cli.together.oneOf', { count: iteration.count }),
    duration(measuredNs),
    duration(aloneNs),
    besideNs === null ? '–' : duration(besideNs),
    slowdown === null ? '–' : `${factor(slowdown)} ${ORIGIN_MARK.predicted}`,
  ];
}

/** What sharing is worth to all of them. */
export function togetherVerdict({ throughput, error }: TraceCoRunResult): string {
  const worth =
    throughput === null ? say('cli.together.starves') : say('cli.together.throughput', { times: throughput });
  return `${worth}\n${say('cli.together.error', { error })}`;
}

/** All of it as a page of Markdown. */
export function togetherPage(result: TraceCoRunResult): string {
  const { gpu, predictor, applications, assumptions } = result;
  const escaped = (text: string): string => text.replaceAll(/[\\`*_|<>[\]]/g, String.raw`\$&`);
  return [
    `# ${applications.map(({ name }) => escaped(name)).join(' · ')}`,
    say('cli.together.head', { gpu, predictor }),
    markdownTable(
      togetherColumns(),
      applications.map((application) => togetherRow(application).map(escaped)),
    ),
    togetherVerdict(result),
    assumptions.map((text) => `- △ ${escaped(words(text))}`).join('\n'),
    '',
  ].join('\n\n');
}
