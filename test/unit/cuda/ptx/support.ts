import { parsePtx } from '../../../../src/cuda/ptx/parsePtx';
import { GlobalMemory, type Allocation } from '../../../../src/cuda/ptx/run/memory';
import type { Machine, PtxArgument } from '../../../../src/cuda/ptx/run/machine';
import { runPtx } from '../../../../src/cuda/ptx/run/runPtx';
import type { Dim3 } from '../../../../src/kernel/symbolic';

const REGISTERS = `
  .reg .pred %p<20>;
  .reg .b16 %h<20>;
  .reg .b32 %r<60>;
  .reg .f32 %f<40>;
  .reg .b64 %rd<40>;
  .reg .f64 %fd<20>;
`;

/** PTX of a kernel `k` whose parameters are declared as `.u64 out, .u32 n`; `around` stands in front of it. */
export function kernelText(parameters: string, body: string, around = ''): string {
  return `.version 8.0
.target sm_80
.address_size 64
${around}
.visible .entry k(${parameters
    .split(',')
    .map((one) => `.param ${one.trim()}`)
    .join(', ')})
{
${REGISTERS}
${body}
  ret;
}
`;
}

export interface RunRequest {
  readonly text: string;
  readonly grid?: Dim3;
  readonly block?: Dim3;
  readonly sharedBytes?: number;
  /** Numbers by value, views as buffers, in the order of the parameters. */
  readonly arguments: readonly (number | bigint | ArrayBufferView)[];
}

export interface RunResult {
  readonly machine: Machine;
  readonly memory: GlobalMemory;
  /** The buffers among the arguments, in order. */
  readonly buffers: readonly Allocation[];
}

/** Runs kernel `k` of a text with the arguments; each view becomes an allocation of its own. */
export function runKernel({ text, grid, block, sharedBytes, arguments: given }: RunRequest): RunResult {
  const module = parsePtx(text, 'test.ptx');
  const memory = new GlobalMemory();
  const buffers: Allocation[] = [];
  const values = given.map((value): PtxArgument => {
    if (typeof value !== 'object') return value;
    const made = memory.allocate(`argument ${buffers.length}`, value);
    buffers.push(made);
    return made.address;
  });
  const launch = {
    grid: grid ?? ([1, 1, 1] as const),
    block: block ?? ([1, 1, 1] as const),
    sharedBytes: sharedBytes ?? 0,
    arguments: values,
  };
  const machine = runPtx(module, module.functions.get('k')!, launch, memory, 5_000_000);
  return { machine, memory, buffers };
}

/** Runs a body of one thread that leaves 32-bit results in `[%rd1]`, `[%rd1+4]`, …; with what comes of it. */
export function results(body: string, count: number, around = ''): Int32Array {
  const text = kernelText('.u64 out', `  ld.param.u64 %rd1, [out];\n${body}`, around);
  return runKernel({ text, arguments: [new Int32Array(count)] }).buffers[0]!.integers;
}
