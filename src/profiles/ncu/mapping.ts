import { message, type Message } from '../../kernel/message';
import data from '../data/ncuToNvprof.json';
import { isPossibleMetric, nvprofMetricKind } from '../nvprof/metricKinds';
import { dimensionOf, type NcuDimension } from './units';

/** A value in base units, with the name and text that it was read from. */
export interface BaseValue {
  readonly name: string;
  readonly text: string;
  readonly unit: string;
  readonly value: number;
  readonly dimension: NcuDimension;
}

type Term = string | readonly (string | number)[];

interface Formula {
  readonly name: string;
  readonly of: readonly Term[];
  readonly per?: readonly Term[];
  readonly scale?: number;
  readonly perSm?: boolean;
}

const METRICS: readonly Formula[] = data.metrics;
const EVENTS: readonly Formula[] = data.events;

/** Raw name of a label of the details page, by label and dimension: `DRAM Throughput` is twice there. */
const RAW_NAMES = new Map<string, string>(
  data.displayNames.map(([label = '', unit = '', raw = '']) => [`${label}\u0001${unit}`, raw]),
);
const UNIT_OF_DIMENSION: Readonly<Partial<Record<NcuDimension, string>>> = {
  time: 'ns',
  bytes: 'byte',
  percent: '%',
  count: '',
};

/** The raw metric behind a label, or the name itself when it is one already. */
export function rawNameOf(name: string, dimension: NcuDimension): string {
  return RAW_NAMES.get(`${name}\u0001${UNIT_OF_DIMENSION[dimension] ?? dimension}`) ?? name;
}

/** All raw names that the formulas and the launch facts use. */
export const USED_NAMES: ReadonlySet<string> = new Set([
  ...[...METRICS, ...EVENTS].flatMap((each) => [...each.of, ...(each.per ?? [])].map(nameOf)),
  ...data.displayNames.map(([, , raw = '']) => raw),
]);

/** Raw names that an nvprof metric is computed from, by its first formula; null where there is none. */
export function nsightMetrics(nvprofName: string): readonly string[] | null {
  const formula = METRICS.find(({ name }) => name === nvprofName);
  return formula === undefined ? null : [...formula.of, ...(formula.per ?? [])].map(nameOf);
}

function nameOf(term: Term): string {
  return typeof term === 'string' ? term : String(term[0]);
}

function factorOf(term: Term): number {
  return typeof term === 'string' ? 1 : Number(term[1]);
}

/** The same counter under the names of other versions and units of aggregation. */
function aliases(name: string): string[] {
  const sameCount: [RegExp, string][] = [
    // Summed over the GPU, sub-partitions and SMs give the same count.
    [/^smsp__(.*\.sum(?:\.per_second)?)$/, 'sm__$1'],
    // The newest chips insert the operation: dram__bytes_op_read.sum.
    [/^dram__(bytes|sectors)_(read|write)\./, 'dram__$1_op_$2.'],
  ];
  return sameCount.flatMap(([from, to]) => (from.test(name) ? [name.replace(from, to)] : []));
}

/** Value of an nvprof metric computed from Nsight Compute's. */
export interface NvprofValue {
  readonly name: string;
  readonly value: number;
  /** Names, texts and unit of what it was computed from. */
  readonly from: readonly BaseValue[];
}

/** Metric that cannot be computed, with the reason. */
export interface Rejected {
  readonly name: string;
  readonly why: Message;
}

/** The nvprof metrics and events that the values of one launch give. */
export function toNvprof(values: ReadonlyMap<string, BaseValue>): {
  metrics: NvprofValue[];
  events: NvprofValue[];
  rejected: Rejected[];
} {
  const rejected: Rejected[] = [];
  const metrics = new Map<string, NvprofValue>();
  for (const formula of METRICS) {
    const found = metrics.has(formula.name) ? null : evaluate(formula, values, rejected);
    if (found === null) continue;
    const kind = nvprofMetricKind(formula.name) ?? 'plain';
    if (isPossibleMetric(formula.name, found.value, kind) && (kind !== 'level' || found.value <= 10.5))
      metrics.set(formula.name, found);
    else
      rejected.push({ name: formula.name, why: message('profiles.ncu.notPossible', { value: found.value }) });
  }
  const events = EVENTS.flatMap((formula) => evaluate(formula, values, rejected) ?? []);
  return { metrics: [...metrics.values()], events, rejected };
}

function evaluate(
  formula: Formula,
  values: ReadonlyMap<string, BaseValue>,
  rejected: Rejected[],
): NvprofValue | null {
  const above = lookUp(formula.of, values, formula.name, rejected);
  const below = lookUp(formula.per ?? [], values, formula.name, rejected);
  const sms = formula.perSm === true ? smCount(values) : 1;
  if (above === null || below === null || sms === null) return null;
  const divisor = formula.per === undefined ? 1 : total(formula.per, below);
  if (divisor === 0) return null;
  return {
    name: formula.name,
    value: ((total(formula.of, above) / divisor) * (formula.scale ?? 1)) / sms,
    from: [...above, ...below],
  };
}

function total(terms: readonly Term[], found: readonly BaseValue[]): number {
  return terms.reduce((sum, term, i) => sum + factorOf(term) * (found[i]?.value ?? NaN), 0);
}

function smCount(values: ReadonlyMap<string, BaseValue>): number | null {
  const count = values.get('launch__sm_count') ?? values.get('device__attribute_multiprocessor_count');
  return count === undefined || count.value < 1 ? null : count.value;
}

/** The values of all terms, or null when one is not there or has not the unit of its name. */
function lookUp(
  terms: readonly Term[],
  values: ReadonlyMap<string, BaseValue>,
  wanted: string,
  rejected: Rejected[],
): BaseValue[] | null {
  const found: BaseValue[] = [];
  for (const term of terms) {
    const name = nameOf(term);
    const value = [name, ...aliases(name)].map((each) => values.get(each)).find((each) => each !== undefined);
    if (value === undefined) return null;
    const expected = dimensionOf(name);
    if (expected !== null && expected !== value.dimension) {
      rejected.push({
        name: wanted,
        why: message('profiles.ncu.unit', { name: value.name, unit: value.unit }),
      });
      return null;
    }
    found.push(value);
  }
  return found;
}
