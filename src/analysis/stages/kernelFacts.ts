import { findGpu } from '../../gpu/findGpu';
import { smArchitecture } from '../../gpu/smArchitecture';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { bestLaunch, compiledFirst } from '../../kernel/bestLaunch';
import type { Kernel, Launch } from '../../kernel/kernel';
import type { Assumption, Origin, Sourced } from '../../kernel/origin';
import type { CompiledKernel, KernelProfile, ProfileFile } from '../../kernel/profile';
import { profileGpu, transferable } from '../../profiles/transfer';
import { isByteCount, isLaunchable, launchable, volume, type Dim3 } from '../../kernel/symbolic';
import type { ProfileRow } from './joinProfiles';
import type { RowOrigin } from './rowOrigin';
import { DEFAULT_SETTINGS, type AnalysisSettings } from '../workspaceState';
import { message, type Message } from '../../kernel/message';

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
  /** False while the block size is an assumption, not that of a launch or profile. */
  readonly blockKnown: boolean;
  readonly grid: Dim3 | null;
  readonly registers: Sourced;
  readonly staticSharedBytes: Sourced;
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
  readonly statement: string | null;
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
}

/** Gathers what a profile measured, what the source says, and assumes the rest by name. */
export function gatherFacts(inputs: FactInputs): KernelFacts {
  const { kernel, launches, profileRows, gpu, settings } = inputs;
  const assumptions: Assumption[] = [];
  const assume = assumer(kernel, settings, assumptions);
  const transfers = profileRows.map(({ row, profile }) => {
    const from = gpuOf(profile);
    return { row, from, ...transferable(row, from, gpu) };
  });
  const rows = transfers.map((transfer) => transfer.kernel);
  const known: KnownInputs = { ...inputs, rows };
  const shape = launchShape(known, assume);
  return {
    kernel,
    launches,
    measured: transfers.map(({ row, from, scope, statement }) => ({
      row,
      gpu: from,
      statement: scope === 'same-gpu' ? null : statement,
    })),
    rows,
    ...shape,
    registers: registersOf(known, assume),
    staticSharedBytes: staticShared(known, assume),
    dynamicSharedBytes: dynamicShared(rows, launches),
    metrics: mergedMetrics(rows),
    metricThreads: metricThreads(rows, shape),
    sameGpu: transfers.some(({ scope }) => scope === 'same-gpu'),
    metricsOrigin: rows.some((row) => inputs.rowOrigin(row) === 'assumed') ? 'assumed' : 'measured',
    assumptions,
  };
}

/** The inputs with the rows reduced to what holds on the chosen GPU. */
interface KnownInputs extends FactInputs {
  readonly rows: readonly KernelProfile[];
}

function gpuOf(profile: ProfileFile): GpuSpec | null {
  const match = profileGpu(profile);
  return match.kind === 'found' ? match.gpu : null;
}

/** What people call the values that can be assumed. */
const ASSUMED = {
  threadsPerBlock: message('analysis.assumed.threadsPerBlock'),
  staticSharedBytes: message('analysis.assumed.staticSharedBytes'),
  registers: message('analysis.assumed.registers'),
};

type Assume = (what: keyof typeof ASSUMED, fallback: number, unit: string, why: Message) => Sourced;

/** Takes the user's value for an assumption if there is one, and notes what was assumed. */
function assumer(kernel: Kernel, settings: AnalysisSettings, assumptions: Assumption[]): Assume {
  return (what, fallback, unit, why) => {
    const key = `${kernel.path}:${kernel.name}:${what}`;
    const given = settings.assumptions[key];
    const usable =
      typeof given === 'number' && Number.isSafeInteger(given) && given >= (unit === 'B' ? 0 : 1);
    const value = usable ? given : fallback;
    const refused = given === undefined ? why : message('analysis.unusableValue', { why, given });
    const from = usable ? message('analysis.setByYou') : refused;
    assumptions.push({
      key,
      value,
      text: message('analysis.assumedValue', { name: kernel.name, what: ASSUMED[what], value, from }),
      location: { path: kernel.path, line: kernel.line },
      ...(usable ? { original: fallback } : {}),
    });
    return { value, unit, origin: 'assumed', from };
  };
}

/** Compiler facts for the chosen GPU's architecture first, then those of logs that do not tell theirs. */
function compiledFor(compiled: readonly CompiledKernel[], gpu: GpuSpec): readonly CompiledKernel[] {
  const own = smArchitecture(gpu.computeCapability);
  const of = (architecture: string | null): readonly CompiledKernel[] =>
    compiled.filter((candidate) => candidate.architecture === architecture);
  return [...of(own), ...of(null), ...compiled];
}

function place(row: Pick<KernelProfile, 'location'>): string {
  return `${row.location.path}:${row.location.line}`;
}

function launchShape(
  { kernel, launches, rows, settings, rowOrigin }: KnownInputs,
  assume: Assume,
): Pick<KernelFacts, 'threadsPerBlock' | 'block' | 'blockKnown' | 'grid'> {
  const launch = bestLaunch(launches);
  const block = launch && launchable(launch.block);
  if (launch && block) {
    const from = message('analysis.launchIn', { place: `${launch.path}:${launch.line}` });
    // A resolved launch argument is what the program text says: a fact of the source, not a guess.
    return {
      block,
      blockKnown: true,
      grid: launchable(launch.grid),
      threadsPerBlock: { value: volume(block), unit: '', origin: 'predicted', from },
    };
  }
  const row = rows.find(({ block }) => block !== null && isLaunchable(block));
  if (row)
    return {
      block: row.block!,
      blockKnown: true,
      grid: row.grid,
      threadsPerBlock: { value: volume(row.block!), unit: '', origin: rowOrigin(row), from: place(row) },
    };
  const bound = kernel.launchBounds?.maxThreadsPerBlock.value;
  const value =
    typeof bound === 'number' && bound >= 1
      ? assume('threadsPerBlock', bound, '', message('analysis.launchBounds'))
      : assume(
          'threadsPerBlock',
          orDefault(settings, 'defaultThreadsPerBlock'),
          '',
          message('analysis.noBlockSize'),
        );
  return { block: [value.value, 1, 1], blockKnown: false, grid: null, threadsPerBlock: value };
}

/** A setting, or its default while what the user wrote is no count. */
function orDefault(
  settings: AnalysisSettings,
  key: 'defaultThreadsPerBlock' | 'defaultRegistersPerThread',
): number {
  const value = settings[key];
  return Number.isSafeInteger(value) && value >= 1 ? value : DEFAULT_SETTINGS[key];
}

function registersOf(
  { kernel, rows, compiled, gpu, settings, rowOrigin }: KnownInputs,
  assume: Assume,
): Sourced {
  const row = rows.find((candidate) => candidate.registers !== null);
  if (row) return { value: row.registers!, unit: '', origin: rowOrigin(row), from: place(row) };
  const built = compiledFor(compiled, gpu).find((candidate) => candidate.registers !== null);
  if (built) {
    const own = smArchitecture(gpu.computeCapability);
    if (built.architecture !== null && built.architecture !== own)
      return assume(
        'registers',
        built.registers!,
        '',
        message('analysis.otherArchitecture', { place: place(built), architecture: built.architecture, own }),
      );
    const from =
      built.architecture === null ? place(built) : message('analysis.builtFor', { place: place(built), own });
    return { value: built.registers!, unit: '', origin: 'measured', from };
  }
  if (kernel.registers !== undefined)
    return {
      value: kernel.registers,
      unit: '',
      origin: 'predicted',
      from: message('analysis.liveRegisters', { path: kernel.path }),
    };
  return assume(
    'registers',
    orDefault(settings, 'defaultRegistersPerThread'),
    '',
    message('analysis.noRegisters'),
  );
}

function staticShared({ kernel, rows, compiled, gpu, rowOrigin }: KnownInputs, assume: Assume): Sourced {
  const row = rows.find((candidate) => candidate.staticSharedBytes !== null);
  if (row) return { value: row.staticSharedBytes!, unit: 'B', origin: rowOrigin(row), from: place(row) };
  const built = compiledFor(compiled, gpu).find((candidate) => candidate.staticSharedBytes !== null);
  if (built) return { value: built.staticSharedBytes!, unit: 'B', origin: 'measured', from: place(built) };
  const declared = kernel.shared.filter((declaration) => !declaration.dynamic);
  const unknown = declared.find(
    (declaration) => declaration.bytes?.value === null || declaration.bytes === undefined,
  );
  const sum = declared.reduce((total, declaration) => total + (declaration.bytes?.value ?? 0), 0);
  if (unknown)
    return assume('staticSharedBytes', sum, 'B', message('analysis.unknownSize', { name: unknown.name }));
  if (!isByteCount(sum))
    return assume('staticSharedBytes', 0, 'B', message('analysis.declaredBytes', { sum }));
  return {
    value: sum,
    unit: 'B',
    origin: 'predicted',
    from: message('analysis.sharedDeclarations', { path: kernel.path }),
  };
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
