import type { Snapshot } from './flow';
import type { Region } from '../values/graph';
import type { KernelState, Variable } from './state';
import { Source } from '../values/value';

/** Adds what variables have other values than at the start: their paths, the empty one for the whole. */
export function noteAssigned(start: Snapshot, changed: Map<Variable, Set<string>>): void {
  for (const [variable, { value, parts }] of start) {
    const paths = [...variable.parts]
      .filter(([path, part]) => parts.get(path) !== part)
      .map(([path]) => path);
    const all = variable.value === value ? paths : ['', ...paths];
    if (all.length > 0) changed.set(variable, new Set([...(changed.get(variable) ?? []), ...all]));
  }
}

/** Behind code that threads leave in several places a variable holds what one of them left in it. */
export function forgetAssigned(
  state: KernelState,
  changed: ReadonlyMap<Variable, ReadonlySet<string>>,
  region: Region,
): void {
  for (const [variable, paths] of changed)
    for (const path of paths) {
      const now = path === '' ? variable.value : variable.parts.get(path);
      const type = now?.type ?? variable.type;
      const text = `${variable.name}${path}`;
      const value = state.table.opaque(type, region.varying, Source.data, [], text);
      if (path === '') variable.value = value;
      else variable.parts.set(path, value);
    }
}
