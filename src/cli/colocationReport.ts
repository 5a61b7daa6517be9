import type { Mixes } from '../sharing/colocation/mix';
import { duration, factor } from '../words/format';
import { say } from '../words/say';
import { besideLines, mixError, mixLines, starvingLines } from '../words/texts/colocateTexts';
import { saidOnce } from '../words/texts/saidOnce';
import { standInGpu } from '../words/texts/standInGpu';
import { table } from '../words/texts/table';
import { words } from '../words/words';
import type { ColocateAnswer } from './answers';
import type { ColocatedApplication } from './answerParts';
import { restsOn } from './restsOn';

/** Target, latency beside every count of instances, and what it rests on, as text. */
export function colocationReport({
  service,
  gpu,
  measuredNs,
  aloneNs,
  beside,
  mixes,
  advice,
  assumptions,
  warnings,
  predictor,
}: ColocateAnswer): string {
  const head = say('cli.colocate.head', { service, gpu, predictor, alone: aloneNs, measured: measuredNs });
  const { standIns, others } = standInGpu(assumptions);
  return [
    [head, ...saidOnce(standIns).map(words)].join('\n'),
    ...beside.flatMap((each) => [verdict(each), curveOf(each, aloneNs)]),
    ...(mixes === null ? [] : [mixText(mixes, aloneNs)]),
    ...advice.map(words),
    ...restsOn(others, warnings),
  ].join('\n\n');
}

function mixText(mixes: Mixes, aloneNs: number): string {
  const error = mixError(mixes);
  return [
    ...mixLines(mixes, aloneNs),
    ...(error === null ? [] : [say('cli.colocate.error', { error })]),
  ].join('\n');
}

function verdict(beside: ColocatedApplication): string {
  const { name, instances, aloneNs, error } = beside;
  const one = beside.points.find((point) => point.instances === 1);
  return [
    say('cli.colocate.safe', { name, instances }),
    ...(one === undefined
      ? []
      : [say('cli.colocate.besideOne', { name, p95: one.p95, slowdown: one.p95 / aloneNs })]),
    ...besideLines(beside),
    say('cli.colocate.error', { error }),
  ].join('\n');
}

function curveOf(beside: ColocatedApplication, aloneNs: number): string {
  const head = [
    say('cli.colocate.instancesColumn'),
    say('cli.column.mean'),
    say('cli.column.slowdown'),
    say('cli.colocate.p95'),
    say('cli.column.slowdown'),
    say('cli.colocate.kept'),
  ];
  const rows = beside.points.map(({ instances, mean, p95, isKept }) => [
    `${instances}`,
    duration(mean),
    factor(mean / aloneNs),
    duration(p95),
    factor(p95 / aloneNs),
    say(isKept ? 'cli.colocate.yes' : 'cli.colocate.no'),
  ]);
  return [table(head, rows), ...starvingLines(beside)].join('\n');
}
