import type { CallArgument } from '../constants/scope';
import type { CallSite } from '../structure/calls';
import type { Callers } from '../structure/locals';
import type { FunctionOutline } from '../structure/outline';
import type { FileAnalysis } from './fileAnalysis';
import type { TextState } from './sourceStore';

/** Calls of one function above which its arguments are taken to vary. */
const MAX_CALLS = 16;

/** A call with the file in which it stands. */
interface ResolvedCall {
  readonly analysis: FileAnalysis;
  readonly site: CallSite;
}

/** Finds the files among which a function is looked for. */
export interface RelatedFiles {
  /** The file itself, its folder, and the files linked to it by includes, if they name `name`. */
  naming(name: string, path: string): readonly FileAnalysis[];
  /** Another one after every change of the workspace. */
  state(): TextState;
}

/**
 * Finds the calls of a function, so that its parameters can be given values. Calls are matched by
 * name and number of arguments. A function that shares both with another one nearby has no calls.
 */
export class CallGraph implements Callers {
  private known = new Map<FunctionOutline, readonly ResolvedCall[] | null>();
  private knownAt: TextState | null = null;
  /** The function that is read as one of its calls has it, and which call that is. */
  private only: { readonly outline: FunctionOutline; readonly call: number } | null = null;

  constructor(
    private readonly path: string,
    private readonly files: RelatedFiles,
  ) {}

  argument(outline: FunctionOutline, index: number): readonly CallArgument[] | null {
    const fallback = outline.parameters[index]?.default;
    return this.arguments(outline, ({ analysis, site }) => {
      const range = site.arguments[index];
      return range === undefined ? (fallback ?? null) : analysis.text(range);
    });
  }

  templateArgument(outline: FunctionOutline, index: number): readonly CallArgument[] | null {
    return this.arguments(outline, ({ site }) => site.templateArguments[index] ?? null);
  }

  callsOf(outline: FunctionOutline): number {
    return this.knownCalls(outline)?.length ?? 0;
  }

  asCalledBy<T>(outline: FunctionOutline, call: number, read: () => T): T {
    const before = this.only;
    this.only = { outline, call };
    try {
      return read();
    } finally {
      this.only = before;
    }
  }

  private arguments(
    outline: FunctionOutline,
    textOf: (call: ResolvedCall) => string | null,
  ): readonly CallArgument[] | null {
    const calls = outline.isKernel ? null : this.knownCalls(outline);
    if (calls === null) return null;
    const found: CallArgument[] = [];
    for (const call of this.only?.outline === outline ? [calls[this.only.call]!] : calls) {
      const text = textOf(call);
      if (text === null) return null;
      found.push({ text, scope: call.analysis.scopeAt(call.site.index) });
    }
    return found;
  }

  private knownCalls(outline: FunctionOutline): readonly ResolvedCall[] | null {
    // What is being resolved must be told of the search, whether or not its result is known.
    const related = this.files.naming(outline.name, this.path);
    if (this.knownAt !== this.files.state()) {
      this.known = new Map();
      this.knownAt = this.files.state();
    }
    let calls = this.known.get(outline);
    if (calls === undefined) {
      calls = findIn(related, outline);
      this.known.set(outline, calls);
    }
    return calls;
  }
}

/** The calls of a function; null when there are none, too many, or when it is not the only one. */
function findIn(related: readonly FileAnalysis[], outline: FunctionOutline): readonly ResolvedCall[] | null {
  const { name, parameters } = outline;
  const required = parameters.filter((parameter) => parameter.default === undefined).length;
  const fits = (count: number) => count >= required && count <= parameters.length;
  const calls: ResolvedCall[] = [];
  let definitions = 0;
  for (const analysis of related) {
    definitions += analysis.functions.filter(
      (unit) => unit.name === name && unit.inactive === null && fits(unit.outline.parameters.length),
    ).length;
    for (const site of analysis.callsOf(name)) {
      if (fits(site.arguments.length)) calls.push({ analysis, site });
    }
  }
  return definitions !== 1 || calls.length === 0 || calls.length > MAX_CALLS ? null : calls;
}
