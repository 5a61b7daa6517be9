import { Conditionals } from './conditionals';
import type { Directive } from './directives';
import {
  makeMacro,
  type Macro,
  type MacroLookup,
  type OtherDefinition,
  type OtherDefinitions,
} from './macros';
import type { Words } from '../../kernel/message';
import { TokenKind } from '../syntax/tokens';
import { isCudaSwitch } from './predefined';

/** A file's directives in order, as an include needs them. */
export interface IncludedFile {
  readonly path: string;
  readonly directives: readonly Directive[];
}

/** Finds the file that an include directive names; null when the workspace has none. */
export type IncludeResolver = (target: string, from: string) => IncludedFile | null;

/** A definition (or `#undef`: null) with the offset in the main file from which it holds. */
interface Version {
  readonly from: number;
  readonly macro: Macro | null;
}

/**
 * The macro of a name at an offset of the main file; in a stretch from there to `end` the one that is first defined
 * in it, where there is one.
 */
export type MacrosInForce = (name: string, offset: number, end?: number) => Macro | undefined;

/** Include nesting, and directives taken from includes, after which includes are skipped. */
const MAX_DEPTH = 64;
const MAX_DIRECTIVES = 200_000;

function identifiersOf(macro: Macro): string[] {
  return macro.pieces.filter((piece) => piece.kind === TokenKind.identifier).map((piece) => piece.text);
}

const SWITCH_ON = makeMacro('', '1');

/** The macros while one file is preprocessed, the effects of its includes among them. */
export class MacroEnvironment {
  private readonly versions = new Map<string, Version[]>();
  private readonly others = new Map<string, OtherDefinition[]>();
  private readonly included = new Set<string>();
  private taken = 0;
  /** Set while an included file is read: the place of the include in the main file. */
  private at = 0;

  constructor(
    private readonly initial: MacroLookup,
    private readonly resolve: IncludeResolver,
  ) {}

  /** The macro now in force. */
  readonly lookup: MacroLookup = (name) => {
    const versions = this.versions.get(name);
    return versions === undefined ? this.initial(name) : (versions.at(-1)!.macro ?? undefined);
  };

  /** The macro as `#if` sees it: switches that turn CUDA code on count as defined. */
  readonly conditionLookup: MacroLookup = (name) => {
    const macro = this.lookup(name);
    if (macro !== undefined || this.versions.has(name)) return macro;
    return isCudaSwitch(name) ? SWITCH_ON : undefined;
  };

  /**
   * The macros of these names, and those that their bodies name, by offset of the main file.
   * Only these are kept, as the includes of a library may define thousands.
   */
  snapshot(names: Iterable<string>): MacrosInForce {
    const kept = new Map<string, readonly Version[]>();
    const queue = [...names];
    for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
      if (kept.has(name)) continue;
      const first = this.initial(name);
      const versions = [...(first ? [{ from: -1, macro: first }] : []), ...(this.versions.get(name) ?? [])];
      if (versions.length === 0) continue;
      kept.set(name, versions);
      for (const { macro } of versions) queue.push(...(macro === null ? [] : identifiersOf(macro)));
    }
    return (name, offset, end = offset) => {
      const versions = kept.get(name);
      const within = versions?.find(({ from, macro }) => macro !== null && from > offset && from < end);
      return (within ?? versions?.findLast(({ from }) => from <= offset))?.macro ?? undefined;
    };
  }

  /** Takes a `#define` or `#undef` at an offset of the main file. */
  define(name: string, macro: Macro | null, offset: number): void {
    const versions = this.versions.get(name);
    const version = { from: offset, macro };
    if (versions === undefined) this.versions.set(name, [version]);
    else versions.push(version);
  }

  /** Notes a directive of code that is not compiled. */
  passOver({ kind, macro }: Directive, reason: Words): void {
    if (kind !== 'define' || macro === null || macro.parameters !== null) return;
    const known = this.others.get(macro.name);
    if (known === undefined) this.others.set(macro.name, [{ macro, reason }]);
    else known.push({ macro, reason });
  }

  /** What was passed over; null for nothing. */
  get passedOver(): OtherDefinitions | null {
    const { others } = this;
    return others.size === 0 ? null : (name) => others.get(name) ?? [];
  }

  /** Applies an active directive of the main file; conditionals are the caller's. */
  apply(directive: Directive, path: string): void {
    this.at = directive.end;
    this.effect(directive, path, 0);
  }

  private effect(directive: Directive, path: string, depth: number): void {
    if (directive.kind === 'define' && directive.macro !== null) {
      this.define(directive.macro.name, directive.macro, this.at);
    } else if (directive.kind === 'undef') {
      const name = /^[\w$]+/.exec(directive.text)?.[0];
      if (name !== undefined) this.define(name, null, this.at);
    } else if (directive.kind === 'include') {
      this.include(directive, path, depth);
    }
  }

  /**
   * Applies the directives of `file` as an include would, up to the place where `target` is
   * entered; false when it never is.
   */
  replayUntil(file: IncludedFile, target: string): boolean {
    this.target = target;
    this.enter(file, 0);
    return this.reached;
  }

  private target: string | null = null;
  private reached = false;

  /** A file is entered once: guards and `#pragma once` are the rule, X-macro lists the exception. */
  private include(directive: Directive, path: string, depth: number): void {
    const file = depth < MAX_DEPTH ? this.resolve(directive.text, path) : null;
    if (file === null || this.included.has(file.path)) return;
    if (file.path === this.target) this.reached = true;
    else this.enter(file, depth);
  }

  private enter(file: IncludedFile, depth: number): void {
    this.included.add(file.path);
    const conditionals = new Conditionals(this.conditionLookup);
    for (const inner of file.directives) {
      if (this.reached || ++this.taken > MAX_DIRECTIVES) return;
      const conditional = inner.kind !== 'define' && inner.kind !== 'undef' && inner.kind !== 'include';
      if (conditional) conditionals.take(inner);
      else if (conditionals.active) this.effect(inner, file.path, depth + 1);
      else this.passOver(inner, conditionals.reason);
    }
  }

  /** The files that were entered, directly or through other includes. */
  get includedPaths(): ReadonlySet<string> {
    return this.included;
  }
}
