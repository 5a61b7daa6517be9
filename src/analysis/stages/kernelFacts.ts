import { findGpu } from '../../gpu/findGpu';
import type { GpuSpec } from '../../kernel/gpuSpec';
import type { Kernel, Launch } from '../../kernel/kernel';
import type { Assumption, Origin, Sourced } from '../../kernel/origin';
import type { CompiledKernel, KernelProfile } from '../../kernel/profile';
import { resolveDim3, volume, type Dim3 } from '../../kernel/symbolic';
import type { RowOrigin } from './rowOrigin';
import type { AnalysisSettings } from '../workspaceState';

/** What is known of one kernel before any model runs, each value with its origin. */
export interface KernelFacts {
  readonly kernel: Kernel;
  readonly launches: readonly Launch[];
  /** Profile rows that were joined to this kernel without ambiguity. */
  readonly rows: readonly KernelProfile[];
  readonly threadsPerBlock: Sourced;
  readonly block: Dim3;
  readonly grid: Dim3 | null;
  readonly registers: Sourced;
  readonly staticSharedBytes: Sourced;
  readonly dynamicSharedBytes: number;
  /** Metrics of one profile row set, or null; times and rates only if the GPU is the chosen one. */
  readonly metrics: Readonly<Record<string, number>> | null;
  readonly sameGpu: boolean;
  /** Origin of `metrics`. */
  readonly metricsOrigin: Origin;
  readonly assumptions: readonly Assumption[];
}

export interface FactInputs {
  readonly kernel: Kernel;
  readonly launches: readonly Launch[];
  readonly rows: readonly KernelProfile[];
  /** What the compiler said, for any architecture. */
  readonly compiled: readonly CompiledKernel[];
  readonly gpu: GpuSpec;
  readonly settings: AnalysisSettings;
  readonly rowOrigin: RowOrigin;
}

/** Gathers what a profile measured, what the source says, and assumes the rest by name. */
export function gatherFacts(inputs: FactInputs): KernelFacts {
  const { kernel, launches, rows, gpu, settings } = inputs;
  const assumptions: Assumption[] = [];
  const assume = assumer(kernel, settings, assumptions);
  const shape = launchShape(inputs, assume);
  const sameGpu = rows.some((row) => row.device !== null && isGpu(row.device, gpu));
  return {
    kernel,
    launches,
    rows,
    ...shape,
    registers: registersOf(inputs, assume),
    staticSharedBytes: staticShared(inputs, assume),
    dynamicSharedBytes: dynamicShared(rows, launches),
    metrics: mergedMetrics(rows),
    sameGpu,
    metricsOrigin: rows.some((row) => inputs.rowOrigin(row) === 'assumed') ? 'assumed' : 'measured',
    assumptions,
  };
}

type Assume = (what: string, fallback: number, unit: string, why: string) => Sourced;

/** Takes the user's value for an assumption if there is one, and notes what was assumed. */
function assumer(kernel: Kernel, settings: AnalysisSettings, assumptions: Assumption[]): Assume {
  return (what, fallback, unit, why) => {
    const key = `${kernel.path}:${kernel.name}:${what}`;
    const given = settings.assumptions[key];
    const value = typeof given === 'number' ? given : fallback;
    const from = typeof given === 'number' ? 'set by you' : why;
    assumptions.push({
      key,
      value,
      text: `${kernel.name}: ${what} ${value} (${from})`,
      location: { path: kernel.path, line: kernel.line },
    });
    return { value, unit, origin: 'assumed', from };
  };
}

/** Compiler facts for the chosen GPU's architecture first; registers change little between others. */
function compiledFor(compiled: readonly CompiledKernel[], gpu: GpuSpec): readonly CompiledKernel[] {
  const architecture = `sm_${gpu.computeCapability.replace('.', '')}`;
  const own = compiled.filter((candidate) => candidate.architecture === architecture);
  return own.length > 0 ? own : compiled;
}

function place(row: Pick<KernelProfile, 'location'>): string {
  return `${row.location.path}:${row.location.line}`;
}

function launchShape(
  { kernel, launches, rows, settings, rowOrigin }: FactInputs,
  assume: Assume,
): Pick<KernelFacts, 'threadsPerBlock' | 'block' | 'grid'> {
  const launch = launches.find((candidate) => resolveDim3(candidate.block) !== null);
  if (launch) {
    const block = resolveDim3(launch.block)!;
    const from = `launch in ${launch.path}:${launch.line}`;
    // A resolved launch argument is what the program text says: a fact of the source, not a guess.
    return {
      block,
      grid: resolveDim3(launch.grid),
      threadsPerBlock: { value: volume(block), unit: '', origin: 'predicted', from },
    };
  }
  const row = rows.find((candidate) => candidate.block !== null);
  if (row)
    return {
      block: row.block!,
      grid: row.grid,
      threadsPerBlock: { value: volume(row.block!), unit: '', origin: rowOrigin(row), from: place(row) },
    };
  const bound = kernel.launchBounds?.maxThreadsPerBlock.value;
  const value =
    typeof bound === 'number'
      ? assume('threadsPerBlock', bound, '', 'the bound of __launch_bounds__')
      : assume(
          'threadsPerBlock',
          settings.defaultThreadsPerBlock,
          '',
          'no launch and no profile gives a block size',
        );
  return { block: [value.value, 1, 1], grid: null, threadsPerBlock: value };
}

function registersOf({ rows, compiled, gpu, settings, rowOrigin }: FactInputs, assume: Assume): Sourced {
  const row = rows.find((candidate) => candidate.registers !== null);
  if (row) return { value: row.registers!, unit: '', origin: rowOrigin(row), from: place(row) };
  const built = compiledFor(compiled, gpu).find((candidate) => candidate.registers !== null);
  if (built)
    return {
      value: built.registers!,
      unit: '',
      origin: 'measured',
      from: `${place(built)}${built.architecture === null ? '' : ` for ${built.architecture}`}`,
    };
  return assume(
    'registers',
    settings.defaultRegistersPerThread,
    '',
    'neither a profile nor ptxas output gives them',
  );
}

function staticShared({ kernel, rows, compiled, gpu, rowOrigin }: FactInputs, assume: Assume): Sourced {
  const row = rows.find((candidate) => candidate.staticSharedBytes !== null);
  if (row) return { value: row.staticSharedBytes!, unit: 'B', origin: rowOrigin(row), from: place(row) };
  const built = compiledFor(compiled, gpu).find((candidate) => candidate.staticSharedBytes !== null);
  if (built) return { value: built.staticSharedBytes!, unit: 'B', origin: 'measured', from: place(built) };
  const declared = kernel.shared.filter((declaration) => !declaration.dynamic);
  const unknown = declared.find(
    (declaration) => declaration.bytes?.value === null || declaration.bytes === undefined,
  );
  const sum = declared.reduce((total, declaration) => total + (declaration.bytes?.value ?? 0), 0);
  if (unknown) return assume('staticSharedBytes', sum, 'B', `the size of ${unknown.name} is not known`);
  return { value: sum, unit: 'B', origin: 'predicted', from: `__shared__ declarations in ${kernel.path}` };
}

function dynamicShared(rows: readonly KernelProfile[], launches: readonly Launch[]): number {
  const measured = rows.find((row) => row.dynamicSharedBytes !== null)?.dynamicSharedBytes;
  return measured ?? launches.find((launch) => launch.sharedBytes.value !== null)?.sharedBytes.value ?? 0;
}

/** The metrics of all rows; the first row that has a metric wins. */
function mergedMetrics(rows: readonly KernelProfile[]): Readonly<Record<string, number>> | null {
  const merged: Record<string, number> = {};
  for (const row of rows) for (const [name, value] of Object.entries(row.metrics)) merged[name] ??= value;
  return Object.keys(merged).length > 0 ? merged : null;
}

/** True when a profiler's device name is the chosen GPU. */
export function isGpu(device: string, gpu: GpuSpec): boolean {
  const match = findGpu(device);
  return match.kind === 'found' && match.gpu.id === gpu.id;
}
