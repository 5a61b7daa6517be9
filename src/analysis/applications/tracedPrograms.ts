import type { Application } from '../../kernel/application';
import type { GpuSpec } from '../../kernel/gpuSpec';
import type { ProfileFile } from '../../kernel/profile';
import { parseKernelName } from '../../profiles/names/kernelName';
import type { ApplicationResult } from '../results/timelineResult';
import { applicationResult, type KnownApplication } from './applicationResult';
import { tracedApplication } from './tracedApplication';

/** An application with its answer. */
export interface Program {
  known(): KnownApplication;
  readonly result: ApplicationResult;
}

/** A program of which a trace alone tells. */
export interface TracedProgram extends Program {
  /** `kernelsOf` it. */
  readonly kernels: string;
}

/** Of longer traces the answer is kept, and the operations are made again where they are asked for. */
const MOST_KEPT = 2000;

/** The programs of traces, each worked through once for a GPU as long as its file is the same. */
export class TracedPrograms {
  private readonly kept = new WeakMap<
    ProfileFile,
    { readonly gpu: string; readonly program: TracedProgram }
  >();

  of(file: ProfileFile, gpu: GpuSpec): TracedProgram {
    const last = this.kept.get(file);
    if (last?.gpu === gpu.id) return last.program;
    const program = new ProgramOfTrace(file, gpu);
    this.kept.set(file, { gpu: gpu.id, program });
    return program;
  }
}

/**
 * A program of a trace. Its answer is worked out where it is asked for: a program whose source is found answers with
 * both, and the plan of its trace alone would be thrown away.
 */
class ProgramOfTrace implements TracedProgram {
  readonly kernels: string;
  private application: KnownApplication | null;
  private answer: ApplicationResult | null = null;

  constructor(
    private readonly file: ProfileFile,
    private readonly gpu: GpuSpec,
  ) {
    this.application = tracedApplication(file, gpu);
    this.kernels = kernelsOf(this.application.application);
  }

  known(): KnownApplication {
    return this.application ?? tracedApplication(this.file, this.gpu);
  }

  get result(): ApplicationResult {
    if (this.answer === null) {
      const known = this.known();
      this.answer = applicationResult(known, this.gpu);
      if (known.application.operations.length > MOST_KEPT) this.application = null;
    }
    return this.answer;
  }
}

/** The names of an application's kernels in one text: equal where the same kernels are launched. */
export function kernelsOf({ operations }: Application): string {
  const names = new Set(operations.flatMap((each) => (each.kind === 'kernel' ? [each.kernel] : [])));
  return [...new Set([...names].map(baseName))].toSorted().join('\n');
}

/** A kernel's name without types and arguments. */
export function baseName(kernel: string): string {
  return parseKernelName(kernel).base;
}
