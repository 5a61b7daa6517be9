import { message } from '../../kernel/message';
import type { Launch } from '../../kernel/kernel';
import { isLaunchable, type Dim3, type SymbolicDim3 } from '../../kernel/symbolic';
import { evaluate } from '../constants/evaluate';
import { constant, Scope } from '../constants/scope';
import type { KernelState } from '../reading/body/state';
import type { Region, Value } from '../reading/values/graph';
import type { MixSources } from '../mix/unitNames';
import type { LoweringAssumption } from './assumption';
import type { GivenNumbers } from './directives';
import { isConstant, type Form } from './index/form';
import { Forms, type LaunchExtents } from './index/formOf';
import { UnrolledRegion } from './index/unrolledRegion';

/** Blocks of a launch whose grid nobody knows: some waves on a large GPU. */
const ASSUMED_BLOCKS = 512;
const ASSUMED_THREADS = 256;
const AXES = ['X', 'Y', 'Z'] as const;

/** What is said of extents that were assumed. */
const SAID = {
  grid: { unlaunched: 'cuda.noLaunchTellsGrid', unknown: 'cuda.gridTaken' },
  block: { unlaunched: 'cuda.noLaunchTellsBlock', unknown: 'cuda.blockTaken' },
} as const;

/** Extents of a launch, and which of them nobody knows. */
export interface KnownExtents {
  readonly extents: LaunchExtents;
  readonly open: { readonly grid: readonly number[]; readonly block: readonly number[] };
}

/** Extents that were chosen for a kernel; they go before those of the launch. */
interface ChosenExtents {
  readonly grid?: Dim3;
  readonly block?: Dim3;
}

/** The extents of a launch: as chosen, as given by name (`gridDimX`), as written; the rest is assumed. */
export function launchExtents(
  launch: Launch | null,
  chosen: ChosenExtents,
  given: GivenNumbers,
  sources: MixSources,
): KnownExtents {
  const scope = launch === null || given.size === 0 ? null : sources.scopeOfLaunch(launch);
  const names = scope === null ? null : withNumbers(scope, given);
  const part = (what: 'grid' | 'block', amount: number): { extent: Dim3; open: number[] } => {
    const known = AXES.map((axis, place) => {
      const named = given.get(`${what}Dim${axis}`) ?? chosen[what]?.[place];
      return named ?? written(launch?.[what] ?? null, place, names);
    });
    const open =
      launch === null
        ? known[0] === null
          ? [0]
          : []
        : known.flatMap((value, place) => (value === null ? [place] : []));
    const settled = known.reduce<number>((all, value) => all * (value ?? 1), 1);
    const spread = alongAxes(amount / settled, open);
    const extent = known.map((value, place) => value ?? spread[place]!);
    const dim: Dim3 = [extent[0]!, extent[1]!, extent[2]!];
    return isLaunchable(dim) ? { extent: dim, open } : { extent: [amount, 1, 1], open: [0, 1, 2] };
  };
  const [grid, block] = [part('grid', ASSUMED_BLOCKS), part('block', ASSUMED_THREADS)];
  return {
    extents: { grid: grid.extent, block: block.extent },
    open: { grid: grid.open, block: block.open },
  };
}

/** Powers of two along some axes whose product is at most `amount`: as equal as they can be, the first one larger. */
function alongAxes(amount: number, axes: readonly number[]): Dim3 {
  const left = Math.max(1, 2 ** Math.floor(Math.log2(Math.max(1, amount))));
  const each = Math.max(1, 2 ** Math.floor(Math.log2(left) / Math.max(1, axes.length)));
  const first = left / each ** Math.max(0, axes.length - 1);
  const at = (axis: number): number => (!axes.includes(axis) ? 1 : axis === axes[0] ? first : each);
  return [at(0), at(1), at(2)];
}

function withNumbers(outer: Scope, given: GivenNumbers): Scope {
  const scope = new Scope(outer);
  for (const [name, value] of given) scope.define(constant(name, String(value)));
  return scope;
}

/** An extent as the launch writes it, with the given numbers for the names in it. */
function written(dim: SymbolicDim3 | null, place: number, names: Scope | null): number | null {
  const value = dim?.[place];
  if (value === undefined) return null;
  return value.value ?? (names === null ? null : evaluate(value.text, names).value);
}

/** Assumptions for launch extents that neither source nor user gives. */
export function extentAssumptions(
  launch: Launch | null,
  { extents, open }: KnownExtents,
): LoweringAssumption[] {
  return (['grid', 'block'] as const).flatMap((what) => {
    if (open[what].length === 0) return [];
    const taken = extents[what].join(' × ');
    const text =
      launch === null
        ? message(SAID[what].unlaunched, { taken })
        : message(SAID[what].unknown, { written: launch[what].map((one) => one.text).join(' × '), taken });
    const [axis] = open[what];
    return [
      {
        text,
        line: null,
        range: launch?.configRange ?? null,
        parameter: `${what}Dim${AXES[axis!]!}`,
        value: extents[what][axis!]!,
      },
    ];
  });
}

/**
 * The extents with all of an assumed one along the axes that the kernel asks for: an unknown `dim3` may be a number, and
 * blocks that differ in nothing do the same work. The very extents where that changes nothing.
 */
export function alongAskedAxes({ table }: KernelState, known: KnownExtents): KnownExtents {
  const asks = (axis: number, ...names: readonly string[]): boolean =>
    names.some((name) => table.hasSymbol(`${name}.${'xyz'[axis]!}`));
  const along = (
    what: 'grid' | 'block',
    ...names: readonly string[]
  ): { extent: Dim3; open: readonly number[] } => {
    const open = known.open[what];
    const asked = open.filter((axis) => asks(axis, ...names));
    const before = known.extents[what];
    if (asked.length === 0 || asked.length === open.length) return { extent: before, open };
    const spread = alongAxes(
      open.reduce((all, axis) => all * before[axis]!, 1),
      asked,
    );
    const at = (axis: number): number => (open.includes(axis) ? spread[axis]! : before[axis]!);
    return { extent: [at(0), at(1), at(2)], open: asked };
  };
  const [grid, block] = [along('grid', 'blockIdx', 'gridDim'), along('block', 'threadIdx', 'blockDim')];
  if (grid.open === known.open.grid && block.open === known.open.block) return known;
  return {
    extents: { grid: grid.extent, block: block.extent },
    open: { grid: grid.open, block: block.open },
  };
}

/**
 * A grid that covers the data where bounds checks name its size: for `blockIdx.x * 256 + threadIdx.x < n` with a
 * known n, n / 256 blocks. Null when no check tells.
 */
export function coveringGrid(state: KernelState, { extents, open }: KnownExtents): Dim3 | null {
  const forms = new Forms(extents);
  const root = new UnrolledRegion(state.root, null);
  const found: (number | null)[] = [null, null, null];
  const note = (position: Form, bound: Form): void => {
    if (!isConstant(bound)) return;
    for (const axis of open.grid) {
      const factor = position.terms.get(`block${AXES[axis]!}`)?.factor ?? 0;
      if (factor > 0) found[axis] = Math.max(found[axis] ?? 1, Math.ceil(bound.constant / factor));
    }
  };
  for (const guard of guardsOf(state.root))
    for (const [a, b] of comparisons(guard)) {
      const [left, right] = [forms.of(a, root), forms.of(b, root)];
      if (left === null || right === null) continue;
      note(left, right);
      note(right, left);
    }
  if (found.every((extent) => extent === null)) return null;
  const grid = extents.grid.map((extent, axis) => found[axis] ?? (open.grid.includes(axis) ? 1 : extent));
  const dim: Dim3 = [grid[0]!, grid[1]!, grid[2]!];
  return isLaunchable(dim) ? dim : null;
}

function guardsOf(region: Region): Value[] {
  const inner = region.events.flatMap((event) =>
    event.kind === 'nested' ? event.regions.flatMap(guardsOf) : [],
  );
  return region.guard === null ? inner : [region.guard, ...inner];
}

/** The sides of the order comparisons in a condition. */
function comparisons(value: Value): (readonly [Value, Value])[] {
  const [a, b] = value.args;
  if (value.kind === 'not' || value.kind === 'and-also' || value.kind === 'or-else')
    return value.args.flatMap(comparisons);
  const orders = value.kind === 'binary' && /^(lt|le|gt|ge)$/.test(value.name);
  return orders && a !== undefined && b !== undefined ? [[a, b]] : [];
}
