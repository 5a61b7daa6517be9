import { gunzipSync } from 'node:zlib';
import fs from 'node:fs';
import path from 'node:path';
import { groupBy } from '../../../src/stats/grouping';
import { median } from '../../../src/stats/quantile';

/**
 * What `maps.cu` and `differences.cu` printed, as medians: the numbers that `lab/data/h100_yielding.json` keeps. What was not
 * measured this time is left out.
 */
export function condensed(folder: string): object {
  const lines = (name: string): string[][] => {
    const file = path.join(folder, name);
    if (![file, `${file}.gz`].some((each) => fs.existsSync(each))) return [];
    const text = fs.existsSync(file) ? fs.readFileSync(file) : gunzipSync(fs.readFileSync(`${file}.gz`));
    return text
      .toString()
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(' '));
  };
  const programs = lines('programs.txt').map(([role, name, ...counts]) => [
    role,
    name,
    ...counts.map(Number),
  ]);
  const alone = groupBy(lines('alone.txt'), ([name, form]) => `${name} ${form}`);
  const pairs = lines('pairs.txt').map(([, yielding, critical]) => ({ yielding, critical }));
  const map = groupBy(
    lines('map.txt').filter(([pair]) => pair !== '-1'),
    ([pair]) => pair!,
  );
  const starts = groupBy(lines('start.txt'), ([name, form, sms]) => `${name} ${form} ${sms}`);
  const kernels = lines('kernels.txt').filter(([, word]) => word === 'ran');
  return {
    programs,
    alone: [...alone].map(([key, rows]) => [...key.split(' '), medianOf(rows, 2)]),
    pairs: pairs.map((pair, at) => ({ ...pair, points: pointsOf(map.get(String(at))!) })),
    whole: pointsOf(lines('whole.txt')),
    starts: [...starts].map(([key, rows]) => {
      const [name, form, sms] = key.split(' ');
      return [name, form, Number(sms), medianOf(rows, 3), medianOf(rows, 4), medianOf(rows, 5)];
    }),
    ...(kernels.length > 0 && { kernels: kernels.map((words) => kernelRow(words.join(' '))) }),
  };
}

/** Points by mode, SMs and blocks: µs of the critical launch, tasks in a ms, µs of the grid, runs, and runs that outlived it. */
function pointsOf(rows: readonly string[][]): (string | number)[][] {
  const points = groupBy(rows, ([, mode, sms, blocks]) => `${mode} ${sms} ${blocks}`);
  const order = [...points].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
  return order.map(([key, runs]) => {
    const [mode, sms, blocks] = key.split(' ');
    const pace = median(runs.map((run) => (1000 * Number(run[8])) / Number(run[9])));
    const over = runs.filter((run) => run[11] === '1').length;
    return [
      mode!,
      ...[Number(sms), Number(blocks), medianOf(runs, 5), Math.round(pace), medianOf(runs, 10)],
      ...[runs.length, over],
    ];
  });
}

/** Kernel, tasks, threads, words written and words that differ: of the original itself, and of the yielding forms. */
function kernelRow(line: string): (string | number)[] {
  const parts = line.split('|').map((part) => part.trim().split(' '));
  const [id, , ...counts] = parts[0]!;
  const differing = [parts[1]!, parts[2]!].flatMap(([whole, left]) => [Number(whole), Number(left)]);
  return [id!, ...counts.map(Number), ...differing, ...[4, 5, 6].flatMap((at) => parts[at]!.map(Number))];
}

const medianOf = (rows: readonly string[][], column: number): number =>
  Number(median(rows.map((row) => Number(row[column]))).toPrecision(4));

/** The text of the data file: a line for each row. */
export function dataText(data: object): string {
  const list = (rows: readonly unknown[]): string =>
    `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n ]`;
  const text = (value: unknown): string => {
    if (!Array.isArray(value)) return JSON.stringify(value);
    if (!value.every(isPair)) return list(value);
    const pairs = value.map(
      ({ yielding, critical, points }) =>
        `  { "yielding": "${yielding}", "critical": "${critical}", "points": ${list(points)} }`,
    );
    return `[\n${pairs.join(',\n')}\n ]`;
  };
  const fields = Object.entries(data).map(([key, value]) => ` ${JSON.stringify(key)}: ${text(value)}`);
  return `{\n${fields.join(',\n')}\n}\n`;
}

const isPair = (
  value: unknown,
): value is { readonly yielding: string; readonly critical: string; readonly points: readonly unknown[] } =>
  typeof value === 'object' && value !== null && 'points' in value;
