import * as v from 'valibot';
import { message } from '../../kernel/message';
import { ORIGINS, type Origin } from '../../kernel/origin';
import { InputError } from '../../kernel/result';
import { schemaFault, validate } from '../../kernel/validation';
import type { PinnedProgram } from '../results/changeResult';
import type { CheckedKernel, CheckedProgram, CheckResult } from '../results/checkResult';

const known = v.nullable(v.pipe(v.number(), v.finite()));
const origin = v.optional(v.nullable(v.picklist(ORIGINS)));
const duration = v.pipe(v.number(), v.finite(), v.minValue(0));

/** Whether starts and ends stand in turn, spans by start and none ending before it starts. */
const areSpans = (spans: readonly number[]): boolean =>
  spans.length % 2 === 0 && spans.every((ns, at) => ns >= (spans[at % 2 === 0 ? at - 2 : at - 1] ?? 0));

const timeline = v.object({
  lanes: v.array(
    v.object({
      lane: v.string(),
      spans: v.pipe(
        v.array(duration),
        v.check((spans) => areSpans(spans), schemaFault(message('analysis.noSpans'))),
      ),
    }),
  ),
  closedNs: duration,
  omitted: duration,
});

/** What any state of a workspace has that later ones are held against: checks that were kept, and pins in the editor. */
const state = v.object({
  gpu: v.string(),
  mode: v.string(),
  kernels: v.array(v.object({ id: v.string(), name: v.optional(v.string()), timeNs: known, origin })),
  // Checks of earlier versions have no programs, and later ones times without what they rest on and without bars.
  programs: v.optional(
    v.array(
      v.object({
        name: v.string(),
        path: v.string(),
        timeNs: known,
        origin,
        timeline: v.optional(v.nullable(timeline)),
      }),
    ),
    [],
  ),
});

/** Of a check that was kept, what a later one is held against. */
const schema = v.object({
  ...state.entries,
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

const pin = v.object({ ...state.entries, pinnedAt: v.string() });

/** A state of a workspace that was pinned, in the form of a check's baseline. */
export interface PinnedState {
  readonly gpu: string;
  readonly mode: string;
  /** As an ISO 8601 date. */
  readonly pinnedAt: string;
  readonly kernels: readonly (PinnedTime & Pick<CheckedKernel, 'id'>)[];
  readonly programs: readonly (PinnedTime &
    Pick<CheckedProgram, 'name' | 'path'> &
    Pick<PinnedProgram, 'timeline'>)[];
}

/** A time and what it rests on: null or absent where that is not known. */
export interface PinnedTime {
  readonly timeNs: number | null;
  readonly origin?: Origin | null | undefined;
}

const times = v.record(v.string(), v.object({ ns: duration, origin: v.picklist(ORIGINS) }));

/** A pin of the versions that kept times alone, by kernel id and `programKey`. */
const timesOnly = v.pipe(
  v.object({ gpu: v.string(), mode: v.string(), pinnedAt: v.string(), kernels: times, programs: times }),
  v.transform(({ kernels, programs, ...others }): PinnedState => ({
    ...others,
    kernels: Object.entries(kernels).map(([id, { ns, origin: of }]) => ({ id, timeNs: ns, origin: of })),
    programs: Object.entries(programs).map(([key, { ns, origin: of }]) => {
      const at = key.lastIndexOf('#');
      return { path: key.slice(0, at), name: key.slice(at + 1), timeNs: ns, origin: of };
    }),
  })),
);

/** The pin that was stored, also by an earlier version; null where nothing can be held against it. */
export function storedPin(content: unknown): PinnedState | null {
  const read = v.safeParse(v.union([pin, timesOnly]), content);
  return read.success ? read.output : null;
}
