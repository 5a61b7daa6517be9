import type { PtxFunction, PtxModule, PtxVariable } from '../../../src/cuda/ptx/module';
import type { PtxArgument } from '../../../src/cuda/ptx/run/machine';
import { GlobalMemory } from '../../../src/cuda/ptx/run/memory';
import { runPtx } from '../../../src/cuda/ptx/run/runPtx';
import type { KernelParameter } from '../../../src/kernel/kernel';
import { message } from '../../../src/kernel/message';
import { english } from '../../../src/words';
import { InputError } from '../../../src/kernel/result';
import type { Dim3 } from '../../../src/kernel/symbolic';
import { createRandom } from '../../../src/stats/random';
import { generalReason } from './reasons';

/** Bytes behind each pointer, and instructions of all threads after which a run is given up. */
const BUFFER_BYTES = 1 << 20;
export const LIMIT = 6_000_000;
/** For whole numbers that nothing tells, and for floats. */
const [UNTOLD, FRACTION] = [13, 1.25];

/** One launch of a compiled kernel. */
export interface Run {
  readonly module: PtxModule;
  readonly entry: string;
  readonly grid: Dim3;
  readonly block: Dim3;
  /** As the source has them. */
  readonly parameters: readonly KernelParameter[];
  /** Values of whole numbers in order, null where nothing tells. */
  readonly values: readonly (number | null)[];
  readonly sharedBytes?: number;
}

/** What memory holds after a run, or why there was none. */
export type RunOutcome =
  | { readonly kind: 'ran'; readonly contents: ReadonlyMap<string, Uint8Array> }
  | { readonly kind: 'failed'; readonly reason: string; readonly isLong: boolean };

/** Runs a launch on seeded data: what every pointer leads to is the same for the same seed. */
export function runOnData(run: Run, seed: number): RunOutcome {
  const kernel = run.module.functions.get(run.entry);
  if (kernel === undefined || kernel.parameters.length !== run.parameters.length)
    return { kind: 'failed', reason: 'the kernel is not in the compiled file', isLong: false };
  const memory = new GlobalMemory();
  try {
    const launch = { grid: run.grid, block: run.block, sharedBytes: run.sharedBytes ?? 0 };
    runPtx(
      run.module,
      kernel,
      { ...launch, arguments: argumentsOf(run, kernel, memory, seed) },
      memory,
      LIMIT,
    );
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const reason = generalReason(error.said);
    return { kind: 'failed', reason, isLong: reason === english(message('cuda.ptxTooLong')) };
  }
  return {
    kind: 'ran',
    contents: new Map(memory.allocations.map(({ name, content }) => [name, content])),
  };
}

/** Name of the first array that differs; null where two runs left the same. */
export function differenceOf(
  before: ReadonlyMap<string, Uint8Array>,
  after: ReadonlyMap<string, Uint8Array>,
): string | null {
  if (before.size !== after.size) return 'the arrays';
  for (const [name, bytes] of before)
    if (Buffer.compare(bytes, after.get(name) ?? new Uint8Array()) !== 0) return name;
  return null;
}

/** Arguments of a kernel's parameters, with seeded data behind every pointer. */
export function argumentsOf(
  run: Pick<Run, 'parameters' | 'values'>,
  kernel: Pick<PtxFunction, 'parameters'>,
  memory: GlobalMemory,
  seed: number,
): PtxArgument[] {
  return kernel.parameters.map((parameter, place) => {
    const { type, name } = run.parameters[place]!;
    if (type.includes('*'))
      return memory.allocate(name === '' ? `#${place}` : name, seededData(type, seed + place)).address;
    return valueOf(parameter, run.values[place] ?? null);
  });
}

function valueOf({ type, bytes }: PtxVariable, value: number | null): PtxArgument {
  if (type === '.f32' || type === '.f64') return value ?? FRACTION;
  return bytes > 8 ? new Uint8Array(bytes) : (value ?? UNTOLD);
}

const contents = new Map<string, ArrayBufferView>();

/** Seeded content by element type: floats from 0 to 1, small whole numbers, which are valid as most indices. */
function seededData(type: string, seed: number): ArrayBufferView {
  const element = /\b(double|float|half|char|short|bool|long|size_t)/.exec(type)?.[1] ?? 'int';
  const key = `${element} ${seed}`;
  let made = contents.get(key);
  if (made === undefined) contents.set(key, (made = makeData(element, seed)));
  return made;
}

function makeData(element: string, seed: number): ArrayBufferView {
  const random = createRandom(seed);
  switch (element) {
    case 'double':
      return Float64Array.from({ length: BUFFER_BYTES / 8 }, () => random.below(4096) / 4096);
    case 'float':
      return Float32Array.from({ length: BUFFER_BYTES / 4 }, () => random.below(4096) / 4096);
    case 'half':
      // From 0.5 to 1 in steps of 1/64.
      return Uint16Array.from({ length: BUFFER_BYTES / 2 }, () => 0x3800 + 32 * random.below(32));
    case 'char':
    case 'bool':
      return Uint8Array.from({ length: BUFFER_BYTES }, () => random.below(element === 'bool' ? 2 : 100));
    case 'short':
      return Uint16Array.from({ length: BUFFER_BYTES / 2 }, () => random.below(32));
    case 'long':
    case 'size_t':
      return BigInt64Array.from({ length: BUFFER_BYTES / 8 }, () => BigInt(random.below(64)));
    default:
      return Int32Array.from({ length: BUFFER_BYTES / 4 }, () => random.below(64));
  }
}
