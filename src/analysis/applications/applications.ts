import type { GpuSpec } from '../../kernel/gpuSpec';
import type { ProfileFile } from '../../kernel/profile';
import { ORDER_ADVISER } from '../../predictors';
import { groupBy } from '../../stats/grouping';
import { joinWithSource } from '../../timeline/trace/joinSource';
import { message } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import { applicationKey } from '../protocol';
import type { ApplicationResult } from '../results/timelineResult';
import type { KernelFactor, WhatIfRequest, WhatIfResult } from '../results/whatIfResult';
import { withStreamNames } from '../../timeline/timeline';
import { applicationResult, type KnownApplication } from './applicationResult';
import type { SourceApplication } from './sourceApplications';
import { isTrace } from './tracedApplication';
import { baseName, kernelsOf, TracedPrograms, type Program } from './tracedPrograms';
import { whatIf } from './whatIf';

/** Share of a trace's operations that must find their call before trace and source count as one program. */
const SAME_PROGRAM = 0.95;

/** The applications of a workspace; what was worked through once is kept while nothing of it changes. */
export class Applications {
  private kept = new Map<string, ApplicationResult>();
  private readonly traces = new TracedPrograms();
  private last: readonly Program[] = [];

  /** Traces, joined with the source that they were recorded of where that is found, then what only the source tells. */
  results(
    profiles: readonly ProfileFile[],
    sources: readonly SourceApplication[],
    gpu: GpuSpec,
  ): ApplicationResult[] {
    const used = new Set<SourceApplication>();
    const kept = new Map<string, ApplicationResult>();
    const program = (known: KnownApplication): Program => {
      const key = keyOf(known, gpu);
      const result = this.kept.get(key) ?? applicationResult(known, gpu);
      kept.set(key, result);
      return { known: () => known, result };
    };
    const models = ORDER_ADVISER.models(gpu, null);
    const byKernels = groupBy(sources, ({ application }) => kernelsOf(application));
    const traced = profiles.filter(isTrace).map((file) => {
      const trace = this.traces.of(file, gpu);
      const joined = bestJoin(trace, byKernels.get(trace.kernels) ?? []);
      if (!joined) return trace;
      used.add(joined.source);
      return program(joined.known);
    });
    const onlySource = sources
      .filter((source) => !used.has(source))
      .map((source) => program(fromSource(source, models)));
    this.kept = kept;
    this.last = [...traced, ...onlySource];
    return this.last.map(({ result }) => result);
  }

  /**
   * What one of the last results is made of.
   * @throws InputError where there is no such application
   */
  known(key: string): KnownApplication {
    const found = this.last.find(({ result }) => applicationKey(result) === key);
    if (found === undefined) throw new InputError(message('analysis.whatIf.noProgram'));
    return found.known();
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
function keyOf(known: KnownApplication, gpu: GpuSpec): string {
  const { application, path, from, unknowns, kernelTimes, unread } = known;
  return JSON.stringify([gpu.id, path, from, unknowns, application, [...kernelTimes], unread]);
}

function fromSource(
  { program, application, unknowns, openNumbers, kernelTimes, assumptions, unread }: SourceApplication,
  models: KnownApplication['models'],
): KnownApplication {
  const { path, line } = program;
  return {
    application,
    models,
    path,
    line,
    from: 'source',
    measured: null,
    measuredOrigin: 'measured',
    unknowns,
    ...(openNumbers.length > 0 && { openNumbers }),
    kernelTimes,
    assumptions,
    ...(unread.length > 0 && { unread }),
  };
}

/**
 * The source that a trace was recorded of: nearly every operation finds its call there.
 * @param sources that launch the kernels of the trace: it does not show one that launches some of them
 */
function bestJoin(
  trace: Program,
  sources: readonly SourceApplication[],
): { known: KnownApplication; source: SourceApplication } | null {
  if (sources.length === 0) return null;
  const known = trace.known();
  const joins = sources
    .map((source) => ({ source, join: joinWithSource(known.application, source.application, baseName) }))
    .filter(({ join }) => join.total > 0 && join.matched >= SAME_PROGRAM * join.total)
    // Of several programs with these calls, the one with the fewest others.
    .sort((a, b) => a.source.application.operations.length - b.source.application.operations.length);
  const best = joins[0];
  if (!best) return null;
  const { program, assumptions, application } = best.source;
  return {
    source: best.source,
    known: {
      ...known,
      application: {
        ...best.join.application,
        ...(application.callsHost === undefined ? {} : { callsHost: application.callsHost }),
      },
      measured: known.measured && withStreamNames(known.measured, best.join.streamNames),
      path: program.path,
      line: program.line,
      from: 'both',
      assumptions: [...known.assumptions, ...assumptions],
    },
  };
}
