/**
 * Compares the registers that lowering estimates for kernels of real sources with those that ptxas gives them.
 *
 *   npm run study -- lowering-registers [--sources N] [--list] PATH…
 *
 * Each folder's kernels are lowered for their first launch, and for an assumed one where there is none. Sources compile as
 * in `lowering-sources`; of a folder with more than N an even sample does. Sources at even places of a folder and those at
 * odd ones are told apart: causes are looked for in the even ones. `--list` names the kernels that are farther off than 8.
 * Skipped without nvcc.
 */
import { parseArgs } from 'node:util';
import { CudaWorkspace } from '../../src/cuda/workspace';
import type { Kernel, Launch } from '../../src/kernel/kernel';
import { CompileTree } from '../cuda/compile/compileTree';
import { readCorpus } from '../cuda/corpus/corpus';
import { studyParser } from '../cuda/instructionMix/compare';
import { missingCompiler } from '../cuda/lowering/compiled';
import { isClose, REGISTERS_HEAD, registersRow, type RegisterPair } from '../cuda/lowering/registerErrors';
import { compiledKernel, sourceOf } from '../cuda/proof/sourceKernels';

interface Row extends RegisterPair {
  readonly name: string;
  readonly half: 'even' | 'odd';
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { sources: { type: 'string', default: '50' }, list: { type: 'boolean' } },
});
const missing = missingCompiler();
if (missing === null) await main();
else console.log(`skipped: ${missing}`);

async function main(): Promise<void> {
  const parser = await studyParser(process.env['CORUN_ROOT'] ?? process.cwd());
  const all: Row[] = [];
  console.log(REGISTERS_HEAD);
  for (const folder of positionals) {
    const corpus = readCorpus(folder);
    const workspace = new CudaWorkspace({ parser });
    for (const { path, text } of corpus.texts) workspace.setFile(path, text);
    const rows = registersOf(workspace, folder);
    console.log(registersRow(corpus.name, rows));
    all.push(...rows);
  }
  for (const half of ['even', 'odd'] as const)
    console.log(
      registersRow(
        `${half} places`,
        all.filter((row) => row.half === half),
      ),
    );
  if (values.list !== true) return;
  for (const row of all.filter((one) => !isClose(one)))
    console.log(`${row.estimated} for ${row.compiled}: ${row.name} (${row.half})`);
}

function registersOf(workspace: CudaWorkspace, folder: string): Row[] {
  const bySource = new Map<string, { kernel: Kernel; launch: Launch | null }[]>();
  const { kernels, launches } = workspace.index();
  for (const kernel of kernels.filter(({ inactive }) => inactive === undefined)) {
    const launch =
      launches.find(({ kernelIds, inactive }) => inactive === undefined && kernelIds.includes(kernel.id)) ??
      null;
    const source = sourceOf(workspace, kernel, launch);
    bySource.set(source, [...(bySource.get(source) ?? []), { kernel, launch }]);
  }
  const tree = new CompileTree(folder);
  try {
    return sample([...bySource.keys()].sort()).flatMap((source, place) =>
      bySource.get(source)!.flatMap(({ kernel, launch }) => {
        const pair = registerPair(workspace, tree, kernel, launch);
        const half = place % 2 === 0 ? ('even' as const) : ('odd' as const);
        return pair === null ? [] : [{ ...pair, name: `${kernel.path} ${kernel.name}`, half }];
      }),
    );
  } finally {
    tree.close();
  }
}

function registerPair(
  workspace: CudaWorkspace,
  tree: CompileTree,
  kernel: Kernel,
  launch: Launch | null,
): RegisterPair | null {
  const lowering = workspace.lower(kernel.id, launch);
  if (lowering?.kind !== 'lowered') return null;
  const made = compiledKernel(workspace, tree, kernel, launch);
  if ('reason' in made) return null;
  const compiled = tree.registersOf(made.module, made.entry.entry);
  return compiled === null ? null : { estimated: lowering.program.registersPerThread, compiled };
}

/** As many of a list as are to be compiled, evenly. */
function sample<T>(list: readonly T[]): T[] {
  const most = Number(values.sources);
  if (list.length <= most) return [...list];
  return Array.from({ length: most }, (_, place) => list[Math.floor((place * list.length) / most)]!);
}
