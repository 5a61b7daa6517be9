import type { Analyses } from './analyses';
import type { FunctionUnit } from './functionUnit';
import type { SourceStore, TextState } from './sourceStore';

/** A declaration without a body: what is in front of the name ends like a type. */
const DECLARED = /([\w>]\s+|[*&]\s*)([A-Za-z_]\w*)\s*\([^;{}()]*\)\s*;/g;
/** What stands like a type in front of a call. */
const STATEMENT = /\b(?:return|else|new|throw|case|goto|co_return|co_await|co_yield)\s+$/;
/** Only functions that make the device work are looked for in other files. */
const DEVICE_WORK = /<<<|cudaLaunch\w*|cudaMemcpy\w*|cudaMemset\w*/;

/** Functions that a file declares, itself or by what it includes, and that another file defines. */
export class LinkedFunctions {
  private known: {
    readonly state: TextState;
    readonly declared: Map<string, ReadonlySet<string>>;
    readonly defined: Map<string, readonly FunctionUnit[]>;
  } | null = null;

  /** @param compiledIn functions of a file by name that are compiled */
  constructor(
    private readonly store: SourceStore,
    private readonly analyses: Analyses,
    private readonly compiledIn: (path: string) => ReadonlyMap<string, readonly FunctionUnit[]>,
  ) {}

  /** Host functions of this name, of whatever class, in any other file; none where the file does not declare one. */
  of(name: string, path: string): readonly FunctionUnit[] {
    const { declared, defined } = this.memo();
    let names = declared.get(path);
    if (names === undefined) declared.set(path, (names = this.declaredIn(path)));
    if (!names.has(name)) return [];
    let units = defined.get(name);
    if (units === undefined) defined.set(name, (units = this.definitionsOf(name)));
    return units;
  }

  private memo(): NonNullable<LinkedFunctions['known']> {
    const state = this.analyses.state();
    if (this.known?.state !== state) this.known = { state, declared: new Map(), defined: new Map() };
    return this.known;
  }

  private declaredIn(path: string): ReadonlySet<string> {
    const dependencies = this.analyses.analysis(path)?.dependencies ?? [];
    const names = new Set<string>();
    for (const from of [path, ...dependencies]) {
      const text = this.store.get(from)?.text ?? '';
      for (const match of text.matchAll(DECLARED)) {
        const before = text.slice(Math.max(0, match.index - 12), match.index + match[1]!.length);
        if (!STATEMENT.test(before)) names.add(match[2]!);
      }
    }
    return names;
  }

  private definitionsOf(name: string): readonly FunctionUnit[] {
    const named = new RegExp(`\\b${name}\\s*\\(`);
    return this.store
      .cudaPaths()
      .filter((path) => {
        const text = this.store.get(path)!.text;
        return text.includes(name) && named.test(text) && DEVICE_WORK.test(text);
      })
      .flatMap((path) => this.compiledIn(path).get(name) ?? [])
      .filter(({ kind }) => kind === 'host');
  }
}
