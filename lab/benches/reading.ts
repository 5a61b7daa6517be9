// What reading CUDA costs: finding kernels and launches, making programs, and an edit in files of growing length.
//   npm run bench -- reading [--long] [PATH…]
// With --long also an edit in a file of 10,000 lines, which takes minutes.
// Processor time with garbage collection of one pass in a process that has read nothing before.
import path from 'node:path';
import { collectFiles } from '../../src/analysis/collectFiles';
import { readParserFiles } from '../../src/analysis/nodeFiles';
import { createCudaParser } from '../../src/cuda/syntax/parser';
import { CudaWorkspace } from '../../src/cuda/workspace';
import { bestLaunch } from '../../src/kernel/bestLaunch';
import { markdownTable } from '../../src/kernel/markdownTable';
import { sessionLatency } from '../editor/latency';

const dist = path.resolve('dist');
const given = process.argv.slice(2).filter((argument) => argument !== '--long');
const long = given.length < process.argv.length - 2;
const paths = given.length > 0 ? given : ['workloads/samples'];
/** Lines of the files that are edited. */
const EDITED = [500, 2000];
const LONG = 10_000;

function processorSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

async function corpusRow(folder: string): Promise<string[]> {
  const { sources } = await collectFiles([folder]);
  const parser = await createCudaParser(await readParserFiles(dist));
  const [plain, whole] = [new CudaWorkspace(), new CudaWorkspace({ parser })];
  for (const [file, content] of sources) [plain, whole].forEach((one) => one.setFile(file, content));
  const bytes = [...sources.values()].reduce((sum, content) => sum + Buffer.byteLength(content), 0);
  const index = processorSeconds(() => void plain.index());
  const { kernels } = whole.index();
  const programs = processorSeconds(() => {
    for (const { id } of kernels) whole.lower(id, bestLaunch(whole.launchesOf(id)));
  });
  return [
    path.basename(path.resolve(folder)),
    String(sources.size),
    String(kernels.length),
    `${(bytes / 1e6).toFixed(1)} MB`,
    `${index.toFixed(1)} s`,
    `${(bytes / 1e6 / index).toFixed(1)} MB/s`,
    `${programs.toFixed(1)} s`,
    `${((1000 * programs) / Math.max(1, kernels.length)).toFixed(0)} ms`,
  ];
}

async function editRow(lines: number): Promise<string[]> {
  const { kernels, warmCpuMs, ...measured } = await sessionLatency(dist, lines);
  return [String(measured.lines), String(kernels), `${warmCpuMs.toFixed(0)} ms`];
}

const corpora: string[][] = [];
for (const folder of paths) corpora.push(await corpusRow(folder));
const head = ['corpus', 'files', 'kernels', 'text', 'index', 'index', 'programs and mixes', 'a kernel'];
console.log(markdownTable(head, corpora));
const edits: string[][] = [];
for (const lines of long ? [...EDITED, LONG] : EDITED) edits.push(await editRow(lines));
console.log(`\n${markdownTable(['lines', 'kernels', 'an edit of one line, whole session'], edits)}`);
