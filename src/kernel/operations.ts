import * as v from 'valibot';
import { message } from './message';
import { fieldFault } from './result';
import type { ScenarioApp, ScenarioCopy, ScenarioGap, ScenarioKernel } from './scenario';
import { EMPTY, line, moreThan, NOT_FINITE, numberBetween, wholeNumber } from './validation';

/**
 * One run of a program from the first copy to the last, as its `main` goes: what `corun simulate` is given as
 * `kernels`, `copies` and `gaps`.
 */

const kernelStep = v.strictObject({
  kind: v.literal('kernel'),
  /** Place in the list of kernels, from 0. */
  kernel: wholeNumber(0, 999),
  /** Blocks of the grid in this run, where they are others. */
  grid: v.optional(v.union([wholeNumber(1, 2147483647), v.array(wholeNumber(1, 2147483647))])),
  /** Arguments in this run, where they are others. */
  arguments: v.optional(v.record(v.string(), v.pipe(v.number(), v.finite(NOT_FINITE)))),
});

const copyStep = v.strictObject({
  kind: v.literal('copy'),
  direction: v.picklist(['HtoD', 'DtoH']),
  bytes: wholeNumber(0, 2 ** 40),
  /** Page-locked host memory. */
  pinned: v.boolean(),
});

const gapStep = v.strictObject({
  kind: v.literal('gap'),
  /** Work of the host during which the GPU is asked for nothing. */
  ns: numberBetween(0, 1e9),
  /** What the host does, and where the time is from. */
  why: line(500),
});

const step = v.variant('kind', [kernelStep, copyStep, gapStep]);

const repeatStep = v.strictObject({
  kind: v.literal('repeat'),
  times: wholeNumber(1, 1000),
  operations: v.pipe(v.array(step), v.minLength(1, EMPTY), v.maxLength(100, moreThan(100))),
});

/** Schema of the operations of one run, in order. */
export const operationsSchema = v.pipe(
  v.array(v.variant('kind', [kernelStep, copyStep, gapStep, repeatStep])),
  v.minLength(1, EMPTY),
  v.maxLength(1000, moreThan(1000)),
);

/** Operations of one run, in order. */
export type Operations = v.InferOutput<typeof operationsSchema>;
type Step = v.InferOutput<typeof step>;

const stepsOf = (operations: Operations): Step[] =>
  operations.flatMap((each) =>
    each.kind === 'repeat' ? Array.from({ length: each.times }, () => each.operations).flat() : [each],
  );

/**
 * Checks that operations name kernels of a list, and any at all.
 * @throws InputError whose message starts with `operations`.
 */
export function checkOperations(operations: Operations, kernels: number): void {
  const named = stepsOf(operations).filter((each) => each.kind === 'kernel');
  if (named.length === 0) throw fieldFault('operations', message('kernel.noLaunch'));
  const beyond = named.find(({ kernel }) => kernel >= kernels);
  if (beyond !== undefined)
    throw fieldFault('operations', message('kernel.kernelBeyond', { kernel: beyond.kernel, kernels }));
}

/** Sequence of an application of a scenario. */
export interface Sequence<K extends ScenarioKernel> {
  readonly kernels: K[];
  readonly copies: ScenarioCopy[];
  readonly gaps: ScenarioGap[];
}

/** The kernels that a run launches, in order, and the copies and gaps between them. */
export function sequenceOf<K extends ScenarioKernel>(
  operations: Operations,
  list: readonly K[],
): Sequence<K> & Pick<ScenarioApp, 'copies' | 'gaps'> {
  const sequence: Sequence<K> = { kernels: [], copies: [], gaps: [] };
  let copiesHere = 0;
  for (const each of stepsOf(operations)) {
    const before = sequence.kernels.length;
    if (each.kind === 'kernel') {
      sequence.kernels.push(launched(list[each.kernel]!, each));
      copiesHere = 0;
    } else if (each.kind === 'copy') {
      const { direction, bytes, pinned } = each;
      sequence.copies.push({ direction, bytes, pinned, before });
      copiesHere++;
    } else sequence.gaps.push({ ns: each.ns, before, afterCopies: copiesHere });
  }
  return sequence;
}

function launched<K extends ScenarioKernel>(
  kernel: K,
  { grid, ...own }: v.InferOutput<typeof kernelStep>,
): K {
  if (grid === undefined && own.arguments === undefined) return kernel;
  return {
    ...kernel,
    ...(kernel.launch && grid !== undefined ? { launch: { ...kernel.launch, grid } } : {}),
    arguments: { ...kernel.arguments, ...own.arguments },
  };
}
