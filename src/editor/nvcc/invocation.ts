import { nearestArchitecture, smArchitecture } from '../../gpu/smArchitecture';
import { message, type Message } from '../../kernel/message';

/** The user's choice of compiler; nothing is run unless `enabled`. */
export interface CompilerSettings {
  readonly enabled: boolean;
  /** Program name or path. */
  readonly path: string;
  readonly flags: readonly string[];
}

/** The architecture to compile for, and a sentence when it is not the GPU's own. */
export interface TargetArchitecture {
  readonly name: string;
  readonly note: Message | null;
}

/**
 * What to compile for.
 * @param offered what the compiler says it can do (`nvcc --list-gpu-code`); empty when it did not say.
 */
export function targetArchitecture(
  computeCapability: string,
  offered: readonly string[],
): TargetArchitecture {
  const own = smArchitecture(computeCapability);
  const name = nearestArchitecture(computeCapability, offered) ?? own;
  if (name === own) return { name, note: null };
  return {
    name,
    note: message('editor.nvcc.cannotTarget', { own, name }),
  };
}

/** Architectures in the output of `nvcc --list-gpu-code`. */
export function offeredArchitectures(output: string): string[] {
  return output.split(/\s+/).filter((word) => /^sm_\d+$/.test(word));
}

/** Flags that choose an architecture themselves; nvcc takes only one choice. */
const CHOOSES_ARCHITECTURE = /^(-arch|--?gpu-architecture|-gencode|--?generate-code)(=|$)/;

/** Arguments that make nvcc print what ptxas gave each kernel; `output` is a file to throw away. */
export function compilerArguments(
  source: string,
  output: string,
  architecture: string,
  flags: readonly string[],
): string[] {
  const own = flags.some((flag) => CHOOSES_ARCHITECTURE.test(flag)) ? [] : [`-arch=${architecture}`];
  return ['-Xptxas', '-v', '-cubin', ...own, '-o', output, ...flags, source];
}

/** The output without what differs from run to run, so that the same code gives the same results. */
export function stableOutput(output: string): string {
  return output
    .split('\n')
    .filter((line) => !/^ptxas info\s*: Compile time =/.test(line))
    .join('\n');
}

/** True when ptxas named a kernel. */
export function namesKernels(output: string): boolean {
  return /^ptxas info\s*: Compiling entry function /m.test(output);
}

/** The line that says what went wrong: the first error, else the first line at all. */
export function firstFault(output: string): string | null {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.find((line) => /\b(error|fatal)\b/i.test(line)) ?? lines[0] ?? null;
}
