/**
 * Lowers the kernels of real sources and says how many become programs, what is assumed, and why others do not.
 *
 *   npm run study -- lowering [--every N] [--cycles N] [--failures] PATH…
 *
 * `--every 5` takes every fifth kernel. Every program is checked, compiled and simulated for some cycles.
 * `--failures` lists the kernels that were refused or failed, and the ten that took longest.
 * Prints Markdown on standard output.
 */
import { parseArgs } from 'node:util';
import { studyParser } from '../cuda/instructionMix/compare';
import { studyFolder, type CorpusOutcome, type Outcome } from '../cuda/lowering/study';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { every: { type: 'string' }, cycles: { type: 'string' }, failures: { type: 'boolean' } },
});
if (positionals.length === 0) {
  console.error('usage: npm run study -- lowering [--every N] [--cycles N] [--failures] PATH…');
  process.exit(2);
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}

function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;
}

function row({ name, kernels, outcomes }: CorpusOutcome): string {
  const count = (kind: Outcome['kind']): number => outcomes.filter((outcome) => outcome.kind === kind).length;
  const times = outcomes.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const lowered = count('full') + count('assumptions');
  const cells = [
    name,
    `${outcomes.length} of ${kernels}`,
    share(lowered, outcomes.length),
    share(count('full'), outcomes.length),
    share(count('assumptions'), outcomes.length),
    share(count('refused'), outcomes.length),
    String(count('failed')),
    [0.5, 0.95, 1].map((q) => quantile(times, q).toFixed(0)).join(' / '),
  ];
  return `| ${cells.join(' | ')} |`;
}

function counted(texts: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

const parser = await studyParser(process.cwd());
const studies: CorpusOutcome[] = [];
for (const folder of positionals)
  studies.push(studyFolder(folder, parser, Number(values.every ?? 1), Number(values.cycles ?? 300)));
const all = studies.flatMap(({ outcomes }) => outcomes);
const total = { name: 'all', kernels: studies.reduce((sum, { kernels }) => sum + kernels, 0), outcomes: all };
console.log(
  [
    '| corpus | kernels | lowered | without an assumption | with assumptions | refused | failed | CPU ms: median / 95 % / most |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...[...studies, total].map(row),
    '',
    'What is assumed, in how many kernels:',
    '',
    ...counted(all.flatMap(({ assumed }) => assumed)).map(([text, count]) => `- ${text}: ${count}`),
    '',
    'Refused because:',
    '',
    ...counted(all.filter(({ kind }) => kind === 'refused').map(({ reason }) => reason)).map(
      ([text, count]) => `- ${text}: ${count}`,
    ),
  ].join('\n'),
);
if (values.failures) {
  for (const { id, reason, kind } of all)
    if (kind === 'failed' || kind === 'refused') console.log(`${kind} ${id}: ${reason}`);
  const slowest = [...all].sort((a, b) => b.milliseconds - a.milliseconds).slice(0, 10);
  for (const { id, milliseconds } of slowest) console.log(`${milliseconds.toFixed(0)} ms ${id}`);
}
