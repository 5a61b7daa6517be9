import * as v from 'valibot';
import { message } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import { validate } from '../../kernel/validation';
import type { CheckResult } from '../results/checkResult';

const known = v.nullable(v.pipe(v.number(), v.finite()));

/** Of a check that was kept, what a later one is held against. */
const schema = v.object({
  gpu: v.string(),
  mode: v.string(),
  kernels: v.array(v.object({ id: v.string(), name: v.optional(v.string()), timeNs: known })),
  // Baselines of earlier versions have neither of both.
  programs: v.optional(v.array(v.object({ name: v.string(), path: v.string(), timeNs: known })), []),
  faults: v.optional(v.array(v.object({ path: v.string(), line: v.number(), code: v.string() })), []),
  slowdowns: v.array(
    v.object({
      id: v.string(),
      beside: v.object({ id: v.string() }),
      slowdown: known,
      error: known,
    }),
  ),
});

/** What an earlier check found. */
export type Baseline = v.InferOutput<typeof schema>;

/**
 * The baseline that parsed JSON holds.
 *
 * @throws InputError that names the field at fault, or says that it is of another GPU or sharing mode
 */
export function parseBaseline(content: unknown, now: Pick<CheckResult, 'gpu' | 'mode'>): Baseline {
  const baseline = validate(schema, content);
  const [was, is] = [baseline, now].map(({ gpu, mode }) => `${gpu}, ${mode}`);
  if (was !== is) throw new InputError(message('analysis.otherBaseline', { was: was!, is: is! }));
  return baseline;
}
