/**
 * Compares lowered kernels of real sources with what nvcc makes of them: instructions of a thread by class.
 *
 *   npm run study -- lowering-sources [--limit SECONDS] [--all] [--write] PATH…
 *
 * Each folder's kernels are lowered for their first launch, and for an assumed one where there is none; sources that
 * compile here, without host functions and missing headers if need be, are counted in PTX for the same launch and
 * arguments. Kernels in which data decides are left out. `--all` lists every kernel that differs, `--write` puts the
 * tables into docs/cuda-lowering.md. A folder is given up after SECONDS (default 120); the kernels until then are an
 * even sample. Skipped without nvcc.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CudaWorkspace } from '../../src/cuda/workspace';
import { CompileTree } from '../cuda/compile/compileTree';
import { readCorpus } from '../cuda/corpus/corpus';
import { generalReason } from '../cuda/edits/reasons';
import { studyParser } from '../cuda/instructionMix/compare';
import { missingCompiler } from '../cuda/lowering/compiled';
import { sourceKernel, type SourceKernel } from '../cuda/proof/sourceKernels';
import { classTable, corpusRow, CORPUS_HEAD, farOf, type CorpusResult } from '../cuda/proof/sourceTables';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const PAGE = path.join(ROOT, 'docs/cuda-lowering.md');
const MARK = 'lowering-sources';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    limit: { type: 'string', default: '120' },
    all: { type: 'boolean' },
    write: { type: 'boolean' },
  },
});
const missing = missingCompiler();
if (missing === null) await main();
else console.log(`skipped: ${missing}`);

async function main(): Promise<void> {
  const parser = await studyParser(ROOT);
  const results: CorpusResult[] = [];
  for (const folder of positionals) {
    const corpus = readCorpus(folder);
    const workspace = new CudaWorkspace({ parser });
    for (const { path: file, text } of corpus.texts) workspace.setFile(file, text);
    results.push({ name: corpus.name, ...compareCorpus(workspace, folder) });
  }
  const text = [CORPUS_HEAD, ...results.map(corpusRow)].join('\n');
  const all = results.flatMap(({ kernels }) => kernels);
  const page = `${text}\n\n${classTable(all)}\n\n${reasons(all)}`;
  console.log(page);
  if (values.write) write(page);
}

function compareCorpus(workspace: CudaWorkspace, folder: string): Omit<CorpusResult, 'name'> {
  const found = workspace.index().kernels.filter(({ inactive }) => inactive === undefined);
  // Every seventh, then the others: a run that is cut short is still spread over the corpus.
  const order = [0, 1, 2, 3, 4, 5, 6].flatMap((start) => found.filter((_, place) => place % 7 === start));
  const tree = new CompileTree(folder);
  const kernels: SourceKernel[] = [];
  const end = performance.now() + 1000 * Number(values.limit);
  try {
    for (const kernel of order) {
      if (performance.now() > end) break;
      const made = sourceKernel(workspace, tree, kernel);
      kernels.push(made);
      const far = farOf(made);
      if (values.all === true && far.length > 0)
        console.log(`${made.isMarked ? 'marked' : 'silent'} ${made.name}: ${far.join(', ')}`);
    }
  } finally {
    tree.close();
  }
  return { found: found.length, kernels };
}

function reasons(kernels: readonly SourceKernel[]): string {
  const counts = new Map<string, number>();
  for (const { compared } of kernels) {
    if (compared.kind !== 'left') continue;
    const said = generalReason(compared.reason);
    const reason = / of data$|branch on data/.test(said) ? 'data decides' : said;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const list = [...counts].sort((a, b) => b[1] - a[1]).map(([reason, count]) => `${reason} (${count})`);
  return `Not compared: ${list.join(', ')}.`;
}

function write(text: string): void {
  const page = fs.readFileSync(PAGE, 'utf8');
  const between = new RegExp(`(<!-- ${MARK} -->)[\\s\\S]*(<!-- /${MARK} -->)`);
  if (!between.test(page)) throw new Error(`docs/cuda-lowering.md has no place for the tables of ${MARK}`);
  fs.writeFileSync(PAGE, page.replace(between, `$1\n\n${text}\n\n$2`));
}
