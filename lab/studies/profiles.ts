/**
 * Reads every file of the collection of real profiles and writes docs/profile-files.md: what was
 * read of each, and, for the files that are read fully, one total next to what awk or Python counts; fails where
 * they differ.
 *   npm run study -- profiles [FOLDER]      FOLDER defaults to ../shared/data/profiles
 */
import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ProfileFile } from '../../src/kernel/profile';
import { readProfile } from '../../src/profiles/readProfile';
import { FILE_TOTALS, folderOf } from '../profiles/profileTotals';
import { english } from '../../src/words';

const STATUS_WORDS: Readonly<Record<ProfileFile['status'], string>> = {
  full: 'read fully',
  partial: 'read partly',
  empty: 'recognised, holds no result',
  refused: 'refused',
};

interface Studied {
  readonly name: string;
  readonly file: ProfileFile;
  readonly total: string;
  readonly counted: string;
}

async function study(folder: string, name: string): Promise<Studied> {
  const full = path.join(folder, name);
  const stream = createReadStream(full);
  const source = { size: statSync(full).size, [Symbol.asyncIterator]: () => stream[Symbol.asyncIterator]() };
  const file = await readProfile(path.basename(name), source);
  const check = FILE_TOTALS[folderOf(name)];
  if (check === undefined || file.status !== 'full') return { name, file, total: '', counted: '' };
  const counted = execFileSync(check.program[0], [...check.program.slice(1), full], {
    encoding: 'utf8',
  }).trim();
  return {
    name,
    file,
    total: `${check.what}: ${check.value(file).toFixed(counted.split('.')[1]?.length ?? 0)}`,
    counted,
  };
}

function contents({ kernels, transfers, api, compiled = [] }: ProfileFile): string {
  const metrics = kernels.reduce((sum, kernel) => sum + Object.keys(kernel.metrics).length, 0);
  const parts = [
    [kernels.length, 'kernel rows'],
    [metrics, 'metrics'],
    [transfers.length, 'transfers'],
    [api.length, 'API rows'],
    [compiled.length, 'compiled kernels'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(', ');
}

const agrees = ({ total, counted }: Studied): boolean => total.endsWith(`: ${counted}`);

function rowOf(studied: Studied): string {
  const { name, file, total, counted } = studied;
  const cells = [
    `\`${path.basename(name).split('__').slice(1).join('/') || path.basename(name)}\``,
    file.format,
    STATUS_WORDS[file.status],
    english(file.reason ?? contents(file)).replaceAll('|', '\\|'),
    total,
    counted === '' ? '' : `${counted}${agrees(studied) ? ' ✓' : ' ✗'}`,
    String(file.warnings.length),
  ];
  return `| ${cells.join(' | ')} |`;
}

function report(studied: readonly Studied[]): string {
  const counts = Object.entries(STATUS_WORDS).map(([status, words]) => {
    const count = studied.filter(({ file }) => file.status === status).length;
    return `${count} ${words}`;
  });
  const checked = studied.filter(({ counted }) => counted !== '');
  const agreeing = checked.filter(agrees);
  return [
    '# Real profile files and what is read of them',
    '',
    'Made by `npm run study -- profiles`, which reads every file of a collection of published profiles',
    '(`../shared/data/profiles`, not part of this project) and counts one total of each fully read',
    'file a second time with a few lines of awk or Python (`lab/profiles/profileTotals.ts`) that share no code',
    'with the readers.',
    '',
    `${studied.length} files: ${counts.join(', ')}. ${agreeing.length} of ${checked.length} totals agree.`,
    '',
    '| file | format | verdict | contents or reason | total by the reader | counted apart | warnings |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...studied.map(rowOf),
    '',
  ].join('\n');
}

async function main(): Promise<void> {
  const folder = path.resolve(process.argv[2] ?? '../shared/data/profiles');
  if (!existsSync(folder)) throw new Error(`${folder} is not there: name the folder of the collection`);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(path.join(folder, name)).isFile() && name.includes('/'))
    .sort();
  const studied: Studied[] = [];
  for (const name of names) studied.push(await study(folder, name));
  const target = path.resolve('docs/profile-files.md');
  const before = existsSync(target) ? readFileSync(target, 'utf8') : '';
  const throughput = /\n## Throughput[\s\S]*$/.exec(before)?.[0] ?? '';
  writeFileSync(target, report(studied) + throughput);
  console.log(`${names.length} files; wrote ${path.relative(process.cwd(), target)}`);
  const wrong = studied.filter((one) => one.counted !== '' && !agrees(one));
  for (const { name, total, counted } of wrong) console.error(`${name}: ${total}, counted apart ${counted}`);
  if (wrong.length > 0) process.exitCode = 1;
}

void main();
