import type { ArrayDeclaration, Statement } from '../kernel/program';
import type { SharedCounts } from './sharedCounts';
import { bankPatterns } from './accessPatterns';

/** Names of loads that the program uses for shared memory. */
const MOST_NAMES = 8;
const LEAST_COUNT = 1e-6;
/** Shared memory of a kernel whose profile tells of accesses, but not of any bytes. */
const ASSUMED_BYTES = 4096;

/** Statements that access shared memory, with the arrays they need. */
export interface SharedStatements {
  readonly arrays: Readonly<Record<string, ArrayDeclaration>>;
  readonly statements: readonly Statement[];
  readonly names: readonly string[];
  readonly branches: number;
}

/** Stores, barriers and loads of one inner iteration. */
export function sharedStatements(
  counts: SharedCounts,
  iterations: number,
  barriers: number,
  sharedBytes: number,
  after: readonly string[],
): SharedStatements {
  if (counts.loads + counts.stores === 0) return { arrays: {}, statements: [], names: [], branches: 0 };
  const words = Math.max(1, Math.floor((sharedBytes || ASSUMED_BYTES) / 4));
  const names: string[] = [];
  const loadNames = () => {
    const name = `tile${names.length % MOST_NAMES}`;
    names.push(name);
    return name;
  };
  const stores = bankPatterns(counts.storePasses, words).flatMap(({ value, share }) =>
    repeat((counts.stores * share) / iterations, () => ({
      op: 'store',
      array: 'tile',
      index: value,
      distance: 1,
      ...(after.length > 0 && { after: [...after] }),
    })),
  );
  const loads = bankPatterns(counts.loadPasses, words).flatMap(({ value, share }) =>
    repeat((counts.loads * share) / iterations, () => ({
      op: 'load',
      array: 'tile',
      index: value,
      into: loadNames(),
      distance: 0,
    })),
  );
  const waits = repeat(barriers / iterations, () => ({ op: 'barrier' }), 'block');
  const half = Math.ceil(waits.length / 2);
  const statements = [...stores, ...waits.slice(0, half), ...loads, ...waits.slice(half)];
  return {
    arrays: { tile: { elementBytes: 4, elements: words, space: 'shared', dynamic: sharedBytes >= 4 } },
    statements,
    names: [...new Set(names)],
    branches: statements.filter(({ op }) => op === 'if').length,
  };
}

function repeat(count: number, make: () => Statement, scope: 'warp' | 'block' = 'warp'): Statement[] {
  const whole = Math.floor(count + LEAST_COUNT);
  const rest = count - whole;
  const statements = Array.from({ length: whole }, make);
  if (rest <= LEAST_COUNT) return statements;
  return [...statements, { op: 'if', condition: { probability: rest, scope }, then: [make()] }];
}
