import type { CheckFinding, CheckResult } from '../../analysis/results/checkResult';
import { ORIGIN_MARK } from '../../kernel/origin';
import { factor } from '../format';
import { say } from '../say';
import { style } from './page';
import { table } from './table';

/** What a check found, for people. */
export function checkReport(check: CheckResult): string {
  const { slowdowns, findings, gpu, mode } = check;
  const unknown = slowdowns.filter(({ slowdown }) => slowdown === null).length;
  const failed = findings.filter(({ level }) => level === 'error').length;
  const { good, bad } = style();
  return [
    say('check.heading', { pairs: pairCount(check), gpu, mode }),
    ...(slowdowns.length === 0 ? [] : [slowdownTable(check)]),
    ...(unknown === 0 ? [] : [say('check.unknown', { unknown })]),
    ...findings.map((one) => `${placeText(one)}: ${levelText(one)}: ${findingText(one)}`),
    failed === 0 ? good(say('check.passed')) : bad(say('check.failed', { failed })),
  ].join('\n');
}

function pairCount({ slowdowns }: CheckResult): number {
  return new Set(slowdowns.map(({ id, beside }) => [id, beside.id].toSorted().join('\0'))).size;
}

function slowdownTable({ slowdowns }: CheckResult): string {
  const rows = slowdowns.map((one) => [
    placeText(one),
    one.name,
    `${one.beside.name} (${placeText(one.beside)})`,
    one.slowdown === null || one.origin === null ? '–' : `${factor(one.slowdown)} ${ORIGIN_MARK[one.origin]}`,
  ]);
  return table([say('check.where'), say('check.kernel'), say('check.beside'), say('check.slowdown')], rows);
}

const placeText = ({ path, line }: { path: string; line: number }): string => `${path}:${line}`;

function levelText({ level }: CheckFinding): string {
  return level === 'error' ? style().bad(say('check.error')) : say('check.warning');
}

/** One finding in a sentence, without its place. */
export function findingText({ kind, name, beside, value, limit, level }: CheckFinding): string {
  const said = { name, beside: beside?.name ?? '', value, limit };
  if (kind === 'longer') return say('check.longer', said);
  const text = say(kind === 'slowdown' ? 'check.above' : 'check.worse', said);
  return level === 'warning' ? say('check.estimate', { text }) : text;
}
