import type { Application } from '../../kernel/application';
import type { GpuSpec } from '../../kernel/gpuSpec';
import type { ProfileFile } from '../../kernel/profile';
import { parseKernelName } from '../../profiles/names/kernelName';
import type { ApplicationResult } from '../results/timelineResult';
import { applicationResult, type KnownApplication } from './applicationResult';
import { tracedApplication } from './tracedApplication';

/** An application with its answer. */
export interface Program {
  readonly known: () => KnownApplication;
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
    const program = programOf(file, gpu);
    this.kept.set(file, { gpu: gpu.id, program });
    return program;
  }
}

function programOf(file: ProfileFile, gpu: GpuSpec): TracedProgram {
  const known = tracedApplication(file, gpu);
  const { application } = known;
  const isShort = application.operations.length <= MOST_KEPT;
  return {
    known: isShort ? always(known) : madeAgain(file, gpu),
    result: applicationResult(known, gpu),
    kernels: kernelsOf(application),
  };
}

// Functions made in one scope would hold all that any of them uses: these two hold what they are given.
const always = (known: KnownApplication) => (): KnownApplication => known;
const madeAgain = (file: ProfileFile, gpu: GpuSpec) => (): KnownApplication => tracedApplication(file, gpu);

/** The names of an application's kernels in one text: equal where the same kernels are launched. */
export function kernelsOf({ operations }: Application): string {
  const names = new Set(operations.flatMap((each) => (each.kind === 'kernel' ? [each.kernel] : [])));
  return [...new Set([...names].map(baseName))].toSorted().join('\n');
}

/** A kernel's name without types and arguments. */
export function baseName(kernel: string): string {
  return parseKernelName(kernel).base;
}
