import { message } from './message';
import * as v from 'valibot';
import { fieldFault } from './result';
import { checkKernel, scenarioKernelSchema } from './scenario';
import { checkOperations, operationsSchema } from './operations';
import { EMPTY, line, NOT_FINITE, schemaFault, validate, wholeNumber } from './validation';

/**
 * A program of the workload suite, as its `workload.json` describes it: what it stresses, which papers use it
 * and how they class it, and the launches of one round at a size that is fit for simulation.
 */

const sentence = line(2000);

/** Resource that bounds a kernel: arithmetic, neither clearly, or memory. */
export const WORKLOAD_CLASSES = ['compute', 'balanced', 'memory'] as const;

/** Class of a workload, by the resource that bounds it. */
export type WorkloadClass = (typeof WORKLOAD_CLASSES)[number];

const paperClass = v.picklist(WORKLOAD_CLASSES);
const inPaper = v.optional(v.strictObject({ class: v.optional(paperClass) }));

const papers = v.strictObject({
  /** Table III of Themis: which set the program belongs to, and its class. `pressure`: listing 1, in no set. */
  themis: v.optional(v.strictObject({ set: v.picklist(['train', 'test', 'pressure']), class: paperClass })),
  /** Table 2 of HSM. */
  hsm: inPaper,
  moka: inPaper,
  prophet: inPaper,
  gspace: inPaper,
  magic: inPaper,
});

/**
 * Variants of one program, as the levels of a pressure producer: every combination of the values of `axes`,
 * the last axis fastest. The values replace arguments of the same name of every kernel.
 */
const sweep = v.strictObject({
  /** By what rule the values were chosen. */
  rule: sentence,
  axes: v.pipe(
    v.record(
      sentence,
      v.pipe(
        v.array(v.pipe(v.number(), v.finite(NOT_FINITE))),
        v.minLength(1, EMPTY),
        v.maxLength(1000, schemaFault(message('kernel.moreValues', { max: 1000 }))),
      ),
    ),
    v.minEntries(1, EMPTY),
    v.maxEntries(8, schemaFault(message('kernel.moreAxes', { max: 8 }))),
  ),
});

/** Schema of a workload's description. */
export const workloadSchema = v.strictObject({
  /** The name of the folder. */
  name: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,63}$/, schemaFault(message('kernel.expectedSlug')))),
  title: sentence,
  /** The parts of a GPU that it puts load on, and why. */
  stresses: sentence,
  papers,
  /** One round: kernels with `source` (relative to the folder) and `kernel`, or `program`; each with `launch`. */
  kernels: v.pipe(
    v.array(scenarioKernelSchema),
    v.minLength(1, EMPTY),
    v.maxLength(1000, schemaFault(message('kernel.moreLaunches', { max: 1000 }))),
  ),
  sweep: v.optional(sweep),
  /** One run of the program as its `main` goes: copies, kernels of the list above and gaps of the host. */
  operations: v.optional(operationsSchema),
  /** Device memory that such a run allocates. */
  deviceBytes: v.optional(wholeNumber(1, 2 ** 40)),
  /** Where the class found by simulation differs from that of a paper: why. */
  remark: v.optional(sentence),
});

/** Description of a workload. */
export type Workload = v.InferOutput<typeof workloadSchema>;

/** `value` as a workload; faults are `InputError`s that name the field. */
export function parseWorkload(value: unknown): Workload {
  const workload = validate(workloadSchema, value);
  workload.kernels.forEach((kernel, i) => {
    const field = `kernels[${i}]`;
    checkKernel(kernel, field);
    if (kernel.profile !== undefined) throw fieldFault(`${field}.profile`, message('kernel.workloadProfile'));
    if (kernel.launch === undefined) throw fieldFault(`${field}.launch`, message('kernel.missing'));
  });
  if (workload.operations !== undefined) checkOperations(workload.operations, workload.kernels.length);
  return workload;
}

/** One variant of a workload with a sweep. */
export interface WorkloadVariant {
  /** e.g. `repetitions=16, stride=2`. */
  readonly name: string;
  readonly arguments: Readonly<Record<string, number>>;
}

/** The variants of a workload in the order of its sweep; none where it has no sweep. */
export function variantsOf(workload: Workload): WorkloadVariant[] {
  if (workload.sweep === undefined) return [];
  let combinations: Record<string, number>[] = [{}];
  for (const [name, values] of Object.entries(workload.sweep.axes))
    combinations = combinations.flatMap((some) => values.map((value) => ({ ...some, [name]: value })));
  return combinations.map((values) => ({
    name: Object.entries(values)
      .map(([name, value]) => `${name}=${value}`)
      .join(', '),
    arguments: values,
  }));
}
