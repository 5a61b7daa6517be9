import type { Analyses } from './analyses';
import type { FunctionUnit } from './functionUnit';
import { addLaunching, SeenCode } from './launchingCode';
import type { SourceFile } from './sourceFile';
import type { SourceStore, TextState } from './sourceStore';

/** Functions that a file declares, itself or by what it includes, and that another file defines. */
export class LinkedFunctions {
  private known: {
    readonly state: TextState;
    readonly declared: Map<string, ReadonlySet<string>>;
    readonly defined: Map<string, readonly FunctionUnit[]>;
    /** Only functions that give the GPU work or order it, by themselves or by what they call, are looked for in other files. */
    readonly launching: ReadonlySet<string>;
  } | null = null;
  private readonly seen = new WeakMap<SourceFile, SeenCode>();

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
    return units.length > 1 ? this.ofOneHeader(units, name, path) : units;
  }

  /** Of several definitions those that include what declares the function to a file; all where none does. */
  private ofOneHeader(units: readonly FunctionUnit[], name: string, path: string): readonly FunctionUnit[] {
    const declaring = this.seenFrom(path).filter(
      (from) => from !== path && this.codeOf(from).declarations.has(name),
    );
    const same = units.filter((unit) => this.seenFrom(unit.path).some((from) => declaring.includes(from)));
    return same.length > 0 ? same : units;
  }

  private memo(): NonNullable<LinkedFunctions['known']> {
    const state = this.analyses.state();
    if (this.known?.state !== state) {
      const launching = new Set<string>();
      addLaunching(
        launching,
        this.store.cudaPaths().map((path) => this.codeOf(path)),
      );
      this.known = { state, declared: new Map(), defined: new Map(), launching };
    }
    return this.known;
  }

  private codeOf(path: string): SeenCode {
    const file = this.store.get(path)!;
    let code = this.seen.get(file);
    if (code === undefined) this.seen.set(file, (code = new SeenCode(file.text)));
    return code;
  }

  private declaredIn(path: string): ReadonlySet<string> {
    return new Set(this.seenFrom(path).flatMap((from) => [...this.codeOf(from).declarations]));
  }

  /** A file and what it includes, as far as that is at hand. */
  private seenFrom(path: string): readonly string[] {
    const dependencies = this.analyses.analysis(path)?.dependencies ?? [];
    return [path, ...dependencies].filter((from) => this.store.get(from) !== undefined);
  }

  private definitionsOf(name: string): readonly FunctionUnit[] {
    const { launching } = this.memo();
    if (!launching.has(name)) return [];
    return this.store
      .cudaPaths()
      .filter(
        (path) =>
          this.store.get(path)!.mentions(name) && this.codeOf(path).launching(launching).includes(name),
      )
      .flatMap((path) => this.compiledIn(path).get(name) ?? [])
      .filter(({ kind }) => kind === 'host');
  }
}
