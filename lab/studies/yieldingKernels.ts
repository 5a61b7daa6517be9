/**
 * Transforms every kernel of real sources into one that yields, and compares what memory holds.
 *
 *   npm run study -- yielding-kernels [--write] [--only TEXT | --new | --host] [FOLDER…]
 *
 * Folders are `workloads` unless others are named. Where the transformation is offered, the source is compiled as it is
 * and with the yielding kernel beside it, in both variants, and the PTX of both runs in our interpreter on seeded data:
 * the yielding kernel on three blocks that are asked to leave after two tasks and launched anew. A difference is a fault
 * of the transformation. `--only` looks at kernels with TEXT in their id, `--new` at those of which nothing is known; with
 * `--write` the others keep what is known of them. `--write` puts the table into docs/yielding-kernels.md and, for workloads, each kernel's outcome
 * into lab/cuda/yielding/results.json, and hashes of what the host runs, which is the same for all and is compiled whole in
 * one program (alone with `--host`), into hostSide.json; tests compare where there is no nvcc. Skipped without nvcc.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CudaWorkspace } from '../../src/cuda/workspace';
import { markdownTable } from '../../src/kernel/markdownTable';
import { readSuiteTexts } from '../suite/suiteFiles';
import { CompileTree } from '../cuda/compile/compileTree';
import { missingCompiler } from '../cuda/lowering/compiled';
import { YieldingComparison, type YieldingResult } from '../cuda/yielding/compareYielding';
import { hostFaults, hostHashes } from '../cuda/yielding/hostSide';
import { KnownLaunches } from '../cuda/yielding/launches';
import { yieldingTable } from '../cuda/yielding/table';
import { writeBlock } from '../reportBlocks';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const RESULTS = path.join(ROOT, 'lab/cuda/yielding/results.json');
/** nvcc may fuse other products and sums in a loop over tasks than in the kernel itself, which changes last bits. */
const UNFUSED = ['--fmad=false'];
const HOST_SIDE = path.join(ROOT, 'lab/cuda/yielding/hostSide.json');
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean' },
    only: { type: 'string', default: '' },
    new: { type: 'boolean', default: false },
    host: { type: 'boolean', default: false },
  },
});
/** Ids of the kernels that were found, in order. */
const places: string[] = [];
const missing = missingCompiler();
if (missing === null) await main();
else console.log(`skipped: ${missing}`);

async function main(): Promise<void> {
  const faults = hostFaults();
  console.log(faults === '' ? 'what the host runs compiles' : faults);
  if (values.write && faults === '')
    fs.writeFileSync(HOST_SIDE, `${JSON.stringify(hostHashes(), null, 2)}\n`);
  if (!values.host) await kernels();
}

async function kernels(): Promise<void> {
  const folders = positionals.length > 0 ? positionals : [path.join(ROOT, 'workloads')];
  const rows: [string, readonly YieldingResult[]][] = [];
  for (const folder of folders) rows.push([path.basename(folder), await resultsOf(folder)]);
  console.log(`\n${markdownTable(...yieldingTable(rows))}`);
  if (!values.write) return;
  const own = withKnown(rows.find(([name]) => name === 'workloads')?.[1] ?? []);
  fs.writeFileSync(RESULTS, `${JSON.stringify(own, null, 2)}\n`);
  const all: typeof rows = [['workloads', own], ...rows.filter(([name]) => name !== 'workloads')];
  await writeBlock(
    path.join(ROOT, 'docs/yielding-kernels.md'),
    'yielding',
    markdownTable(...yieldingTable(all)),
  );
}

/** Outcomes of an earlier run. */
function knownResults(): YieldingResult[] {
  return JSON.parse(fs.readFileSync(RESULTS, 'utf8')) as YieldingResult[];
}

/** Results with those that are known of the kernels that were left out. */
function withKnown(results: readonly YieldingResult[]): readonly YieldingResult[] {
  if (values.only === '' && !values.new && results.length > 0) return results;
  const fresh = new Map([...knownResults(), ...results].map((one) => [one.kernel, one]));
  return places.flatMap((id) => fresh.get(id) ?? []);
}

async function resultsOf(folder: string): Promise<readonly YieldingResult[]> {
  const texts = await readSuiteTexts(folder, () => undefined);
  const workspace = new CudaWorkspace();
  for (const [file, text] of texts) if (!file.endsWith('.json')) workspace.setFile(file, text);
  const launches = new KnownLaunches(workspace, texts);
  const all = workspace.index().kernels.filter(({ inactive }) => inactive === undefined);
  places.push(...all.map(({ id }) => id));
  const known = new Set(values.new ? knownResults().map(({ kernel }) => kernel) : []);
  const kernels = all.filter(({ id }) => id.includes(values.only) && !known.has(id));
  const tree = new CompileTree(folder, UNFUSED);
  try {
    const comparison = new YieldingComparison(workspace, tree, launches);
    return kernels.map((kernel) => {
      const result = comparison.compare(kernel);
      if (result.outcome !== 'same') console.log(`${result.kernel}: ${result.outcome}`);
      return result;
    });
  } finally {
    tree.close();
  }
}
