import type { LaunchAttributes } from '../../kernel/kernel';
import { evaluate } from '../constants/evaluate';
import type { Scope } from '../constants/scope';

/** Attributes of one launch that are looked at. */
const MOST = 8;
const AXES = ['x', 'y', 'z'] as const;

/**
 * What the attributes of a `cudaLaunchConfig_t` ask for: elements of the array behind its `attrs`, set member by member.
 *
 * @param config name of the configuration
 */
export function launchAttributes(config: string, scope: Scope): LaunchAttributes | null {
  const given = textOf(`${config}.attrs`, scope)?.replace(/^[&\s]+/, '');
  if (given === undefined || !/^[A-Za-z_]\w*$/.test(given)) return null;
  const count = evaluate(`${config}.numAttrs`, scope).value ?? MOST;
  const places = Array.from({ length: Math.min(MOST, count) }, (_, place) => `${given}[${place}]`);
  let found: LaunchAttributes = {};
  for (const place of [given, ...places]) found = { ...found, ...attributeAt(place, scope) };
  return Object.keys(found).length === 0 ? null : found;
}

function attributeAt(place: string, scope: Scope): LaunchAttributes {
  const id = textOf(`${place}.id`, scope) ?? '';
  if (/ProgrammaticStreamSerialization$/.test(id)) {
    const allowed = evaluate(`${place}.val.programmaticStreamSerializationAllowed`, scope).value;
    return allowed === 0 ? {} : { startsEarly: true };
  }
  if (!/ClusterDimension$/.test(id)) return {};
  const [x, y, z] = AXES.map((axis) => evaluate(`${place}.val.clusterDim.${axis}`, scope).value ?? 1);
  return { cluster: [x!, y!, z!] };
}

function textOf(path: string, scope: Scope): string | undefined {
  const symbol = scope.lookup(path)?.symbol;
  const text = symbol?.kind === 'variable' ? symbol.values.at(-1)?.text : null;
  return text ?? undefined;
}
