import type { Node } from 'web-tree-sitter';
import type { Dim3 } from '../../kernel/symbolic';
import type { SourceRange } from '../../kernel/source';
import type { CType, MemorySpace, ScalarName } from '../reading/values/types';

/** A variable at namespace scope that device code may name. */
export interface GlobalVariable {
  readonly type: CType;
  readonly space: MemorySpace;
  /** What a constant array of numbers holds, in order; absent for others, and for long ones. */
  readonly elements?: readonly number[];
}

/** A number with the type that C++ gives it. */
export interface TypedNumber {
  readonly value: number;
  readonly scalar: ScalarName;
}

/** Names in sight of a kernel, as the sources around it define them. */
export interface NameScope {
  /** A constant expression of macros, `constexpr`, `const`, enumerators and `bound` names; null while unknown. */
  constant(node: Node, bound: ReadonlyMap<string, number>): TypedNumber | null;
  namedType(name: string): CType | null;
  globalVariable(name: string): GlobalVariable | null;
  /** Definitions of the device functions of this name: `function_definition` nodes. */
  deviceFunctions(name: string): readonly Node[];
}

/** Counts taken where the source and the launch leave a number open. Each use is named in the assumptions. */
export interface MixDefaults {
  /** Iterations of a loop whose end depends on data: a loop branch goes back 88 % of the time (Wu and Larus 1994). */
  readonly dataTrips: number;
  /** Value of an integer argument that bounds a loop. */
  readonly argument: number;
  /** Value of a template parameter or macro that has none at hand. */
  readonly compileTime: number;
  /** Share of the threads that take a branch on data. */
  readonly branchShare: number;
  /** Threads of a block and blocks of a grid of PTX while the launch is unknown. */
  readonly block: Dim3;
  readonly grid: Dim3;
}

/** Counts taken by default. */
export const MIX_DEFAULTS: MixDefaults = {
  dataTrips: 8,
  argument: 1024,
  compileTime: 16,
  branchShare: 0.5,
  block: [256, 1, 1],
  grid: [4, 1, 1],
};

/** Where the syntax nodes stand in the files that the user sees. */
export interface SourceView {
  rangeOf(node: Node): SourceRange;
  /** The `#pragma` lines directly in front of a statement, or inside its head. */
  pragmasOf(node: Node): readonly string[];
  /** Bytes to which an attribute aligns what a declaration declares (`__align__(16)`); null without one. */
  alignmentOf(declaration: Node): number | null;
}

/** Everything an estimate rests on besides the kernel's own text. */
export interface MixContext {
  readonly names: NameScope;
  readonly source: SourceView;
  readonly launch: { readonly grid: Dim3; readonly block: Dim3 };
  /** Values of kernel parameters at the launch, as far as they are known. */
  readonly parameters: ReadonlyMap<string, number>;
  /** Template arguments of the launch: numbers as text, types by name. */
  readonly templateArguments: ReadonlyMap<string, string>;
  /** Trip counts and branch shares that the user set, by name (`trips_i`, `share_mask`). */
  readonly given: ReadonlyMap<string, number>;
  readonly defaults: MixDefaults;
}
