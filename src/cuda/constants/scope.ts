import type { Words } from '../../kernel/message';
import type { SourceRange } from '../../kernel/source';
import type { MacroLookup, OtherDefinitions } from '../preprocessor/macros';
import { ALL_NAMES, LOOKED_UP, Memo } from './memo';
import type { Value } from './value';
import { before } from '../../kernel/texts';

/** Where the text that gives a symbol its value stands: what an edit of the value must change. */
export interface ValueSite {
  readonly path: string;
  readonly range: SourceRange;
}

/** A place in a function body, in whose order assignments count. */
export interface Place {
  readonly flow: Flow;
  /** Index of a token of the body. */
  readonly at: number;
  /** The place whose facts hold: `at`, or where what is read at `at` is used later on. */
  readonly usedAt: number;
}

/** The order of the assignments in one function body. */
export interface Flow {
  /** Values among `values` that may reach a place; all of them for values from elsewhere. */
  reaching(values: readonly AssignedValue[], place: Place): readonly AssignedValue[];
  /** Those of the values that reach a place that are there in the first turn of every loop around it. */
  firstTurn(
    values: readonly AssignedValue[],
    reaching: readonly AssignedValue[],
    place: Place,
  ): readonly AssignedValue[];
  /** The symbols at a token, with the facts that hold at `usedAt`. */
  at(index: number, usedAt?: number): Scope;
  /** Equal for two places where the same facts hold. */
  factsAt(index: number): object;
}

/** Argument of a call: its text as written, and the scope of the call. */
export interface CallArgument {
  readonly text: string;
  readonly scope: Scope;
}

/** What a constructor's initialiser list gives a member. */
export interface MadeMember {
  readonly text: string;
  readonly parameters: readonly FunctionParameter[];
}

/** An argument that a call may change: the function assigns to what its parameter refers or points to. */
export interface WrittenArgument {
  readonly callee: string;
  /** All arguments of the call as written, without `&` in front of those that are addresses. */
  readonly arguments: readonly string[];
  /** Which of them it is. */
  readonly place: number;
}

/** One value that the code gives to a variable. */
export interface AssignedValue {
  /** The expression as written; null when the code that writes it cannot be followed. */
  readonly text: string | null;
  /** For `text: null`, who writes it: a function such as `cudaOccupancyMaxPotentialBlockSize`, or what kind of code. */
  readonly writer?: Words;
  readonly site?: ValueSite | undefined;
  /** Where it is assigned, if that is in a function body. */
  readonly place?: Place | undefined;
  /** True for what holds inside one block only, such as a `case` label for the switched variable. */
  readonly fact?: boolean;
  /** For what a constructor makes of its parameters: each object tells which numbers those are. */
  readonly made?: MadeMember;
  /** For `text: null`: the call that writes it, where its function may tell what. */
  readonly written?: WrittenArgument;
  /** For a parameter: the arguments of all calls that are known; null when they are not. */
  readonly calls?: () => readonly CallArgument[] | null;
}

/** A constant, variable, parameter or member path such as `config.gridDim` or `block.x`. */
export interface VariableSymbol {
  readonly kind: 'variable';
  readonly name: string;
  /** Type as written without the name; empty for a member path. */
  readonly type: string;
  /** Array extents as written, outermost first. */
  readonly extents: readonly string[];
  /** Every value given to it in the order of the text; empty for an uninitialised variable. */
  readonly values: readonly AssignedValue[];
}

/** Parameter of a function or template, as written. */
export interface FunctionParameter {
  readonly name: string;
  readonly type: string;
  readonly default?: string;
}

/** One definition of a function whose value can perhaps be computed from its arguments. */
export interface FunctionOverload {
  readonly parameters: readonly FunctionParameter[];
  /** Names of its template parameters in order. */
  readonly template: readonly FunctionParameter[];
  /** Text between the braces of its body. */
  readonly body: string;
  /** Return type as written. */
  readonly type: string;
}

/** Function name with its overloads. */
export interface FunctionSymbol {
  readonly kind: 'function';
  readonly name: string;
  readonly overloads: readonly FunctionOverload[];
}

/** A data member of a class, as written. */
export interface TypeMember {
  readonly name: string;
  readonly type: string;
  readonly extents: readonly string[];
  /** Its default initialiser. */
  readonly default?: string;
  /** A class or union without a name in the class, whose members are members of the class. */
  readonly isUnnamed?: boolean;
}

/** A type: an alias, a template argument, or a class with its members in order. */
export interface TypeSymbol {
  readonly kind: 'type';
  readonly name: string;
  /** Type that an alias or template argument stands for; null for a class. */
  readonly target: string | null;
  readonly members: readonly TypeMember[];
  /** Of a type parameter: the types that all known calls give it; null while they are not known. */
  readonly calls?: () => readonly CallArgument[] | null;
  /** Of a type parameter: what those types are called where the callers' own names are not known, each once. */
  readonly types?: () => readonly string[];
  /** Its template's parameters; of a class its bases as written, and its constants. */
  readonly template?: readonly { readonly name: string; readonly kind: string; readonly default?: string }[];
  readonly bases?: readonly string[];
  readonly statics?: Scope;
  /** Of a class: bytes to which an attribute aligns it, as written. */
  readonly alignment?: string;
  /** Whether its members lie in one place. */
  readonly isUnion?: boolean;
}

/** A parameter bound to an argument while a call is evaluated. */
export interface BoundSymbol {
  readonly kind: 'bound';
  readonly name: string;
  readonly value: Value;
}

/** Symbol of a scope. */
export type CudaSymbol = VariableSymbol | FunctionSymbol | TypeSymbol | BoundSymbol;

/** A symbol with the scope in which the text of its value is to be read. */
export interface ResolvedSymbol {
  readonly symbol: CudaSymbol;
  readonly scope: Scope;
}

/** Where symbols come from that a file does not define. */
export interface Imports {
  /** A symbol of the files that it includes. */
  symbol(name: string): ResolvedSymbol | null;
  /** A function that another source of the program defines. */
  linked(name: string): ResolvedSymbol | null;
}

// One object each for all scopes, of which a workspace has tens of thousands.
const NOTHING: Imports = { symbol: () => null, linked: () => null };
const noMacro: MacroLookup = () => undefined;

/**
 * A chained symbol table: block in function in class in namespace in file, over the macros of the
 * file. Names are as written; a qualified name that is not found is tried without its first qualifier.
 */
export class Scope {
  /** Made when the first symbol comes: most blocks have none. */
  private table: Map<string, CudaSymbol> | null = null;
  /**
   * Values of variables that were evaluated from this file, whichever file declares them. To be
   * cleared when any file changes.
   */
  readonly memo: Memo;
  /** The place in a function body from which the scope is seen; null outside of bodies. */
  readonly place: Place | null;
  /** The macros in force; they come before every symbol, as in C. */
  readonly macros: MacroLookup;
  /** Definitions of macros in code that is not compiled; null where there are none. */
  readonly others: OtherDefinitions | null;

  constructor(
    readonly parent: Scope | null = null,
    macros?: MacroLookup,
    /** For a file: what it has from others. */
    readonly imports: Imports = NOTHING,
    place?: Place,
    others?: OtherDefinitions | null,
  ) {
    this.others = others ?? parent?.others ?? null;
    this.place = place ?? parent?.place ?? null;
    this.memo = parent?.memo ?? new Memo();
    this.macros = macros ?? parent?.macros ?? noMacro;
  }

  /** Adds or replaces a symbol of this scope. */
  define(symbol: CudaSymbol): this {
    this.table ??= new Map();
    this.table.set(symbol.name, symbol);
    return this;
  }

  /** Takes a symbol out of this scope. */
  remove(name: string): void {
    this.table?.delete(name);
  }

  /** The symbol of this scope alone. */
  own(name: string): CudaSymbol | undefined {
    LOOKED_UP.met(name);
    return this.table?.get(name);
  }

  /** As `own`, where the name was looked up already. */
  held(name: string): CudaSymbol | undefined {
    return this.table?.get(name);
  }

  /** The symbols of this scope alone. */
  symbols(): Iterable<CudaSymbol> {
    LOOKED_UP.metAll(ALL_NAMES);
    return this.table?.values() ?? [];
  }

  /** The innermost symbol of that name. */
  lookup(name: string): ResolvedSymbol | null {
    const found = innermost(this, name);
    const qualifier = found === null ? name.indexOf('::') : -1;
    if (qualifier < 0) return found;
    return this.inNamedType(name, qualifier) ?? this.lookup(name.slice(qualifier + 2));
  }

  /** A function that is declared here at most, where another source of the program defines it. */
  definedElsewhere(name: string): ResolvedSymbol | null {
    return this.parent === null ? this.imports.linked(name) : this.parent.definedElsewhere(name);
  }

  /** `T::member` where `T` is another name of a type. */
  private inNamedType(name: string, qualifier: number): ResolvedSymbol | null {
    const alias = innermost(this, name.slice(0, qualifier));
    if (alias?.symbol.kind !== 'type' || alias.symbol.target === null) return null;
    const type = before(alias.symbol.target.replace(/^typename\s+/, ''), '<');
    return innermost(this, `${type}${name.slice(qualifier)}`);
  }
}

function innermost(start: Scope, name: string): ResolvedSymbol | null {
  LOOKED_UP.met(name);
  let file = start;
  for (let scope: Scope | null = start; scope !== null; scope = scope.parent) {
    const symbol = scope.held(name);
    if (symbol !== undefined) return { symbol, scope };
    file = scope;
  }
  return file.imports.symbol(name);
}

/** A variable with one value, for tests, template arguments and bound parameters. */
export function constant(name: string, text: string, type = 'int', site?: ValueSite): VariableSymbol {
  return { kind: 'variable', name, type, extents: [], values: [site ? { text, site } : { text }] };
}
