/**
 * Compares generated kernels, lowered, with what nvcc makes of them: instructions by class and accesses by array.
 *
 *   npm run study -- lowering-proof [--kernels 240] [--seed 1] [--all] [--record] [--write]
 *
 * Kernels are made of statement patterns: loops of every form, switches, early returns, vectors, structs, register
 * tiles, branches with stores, casts, shared tiles, atomics, shuffles, and what data decides. Their PTX runs on seeded
 * data in our interpreter, every thread of the launch. `--all` lists every kernel that differs, `--record` keeps the
 * compiler's counts for the unit test, `--write` puts the table into docs/cuda-lowering.md. Skipped without nvcc.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { parsePtx } from '../../src/cuda/ptx/parsePtx';
import { words } from '../../src/words';
import { saidOf } from '../../src/kernel/result';
import { studyParser } from '../cuda/instructionMix/compare';
import { compilerVersion } from '../cuda/instructionMix/toolchain';
import { ARCHITECTURE, compilePtx, missingCompiler, withSource } from '../cuda/lowering/compiled';
import { compiledCounts, type KernelCounts } from '../cuda/proof/compiledCounts';
import { generateKernels } from '../cuda/proof/generate';
import { lowerGenerated } from '../cuda/proof/loweredCounts';
import { proofTable, type ProofRow } from '../cuda/proof/table';
import { verdictOf } from '../cuda/proof/verdict';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const RECORD = path.join(ROOT, 'lab/cuda/proof/compiled-counts.json');
const PAGE = path.join(ROOT, 'docs/cuda-lowering.md');
const MARK = 'lowering-proof';

const { values } = parseArgs({
  options: {
    kernels: { type: 'string', default: '240' },
    seed: { type: 'string', default: '1' },
    all: { type: 'boolean' },
    record: { type: 'boolean' },
    write: { type: 'boolean' },
  },
});
const missing = missingCompiler();
if (missing === null) await main();
else console.log(`skipped: ${missing}`);

async function main(): Promise<void> {
  const [count, seed] = [Number(values.kernels), Number(values.seed)];
  const kernels = generateKernels(count, seed);
  const module = parsePtx(
    withSource(kernels.map(({ text }) => text).join('\n'), compilePtx),
    'generated.ptx',
  );
  const lowered = lowerGenerated(kernels, await studyParser(ROOT));
  const rows: ProofRow[] = [];
  const counts: Record<string, KernelCounts> = {};
  for (const kernel of kernels) {
    try {
      const compiled = compiledCounts(module, kernel, seed);
      counts[kernel.name] = compiled;
      rows.push({ kernel, verdict: verdictOf(lowered.get(kernel.name)!, compiled) });
    } catch (error) {
      console.log(`${kernel.name} ${kernel.patterns.join(' ')}: ${words(saidOf(error))}`);
    }
  }
  for (const { kernel, verdict } of rows) {
    const { kind, differences } = verdict;
    if (kind === 'holds' || (kind !== 'silent' && values.all !== true)) continue;
    const firm = differences.filter(({ isSoft }) => !isSoft);
    const list = firm.map(({ what, lowered: ours, compiled }) => `${what} ${short(ours)}/${short(compiled)}`);
    console.log(`${kind} ${kernel.name} ${kernel.patterns.join(' ')}: ${list.join(', ')}`);
  }
  const table = proofTable(rows);
  console.log(`\n${table}`);
  const source = `nvcc ${compilerVersion()}, ${ARCHITECTURE}, ${count} kernels, seed ${seed}`;
  if (values.record) record(source, seed, counts);
  if (values.write) write(`${source}:\n\n${table}`);
}

/** Keeps what the compiler makes, a kernel a line. */
function record(source: string, seed: number, counts: Readonly<Record<string, KernelCounts>>): void {
  const lines = Object.entries(counts).map(
    ([name, one]) => `  ${JSON.stringify(name)}: ${JSON.stringify(one)}`,
  );
  const head = `  "source": ${JSON.stringify(source)},\n  "seed": ${seed},\n`;
  fs.writeFileSync(RECORD, `{\n${head}  "counts": {\n${lines.join(',\n')}\n  }\n}\n`);
}

function short(count: number): string {
  return String(Number(count.toPrecision(3)));
}

function write(text: string): void {
  const page = fs.readFileSync(PAGE, 'utf8');
  const between = new RegExp(`(<!-- ${MARK} -->)[\\s\\S]*(<!-- /${MARK} -->)`);
  if (!between.test(page)) throw new Error(`docs/cuda-lowering.md has no place for the table of ${MARK}`);
  fs.writeFileSync(PAGE, page.replace(between, `$1\n${text}\n$2`));
}
