/**
 * Ends of launches that start together, in ns: each goes on at a pace that depends on those which still run, until it
 * has done what takes `soloNs` alone.
 *
 * @param slowdown of the launch `at` while those of `running` (places in `soloNs`, `at` among them) run; above 0
 */
export function endsTogether(
  soloNs: readonly number[],
  slowdown: (at: number, running: readonly number[]) => number,
): readonly number[] {
  const left = [...soloNs];
  const ends = soloNs.map(() => 0);
  let running = soloNs.map((_, at) => at);
  for (let now = 0; running.length > 0;) {
    const slow = new Map(running.map((at) => [at, slowdown(at, running)]));
    const step = Math.min(...running.map((at) => left[at]! * slow.get(at)!));
    now += step;
    const going: number[] = [];
    for (const at of running) {
      if (left[at]! * slow.get(at)! <= step) ends[at] = now;
      else {
        left[at]! -= step / slow.get(at)!;
        going.push(at);
      }
    }
    running = going;
  }
  return ends;
}
