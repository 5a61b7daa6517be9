import { message, type Words } from '../../kernel/message';
import type { KernelState } from '../reading/body/state';
import { hostNameOf, type Region, type Value } from '../reading/values/graph';
import { isFloating } from '../reading/values/types';
import { isConstant, rangeOf } from './index/form';
import { Forms, type LaunchExtents } from './index/formOf';
import { UnrolledRegion } from './index/unrolledRegion';
import { variesByThread } from './flow/guards';
import { conjuncts } from './flow/trips';
import { argumentsFor, largestOf, openArgumentsIn, type IsOpen } from './openArguments';

/** A value for an argument that nobody gave, or that need not hold. */
export interface AssumedArgument {
  readonly name: string;
  readonly value: number;
  readonly why: Words;
}

/** Role of an argument in the kernel. */
interface Role {
  /** Largest value for which every thread of the launch is inside a bounds check. */
  covers: number | null;
  /** Threads of which some lie behind it, where a condition asks that they do (`i >= period - 1`). */
  isBelow: number | null;
  boundsLoop: boolean;
  /** Its part of a product that is as much as one step of a loop, where it bounds one only together with others. */
  share: number | null;
  /** Numbers that a loop strides by, as far as they are known. */
  stride: number;
  inAddress: boolean;
  /** A number with which the first branch on it goes that way which the source names. */
  branches: number | null;
  /** The largest number of its type. */
  readonly most: number;
}

/** Whole numbers of unknown value among the arguments that decide control flow or addresses, with what is taken for them. */
export function unresolvedArguments(state: KernelState, launch: LaunchExtents): readonly AssumedArgument[] {
  const roles = new Roles(state, launch, ({ known }) => known === null);
  roles.visit(state.root);
  return [...roles.found].map(([name, role]) => {
    const { value, why } = assumed(role, state, launch);
    return { name, value: Math.min(value, role.most), why };
  });
}

/**
 * Integer arguments that decide control flow or addresses and whose values host code gives only under a condition.
 * @param conditions by the name of the argument
 */
export function conditionalArguments(
  state: KernelState,
  launch: LaunchExtents,
  conditions: ReadonlyMap<string, Words>,
): readonly AssumedArgument[] {
  const roles = new Roles(
    state,
    launch,
    (value) => value.known !== null && conditions.has(hostNameOf(value)!),
  );
  roles.visit(state.root);
  const { parameters } = state.context;
  return [...roles.found.keys()].map((name) => ({
    name,
    value: parameters.get(name)!,
    why: conditions.get(name)!,
  }));
}

function assumed(
  role: Role,
  state: KernelState,
  { grid, block }: LaunchExtents,
): { value: number; why: Words } {
  if (role.covers !== null) return { value: role.covers, why: message('cuda.coveredByLaunch') };
  const { argument } = state.context.defaults;
  if (role.share !== null) return { value: role.share, why: message('cuda.oneStep') };
  if (role.isBelow !== null) {
    const value = role.boundsLoop ? Math.max(1, Math.min(argument, role.isBelow >> 1)) : 1;
    return { value, why: message('cuda.belowMost') };
  }
  if (role.boundsLoop && role.stride > argument) return { value: role.stride, why: message('cuda.oneStep') };
  if (role.boundsLoop) return { value: argument, why: message('cuda.defaultBound') };
  if (role.branches !== null && !role.inAddress)
    return { value: role.branches, why: message('cuda.firstBranch') };
  return { value: grid[0] * block[0], why: message('cuda.launchWidth') };
}

class Roles {
  readonly found = new Map<string, Role>();
  private readonly forms: Forms;
  private readonly root: UnrolledRegion;
  /** Shares of branches that the user set. */
  private readonly shares: readonly string[];
  private readonly default: number;

  constructor(
    state: KernelState,
    launch: LaunchExtents,
    private readonly isWanted: IsOpen,
  ) {
    this.forms = new Forms(launch);
    this.root = new UnrolledRegion(state.root, null);
    this.default = state.context.defaults.argument;
    this.shares = [...state.context.given.keys()].filter((name) => name.startsWith('share_'));
  }

  visit(region: Region): void {
    if (region.guard !== null && region.events.length > 0) this.guard(region.guard, true);
    const { count } = region;
    if (count?.counter) {
      const { start, step } = count.counter;
      const form = this.forms.of(step, this.root);
      const stride = form !== null && isConstant(form) ? Math.abs(form.constant) : 0;
      for (const part of [...(count.test === null ? [] : conjuncts(count.test)), start, step])
        this.each(part, (role) => {
          role.boundsLoop = true;
          role.stride = Math.max(role.stride, stride);
        });
      if (count.test !== null) this.product(count.test, Math.max(stride, this.default));
    }
    for (const event of region.events) {
      if (event.kind === 'nested') event.regions.forEach((inner) => this.visit(inner));
      else if (event.access !== null) {
        for (const part of [event.access.base, event.access.index])
          this.each(part, (role) => (role.inAddress = true));
      } else if (event.name === 'textureLoad')
        // The first of them says which texture, by a handle that is no position.
        for (const part of event.needs.slice(1)) this.each(part, (role) => (role.inAddress = true));
    }
  }

  /**
   * A comparison of a position with an argument: the launch covers its data, or begins in front of it.
   * @param holds whether it has to hold; null where that is not known
   */
  private guard(value: Value, holds: boolean | null): void {
    const [a, b] = value.args;
    if (value.kind === 'not') return this.guard(a!, holds === null ? null : !holds);
    if (value.kind === 'and-also' || value.kind === 'or-else') {
      const inner = holds === (value.kind === 'and-also') ? holds : null;
      return value.args.forEach((part) => this.guard(part, inner));
    }
    this.branch(value, holds ?? true);
    if (value.kind !== 'binary' || a === undefined || b === undefined) return;
    if (!/^(lt|le|gt|ge)$/.test(value.name)) return;
    for (const [position, bound] of [
      [a, b],
      [b, a],
    ] as const) {
      if (!variesByThread(position) || variesByThread(bound)) continue;
      const form = this.forms.of(position, this.root);
      if (form === null) continue;
      const covers = rangeOf(form).high + 1;
      const isUpper = position === a ? /^l/.test(value.name) : /^g/.test(value.name);
      const isBelow = holds !== null && isUpper !== holds;
      for (const [argument, share] of argumentsFor(bound, covers, this.isWanted)) {
        const role = this.roleOf(argument);
        if (isBelow) role.isBelow = Math.max(role.isBelow ?? 0, covers);
        else role.covers = Math.max(role.covers ?? 1, Math.ceil(share));
      }
    }
  }

  /** Products of arguments that bound a loop: together they are as much as one of them alone would be. */
  private product(test: Value, wanted: number): void {
    for (const part of conjuncts(test).flatMap(({ args }) => args)) {
      const factors = factorsOf(part).filter(({ constant }) => constant === null);
      const open = factors.filter((factor) => openArgumentsIn(factor, this.isWanted).length > 0);
      if (factors.length < 2) continue;
      const known = factors.filter((factor) => !open.includes(factor)).map((factor) => this.numberOf(factor));
      const target = wanted / known.reduce((product, number) => product * Math.max(1, number), 1);
      for (const factor of open)
        for (const [argument, share] of argumentsFor(factor, target ** (1 / open.length), this.isWanted)) {
          const role = this.roleOf(argument);
          role.share = Math.max(role.share ?? 1, Math.ceil(share));
        }
    }
  }

  private numberOf(value: Value): number {
    const form = this.forms.of(value, this.root);
    return form === null ? 1 : rangeOf(form).high;
  }

  /** A branch on which of several things an argument asks for: `mode == 1`, or whether it does for one: `flag`. */
  private branch(value: Value, holds: boolean): void {
    const [a, b] = value.args;
    const isEquation = value.kind === 'binary' && /^(eq|ne)$/.test(value.name);
    const argument = withoutConversion(isEquation ? a! : value);
    const number = isEquation ? b!.constant : 0;
    const name = hostNameOf(argument);
    if (number === null || name === null || !isChoice(argument) || !this.isWanted(argument)) return;
    // Who sets the share of a branch on it wants both sides.
    if (this.shares.some((share) => share.startsWith(`share_${name}`))) return;
    const role = this.roleOf(argument);
    const isEqual = isEquation && (value.name === 'eq') === holds;
    const isZero = !isEquation && !holds;
    role.branches ??= isEqual || isZero ? number : number === 0 ? 1 : 0;
  }

  private each(value: Value, note: (role: Role) => void): void {
    for (const symbol of openArgumentsIn(value, this.isWanted)) note(this.roleOf(symbol));
  }

  private roleOf(argument: Value): Role {
    const name = hostNameOf(argument)!;
    let role = this.found.get(name);
    if (role === undefined) {
      const most = largestOf(argument);
      const none = {
        covers: null,
        isBelow: null,
        boundsLoop: false,
        share: null,
        stride: 0,
        inAddress: false,
        branches: null,
      };
      role = { ...none, most };
      this.found.set(name, role);
    }
    return role;
  }
}

/** The factors of a product; a value that is none is its only one. */
function factorsOf(value: Value): readonly Value[] {
  const inner = withoutConversion(value);
  const isProduct = inner.kind === 'binary' && inner.name === 'mul';
  return isProduct ? inner.args.flatMap(factorsOf) : [inner];
}

function withoutConversion(value: Value): Value {
  return value.kind === 'convert' ? withoutConversion(value.args[0]!) : value;
}

/** Tests for a whole number or a truth value. */
function isChoice({ type }: Value): boolean {
  return type.kind === 'scalar' && !isFloating(type.scalar);
}
