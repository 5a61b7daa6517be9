import * as v from 'valibot';
import { message } from '../../kernel/message';
import { fieldFault } from '../../kernel/result';
import type { Dim3 } from '../../kernel/symbolic';
import { line, NOT_FINITE, numberBetween, validate, wholeNumber } from '../../kernel/validation';

/** How kernels shared a card. */
export const MEASURED_MODES = ['streams', 'green-contexts', 'time-slice', 'mps'] as const;

/** How measured kernels shared the GPU. */
export type MeasuredMode = (typeof MEASURED_MODES)[number];

/** Most kernels that are measured together. */
const MOST_TOGETHER = 3;

/** A kernel with its launch. */
export interface MeasuredKernel {
  readonly name: string;
  /** From the folder of the sources that were measured on. */
  readonly source: string;
  readonly grid: Dim3;
  readonly block: Dim3;
  readonly arguments: Readonly<Record<string, number>>;
  /** A launch alone, in µs, one following the other. */
  readonly us: number;
}

/** Kernels together, and how much slower each was. */
export interface MeasuredCoRun {
  readonly mode: MeasuredMode;
  readonly kernels: readonly string[];
  /** Launches a second alone over those together, by kernel, all relaunched over one window of time. */
  readonly slowdowns: readonly number[];
  /** SMs of each, where they were split. */
  readonly sms?: readonly number[] | undefined;
}

/** Kernels of one card, alone and together, as they were measured. */
export interface CoRunData {
  readonly coRunData: 1;
  /** As the driver names it. */
  readonly gpu: string;
  readonly computeCapability: string;
  readonly sms?: number | undefined;
  /** True where no card made the numbers, but a program that stands in for one. */
  readonly standIn?: boolean | undefined;
  readonly kernels: readonly MeasuredKernel[];
  readonly coRuns: readonly MeasuredCoRun[];
}

const name = v.pipe(v.string(), v.regex(/^\w{1,60}$/));
const extent = v.tuple([wholeNumber(1, 2147483647), wholeNumber(1, 65535), wholeNumber(1, 65535)]);
const together = <S extends v.GenericSchema>(item: S) =>
  v.pipe(v.array(item), v.minLength(2), v.maxLength(MOST_TOGETHER));

const kernel = v.strictObject({
  name,
  source: line(200),
  grid: extent,
  block: extent,
  arguments: v.record(name, v.pipe(v.number(), v.finite(NOT_FINITE))),
  us: numberBetween(0.01, 1e7),
});

const coRun = v.strictObject({
  mode: v.picklist(MEASURED_MODES),
  kernels: together(name),
  slowdowns: together(numberBetween(0.01, 10000)),
  sms: v.optional(together(wholeNumber(1, 1024))),
});

const data = v.strictObject({
  coRunData: v.literal(1),
  gpu: line(200),
  computeCapability: v.pipe(v.string(), v.regex(/^\d+\.\d$/)),
  sms: v.optional(wholeNumber(1, 1024)),
  standIn: v.optional(v.boolean()),
  kernels: v.array(kernel),
  coRuns: v.array(coRun),
});

/** `value` as co-run data; faults are `InputError`s that name the field. */
export function parseCoRunData(value: unknown): CoRunData {
  const read = validate(data, value, 'data');
  const known = new Set(read.kernels.map((one) => one.name));
  for (const [place, { kernels, slowdowns, sms }] of read.coRuns.entries()) {
    const at = `data.coRuns[${place}]`;
    const unknown = kernels.find((one) => !known.has(one));
    if (unknown !== undefined)
      throw fieldFault(`${at}.kernels`, message('gpu.coRuns.notAlone', { name: unknown }));
    for (const [field, list] of Object.entries({ slowdowns, sms }))
      if (list !== undefined && list.length !== kernels.length)
        throw fieldFault(
          `${at}.${field}`,
          message('kernel.entriesForApps', { entries: list.length, apps: kernels.length }),
        );
  }
  return read;
}
