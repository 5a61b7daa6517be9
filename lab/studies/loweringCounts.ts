/**
 * Compares the instructions of a thread by class with what nvcc makes of the same kernels: its PTX, after the foldings
 * that ptxas always makes, run thread by thread as far as control flow needs.
 *
 *   npm run study -- lowering-counts [--set study|even|odd|all] [--kernels] [--record]
 *
 * `study` checks the counting itself: the kernels of the mix study against their machine code, whose counts are
 * recorded. `even` and `odd` are the workloads of the suite by their place; rules are found with `even`. `--kernels`
 * lists each kernel, `--record` keeps the counts of all workloads for the unit test. Skipped where nvcc is missing.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { emptyCounts, INSTRUCTION_CLASSES } from '../../src/kernel/instructionClasses';
import { studyParser } from '../cuda/instructionMix/compare';
import { STUDY_KERNELS } from '../cuda/instructionMix/kernels';
import { compilerVersion } from '../cuda/instructionMix/toolchain';
import { VALIDATION_KERNELS } from '../cuda/instructionMix/validationKernels';
import {
  ALL,
  asProgramClasses,
  classErrors,
  farClasses,
  FIRM,
  loweredCounts,
  type CountPair,
  type Counts,
} from '../cuda/lowering/classErrors';
import {
  ARCHITECTURE,
  compilePtx,
  missingCompiler,
  withSource,
  writtenName,
} from '../cuda/lowering/compiled';
import {
  openSuite,
  suiteKernels,
  workloadsRoot,
  type SuiteHalf,
  type SuiteKernel,
} from '../cuda/lowering/suiteKernels';
import { countPtx } from '../../src/cuda/ptx/count/counts';
import type { PtxKernel, PtxModule } from '../../src/cuda/ptx/module';
import { parsePtx } from '../../src/cuda/ptx/parsePtx';
import type { Words } from '../../src/kernel/message';
import { worded, words } from '../../src/words';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const SASS_RECORD = path.join(ROOT, 'lab/cuda/instructionMix/sass-counts.json');
const PTX_RECORD = path.join(ROOT, 'lab/cuda/lowering/ptx-counts.json');

interface Compared {
  readonly pairs: readonly CountPair[];
  /** Kernels that are left out, with the reason. */
  readonly left: ReadonlyMap<string, Words>;
}

const { values } = parseArgs({
  options: {
    set: { type: 'string', default: 'even' },
    kernels: { type: 'boolean' },
    record: { type: 'boolean' },
  },
});
const missing = missingCompiler();
if (missing === null) await main();
else console.log(`skipped: ${missing}`);

async function main(): Promise<void> {
  const half = values.record ? 'all' : (values.set as SuiteHalf | 'study');
  const compared = half === 'study' ? compareStudy() : await compareSuite(half);
  report(compared);
  if (values.record) record(compared);
}

/** The counting of PTX against the machine code of the same kernels. */
function compareStudy(): Compared {
  const { counts } = JSON.parse(fs.readFileSync(SASS_RECORD, 'utf8')) as { counts: Record<string, Counts> };
  const pairs: CountPair[] = [];
  const left = new Map<string, Words>();
  for (const { name, source, grid, block, integers } of [...STUDY_KERNELS, ...VALIDATION_KERNELS]) {
    const module = parsePtx(withSource(source, compilePtx));
    const kernel = module.kernels.find(({ entry }) => entry === name)!;
    const list = new RegExp(`${name}\\(([^)]*)\\) \\{`).exec(source)?.[1]?.split(',') ?? [];
    const given = list.map((parameter) => integers[/(\w+)\s*$/.exec(parameter)?.[1] ?? ''] ?? null);
    const counted = countPtx(module, kernel, { grid, block, sharedBytes: 0, arguments: given });
    const machine = { ...emptyCounts(), ...counts[name] };
    if (counted.kind === 'left') left.set(name, counted.reason);
    else pairs.push({ name, lowered: asProgramClasses(counted.counts), compiled: asProgramClasses(machine) });
  }
  return { pairs, left };
}

async function compareSuite(half: SuiteHalf): Promise<Compared> {
  const files = new Map<string, PtxModule>();
  const pairs: CountPair[] = [];
  const left = new Map<string, Words>();
  for (const one of suiteKernels(await openSuite(await studyParser(ROOT)), half)) {
    const { name, file, lowered, values: given } = one;
    if (!files.has(file)) files.set(file, parsePtx(compilePtx(path.join(workloadsRoot(), file))));
    const module = files.get(file)!;
    const kernel = entryOf(one, module.kernels);
    const counted =
      kernel === null
        ? { kind: 'left' as const, reason: 'not found in the PTX' }
        : countPtx(module, kernel, { ...lowered.launch, arguments: given });
    if (counted.kind === 'left') left.set(name, counted.reason);
    else pairs.push({ name, lowered: loweredCounts(lowered), compiled: asProgramClasses(counted.counts) });
  }
  return { pairs, left };
}

/** The entry of a kernel: by its whole name, or the only one of its name. */
function entryOf({ kernel, lowered }: SuiteKernel, kernels: readonly PtxKernel[]): PtxKernel | null {
  const exact = kernels.find(({ entry }) => writtenName(entry) === kernel);
  if (exact !== undefined) return exact;
  const { name } = lowered.program;
  const others = kernels.filter(({ entry }) => entry.startsWith(`_Z${name.length}${name}`));
  return others.length === 1 ? others[0]! : null;
}

function report({ pairs, left }: Compared): void {
  if (values.kernels) for (const pair of pairs) console.log(row(pair));
  console.log(`nvcc ${compilerVersion()}, ${ARCHITECTURE}: ${pairs.length} kernels, ${left.size} left out\n`);
  console.log('| class | kernels | median error | within 15 % |\n| --- | --- | --- | --- |');
  const errors = classErrors(pairs);
  const order: readonly string[] = [...INSTRUCTION_CLASSES, FIRM, ALL];
  for (const [name, { kernels, median, close }] of [...errors].sort(
    ([a], [b]) => order.indexOf(a) - order.indexOf(b),
  ))
    console.log(`| ${name} | ${kernels} | ${percent(median)} | ${percent(close)} |`);
  console.log('\nFar in a class other than integer and control:\n');
  for (const pair of pairs) if (farClasses(pair).length > 0) console.log(`- ${row(pair, farClasses(pair))}`);
  console.log('\nLeft out:\n');
  for (const [name, reason] of left) console.log(`- ${name}: ${words(reason)}`);
}

function row({ name, lowered, compiled }: CountPair, chosen?: readonly string[]): string {
  const classes =
    chosen ?? INSTRUCTION_CLASSES.filter((one) => (lowered[one] ?? 0) + (compiled[one] ?? 0) > 0);
  const cells = classes.map((one) => `${one} ${shown(lowered[one])}/${shown(compiled[one])}`);
  return `${name}: ${cells.join(', ')}`;
}

function shown(count = 0): string {
  return String(Number(count.toPrecision(4)));
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** Keeps what the compiler makes, so that programs are checked where there is none. */
function record({ pairs, left }: Compared): void {
  const counts = Object.fromEntries(
    pairs.map(({ name, compiled }) => {
      const entries = Object.entries(compiled).filter(([, count]) => count > 0);
      return [name, Object.fromEntries(entries.map(([one, count]) => [one, Number(count.toPrecision(6))]))];
    }),
  );
  const source = `PTX of nvcc ${compilerVersion()}, ${ARCHITECTURE}: npm run study -- lowering-counts --record`;
  fs.writeFileSync(
    PTX_RECORD,
    `${JSON.stringify({ source, counts, left: worded(Object.fromEntries(left)) }, null, 2)}\n`,
  );
}
