import type { TraceCoRunApplication, TraceCoRunResult } from '../../analysis/results/traceCoRunResult';
import { markdownTable } from '../../kernel/markdownTable';
import { ORIGIN_MARK } from '../../kernel/origin';
import { duration, factor } from '../format';
import { say } from '../say';
import { words } from '../words';
import { saidOnce } from './saidOnce';
import { standInGpu } from './standInGpu';

/** Heads of the table of traced applications that share a GPU. */
export function togetherColumns(): readonly string[] {
  return [
    say('cli.column.application'),
    say('cli.column.slowdown'),
    say('cli.together.beside'),
    say('cli.together.alone'),
    say('cli.together.measured'),
    say('cli.together.iteration'),
  ];
}

/** One of them: what stands for it, and what the others cost it. */
export function togetherRow(application: TraceCoRunApplication): readonly string[] {
  const { name, iteration, measuredNs, aloneNs, besideNs, slowdown } = application;
  return [
    name,
    slowdown === null ? '–' : `${factor(slowdown)} ${ORIGIN_MARK.predicted}`,
    besideNs === null ? '–' : duration(besideNs),
    duration(aloneNs),
    duration(measuredNs),
    iteration === null ? say('cli.together.whole') : say('cli.together.oneOf', { count: iteration.count }),
  ];
}

/** What sharing is worth to all of them, and how sure that is. */
export function togetherVerdict({ throughput, error }: TraceCoRunResult): readonly string[] {
  const worth =
    throughput === null ? say('cli.together.starves') : say('cli.together.throughput', { times: throughput });
  return [worth, say('cli.together.error', { error })];
}

/** All of it as a page of Markdown. */
export function togetherPage(result: TraceCoRunResult): string {
  const { gpuName, predictor, applications, assumptions } = result;
  const { standIns, others } = standInGpu(assumptions);
  const escaped = (text: string): string => text.replaceAll(/[\\`*_|<>[\]]/g, String.raw`\$&`);
  return [
    `# ${applications.map(({ name }) => escaped(name)).join(' · ')}`,
    say('cli.together.head', { gpuName, predictor }),
    ...saidOnce(standIns).map((text) => escaped(words(text))),
    markdownTable(
      togetherColumns(),
      applications.map((application) => togetherRow(application).map(escaped)),
    ),
    ...togetherVerdict(result),
    saidOnce(others)
      .map((text) => `- △ ${escaped(words(text))}`)
      .join('\n'),
    '',
  ].join('\n\n');
}
