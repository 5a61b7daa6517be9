import type { Words } from '../../kernel/message';
import type { Kernel, Launch } from '../../kernel/kernel';
import { groupBy } from '../../stats/grouping';
import type { EvaluationMode } from '../constants/evaluation';
import type { Scope } from '../constants/scope';
import { standIn } from '../constants/standIn';
import { findCallees, readCall, type CallSite } from '../structure/calls';
import { findLaunches, buildLaunch, type LaunchSite } from '../structure/launches';
import { buildKernel } from '../structure/kernels';
import { isVariable, launchTargets, type LaunchTarget } from '../structure/launchTargets';
import type { Callers } from '../structure/functionScope';
import type { FunctionOutline, Outline } from '../structure/outline';
import type { UnitText } from '../structure/unitText';
import type { TokenRange } from '../syntax/angles';
import { FunctionUnit } from './functionUnit';

/** Gives each kernel of a file its id: `path#name`, and `path#name~n` for the n-th of that name. */
export class KernelIds {
  private readonly counts = new Map<string, number>();

  constructor(private readonly path: string) {}

  next(qualifiedName: string): string {
    const count = (this.counts.get(qualifiedName) ?? 0) + 1;
    this.counts.set(qualifiedName, count);
    const base = `${this.path}#${qualifiedName}`;
    return count === 1 ? base : `${base}~${count}`;
  }
}

/** The file of a kernel by its id; the file's own name may have the sign that parts the two. */
export function pathOfKernel(id: string): string {
  return id.slice(0, id.lastIndexOf('#'));
}

/** A kernel or launch whose reading ended with an error of ours. */
interface FailedReading {
  readonly range: TokenRange;
  readonly what: string;
}

/** A stretch of code that is read as one: the active text of a file, or one inactive branch. */
export class CodeRegion {
  readonly functions: readonly FunctionUnit[];
  /** Launches that do not end. */
  readonly unread: readonly TokenRange[];
  private readonly sites: readonly LaunchSite[];
  private readonly failed = new Map<number, FailedReading>();
  private hostRead = false;
  private callees: ReadonlyMap<string, readonly number[]> | null = null;

  constructor(
    readonly unit: UnitText,
    readonly outline: Outline,
    ids: KernelIds,
    private readonly callers: Callers,
    /** Why it is not compiled; null when it is. */
    private readonly inactive: Words | null,
  ) {
    const functionUnit = (entry: FunctionOutline) =>
      new FunctionUnit(unit, entry, entry.isKernel ? ids.next(entry.qualifiedName) : null, callers, inactive);
    this.functions = outline.functions.map(functionUnit);
    const found = findLaunches(unit.tokens);
    this.sites = found.sites;
    this.unread = found.unread;
  }

  /** The kernels, with what their launch bounds and shared arrays evaluate to. */
  kernels(): Kernel[] {
    return this.functions
      .filter((unit) => unit.kernelId !== null)
      .flatMap((unit) => this.guarded(unit.outline.whole, () => this.kernelOf(unit)) ?? []);
  }

  private kernelOf(unit: FunctionUnit): Kernel {
    const scopeAt = (index: number): Scope => unit.scopeAtToken(index);
    return buildKernel(this.unit, unit.outline, unit.kernelId!, scopeAt, this.inactive);
  }

  /** The launches, resolved in the scopes in which they stand, not yet joined to kernels. */
  launches(mode: EvaluationMode): Launch[] {
    if (this.sites.length === 0) return [];
    this.readHostFunctions();
    return joinVariants(
      this.sites.flatMap((site) => this.guarded(site.whole, () => this.launchesAt(site, mode)) ?? []),
    );
  }

  /** A fault of ours costs the kernel or the launch in which it shows, not all others of the workspace: null there. */
  private guarded<T>(range: TokenRange, read: () => T): T | null {
    try {
      return read();
    } catch (error) {
      this.failed.set(range.from, { range, what: error instanceof Error ? error.message : String(error) });
      return null;
    }
  }

  /** Kernels and launches that could not be read so far. */
  get failures(): readonly FailedReading[] {
    return [...this.failed.values()];
  }

  /** A launch of a variable is one launch for each kernel that is given to it. */
  private launchesAt(site: LaunchSite, mode: EvaluationMode): Launch[] {
    const scope = this.scopeAt(site.index);
    const callee = site.calleeText ?? this.unit.tokens.slice(site.callee.from, site.callee.to);
    const build = (target: LaunchTarget | null) => {
      const by = target?.chosenBy;
      const undo = by === undefined ? null : standIn(scope, by.variable, by.text);
      const launch = buildLaunch(this.unit, site, scope, this.inactive, target?.kernel ?? null, mode);
      undo?.();
      return launch;
    };
    if (!isVariable(callee, scope)) return [build(null)];
    const found = new Map<string, Launch>();
    this.eachCall(site, () => {
      for (const target of launchTargets(callee, scope)) {
        const key = JSON.stringify(target);
        if (!found.has(key)) found.set(key, build(target));
      }
    });
    return found.size === 0 ? [build(null)] : [...found.values()];
  }

  /** Reads something at a launch once for each known way in which its function is called. */
  private eachCall(site: LaunchSite, read: () => void): void {
    const unit = this.functionAt(site.index);
    const { memo } = this.outline.scope;
    const fresh = () => {
      memo.clear();
      read();
    };
    if (unit === null) fresh();
    else this.callers.eachCall(unit.outline, fresh);
    memo.clear();
  }

  /** The calls of a function by its name. */
  callsOf(name: string): readonly CallSite[] {
    const { tokens } = this.unit;
    if (this.callees === null) {
      const defined = new Set(this.functions.map((unit) => unit.outline.head.nameIndex));
      this.callees = findCallees(tokens, defined);
    }
    return (this.callees.get(name) ?? []).flatMap((index) => readCall(tokens, index) ?? []);
  }

  /** Reads all host functions, so that the variables of the file have all values they are given. */
  readHostFunctions(): void {
    if (this.hostRead) return;
    this.hostRead = true;
    for (const unit of this.functions)
      if (unit.kind === 'host') this.guarded(unit.outline.whole, () => unit.readBody());
    this.outline.scope.memo.clear();
  }

  /** The symbols at a token. */
  scopeAt(index: number): Scope {
    this.readHostFunctions();
    return this.functionAt(index)?.scopeAtToken(index) ?? this.outline.scope;
  }

  /** The innermost function whose body holds a token. */
  functionAt(index: number): FunctionUnit | null {
    let low = 0;
    let high = this.functions.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.functions[middle]!.outline.body.from <= index) low = middle + 1;
      else high = middle;
    }
    for (let at = low - 1; at >= 0; at--) {
      if (index < this.functions[at]!.outline.body.to) return this.functions[at]!;
    }
    return null;
  }
}

/** Launches that macros make of one place in the source are one where they look the same. */
function joinVariants(launches: readonly Launch[]): Launch[] {
  const places = groupBy(launches, ({ range }) => `${range.startLine}:${range.startColumn}`);
  if (places.size === launches.length) return [...launches];
  return [...places.values()].flatMap((same) =>
    [...groupBy(same, looksOf).values()].map(([launch, ...others]) =>
      others.length === 0 ? launch! : { ...launch!, variants: others.length + 1 },
    ),
  );
}

function looksOf({ callee, grid, block, sharedBytes }: Launch): string {
  return JSON.stringify([
    callee,
    ...[...grid, ...block, sharedBytes].map(({ text, value }) => value ?? text),
  ]);
}
