import type { MixContext } from '../mix/context';
import { readKernel } from '../mix/readKernel';
import type { KernelState } from '../reading/body/state';
import type { LaunchExtents } from './index/formOf';
import { alongAskedAxes, coveringGrid, type KnownExtents } from './launchExtents';
import { dividingArguments } from './dividingArguments';
import { unresolvedArguments, type AssumedArgument } from './unresolvedArguments';

type Definition = Parameters<typeof readKernel>[0];

/** A kernel that was read with a value for everything that decides what its threads do. */
export interface ResolvedKernel {
  readonly state: KernelState;
  readonly extents: KnownExtents;
  readonly assumed: readonly AssumedArgument[];
}

/**
 * Reads the kernel, again with extents along the axes that it asks for, with a grid that covers its data, with values for open arguments that divide positions, and
 * with values for the others.
 */
export function readResolved(
  definition: Definition,
  given: KnownExtents,
  contextFor: (launch: LaunchExtents) => MixContext,
): ResolvedKernel {
  let extents = given;
  let context = contextFor(extents.extents);
  let state = readKernel(definition, context);
  const along = alongAskedAxes(state, extents);
  if (along !== extents) {
    extents = along;
    context = contextFor(extents.extents);
    state = readKernel(definition, context, state);
  }
  const covering = extents.open.grid.length === 0 ? null : coveringGrid(state, extents);
  if (covering !== null) {
    extents = { ...extents, extents: { ...extents.extents, grid: covering } };
    context = contextFor(extents.extents);
    state = readKernel(definition, context, state);
  }
  const assumed: AssumedArgument[] = [];
  for (const openIn of [dividingArguments, unresolvedArguments]) {
    const found = openIn(state, extents.extents);
    if (found.length === 0) continue;
    assumed.push(...found);
    const values = found.map(({ name, value }) => [name, value] as const);
    context = { ...context, parameters: new Map([...context.parameters, ...values]) };
    state = readKernel(definition, context, state);
  }
  return { state, extents, assumed };
}
