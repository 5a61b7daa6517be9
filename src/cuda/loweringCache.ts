import type { Launch, LaunchBounds } from '../kernel/kernel';
import { message } from '../kernel/message';
import { resolveDim3 } from '../kernel/symbolic';
import type { FunctionUnit } from './files/functionUnit';
import { unusedNumbers, type GivenNumber, type UnusedNumber } from './lowering/unusedNumbers';
import type { LoweringAssumption } from './lowering/assumption';
import { allocatedBytes } from './lowering/allocations';
import { directiveAbove, directivesAbove } from './lowering/directives';
import { lowerKernel, type Lowering, type LoweringOptions } from './lowering/lowerKernel';
import type { Dependencies } from './mix/dependencies';
import { KernelCache, type FileTexts } from './mix/kernelCache';
import { knownArguments } from './mix/kernelReading';
import { shiftAssumption, shiftRange } from './mix/lineShift';
import { KERNEL_ITSELF, type MixSources } from './mix/kernelEnvironment';
import type { CudaParser } from './syntax/parser';

/** Lowered kernels, kept like instruction mixes while nothing that was looked at changes. */
export class LoweringCache {
  private readonly kept: KernelCache<Lowering>;

  constructor(
    private readonly parser: CudaParser,
    private readonly sources: MixSources,
    private readonly launchBoundsOf: (kernelId: string) => LaunchBounds | null,
    mostKernels: number | undefined,
  ) {
    this.kept = new KernelCache(sources, movedLowering, mostKernels);
  }

  /** The lowering of a kernel for a launch of it, or for an assumed launch. */
  of(kernel: FunctionUnit, launch: Launch | null, options: LoweringOptions, texts: FileTexts): Lowering {
    return this.kept.of(kernel, this.keyOf(kernel, launch, options), texts, (dependencies) =>
      this.lower(kernel, launch, options, dependencies),
    );
  }

  /** Lowers a kernel without caching the result, for callers that cache it under the recorded `dependencies`. */
  lower(
    kernel: FunctionUnit,
    launch: Launch | null,
    options: LoweringOptions,
    dependencies: Dependencies,
  ): Lowering {
    const { length } = kernel.text;
    dependencies.recordRange(KERNEL_ITSELF, 0, length, kernel.range);
    try {
      return lowerKernel(kernel, launch, options, {
        ...this.sources,
        parser: this.parser,
        launchBounds: this.launchBoundsOf(kernel.kernelId ?? ''),
        dependencies,
      });
    } catch (error) {
      return failedReading(kernel, error);
    }
  }

  /** Everything that a lowering takes from the launch, the user, and the comments at both places. */
  keyOf(kernel: FunctionUnit, launch: Launch | null, options: LoweringOptions): string {
    const { startLine } = kernel.rangeOf(0, 0);
    const atKernel = this.directives(kernel.path, startLine);
    const atLaunch = launch === null ? [] : this.directives(launch.path, launch.line);
    const names = [...atKernel, ...atLaunch, ...Object.entries(options.arguments ?? {})];
    const allocated = [...allocatedBytes(kernel, launch, new Map(names), this.sources)];
    return JSON.stringify([launch && this.launchKey(kernel, launch), options, atKernel, atLaunch, allocated]);
  }

  /** Numbers that comments, or the options by these `names`, set for a kernel and that it has no use for. */
  unused(
    kernel: FunctionUnit,
    launch: Launch | null,
    options: LoweringOptions,
    names: readonly string[],
    texts: FileTexts,
  ): readonly UnusedNumber[] {
    const given: GivenNumber[] = [
      ...this.placed(kernel.path, kernel.rangeOf(0, 0).startLine),
      ...(launch === null ? [] : this.placed(launch.path, launch.line)),
      ...names.map((name) => ({ name, path: kernel.path, range: null })),
    ];
    const lowering = given.length === 0 ? null : this.of(kernel, launch, options, texts);
    if (lowering?.kind !== 'lowered') return [];
    const scope = launch === null ? null : this.sources.scopeOfLaunch(launch);
    const isKnown = (name: string): boolean => (scope?.lookup(name) ?? null) !== null;
    return unusedNumbers(kernel.name, given, lowering.settable, isKnown);
  }

  /** The numbers that comments at a line set, with their places. */
  private placed(path: string, line: number): GivenNumber[] {
    return directivesAbove(this.sources.linesOf(path), line).map(({ name, line: at, column }) => ({
      name,
      path,
      range: { startLine: at, startColumn: column, endLine: at, endColumn: column + name.length },
    }));
  }

  private directives(path: string, line: number): readonly (readonly [string, number])[] {
    return [...directiveAbove(this.sources.linesOf(path), line)];
  }

  private launchKey(kernel: FunctionUnit, launch: Launch): unknown {
    const { parameters, templateArguments } = knownArguments(kernel, launch, this.sources);
    const { grid, block, sharedBytes, configRange } = launch;
    const extents = [resolveDim3(grid), resolveDim3(block)];
    // An extent that is not known is named in the assumptions, with its place.
    const open = extents.includes(null) ? [grid, block, configRange] : [];
    const types = [[...templateArguments], launch.laterTypes ?? []];
    return [extents, sharedBytes.value, [...parameters], types, open];
  }
}

/** A fault of ours ends the reading of this kernel, not that of all others; fuzzing looks for the reason. */
function failedReading(kernel: FunctionUnit, error: unknown): Lowering {
  const reason = message('cuda.readingFailed', {
    what: error instanceof Error ? error.message : String(error),
  });
  return { kind: 'refused', reason, range: kernel.range };
}

function movedLowering(lowering: Lowering, lines: number): Lowering {
  if (lowering.kind === 'refused') return { ...lowering, range: shiftRange(lowering.range, lines) };
  return {
    ...lowering,
    loops: lowering.loops.map((loop) => ({ ...loop, range: shiftRange(loop.range, lines) })),
    assumptions: lowering.assumptions.map((one) => movedAssumption(one, lines)),
  };
}

function movedAssumption(assumption: LoweringAssumption, lines: number): LoweringAssumption {
  const { range, parameter } = assumption;
  // Those about the extents stand at the launch.
  if (parameter !== null && /^(grid|block)Dim/.test(parameter)) return assumption;
  return { ...shiftAssumption(assumption, lines), range: range && shiftRange(range, lines) };
}
