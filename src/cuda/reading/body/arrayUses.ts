import type { KernelState, Place } from './state';

/** Notes that an element of a local array in registers is used here. */
export function noteArrayUse(
  state: KernelState,
  { variable, element }: Extract<Place, { kind: 'variable' }>,
): void {
  const loops = new Set<number>();
  for (
    let part = element;
    part !== undefined;
    part = part.of.kind === 'variable' ? part.of.element : undefined
  )
    for (const loop of part.index.loops) loops.add(loop);
  const { here } = state;
  const uses = state.arrayUses.get(variable) ?? [];
  uses.push({ loops, region: here, event: here.events.length });
  state.arrayUses.set(variable, uses);
}
