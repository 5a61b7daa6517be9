import { nameOfSymbol } from '../../../src/analysis/symbolNames';
import { editBlockSize } from '../../../src/cuda/edits/block/blockSize';
import { trialLaunch, type TrialLaunch } from '../../../src/cuda/edits/block/trialLaunch';
import { withEdits } from '../../../src/cuda/edits/tryOut';
import type { PtxModule } from '../../../src/cuda/ptx/module';
import type { CudaWorkspace } from '../../../src/cuda/workspace';
import type { Kernel, Launch } from '../../../src/kernel/kernel';
import { resolveDim3, type Dim3 } from '../../../src/kernel/symbolic';
import type { CompileTree } from '../compile/compileTree';
import type { OfferedEdit } from './offeredEdits';
import { deviceSides } from '../compile/deviceSide';
import { differenceOf, runOnData } from './runs';
import { SIZES, sizeConstants, withSizes, type SizeConstant } from './sizes';

/** What came of running a launch as it is and as edited, on the same data. */
export type EditComparison =
  | { readonly kind: 'same'; readonly runs: number }
  | { readonly kind: 'differs'; readonly what: string }
  | { readonly kind: 'left'; readonly reason: string };

/** Sizes with which an edit is run, where it can be. */
const WANTED_RUNS = 2;
const SEED = 7;

/** A workspace beside its sources as files. */
export interface Sources {
  readonly workspace: CudaWorkspace;
  readonly tree: CompileTree;
}

/** Runs every kernel that an edited launch may start, before and after, on sizes that no block divides. */
export function compareEdit(sources: Sources, offered: OfferedEdit): EditComparison {
  const { workspace } = sources;
  const kernels = offered.launch.kernelIds.flatMap((id) => workspace.kernel(id) ?? []);
  if (kernels.length === 0) return { kind: 'left', reason: 'the kernel is not at hand' };
  const constants = sizeConstants(workspace, offered.launch);
  let [runs, reason] = [0, 'the grid is not known'];
  for (const sizes of SIZES) {
    for (const kernel of kernels) {
      const made = compareAt(sources, offered, kernel, constants, sizes);
      if (made.kind === 'differs') return made;
      if (made.kind === 'left') reason = made.reason;
      else runs += made.runs;
    }
    if (runs >= WANTED_RUNS) break;
  }
  return runs > 0 ? { kind: 'same', runs } : { kind: 'left', reason };
}

/** A launch with one set of sizes, and its code. */
interface Side {
  readonly module: PtxModule;
  readonly trial: TrialLaunch;
  readonly block: Dim3;
}

function compareAt(
  sources: Sources,
  offered: OfferedEdit,
  kernel: Kernel,
  constants: readonly SizeConstant[],
  sizes: readonly number[],
): EditComparison {
  if (constants.length > 0 && !isOfferedAt(sources.workspace, offered, constants, sizes))
    return { kind: 'left', reason: 'safe for the sizes in the source alone' };
  const before = sideOf(sources, offered.launch, kernel, constants, sizes);
  if (typeof before === 'string') return { kind: 'left', reason: before };
  const after = withEdits(sources.workspace, offered.edits, () =>
    sideOf(sources, offered.launch, kernel, constants, sizes, offered.edits),
  );
  if (typeof after === 'string') return { kind: 'differs', what: `edited: ${after}` };
  const entries = [...before.module.functions.values()].filter(
    ({ entry, isKernel }) => isKernel && (nameOfSymbol(entry) ?? entry).split('::').at(-1) === kernel.name,
  );
  if (entries.length === 0) return { kind: 'left', reason: 'no instance of the template is compiled' };
  const results = entries.map(({ entry }) => compareRuns(before, after, entry, kernel));
  return (
    results.find(({ kind }) => kind === 'differs') ??
    results.find(({ kind }) => kind === 'same') ??
    results[0]!
  );
}

/** Whether the edit would be offered if the constants had these sizes. */
function isOfferedAt(
  workspace: CudaWorkspace,
  { launch, threads }: OfferedEdit,
  constants: readonly SizeConstant[],
  sizes: readonly number[],
): boolean {
  const names = constants.map(({ name }) => name);
  const files = [...new Set(constants.map(({ path }) => path))];
  const texts = files.map((file) => [file, withSizes(workspace.text(file)!, names, sizes)] as const);
  return workspace.during(new Map(texts), () => {
    const now = workspace.file(launch.path)?.launches.find(isLaunch(launch));
    return now !== undefined && editBlockSize(workspace, now, threads).kind === 'edit';
  });
}

/** Tells a launch in a text whose lines stay. */
function isLaunch({ line, callee }: Launch): (one: Launch) => boolean {
  return (one) => one.line === line && one.callee === callee;
}

function compareRuns(before: Side, after: Side, entry: string, kernel: Kernel): EditComparison {
  const run = ({ module, trial, block }: Side) =>
    runOnData(
      {
        module,
        entry,
        grid: trial.grid,
        block,
        parameters: kernel.parameters,
        values: before.trial.arguments,
      },
      SEED,
    );
  const original = run(before);
  if (original.kind === 'failed') return { kind: 'left', reason: original.reason };
  const edited = run(after);
  if (edited.kind === 'failed')
    return edited.isLong
      ? { kind: 'left', reason: edited.reason }
      : { kind: 'differs', what: `edited: ${edited.reason}` };
  const what = differenceOf(original.contents, edited.contents);
  return what === null ? { kind: 'same', runs: 1 } : { kind: 'differs', what };
}

/** The launch as the workspace has it now, with other sizes; or why it cannot be run. */
function sideOf(
  { workspace, tree }: Sources,
  launch: Launch,
  kernel: Kernel,
  constants: readonly SizeConstant[],
  sizes: readonly number[],
  edits: OfferedEdit['edits'] = [],
): Side | string {
  const edited = new Map(edits.map(({ path }) => [path, workspace.text(path)!]));
  const files = new Set([...constants.map(({ path }) => path), ...edited.keys()]);
  const names = constants.map(({ name }) => name);
  const texts = new Map([...files].map((file) => [file, withSizes(workspace.text(file)!, names, sizes)]));
  const source = compiledSource(workspace, launch, kernel);
  return workspace.during(texts, () => {
    const now = workspace.unjoinedLaunches(launch.path).find(isLaunch(launch));
    const block = now && resolveDim3(now.block);
    const trial = now && trialLaunch(workspace, now, sizes);
    if (!block || !trial) return 'the grid is not known';
    const module = tree.compile(source, texts, () => deviceSides(workspace, source));
    return module === null ? 'does not compile here' : { module, trial, block };
  });
}

/** The file whose compilation has the kernel: that of the launch, where it includes the kernel's. */
function compiledSource(workspace: CudaWorkspace, launch: Launch, kernel: Kernel): string {
  return workspace.textsOf([launch.path]).has(kernel.path) ? launch.path : kernel.path;
}
