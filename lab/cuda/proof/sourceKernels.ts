import { nameOfSymbol } from '../../../src/analysis/symbolNames';
import { countPtx } from '../../../src/cuda/ptx/count/counts';
import type { PtxKernel, PtxModule } from '../../../src/cuda/ptx/module';
import type { PtxArgument } from '../../../src/cuda/ptx/run/machine';
import type { CudaWorkspace, Lowering } from '../../../src/cuda/workspace';
import type { Kernel, Launch } from '../../../src/kernel/kernel';
import type { Words } from '../../../src/kernel/message';
import type { CompileTree } from '../compile/compileTree';
import { deviceSides } from '../compile/deviceSide';
import { asProgramClasses, loweredCounts, type CountPair } from '../lowering/classErrors';
import { writtenName } from '../lowering/compiled';
import { layoutText, passedMembersOf, structureArguments } from './passedStructures';

/** A kernel of real sources, lowered, with what the compiler makes of it, or why there is nothing to compare. */
export interface SourceKernel {
  readonly name: string;
  readonly assumptions: number;
  /** Whether an assumption names a line. */
  readonly isMarked: boolean;
  /** Processor time of lowering in ms. */
  readonly time: number;
  /** Registers of a thread, where ptxas made the kernel. */
  readonly registers: { readonly lowered: number; readonly compiled: number } | null;
  readonly compared:
    | { readonly kind: 'pair'; readonly pair: CountPair }
    | { readonly kind: 'left'; readonly reason: Words };
}

type Lowered = Extract<Lowering, { kind: 'lowered' }>;

/** Lowers a kernel for its first launch, and counts its PTX for the same launch and arguments. */
export function sourceKernel(workspace: CudaWorkspace, tree: CompileTree, kernel: Kernel): SourceKernel {
  const { launches } = workspace.index();
  const launch =
    launches.find(({ kernelIds, inactive }) => inactive === undefined && kernelIds.includes(kernel.id)) ??
    null;
  const start = process.cpuUsage();
  const lowering = workspace.lower(kernel.id, launch);
  const { user, system } = process.cpuUsage(start);
  const name = `${kernel.path} ${kernel.name}`;
  const time = (user + system) / 1000;
  if (lowering?.kind !== 'lowered')
    return {
      name,
      time,
      assumptions: 0,
      isMarked: false,
      registers: null,
      compared: { kind: 'left', reason: 'not lowered' },
    };
  const { assumptions } = lowering;
  const isMarked = assumptions.some(({ line }) => line !== null);
  const compiled = compiledKernel(workspace, tree, kernel, launch);
  const own = { name, time, assumptions: assumptions.length, isMarked };
  if ('reason' in compiled)
    return { ...own, registers: null, compared: { kind: 'left', reason: compiled.reason } };
  const { registersPerThread } = lowering.program;
  const registers = tree.registersOf(compiled.module, compiled.entry.entry);
  return {
    ...own,
    registers: registers === null ? null : { lowered: registersPerThread, compiled: registers },
    compared: compare(
      withLayout(workspace, tree, kernel, launch, lowering) ?? compiled,
      kernel,
      lowering,
      name,
    ),
  };
}

interface Compiled {
  readonly module: PtxModule;
  readonly entry: PtxKernel;
  /** Members of structures that the kernel takes by value, by the parameter. */
  readonly structures?: ReadonlyMap<number, PtxArgument>;
}

/** The kernel compiled again with a table of where the members of its arguments lie; null where it has none. */
function withLayout(
  workspace: CudaWorkspace,
  tree: CompileTree,
  kernel: Kernel,
  launch: Launch | null,
  { values }: Lowered,
): Compiled | null {
  const members = passedMembersOf(kernel, values);
  if (members.length === 0) return null;
  const source = sourceOf(workspace, kernel, launch);
  const table = layoutText(members);
  const whole = new Map([[source, `${workspace.text(source)!}${table}`]]);
  const module = tree.compile(source, whole, () => {
    const texts = new Map(deviceSides(workspace, source));
    return texts.set(source, `${texts.get(source)!}${table}`);
  });
  const entry = module === null ? null : entryOf(module, kernel, launch);
  return module === null || entry === null
    ? null
    : { module, entry, structures: structureArguments(module, members) };
}

/** The source that has the code of a kernel: that of its launch where this includes it. */
export function sourceOf(workspace: CudaWorkspace, kernel: Kernel, launch: Launch | null): string {
  const includesKernel = launch !== null && workspace.textsOf([launch.path]).has(kernel.path);
  return includesKernel ? launch.path : kernel.path;
}

/** What nvcc makes of a kernel, or why there is nothing. */
export function compiledKernel(
  workspace: CudaWorkspace,
  tree: CompileTree,
  kernel: Kernel,
  launch: Launch | null,
): Compiled | { readonly reason: string } {
  const source = sourceOf(workspace, kernel, launch);
  const module = tree.compile(source, new Map(), () => deviceSides(workspace, source));
  if (module === null) return { reason: 'does not compile here' };
  const entry = entryOf(module, kernel, launch);
  return entry === null ? { reason: 'no instance, or several, of the template' } : { module, entry };
}

function compare(
  { module, entry, structures }: Compiled,
  kernel: Kernel,
  lowered: Lowered,
  name: string,
): SourceKernel['compared'] {
  if (entry.parameters.length !== kernel.parameters.length)
    return { kind: 'left', reason: 'other parameters than in the source' };
  const given = kernel.parameters.map(
    ({ name: parameter }, place) => structures?.get(place) ?? lowered.values[parameter] ?? null,
  );
  const counted = countPtx(module, entry, { ...lowered.launch, arguments: given });
  if (counted.kind === 'left') return { kind: 'left', reason: counted.reason };
  const pair = { name, lowered: loweredCounts(lowered), compiled: asProgramClasses(counted.counts) };
  return { kind: 'pair', pair };
}

/** The entry of a kernel: the instance that its launch names, or the only one. */
function entryOf({ kernels }: PtxModule, { name }: Kernel, launch: Launch | null): PtxKernel | null {
  const own = kernels.filter(({ entry }) => (nameOfSymbol(entry) ?? entry).split('::').at(-1) === name);
  const written = launch?.callee.replace(/\s|.*::/g, '');
  const named = own.filter(({ entry }) => writtenName(entry) === written);
  const [only, ...others] = named.length === 1 ? named : own;
  return only !== undefined && others.length === 0 ? only : null;
}
