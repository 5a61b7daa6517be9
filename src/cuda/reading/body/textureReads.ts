import type { CallSite } from './calls';
import { convertTo } from './operators';
import { lowerExpression } from './expressions';
import { lowerPlace } from './lvalues';
import { unknownValue } from './names';
import { dereference, writePlace } from './places';
import type { KernelState, Place } from './state';
import { builtinType } from '../values/typeNames';
import { F32, I32, type CType } from '../values/types';
import type { Value } from '../values/graph';

const TEXTURE = /^(tex[123]D|texCubemap|tex2Dgather)(?!fetch)/;
const READ = /^((tex[123]D|tex1Dfetch|texCubemap|tex2Dgather)\w*|surf\w+read)$/;
/** Textures whose last coordinate is the number of a layer. */
const LAYERED = /Layered/;

/**
 * A read of a texture or a surface: `tex2D<float>(texture, x, y)`, or `surf2Dread(&texel, surface, x, y)`, which hands
 * over where the texel goes. Null for every other call.
 */
export function textureRead(state: KernelState, site: CallSite): Value | null {
  if (!READ.test(site.name)) return null;
  const { argumentNodes } = site;
  const target = targetOf(state, site);
  const nodes = target === null ? argumentNodes : argumentNodes.slice(1);
  const needs = nodes.map((node, place) => coordinate(state, site, lowerExpression(state, node), place));
  for (const value of needs) state.demand(value);
  const makes = unknownValue(state, site.node, target?.type ?? texelType(site));
  state.ledger.chargeCost({ textureLoad: 1 }, state.here, {
    makes,
    needs,
    access: null,
    callee: site.name,
  });
  if (target !== null) writePlace(state, target, makes);
  return makes;
}

/** Coordinates are fractions, but for those that are fetched by number, and layers. */
function coordinate(state: KernelState, { name }: CallSite, value: Value, place: number): Value {
  const isLayer = LAYERED.test(name) && place === Number(/\d/.exec(name)?.[0] ?? 3) + 1;
  return place === 0 || isLayer || !TEXTURE.test(name) ? value : convertTo(state, value, F32);
}

/** Where the texel goes that is handed over by its address; null where the call returns it. */
function targetOf(state: KernelState, { argumentNodes: [first] }: CallSite): Place | null {
  const named =
    first?.type === 'pointer_expression' && first.childForFieldName('operator')?.text === '&'
      ? first.childForFieldName('argument')
      : null;
  if (named !== null) return lowerPlace(state, named);
  const pointer = first?.type === 'identifier' ? state.lookup(first.text) : null;
  return pointer?.value?.type.kind === 'pointer'
    ? dereference(state, pointer.value, state.table.constant(0, I32))
    : null;
}

function texelType({ templateArguments: [written] }: CallSite): CType {
  return (written === undefined ? null : builtinType(written.text)) ?? F32;
}
