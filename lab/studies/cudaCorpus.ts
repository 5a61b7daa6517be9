/**
 * Runs the CUDA front end over folders of real sources and says how much of them it understands.
 *
 *   npm run study -- cuda-corpus [--reference FOLDER] [--misses] PATH…
 *
 * FOLDER holds `kernels.tsv` and `launches.tsv` (columns repo, file, line, …), where `repo` is the
 * base name of a PATH; without it only the counts of the front end itself are printed. `--misses`
 * lists every difference. Prints Markdown on standard output.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createCudaParser, type CudaParser } from '../../src/cuda/syntax/parser';
import type { Launch } from '../../src/kernel/kernel';
import { resolveDim3, settableOf } from '../../src/kernel/symbolic';
import { CudaWorkspace, type CudaIndex } from '../../src/cuda/workspace';
import { parseBodies, type ParseCounts } from '../cuda/corpus/bodies';
import { cpuSeconds } from '../cuda/corpus/clock';
import {
  compareDefinitions,
  compareLaunches,
  type DefinitionComparison,
  type LaunchComparison,
  type Share,
} from '../cuda/corpus/compare';
import { readCorpus, readTable, type Corpus, type Row } from '../cuda/corpus/corpus';

interface Study {
  readonly corpus: Corpus;
  readonly index: CudaIndex;
  readonly seconds: number;
  readonly cudaBytes: number;
  readonly bodies: ParseCounts;
  readonly definitions: DefinitionComparison;
  readonly launches: LaunchComparison;
}

function study(folder: string, kernels: readonly Row[], launches: readonly Row[], parser: CudaParser): Study {
  const corpus = readCorpus(folder);
  const mine = (row: Row) => row['repo'] === corpus.name;
  const workspace = new CudaWorkspace();
  const start = cpuSeconds();
  for (const { path: name, text } of corpus.texts) workspace.setFile(name, text);
  const index = workspace.index();
  const seconds = cpuSeconds() - start;
  const held = new Set(index.files.map((file) => file.path));
  const cuda = corpus.texts.filter((text) => held.has(text.path));
  return {
    corpus,
    index,
    seconds,
    cudaBytes: cuda.reduce((sum, { text }) => sum + text.length, 0),
    bodies: parseBodies(workspace, index, parser),
    definitions: compareDefinitions(
      kernels.filter((row) => mine(row) && row['kind'] === 'def'),
      index,
    ),
    launches: compareLaunches(launches.filter(mine), index, corpus),
  };
}

function percent(hits: number, total: number): string {
  return total === 0 ? '–' : `${hits} of ${total} (${((100 * hits) / total).toFixed(1)} %)`;
}

const share = ({ hits, total }: Share): string => percent(hits, total);

function resolvedShare(study: Study): readonly string[] {
  const compiled = study.index.launches.filter((launch) => launch.inactive === undefined);
  const block = compiled.filter((launch) => resolveDim3(launch.block) !== null);
  const both = block.filter((launch) => resolveDim3(launch.grid) !== null);
  const joined = compiled.filter((launch) => launch.kernelIds.length > 0);
  const open = compiled.filter((launch) => resolveDim3(launch.grid) === null);
  return [
    percent(block.length, compiled.length),
    percent(both.length, compiled.length),
    percent(open.filter(canBeSet).length, open.length),
    percent(joined.length, compiled.length),
  ];
}

/** Whether numbers for names of the source would make the grid of a launch known. */
function canBeSet({ grid }: Launch): boolean {
  return grid.every((extent) => extent.value !== null || settableOf(extent).length > 0);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function report(studies: readonly Study[]): string {
  const reference = table(
    [
      'corpus',
      'definitions',
      'on the line',
      'parameter count',
      'launches',
      'configuration',
      'arguments',
      'in macro bodies',
    ],
    studies.map(({ corpus, definitions: d, launches: l }) => [
      corpus.name,
      share(d.found),
      share(d.line),
      share(d.parameters),
      share(l.found),
      share(l.configuration),
      share(l.arguments),
      share(l.inMacros),
    ]),
  );
  const own = table(
    [
      'corpus',
      'kernels',
      'launches',
      'block resolved',
      'grid and block resolved',
      'open grids that numbers for names settle',
      'joined to a kernel',
      'diagnostics',
    ],
    studies.map((entry) => [
      entry.corpus.name,
      String(entry.index.kernels.length),
      String(entry.index.launches.length),
      ...resolvedShare(entry),
      String(entry.index.files.reduce((sum, file) => sum + file.diagnostics.length, 0)),
    ]),
  );
  const parsing = table(
    ['corpus', 'kernels without error node', 'functions', 'files', 'parse MB/s'],
    studies.map(({ corpus, bodies: b }) => [
      corpus.name,
      percent(b.cleanKernels, b.kernels),
      percent(b.cleanFunctions, b.functions),
      percent(b.cleanFiles, b.files),
      (b.bytes / 1e6 / b.seconds).toFixed(1),
    ]),
  );
  const cost = table(
    ['corpus', 'files', 'MB', 'MB with CUDA', 'seconds', 'MB/s', 'MB/s with CUDA'],
    studies.map(({ corpus, seconds, cudaBytes }) => [
      corpus.name,
      String(corpus.texts.length),
      (corpus.bytes / 1e6).toFixed(1),
      (cudaBytes / 1e6).toFixed(1),
      seconds.toFixed(2),
      (corpus.bytes / 1e6 / seconds).toFixed(1),
      (cudaBytes / 1e6 / seconds).toFixed(1),
    ]),
  );
  return [
    '### Against the reference tables',
    reference,
    '### What the front end found',
    own,
    '### Function bodies in tree-sitter, after preprocessing',
    parsing,
    '### Cost of the index: seconds of processor time, reading files excluded',
    cost,
    `Peak memory of the process: ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB.`,
  ].join('\n\n');
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { reference: { type: 'string' }, misses: { type: 'boolean' } },
});
if (positionals.length === 0) {
  console.error('usage: npm run study -- cuda-corpus [--reference FOLDER] [--misses] PATH…');
  process.exit(2);
}
const modules = path.resolve('node_modules');
const parser = await createCudaParser({
  core: fs.readFileSync(path.join(modules, 'web-tree-sitter/web-tree-sitter.wasm')),
  cuda: fs.readFileSync(path.join(modules, 'tree-sitter-cuda/tree-sitter-cuda.wasm')),
});
const folder = values.reference ?? '';
const kernels = readTable(path.join(folder, 'kernels.tsv'));
const launches = readTable(path.join(folder, 'launches.tsv'));
const studies = positionals.map((entry) => study(entry, kernels, launches, parser));
console.log(report(studies));
if (values.misses === true) {
  for (const { corpus, definitions, launches: found, bodies } of studies) {
    console.log(`\n### Differences in ${corpus.name}\n`);
    for (const miss of [...definitions.misses, ...found.misses, ...bodies.unclean]) console.log(`- ${miss}`);
  }
}
