import { message, type Words } from '../../kernel/message';
import type { CudaWorkspace, Lowering } from '../../cuda/workspace';
import { bestLaunch } from '../../kernel/bestLaunch';
import type { Kernel, Launch } from '../../kernel/kernel';
import { InputError } from '../../kernel/result';
import { extentOf, type ScenarioKernel } from '../../kernel/scenario';

/** A kernel of a source file, to be made a program. */
export interface LoweringRequest {
  /** Path of the source as the workspace knows it. */
  readonly path: string;
  /** Name, with its namespace or without, and with template arguments where it is a template: `sum<float, 256>`. */
  readonly kernel: string;
  /** Stands in for what the source's own launch says. */
  readonly launch?: ScenarioKernel['launch'] | undefined;
  readonly arguments?: Readonly<Record<string, number>> | undefined;
}

export type LoweredKernel = Extract<Lowering, { kind: 'lowered' }> & {
  /** What is set for the kernel and has no meaning in it: whole sentences with file and line. */
  readonly unused: readonly Words[];
};

/**
 * Lowers a kernel that a scenario or a workload names.
 * @throws InputError when there is no such kernel, or when it cannot be lowered: the reason with file and line.
 */
export function lowerRequested(workspace: CudaWorkspace, request: LoweringRequest): LoweredKernel {
  const { path } = request;
  const { name, templateArguments } = nameParts(request.kernel);
  const kernel = kernelNamed(workspace, path, name);
  const launch = launchFor(workspace, kernel, templateArguments);
  const { grid, block, sharedBytes } = request.launch ?? {};
  const options = {
    arguments: request.arguments ?? {},
    ...(templateArguments === null ? {} : { templateArguments }),
    ...(grid === undefined ? {} : { grid: extentOf(grid) }),
    ...(block === undefined ? {} : { block: extentOf(block) }),
    ...(sharedBytes === undefined ? {} : { sharedBytes }),
  };
  const lowered = workspace.lower(kernel.id, launch, options);
  if (lowered === null)
    throw new InputError(message('analysis.kernelNotRead', { name }), 'cannot-lower', path);
  if (lowered.kind === 'lowered')
    return {
      ...lowered,
      unused: workspace
        .unusedNumbers(kernel.id, launch, options)
        .map(({ text, path: at, range }) =>
          range === null ? text : message('kernel.at', { place: `${at}:${range.startLine}`, what: text }),
        ),
    };
  throw new InputError(
    message('analysis.notLowered', { name, reason: lowered.reason }),
    'cannot-lower',
    path,
    lowered.range.startLine,
  );
}

function nameParts(written: string): { name: string; templateArguments: readonly string[] | null } {
  const match = /^([^<]+)<(.*)>$/s.exec(written.trim());
  if (match === null) return { name: written.trim(), templateArguments: null };
  return { name: match[1]!.trim(), templateArguments: splitTopLevel(match[2]!) };
}

/** Splits at commas outside of angle brackets and parentheses. */
function splitTopLevel(text: string): string[] {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (let at = 0; at <= text.length; at++) {
    const mark = text[at];
    if (mark === '<' || mark === '(') depth++;
    else if (mark === '>' || mark === ')') depth--;
    else if ((mark === ',' && depth === 0) || mark === undefined) {
      parts.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  return parts;
}

function kernelNamed(workspace: CudaWorkspace, path: string, name: string): Kernel {
  const file = workspace.file(path);
  if (file === null) throw new InputError(message('analysis.noSource'), 'no-such-file', path);
  const found = file.kernels.find((kernel) => kernel.qualifiedName === name || kernel.name === name);
  if (found !== undefined) return found;
  // A kernel of an included file belongs to the source that includes it.
  const elsewhere = workspace
    .index()
    .kernels.find((kernel) => kernel.qualifiedName === name || kernel.name === name);
  if (elsewhere !== undefined) return elsewhere;
  const known =
    file.kernels.length === 0 ? message('kernel.none') : file.kernels.map((kernel) => kernel.qualifiedName);
  throw new InputError(message('analysis.noKernelOf', { name, known }), 'unknown-kernel', path);
}

/** The launch of the source that tells most: one with the same template arguments, then one with known extents. */
function launchFor(
  workspace: CudaWorkspace,
  kernel: Kernel,
  templateArguments: readonly string[] | null,
): Launch | null {
  const launches = workspace.launchesOf(kernel.id);
  const wanted = templateArguments?.join(',').replace(/\s/g, '');
  const same = launches.find(({ templateArguments: own }) => own.join(',').replace(/\s/g, '') === wanted);
  return same ?? bestLaunch(launches);
}
