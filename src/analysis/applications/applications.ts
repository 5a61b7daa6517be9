import type { Application } from '../../kernel/application';
import type { GpuSpec } from '../../kernel/gpuSpec';
import type { ProfileFile } from '../../kernel/profile';
import { ORDER_ADVISER } from '../../predictors';
import { parseKernelName } from '../../profiles/names/kernelName';
import { joinWithSource } from '../../timeline/trace/joinSource';
import { message } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import { applicationKey } from '../protocol';
import type { ApplicationResult } from '../results/timelineResult';
import type { KernelFactor, WhatIfRequest, WhatIfResult } from '../results/whatIfResult';
import { withStreamNames } from '../../timeline/timeline';
import { applicationResult, type KnownApplication } from './applicationResult';
import type { SourceApplication } from './sourceApplications';
import { isTrace, tracedApplication } from './tracedApplication';
import { whatIf } from './whatIf';

/** Share of a trace's operations that must find their call before trace and source count as one program. */
const SAME_PROGRAM = 0.95;

/** The applications of a workspace; what was worked through once is kept while nothing of it changes. */
export class Applications {
  private kept = new Map<string, ApplicationResult>();
  private last: readonly { readonly known: KnownApplication; readonly result: ApplicationResult }[] = [];

  /** Traces, joined with the source that they were recorded of where that is found, then what only the source tells. */
  results(
    profiles: readonly ProfileFile[],
    sources: readonly SourceApplication[],
    gpu: GpuSpec,
  ): ApplicationResult[] {
    const used = new Set<SourceApplication>();
    const traced = profiles.filter(isTrace).map((file) => {
      const known = tracedApplication(file, gpu);
      const joined = bestJoin(known, sources);
      if (!joined) return known;
      used.add(joined.source);
      return joined.known;
    });
    const onlySource = sources.filter((source) => !used.has(source)).map((source) => fromSource(source, gpu));
    const all = [...traced, ...onlySource].map((known) => [keyOf(known, gpu), known] as const);
    this.kept = new Map(
      all.map(([key, known]) => [key, this.kept.get(key) ?? applicationResult(known, gpu)]),
    );
    this.last = all.map(([key, known]) => ({ known, result: this.kept.get(key)! }));
    return this.last.map(({ result }) => result);
  }

  /**
   * What one of the last results is made of.
   * @throws InputError where there is no such application
   */
  known(key: string): KnownApplication {
    const found = this.last.find(({ result }) => applicationKey(result) === key);
    if (found === undefined) throw new InputError(message('analysis.whatIf.noProgram'));
    return found.known;
  }

  /**
   * One of the last results with a change.
   * @throws InputError where there is no such application, or it cannot be replayed so.
   */
  whatIf(request: WhatIfRequest, gpu: GpuSpec, factors: readonly KernelFactor[]): WhatIfResult {
    return whatIf(this.known(request.application), gpu, request, factors);
  }
}

/** Everything that a result depends on; fitted models follow from the trace, whose operations are in it. */
function keyOf({ application, path, from, unknowns, kernelTimes }: KnownApplication, gpu: GpuSpec): string {
  return JSON.stringify([gpu.id, path, from, unknowns, application, [...kernelTimes]]);
}

function fromSource(
  { program, application, unknowns, kernelTimes, assumptions }: SourceApplication,
  gpu: GpuSpec,
): KnownApplication {
  const { path, line } = program;
  return {
    application,
    models: ORDER_ADVISER.models(gpu, null),
    path,
    line,
    from: 'source',
    measured: null,
    measuredOrigin: 'measured',
    unknowns,
    kernelTimes,
    assumptions,
  };
}

/** A trace of one program does not show another one that happens to launch some of the same kernels. */
function sameKernels(a: Application, b: Application): boolean {
  const [ofA, ofB] = [kernelNames(a), kernelNames(b)];
  return ofA.size === ofB.size && [...ofA].every((name) => ofB.has(name));
}

function kernelNames({ operations }: Application): ReadonlySet<string> {
  return new Set(
    operations.flatMap((operation) => (operation.kind === 'kernel' ? [baseName(operation.kernel)] : [])),
  );
}

function baseName(kernel: string): string {
  return parseKernelName(kernel).base;
}

/** The source that a trace was recorded of: nearly every operation finds its call there. */
function bestJoin(
  known: KnownApplication,
  sources: readonly SourceApplication[],
): { known: KnownApplication; source: SourceApplication } | null {
  const joins = sources
    .filter((source) => sameKernels(known.application, source.application))
    .map((source) => ({ source, join: joinWithSource(known.application, source.application, baseName) }))
    .filter(({ join }) => join.total > 0 && join.matched >= SAME_PROGRAM * join.total)
    // Of several programs with these calls, the one with the fewest others.
    .sort((a, b) => a.source.application.operations.length - b.source.application.operations.length);
  const best = joins[0];
  if (!best) return null;
  const { program, assumptions } = best.source;
  return {
    source: best.source,
    known: {
      ...known,
      application: best.join.application,
      measured: known.measured && withStreamNames(known.measured, best.join.streamNames),
      path: program.path,
      line: program.line,
      from: 'both',
      assumptions: [...known.assumptions, ...assumptions],
    },
  };
}
