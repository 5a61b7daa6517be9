import { aggregateValue, type Value } from './value';
import { padded } from './variables';

/** Where a member lies among the parts of an object, or of a `dim3`; -1 where it has none of that name. */
function placeOf({ parts, names }: Value, name: string): number {
  const place = names === undefined ? ['x', 'y', 'z'].indexOf(name) : names.indexOf(name);
  return place < (parts?.length ?? 0) ? place : -1;
}

/** The part of an object or a `dim3` that a member names; null where it has none. */
export function partNamed(value: Value, name: string): Value | null {
  return value.parts?.[placeOf(value, name)] ?? null;
}

/** An object with another value for the member at the end of a path; null where the path leads to none. */
export function withPart(value: Value, [name, ...rest]: readonly string[], part: Value): Value | null {
  if (name === undefined) return likeBefore(part, value);
  const place = placeOf(value, name);
  if (value.parts === null || place < 0) return null;
  const made = withPart(value.parts[place]!, rest, part);
  return made === null ? null : { ...value, parts: value.parts.with(place, made) };
}

/** What is given to a `dim3` has three extents. */
function likeBefore(value: Value, { parts, names }: Value): Value {
  const isExtents = parts?.length === 3 && names === undefined && value.unknowns.length === 0;
  return isExtents ? aggregateValue(padded(value.parts ?? [value]), value.text) : value;
}
