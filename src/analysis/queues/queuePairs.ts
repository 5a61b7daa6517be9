import type { Queue } from '../../kernel/queue';

/**
 * Every two applications, by number, of which jobs can meet; of one application where it has several jobs.
 *
 * @param tells whether something is known of an application
 */
export function queuePairs(
  queue: Queue,
  tells: (application: number) => boolean,
): (readonly [number, number])[] {
  const counts = new Map<string, number>();
  for (const { application, count = 1 } of queue.jobs ?? [])
    counts.set(application, (counts.get(application) ?? 0) + count);
  const waiting = (queue.applications ?? []).flatMap(({ name }, at) =>
    tells(at) && counts.has(name) ? [{ at, jobs: counts.get(name)! }] : [],
  );
  return waiting.flatMap((a, from) =>
    waiting.slice(from).flatMap((b) => (a === b && a.jobs < 2 ? [] : [[a.at, b.at] as const])),
  );
}
