import { duration, factor } from '../words/format';
import { say } from '../words/say';
import { table } from '../words/texts/table';
import type { ColocateAnswer, ColocatedApplication } from './answers';
import { inputWarningLines } from './warningLines';

/** Target, latency beside every count of instances, and what it rests on, as text. */
export function colocationReport({
  service,
  gpu,
  measuredNs,
  aloneNs,
  beside,
  assumptions,
  warnings,
  predictor,
}: ColocateAnswer): string {
  const head = say('cli.colocate.head', { service, gpu, predictor, alone: aloneNs, measured: measuredNs });
  return [
    [
      head,
      ...assumptions.map((assumption) => say('cli.assumed', { assumption })),
      ...inputWarningLines(warnings),
    ].join('\n'),
    ...beside.flatMap((each) => [verdict(each), curveOf(each, aloneNs)]),
  ].join('\n\n');
}

function verdict({ name, instances, fitting, pageableInstances, points }: ColocatedApplication): string {
  return [
    say('cli.colocate.safe', { name, instances }),
    ...(points[0]!.isKept ? [] : [say('cli.colocate.aloneMisses')]),
    ...(fitting !== null ? [say('cli.colocate.fitting', { name, fitting })] : []),
    ...(pageableInstances !== null ? [say('cli.colocate.pageable', { instances: pageableInstances })] : []),
  ].join('\n');
}

function curveOf({ points, starvesAt }: ColocatedApplication, aloneNs: number): string {
  const head = [
    say('cli.colocate.instancesColumn'),
    say('cli.column.mean'),
    say('cli.column.slowdown'),
    say('cli.colocate.p95'),
    say('cli.column.slowdown'),
    say('cli.colocate.kept'),
  ];
  const rows = points.map(({ instances, mean, p95, isKept }) => [
    `${instances}`,
    duration(mean),
    factor(mean / aloneNs),
    duration(p95),
    factor(p95 / aloneNs),
    say(isKept ? 'cli.colocate.yes' : 'cli.colocate.no'),
  ]);
  const starves = starvesAt === null ? [] : [say('cli.colocate.starves', { instances: starvesAt })];
  return [table(head, rows), ...starves].join('\n');
}
