import type { Operation } from '../../../kernel/application';
import type { RandomStream } from '../../../stats/random';
import type { Phase } from './phases';

/**
 * Streams that do the same: exchanging two of them changes nothing, so that only orders in which they keep
 * their turn need a look. Returns for each stream the streams of its kind.
 */
export function equalStreams(
  phases: readonly Phase[],
  streams: readonly string[],
): ReadonlyMap<string, string> {
  const kinds = new Map<string, string>();
  for (const stream of streams) {
    const work = phases.map((phase) =>
      phase.kind === 'fixed'
        ? null
        : (phase.chains.find((chain) => chain.stream === stream)?.operations ?? []).map(({ operation }) =>
            signature(operation),
          ),
    );
    kinds.set(stream, JSON.stringify(work));
  }
  return kinds;
}

/** What an operation does, without where it stands and in which stream; events keep a stream unique. */
function signature(operation: Operation): unknown {
  if (operation.kind === 'record' || operation.kind === 'wait') return [operation.kind, operation.stream];
  return { ...operation, stream: '', location: undefined, reads: undefined, writes: undefined };
}

/** All orders of the streams, the one as written first; of equal streams only those in which they keep their turn. */
export function* allOrders(
  streams: readonly string[],
  kindOf: ReadonlyMap<string, string>,
): Generator<readonly string[]> {
  if (streams.length === 0) {
    yield [];
    return;
  }
  const tried = new Set<string>();
  for (const [index, first] of streams.entries()) {
    const kind = kindOf.get(first)!;
    if (tried.has(kind)) continue;
    tried.add(kind);
    const rest = [...streams.slice(0, index), ...streams.slice(index + 1)];
    for (const order of allOrders(rest, kindOf)) yield [first, ...order];
  }
}

/** How many orders `allOrders` yields. */
export function countOrders(kindOf: ReadonlyMap<string, string>): number {
  const seen = new Map<string, number>();
  let orders = 1;
  let streams = 0;
  for (const kind of kindOf.values()) {
    const equal = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, equal);
    orders = (orders * ++streams) / equal;
  }
  return orders;
}

/** An order with one stream taken out and put back elsewhere, or two exchanged. */
export function neighbour(order: readonly string[], random: RandomStream): readonly string[] {
  const next = [...order];
  const from = random.below(order.length);
  const to = random.below(order.length);
  if (random.next() < 0.5) {
    const [moved] = next.splice(from, 1);
    next.splice(to, 0, moved!);
  } else [next[from], next[to]] = [next[to]!, next[from]!];
  return next;
}

export function shuffled(streams: readonly string[], random: RandomStream): readonly string[] {
  const order = [...streams];
  for (let last = order.length - 1; last > 0; last--) {
    const other = random.below(last + 1);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}
