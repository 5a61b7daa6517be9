import type { MixContext } from '../mix/context';
import { readKernel } from '../mix/estimate';
import type { KernelState } from '../reading/body/state';
import type { LaunchExtents } from './index/formOf';
import { coveringGrid, type KnownExtents } from './launchExtents';
import { unresolvedArguments, type AssumedArgument } from './unresolvedArguments';

type Definition = Parameters<typeof readKernel>[0];

/** A kernel that was read with a value for everything that decides what its threads do. */
export interface ResolvedKernel {
  readonly state: KernelState;
  readonly extents: KnownExtents;
  readonly assumed: readonly AssumedArgument[];
}

/** Reads the kernel, again with a grid that covers its data, and again with values for open arguments. */
export function readResolved(
  definition: Definition,
  given: KnownExtents,
  contextFor: (launch: LaunchExtents) => MixContext,
): ResolvedKernel {
  let extents = given;
  let context = contextFor(extents.extents);
  let state = readKernel(definition, context);
  const covering = extents.open.grid.length === 0 ? null : coveringGrid(state, extents);
  if (covering !== null) {
    extents = { ...extents, extents: { ...extents.extents, grid: covering } };
    context = contextFor(extents.extents);
    state = readKernel(definition, context);
  }
  const assumed = unresolvedArguments(state, extents.extents);
  if (assumed.length === 0) return { state, extents, assumed };
  const values = assumed.map(({ name, value }) => [name, value] as const);
  const parameters = new Map([...context.parameters, ...values]);
  return { state: readKernel(definition, { ...context, parameters }), extents, assumed };
}
