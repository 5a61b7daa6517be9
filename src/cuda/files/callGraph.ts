import type { Circumstances } from '../constants/memo';
import type { CallArgument } from '../constants/scope';
import type { CallSite } from '../structure/calls';
import type { Callers } from '../structure/functionScope';
import type { FunctionOutline } from '../structure/outline';
import type { FileAnalysis } from './fileAnalysis';
import type { TextState } from './sourceStore';
import { classOf } from '../structure/calledClass';

/** Calls of one function above which its arguments are taken to vary. */
const MAX_CALLS = 16;

/** Ways of calls, one in the other, for which one place is read anew. */
const MAX_WAYS = 64;

/** Stands for all calls of all functions. */
const ALL_CALLS = {};

/** The calls through which functions are read at the moment: for each function the only one that counts. */
export class ChosenCalls {
  private readonly chosen = new Map<FunctionOutline, number>();
  private ways = 0;
  /** Another object whenever other calls count. */
  counting: object = ALL_CALLS;

  /** Reads something while one call of a function counts; `look` is told whether more may be read. */
  during(outline: FunctionOutline, call: number, look: () => void): void {
    const before = this.counting;
    this.chosen.set(outline, call);
    this.counting = {};
    try {
      look();
    } finally {
      this.chosen.delete(outline);
      this.counting = before;
      if (this.chosen.size === 0) this.ways = 0;
    }
  }

  /** The calls that count. */
  among<T>(outline: FunctionOutline, calls: readonly T[]): readonly T[] {
    const only = this.chosen.get(outline);
    return only === undefined ? calls : calls.slice(only, only + 1);
  }

  has(outline: FunctionOutline): boolean {
    return this.chosen.has(outline);
  }

  /** Counts one more way; false when there are enough. */
  another(): boolean {
    return ++this.ways <= MAX_WAYS;
  }
}

/** A call with the file in which it stands. */
interface ResolvedCall {
  readonly analysis: FileAnalysis;
  readonly site: CallSite;
}

/** The calls of a function; shared with others of its name and number of parameters, such as specialisations. */
interface KnownCalls {
  readonly calls: readonly ResolvedCall[];
  readonly shared: boolean;
}

/** Finds the files among which a function is looked for. */
export interface RelatedFiles {
  /** The file itself, its folder, and the files linked to it by includes, if they name `name`. */
  naming(name: string, path: string): readonly FileAnalysis[];
  /** Another one after every change of the workspace. */
  state(): TextState;
  /** What is being resolved, which is told of every search; null for nothing. */
  asking(): object | null;
}

/**
 * Finds the calls of a function, so that its parameters can be given values. Calls are matched by
 * name and number of arguments. Of a function that shares both with another one nearby, only what all calls
 * write alike is taken.
 */
export class CallGraph implements Callers {
  private known = new Map<FunctionOutline, KnownCalls | null>();
  private knownAt: TextState | null = null;

  constructor(
    private readonly path: string,
    private readonly files: RelatedFiles,
    private readonly chosen: ChosenCalls,
  ) {}

  argument(outline: FunctionOutline, index: number): readonly CallArgument[] | null {
    const fallback = outline.parameters[index]?.default;
    return this.arguments(outline, ({ analysis, site }) => {
      const range = site.arguments[index];
      return range === undefined ? (fallback ?? null) : analysis.text(range);
    });
  }

  templateArgument(outline: FunctionOutline, index: number): readonly CallArgument[] | null {
    const isPack = outline.template[index]?.kind.includes('...') === true;
    return this.arguments(outline, ({ site: { templateArguments: given } }) =>
      isPack ? `{${given.slice(index).join(', ')}}` : (given[index] ?? null),
    );
  }

  circumstances(): Circumstances {
    return [this.files.state(), this.files.asking(), this.chosen.counting];
  }

  eachCall(outline: FunctionOutline, read: () => void): void {
    const known = outline.isKernel || this.chosen.has(outline) ? null : this.knownCalls(outline);
    const calls = known === null || known.shared ? null : known.calls;
    if (calls === null) {
      if (this.chosen.another()) read();
      return;
    }
    calls.forEach(({ analysis, site }, call) => {
      const caller = analysis.functionAt(site.index);
      const forget = () => analysis.scope.memo.clear();
      this.chosen.during(outline, call, () => {
        forget();
        if (caller === null) read();
        else caller.callers.eachCall(caller.outline, read);
      });
      forget();
    });
  }

  private arguments(
    outline: FunctionOutline,
    textOf: (call: ResolvedCall) => string | null,
  ): readonly CallArgument[] | null {
    const known = outline.isKernel ? null : this.knownCalls(outline);
    if (known === null) return null;
    const found: CallArgument[] = [];
    for (const call of this.chosen.among(outline, known.calls)) {
      const text = textOf(call);
      if (text === null) return null;
      found.push({ text, scope: call.analysis.scopeAt(call.site.index) });
    }
    if (known.shared && found.some(({ text }) => text !== found[0]!.text)) return null;
    return found;
  }

  private knownCalls(outline: FunctionOutline): KnownCalls | null {
    // No program calls its own, which every other source of the folder may have: looking there joins all to all.
    if (outline.qualifiedName === 'main') return null;
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

/** The calls of a function; null when there are none or too many. */
function findIn(related: readonly FileAnalysis[], outline: FunctionOutline): KnownCalls | null {
  const { name, parameters } = outline;
  const isPack = parameters.at(-1)?.type.includes('...') === true;
  const required =
    parameters.filter((parameter) => parameter.default === undefined).length - (isPack ? 1 : 0);
  const fits = (count: number) => count >= required && (isPack || count <= parameters.length);
  const calls: ResolvedCall[] = [];
  const own = classOf(outline);
  const others = new Set<string | null>();
  let definitions = 0;
  for (const analysis of ofOneProgram(related, outline)) {
    const namesakes = analysis.functions.filter(
      (unit) => unit.name === name && unit.inactive === null && fits(unit.outline.parameters.length),
    );
    const alike = namesakes.filter((unit) => classOf(unit.outline) === own);
    // Specialisations stand beside each other; whose calls a namesake's elsewhere are cannot be told.
    if (alike.length > 0 && !alike.some((unit) => unit.outline === outline)) return null;
    definitions += alike.length;
    for (const unit of namesakes) if (!alike.includes(unit)) others.add(classOf(unit.outline));
    for (const site of analysis.callsOf(name)) {
      if (fits(site.arguments.length)) calls.push({ analysis, site });
    }
  }
  const found = others.size === 0 ? { calls, isUnsure: false } : withoutCallsOf(others, calls);
  if (found.calls.length === 0 || found.calls.length > MAX_CALLS) return null;
  return { calls: found.calls, shared: definitions !== 1 || found.isUnsure };
}

/**
 * The files without those of other programs: a source with a `main` and a function of that name of its own calls that
 * one, where the function that is asked for stands beside another `main`.
 */
function ofOneProgram(related: readonly FileAnalysis[], outline: FunctionOutline): readonly FileAnalysis[] {
  const isProgram = ({ functions }: FileAnalysis): boolean =>
    functions.some(({ name, inactive }) => name === 'main' && inactive === null);
  const home = related.find(({ functions }) => functions.some((unit) => unit.outline === outline));
  if (home === undefined || !isProgram(home)) return related;
  return related.filter(
    (analysis) =>
      analysis === home ||
      !isProgram(analysis) ||
      !analysis.functions.some(({ name, inactive }) => name === outline.name && inactive === null),
  );
}

/** Calls that are not of a namesake in another class; unsure where nothing tells the class of one. */
function withoutCallsOf(
  others: ReadonlySet<string | null>,
  all: readonly ResolvedCall[],
): { readonly calls: readonly ResolvedCall[]; readonly isUnsure: boolean } {
  const told = all.map((call) => ({ call, called: call.analysis.calledClass(call.site.index) }));
  const own = told.filter(({ called }) => called === undefined || !others.has(called));
  return {
    calls: own.map(({ call }) => call),
    isUnsure: own.some(({ called }) => called === undefined),
  };
}
