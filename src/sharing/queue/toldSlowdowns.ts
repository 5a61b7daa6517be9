import { ORIGINS, type Origin } from '../../kernel/origin';
import type { Queue } from '../../kernel/queue';

/** A slowdown that somebody tells of two applications of a queue. */
export interface ToldSlowdown {
  readonly of: string;
  readonly beside: string;
  /** Null where both cannot run together. */
  readonly slowdown: number | null;
  /** Kind of GPU that it holds for; absent for all. */
  readonly gpu?: string;
  readonly origin: Origin;
}

/**
 * A queue with slowdowns that somebody tells beside its own, known as well as what is known least of both.
 *
 * @param first whose of two on the same pair counts
 */
export function withTold(queue: Queue, told: readonly ToldSlowdown[], first: 'own' | 'told'): Queue {
  const own = queue.slowdowns ?? [];
  const origins = [
    ...told.map(({ origin }) => origin),
    ...(own.length > 0 ? [queue.origin ?? 'assumed'] : []),
  ];
  const origin = ORIGINS.findLast((each) => origins.includes(each));
  const others = told.map(({ of, beside, slowdown, gpu }) => ({
    of,
    beside,
    slowdown,
    ...(gpu === undefined ? {} : { gpu }),
  }));
  return {
    ...queue,
    ...(origin === undefined ? {} : { origin }),
    // Of two on a pair the later one counts.
    slowdowns: first === 'own' ? [...others, ...own] : [...own, ...others],
  };
}

/** Whether a queue that is played by its own slowdowns first is played by some of those that are told as well. */
export function playsTold({ slowdowns = [] }: Queue, told: readonly ToldSlowdown[]): boolean {
  return told.some(
    ({ of, beside, gpu }) =>
      !slowdowns.some(
        (own) => own.of === of && own.beside === beside && (own.gpu === undefined || own.gpu === gpu),
      ),
  );
}
