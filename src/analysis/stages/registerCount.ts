import { LEAST_REGISTERS, registerError, registersAllowed } from '../../cuda/lowering/registers/limits';
import { occupancy } from '../../gpu/occupancy';
import { smArchitecture } from '../../gpu/smArchitecture';
import type { KernelProgram } from '../../kernel/program';
import type { GpuSpec } from '../../kernel/gpuSpec';
import type { Kernel } from '../../kernel/kernel';
import { message } from '../../kernel/message';
import type { Sourced } from '../../kernel/origin';
import type { CompiledKernel, KernelProfile } from '../../kernel/profile';
import { volume, type Dim3 } from '../../kernel/symbolic';
import { orDefault, type AnalysisSettings } from '../workspaceState';
import type { RegisterRange } from '../results/kernelResult';
import { Assumer } from './assumer';
import { compiledFor, placeOf } from './compiledFor';
import type { RowOrigin } from './rowOrigin';

/** A launch for which the source is to tell the registers. */
export interface EstimatedShape {
  readonly block: Dim3;
  readonly grid: Dim3 | null;
  readonly dynamicSharedBytes: number;
  /** Whether a launch or profile has this block. */
  readonly blockKnown: boolean;
}

export interface RegisterInputs {
  readonly kernel: Kernel;
  /** Profile rows that hold on the GPU. */
  readonly rows: readonly KernelProfile[];
  readonly compiled: readonly CompiledKernel[];
  readonly gpu: GpuSpec;
  readonly settings: AnalysisSettings;
  readonly rowOrigin: RowOrigin;
  readonly shape: EstimatedShape;
  /** The kernel as its source lets expect; null where it cannot be lowered. */
  readonly lowered: () => KernelProgram | null;
}

interface RegisterCount {
  readonly registers: Sourced;
  readonly registerRange: RegisterRange | null;
}

/** Registers of a thread: from a profile, from ptxas, set by the user, or else as a range. */
export function registerCount(inputs: RegisterInputs, assumer: Assumer): RegisterCount {
  return told(inputs, assumer) ?? untold(inputs, assumer);
}

/** What `registerCount` cannot exceed, without a look into the kernel; null where the user has set a number. */
export function mostRegisters(inputs: RegisterInputs): number | null {
  const assumer = new Assumer(inputs.kernel, inputs.settings);
  const known = told(inputs, assumer);
  if (assumer.isSet('registers', '')) return null;
  const fallback = orDefault(inputs.settings, 'defaultRegistersPerThread');
  return known?.registers.value ?? Math.max(fallback, registersAllowed(inputs.kernel.launchBounds));
}

/** Registers that somebody has counted; null where nobody has. */
function told(inputs: RegisterInputs, assumer: Assumer): RegisterCount | null {
  const { kernel, rows, compiled, gpu, rowOrigin } = inputs;
  const row = rows.find((candidate) => candidate.registers !== null);
  if (row) return exactly({ value: row.registers!, unit: '', origin: rowOrigin(row), from: placeOf(row) });
  const built = compiledFor(compiled, gpu).find((candidate) => candidate.registers !== null);
  if (built === undefined) return kernel.registers === undefined ? null : exactly(live(kernel));
  const { architecture } = built;
  const [own, place, value] = [smArchitecture(gpu.computeCapability), placeOf(built), built.registers!];
  if (architecture !== null && architecture !== own)
    return exactly(
      assumer.assume(
        'registers',
        value,
        '',
        message('analysis.otherArchitecture', { place, architecture, own }),
      ),
    );
  const from = architecture === null ? place : message('analysis.builtFor', { place, own });
  return exactly({ value, unit: '', origin: 'measured', from });
}

const exactly = (registers: Sourced): RegisterCount => ({ registers, registerRange: null });

/** PTX names values, not registers: as many as are alive at once. */
const live = ({ registers, path }: Kernel): Sourced => ({
  value: registers!,
  unit: '',
  origin: 'predicted',
  from: message('analysis.liveRegisters', { path }),
});

/** What the source lets expect, with its error; without that all that can be, and the default for the models. */
function untold({ kernel, settings, gpu, shape, lowered }: RegisterInputs, assumer: Assumer): RegisterCount {
  const estimate = kernel.inactive === undefined ? (lowered()?.registersPerThread ?? null) : null;
  const error = estimate === null ? null : registerError(estimate);
  const why =
    error === null ? message('analysis.noRegisters') : message('analysis.estimatedRegisters', { ...error });
  const fallback = estimate ?? orDefault(settings, 'defaultRegistersPerThread');
  const taken = assumer.assume('registers', fallback, '', why);
  if (assumer.isSet('registers', '')) return { registers: taken, registerRange: null };
  const [fewest, most] =
    estimate === null || error === null
      ? [LEAST_REGISTERS, Infinity]
      : [Math.max(LEAST_REGISTERS, estimate - error.fewer), estimate + error.more];
  const allowed = Math.min(registersAllowed(kernel.launchBounds), mostThatFit(shape, gpu));
  return {
    registers: estimate === null ? taken : { ...taken, origin: 'predicted' },
    registerRange: {
      least: fewest,
      most: Math.max(fallback, Math.min(most, allowed)),
      estimated: estimate !== null,
    },
  };
}

/** The most registers with which a block of the launch, which is taken to work, is resident. */
function mostThatFit({ block, blockKnown }: EstimatedShape, { limits }: GpuSpec): number {
  if (!blockKnown) return Infinity;
  const threadsPerBlock = volume(block);
  const fits = (registersPerThread: number): boolean =>
    occupancy(limits, { threadsPerBlock, registersPerThread }).blocksPerSm > 0;
  if (fits(limits.maxRegistersPerThread)) return limits.maxRegistersPerThread;
  // More registers never let more blocks onto an SM.
  let [most, tooMany] = [LEAST_REGISTERS, limits.maxRegistersPerThread];
  while (tooMany - most > 1) {
    const middle = Math.floor((most + tooMany) / 2);
    if (fits(middle)) most = middle;
    else tooMany = middle;
  }
  return most;
}
