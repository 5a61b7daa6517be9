import * as v from 'valibot';
import { ORIGINS } from '../../kernel/origin';
import type { Queue } from '../../kernel/queue';
import { numberBetween, validate } from '../../kernel/validation';
import { withTold } from './toldSlowdowns';

/** Slowdowns in the range that a queue may give: JSON can say `1e999`, which is infinite. */
const cell = v.nullable(v.object({ slowdown: numberBetween(0.01, 1e6), origin: v.picklist(ORIGINS) }));

/** The part of what `corun analyze --json` prints that tells how kernels slow each other down. */
const analysis = v.object({
  matrix: v.object({
    kernelIds: v.array(v.string()),
    names: v.array(v.string()),
    cells: v.array(v.array(cell)),
  }),
});

/** A queue with slowdowns of an analysis, and what they are of. */
export interface MatrixQueue {
  readonly queue: Queue;
  /** Pairs of applications that the analysis tells of. */
  readonly pairs: number;
  /** Applications that no kernel is called like. */
  readonly unknown: readonly string[];
}

/**
 * A queue with the slowdowns of an analysis for applications that are called as a kernel, by name or id. What the queue says
 * itself goes before; the queue is known as well as what is known least of it.
 *
 * @param json what `corun analyze --json` printed
 * @throws InputError naming the field that is missing or out of range
 */
export function withMatrix(queue: Queue, json: unknown): MatrixQueue {
  const { kernelIds, names, cells } = validate(analysis, json).matrix;
  const rows = new Map([...names.entries(), ...kernelIds.entries()].map(([at, name]) => [name, at]));
  const applications = (queue.applications ?? []).map(({ name }) => name);
  const known = applications.filter((name) => rows.has(name));
  const told = known.flatMap((of) =>
    known.flatMap((beside) => {
      const found = cells[rows.get(of)!]?.[rows.get(beside)!] ?? null;
      return found === null ? [] : [{ of, beside, ...found }];
    }),
  );
  return {
    queue: withTold(queue, told, 'own'),
    pairs: told.length,
    unknown: applications.filter((name) => !rows.has(name)),
  };
}
