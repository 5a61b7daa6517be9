import type { Region, Value } from '../../reading/values/graph';
import type { LiveRange } from './liveRange';
import type { Handed, Trace, Use } from './trace';

/** Live ranges of the values that instructions make or loops hand on, by what uses them. */
export function liveValues(trace: Trace): Map<Value, LiveRange> {
  for (const use of trace.uses) extend(trace, use);
  let open: readonly Handed[] = trace.handed;
  // What a loop hands on is needed only where an iteration or the code behind uses it, which others may do by handing it on.
  for (let found = true; found;) {
    const used = new Set(
      open.filter(({ carried }) => isUsed(trace, carried.inside) || isUsed(trace, carried.behind)),
    );
    found = used.size > 0;
    open = open.filter((one) => !used.has(one));
    for (const { carried, loop, from, to } of used) {
      const { start, end } = carried;
      if (start !== null) extend(trace, { value: start, at: from, in: loop.parent ?? loop });
      if (end !== null) extend(trace, { value: end, at: to, in: loop });
    }
  }
  return trace.lives;
}

function isUsed({ lives }: Trace, value: Value | null): boolean {
  const life = value === null ? undefined : lives.get(value);
  return life !== undefined && life.to >= life.from;
}

/** Values looked through for one use. */
const VISITS = 64;

function extend({ lives, ends }: Trace, use: Use): void {
  const seen = new Set<Value>();
  const visit = (value: Value): void => {
    if (seen.has(value) || seen.size > VISITS) return;
    seen.add(value);
    const life = lives.get(value);
    if (life === undefined) value.args.forEach(visit);
    else life.to = Math.max(life.to, lastUse(life, use, ends));
  };
  visit(use.value);
}

/** What is made in front of a loop and used in it stays until the loop ends. */
function lastUse({ home }: LiveRange, { at, in: region }: Use, ends: ReadonlyMap<Region, number>): number {
  let last = at;
  for (let around: Region | null = region; around !== null && around !== home; around = around.parent)
    if (around.kind === 'loop' && home.encloses(around)) last = Math.max(last, ends.get(around) ?? last);
  return last;
}
