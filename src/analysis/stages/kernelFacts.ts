import { findGpu } from '../../gpu/findGpu';
import { firstTimeNote } from '../../cuda/constants/firstTime';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { bestLaunch, compiledFirst } from '../../kernel/bestLaunch';
import type { InstructionMix, Kernel, Launch, SharedDeclaration } from '../../kernel/kernel';
import type { Assumption, Origin, Sourced } from '../../kernel/origin';
import type { CompiledKernel, KernelProfile, ProfileFile } from '../../kernel/profile';
import { profileGpu, transferable } from '../../profiles/transfer';
import { isByteCount, isLaunchable, launchable, volume, type Dim3 } from '../../kernel/symbolic';
import { Assumer } from './assumer';
import { compiledFor, placeOf } from './compiledFor';
import type { ProfileRow } from './joinProfiles';
import { mostRegisters, registerCount, type EstimatedShape } from './registerCount';
import type { RegisterRange } from '../results/kernelResult';
import type { RowOrigin } from './rowOrigin';
import { orDefault, type AnalysisSettings } from '../workspaceState';
import { message, type Words } from '../../kernel/message';
import { once } from '../../kernel/once';
import type { KernelProgram } from '../../kernel/program';

/** What is known of one kernel before any model runs, each value with its origin. */
export interface KernelFacts {
  readonly kernel: Kernel;
  readonly launches: readonly Launch[];
  /** Profile rows that were joined to this kernel without ambiguity, as they are in the file. */
  readonly measured: readonly MeasuredRow[];
  /** The same rows without what does not hold on the chosen GPU. */
  readonly rows: readonly KernelProfile[];
  readonly threadsPerBlock: Sourced;
  readonly block: Dim3;
  /** True where later launches have other blocks than the one that is taken. */
  readonly blockOfFirst: boolean;
  /** False while the block size is an assumption, not that of a launch or profile. */
  readonly blockKnown: boolean;
  /** True if neither launch, profile nor user tells the block size: what needs a launch has no answer. */
  readonly launchUnknown: boolean;
  readonly grid: Dim3 | null;
  readonly registers: Sourced;
  /** What `registers` cannot exceed, known without a look into the kernel; null where it may be any number. */
  readonly mostRegisters: number | null;
  /** Between which the registers of a thread are where nobody told them; null where they were told. */
  readonly registerRange: RegisterRange | null;
  readonly staticSharedBytes: Sourced;
  /** What `staticSharedBytes` cannot exceed, without a reading of the kernel where that can be avoided. */
  readonly mostStaticSharedBytes: number;
  readonly dynamicSharedBytes: number;
  /** Metrics of one profile row set, or null; times and rates only if the GPU is the chosen one. */
  readonly metrics: Readonly<Record<string, number>> | null;
  /** Threads of the launch that `metrics` counted, where grid and block are known. */
  readonly metricThreads: number | null;
  readonly sameGpu: boolean;
  /** Origin of `metrics`. */
  readonly metricsOrigin: Origin;
  readonly assumptions: readonly Assumption[];
}

/** A profile row, and what of it holds on the chosen GPU. */
export interface MeasuredRow {
  readonly row: KernelProfile;
  /** GPU of the profile; null where it is not in the catalogue. */
  readonly gpu: GpuSpec | null;
  /** Set when the row is of another GPU. */
  readonly statement: Words | null;
}

export interface FactInputs {
  readonly kernel: Kernel;
  readonly launches: readonly Launch[];
  readonly profileRows: readonly ProfileRow[];
  /** What the compiler said, for any architecture. */
  readonly compiled: readonly CompiledKernel[];
  readonly gpu: GpuSpec;
  readonly settings: AnalysisSettings;
  readonly rowOrigin: RowOrigin;
  /** The kernel at a launch, as its source lets expect. */
  readonly at: (shape: EstimatedShape) => ReadKernel;
}

/** A kernel read for one launch: what is null could not be told. */
export interface ReadKernel {
  readonly program: () => KernelProgram | null;
  readonly mix: () => InstructionMix | null;
  /** Why there is no mix, where that is known. */
  readonly unread: () => Words | undefined;
  /** Bytes of the program's static shared arrays at most, from their declarations; null where only a reading tells. */
  readonly mostSharedBytes: () => number | null;
}

/** Gathers what a profile measured, what the source says, and assumes the rest by name. */
export function gatherFacts(inputs: FactInputs): KernelFacts {
  const { kernel, launches, profileRows, gpu, settings } = inputs;
  const [ofLaunch, ofRegisters, ofShared] = [0, 1, 2].map(() => new Assumer(kernel, settings));
  const transfers = profileRows.map(({ row, profile }) => {
    const from = gpuOf(profile);
    return { row, from, ...transferable(row, from, gpu) };
  });
  const rows = transfers.map((transfer) => transfer.kernel);
  const launched = launchShape({ ...inputs, rows }, ofLaunch!);
  const shape: EstimatedShape = { ...launched, dynamicSharedBytes: dynamicShared(rows, launches) };
  const read = inputs.at(shape);
  const known: KnownInputs = { ...inputs, rows, lowered: read.program };
  // Either may need the kernel's program.
  const counted = once(() => registerCount({ ...known, shape }, ofRegisters!));
  const shared = once(() => staticShared(known, ofShared!));
  const isOpen = (): boolean => isSharedRead(known) && !ofShared!.isSet('staticSharedBytes', 'B');
  const mostShared = once(() => (isOpen() ? read.mostSharedBytes() : null) ?? shared().value);
  return {
    kernel: countedAt(kernel, read),
    launches,
    measured: transfers.map(({ row, from, scope, statement }) => ({
      row,
      gpu: from,
      statement: scope === 'same-gpu' ? null : statement,
    })),
    rows,
    ...launched,
    mostRegisters: mostRegisters({ ...known, shape }),
    get registers() {
      return counted().registers;
    },
    get registerRange() {
      return counted().registerRange;
    },
    get staticSharedBytes() {
      return shared();
    },
    get mostStaticSharedBytes() {
      return mostShared();
    },
    dynamicSharedBytes: shape.dynamicSharedBytes,
    metrics: mergedMetrics(rows),
    metricThreads: metricThreads(rows, launched),
    sameGpu: transfers.some(({ scope }) => scope === 'same-gpu'),
    metricsOrigin: rows.some((row) => inputs.rowOrigin(row) === 'assumed') ? 'assumed' : 'measured',
    get assumptions() {
      counted();
      shared();
      return [ofLaunch!, ofRegisters!, ofShared!].flatMap(({ assumptions }) => assumptions);
    },
  };
}

/** The kernel with the mix of the launch that its facts are of, counted when it is first read. */
function countedAt(kernel: Kernel, { mix, unread }: ReadKernel): Kernel {
  // A spread would read the mix that is replaced.
  return Object.defineProperties({} as Kernel, {
    ...Object.getOwnPropertyDescriptors(kernel),
    mix: { get: once(mix), enumerable: true },
    unread: { get: once(unread), enumerable: true },
  });
}

/** The inputs with the rows reduced to what holds on the chosen GPU. */
interface ShapeInputs extends FactInputs {
  readonly rows: readonly KernelProfile[];
}

interface KnownInputs extends ShapeInputs {
  /** The kernel as its source lets expect; null where it cannot be lowered. */
  readonly lowered: () => KernelProgram | null;
}

function gpuOf(profile: ProfileFile): GpuSpec | null {
  const match = profileGpu(profile);
  return match.kind === 'found' ? match.gpu : null;
}

function launchShape(
  { kernel, launches, rows, settings, rowOrigin }: ShapeInputs,
  assumer: Assumer,
): Pick<KernelFacts, 'threadsPerBlock' | 'block' | 'blockOfFirst' | 'blockKnown' | 'launchUnknown' | 'grid'> {
  const launch = bestLaunch(launches);
  const block = launch && launchable(launch.block);
  if (launch && block) {
    const place = `${launch.path}:${launch.line}`;
    const why = launch.block.map(firstTimeNote).find((note) => note !== undefined);
    return {
      block,
      blockOfFirst: why !== undefined,
      blockKnown: true,
      launchUnknown: false,
      grid: launchable(launch.grid) ?? gridOfRow(rows, block),
      threadsPerBlock: {
        value: volume(block),
        unit: '',
        // A resolved launch argument is what the program text says: a fact of the source, unless later launches differ.
        origin: why === undefined ? 'predicted' : 'assumed',
        from:
          why === undefined
            ? message('analysis.launchIn', { place })
            : message('analysis.firstLaunchIn', { place, why }),
      },
    };
  }
  const row = rows.find(({ block }) => block !== null && isLaunchable(block));
  if (row)
    return {
      block: row.block!,
      blockOfFirst: false,
      blockKnown: true,
      launchUnknown: false,
      grid: row.grid,
      threadsPerBlock: { value: volume(row.block!), unit: '', origin: rowOrigin(row), from: placeOf(row) },
    };
  const bound = kernel.launchBounds?.maxThreadsPerBlock.value;
  const value =
    typeof bound === 'number' && bound >= 1
      ? assumer.assume('threadsPerBlock', bound, '', message('analysis.launchBounds'))
      : assumer.assume(
          'threadsPerBlock',
          orDefault(settings, 'defaultThreadsPerBlock'),
          '',
          message('analysis.noBlockSize'),
        );
  return {
    block: [value.value, 1, 1],
    blockOfFirst: false,
    blockKnown: false,
    launchUnknown: !assumer.isSet('threadsPerBlock', ''),
    grid: launch && launchable(launch.grid),
    threadsPerBlock: value,
  };
}

/** The grid that a profile saw with that block. */
function gridOfRow(rows: readonly KernelProfile[], block: Dim3): Dim3 | null {
  return rows.find((row) => row.grid !== null && row.block?.join() === block.join())?.grid ?? null;
}

function staticShared(inputs: KnownInputs, assumer: Assumer): Sourced {
  const { kernel, rowOrigin } = inputs;
  const { row, built } = toldShared(inputs);
  if (row) return { value: row.staticSharedBytes!, unit: 'B', origin: rowOrigin(row), from: placeOf(row) };
  if (built) return { value: built.staticSharedBytes!, unit: 'B', origin: 'measured', from: placeOf(built) };
  const declared = kernel.shared.filter((declaration) => !declaration.dynamic);
  const unknown = unsizedShared(kernel);
  const sum = declared.reduce((total, declaration) => total + (declaration.bytes?.value ?? 0), 0);
  const instance = isSharedRead(inputs) ? inputs.lowered() : null;
  if (instance)
    return {
      value: sharedBytesOf(instance),
      unit: 'B',
      origin: 'predicted',
      from: message('analysis.sharedOfInstance', { path: kernel.path }),
    };
  if (unknown)
    return assumer.assume(
      'staticSharedBytes',
      sum,
      'B',
      message('analysis.unknownSize', { name: unknown.name }),
    );
  if (!isByteCount(sum))
    return assumer.assume('staticSharedBytes', 0, 'B', message('analysis.declaredBytes', { sum }));
  return {
    value: sum,
    unit: 'B',
    origin: 'predicted',
    from: message('analysis.sharedDeclarations', { path: kernel.path }),
  };
}

/** What a profile or the compiler tells of static shared memory. */
function toldShared({ rows, compiled, gpu }: ShapeInputs): {
  readonly row: KernelProfile | undefined;
  readonly built: CompiledKernel | undefined;
} {
  return {
    row: rows.find((candidate) => candidate.staticSharedBytes !== null),
    built: compiledFor(compiled, gpu).find((candidate) => candidate.staticSharedBytes !== null),
  };
}

/** The first static array whose size its declaration alone does not tell. */
function unsizedShared({ shared }: Kernel): SharedDeclaration | undefined {
  return shared.find(({ dynamic, bytes }) => !dynamic && (bytes?.value ?? null) === null);
}

/** Whether static shared memory is what a reading of the launched instance finds. */
function isSharedRead(inputs: ShapeInputs): boolean {
  const { row, built } = toldShared(inputs);
  const isTold = row !== undefined || built !== undefined;
  return !isTold && inputs.launches.length > 0 && unsizedShared(inputs.kernel) !== undefined;
}

/** Bytes of the shared arrays whose size the launched instance of a template has. */
function sharedBytesOf({ arrays = {} }: KernelProgram): number {
  return Object.values(arrays)
    .filter(({ space, dynamic }) => space === 'shared' && dynamic !== true)
    .reduce((sum, { elements, elementBytes }) => sum + Number(elements) * elementBytes, 0);
}

function dynamicShared(rows: readonly KernelProfile[], launches: readonly Launch[]): number {
  const measured = rows.find((row) => row.dynamicSharedBytes !== null)?.dynamicSharedBytes;
  if (measured !== null && measured !== undefined) return measured;
  const written = (launch: Launch | null): number | null => launch?.sharedBytes.value ?? null;
  // Shape and shared memory belong together: those of one launch, as far as it tells.
  const candidates = [bestLaunch(launches), ...compiledFirst(launches)].map(written);
  return candidates.find((bytes) => bytes !== null && isByteCount(bytes)) ?? 0;
}

/** The metrics of all rows; the first row that has a metric wins. */
function mergedMetrics(rows: readonly KernelProfile[]): Readonly<Record<string, number>> | null {
  const merged: Record<string, number> = {};
  for (const row of rows) for (const [name, value] of Object.entries(row.metrics)) merged[name] ??= value;
  return Object.keys(merged).length > 0 ? merged : null;
}

/** What was measured may have another shape than what the source says now: the profile's own counts. */
function metricThreads(
  rows: readonly KernelProfile[],
  { block, grid, blockKnown }: Pick<KernelFacts, 'block' | 'grid' | 'blockKnown'>,
): number | null {
  const shapes = rows.flatMap((row) =>
    row.grid && row.block && isLaunchable(row.grid) && isLaunchable(row.block)
      ? [{ threads: volume(row.grid) * volume(row.block), hasMetrics: Object.keys(row.metrics).length > 0 }]
      : [],
  );
  const own = shapes.find(({ hasMetrics }) => hasMetrics) ?? shapes[0];
  if (own) return own.threads;
  return grid && blockKnown ? volume(grid) * volume(block) : null;
}

/** True when a profiler's device name is the chosen GPU. */
export function isGpu(device: string, gpu: GpuSpec): boolean {
  const match = findGpu(device);
  return match.kind === 'found' && match.gpu.id === gpu.id;
}
