import * as v from 'valibot';
import { DASHBOARD_VIEWS } from '../../src/analysis/protocol';
import { MECHANISMS } from '../../src/analysis/results/shareResult';

/** Columns of the kernel table, in display order. */
export const KERNEL_COLUMNS = ['name', 'time', 'class', 'occupancy', 'block', 'corun'] as const;
export type KernelColumn = (typeof KERNEL_COLUMNS)[number];

/** Row and column orders of the co-run heatmap. */
export const MATRIX_ORDERS = ['source', 'suffers', 'causes'] as const;
export type MatrixOrder = (typeof MATRIX_ORDERS)[number];

const nullableText = v.fallback(v.nullable(v.string()), null);
const textList = v.fallback(v.array(v.string()), []);

/** Every field falls back on its own, so that one stale field does not lose the others. */
const viewStateSchema = v.object({
  view: v.fallback(v.picklist(DASHBOARD_VIEWS), 'overlap'),
  kernelSort: v.fallback(v.object({ column: v.picklist(KERNEL_COLUMNS), descending: v.boolean() }), {
    column: 'time',
    descending: true,
  }),
  kernelFilter: v.fallback(v.string(), ''),
  /** The kernel that the views are about. */
  kernelId: nullableText,
  /** The selected cell of the co-run heatmap, by kernel ids. */
  cell: v.fallback(v.nullable(v.object({ victim: v.string(), aggressor: v.string() })), null),
  matrixOrder: v.fallback(v.picklist(MATRIX_ORDERS), 'source'),
  /** Shrink the heatmap to the width of the page instead of keeping its numbers readable. */
  matrixFit: v.fallback(v.boolean(), false),
  /** Programs that run at the same time, as pairs of their keys. */
  /** What the compare view asks for; without a GPU that of the results. */
  compare: v.fallback(
    v.object({
      /** Whether programs are compared instead of kernels. */
      ofPrograms: v.fallback(v.boolean(), false),
      kernelIds: textList,
      programs: textList,
      gpus: textList,
    }),
    { ofPrograms: false, kernelIds: [], programs: [], gpus: [] },
  ),
  /** Programs that the form of the overlap view would pair. */
  pairing: v.fallback(v.nullable(v.tuple([v.string(), v.string()])), null),
  /** The heatmap has pairs that never meet, too. */
  matrixAll: v.fallback(v.boolean(), false),
  /** Key of the application on the timeline view. */
  application: nullableText,
  /** Show the planned streams below the other timelines. */
  showPlan: v.fallback(v.boolean(), false),
  /** Launch order that is shown in place of the predicted timeline. */
  pinnedOrder: nullableText,
  /** What the share view asks for. */
  share: v.fallback(
    v.object({
      /** By `applicationKey`. */
      programs: textList,
      kernelIds: textList,
      goal: v.fallback(v.picklist(['fair', 'qos']), 'fair'),
      weights: v.fallback(v.record(v.string(), v.number()), {}),
      targets: v.fallback(v.record(v.string(), v.number()), {}),
      /** Null goes by the sharing mode. */
      mechanism: v.fallback(v.nullable(v.picklist([...MECHANISMS, 'yields', 'none'])), null),
      /** Most that the latency-critical kernel may take beside one that yields, over its time alone. */
      qos: v.fallback(v.pipe(v.number(), v.minValue(1)), 2),
    }),
    { programs: [], kernelIds: [], goal: 'fair', weights: {}, targets: {}, mechanism: null, qos: 2 },
  ),
  /** What the service view asks for. */
  service: v.fallback(
    v.object({
      /** Key of the service; null for the first program. */
      key: nullableText,
      /** Keys of what may run beside it. */
      batch: textList,
      /** Latency over that alone, at most. */
      slowdown: v.fallback(v.pipe(v.number(), v.minValue(1)), 2),
      of: v.fallback(v.picklist(['p95', 'mean']), 'p95'),
      /** Milliseconds as they were typed; empty for no bound. */
      latency: v.fallback(v.string(), ''),
      /** Device memory by key, MB as they were typed. */
      memory: v.fallback(v.record(v.string(), v.string()), {}),
      /** Times alone by key, ms as they were typed. */
      alone: v.fallback(v.record(v.string(), v.string()), {}),
    }),
    { key: null, batch: [], slowdown: 2, of: 'p95', latency: '', memory: {}, alone: {} },
  ),
  /** The policy whose plan the queue view draws; null: the shortest. */
  queuePolicy: nullableText,
  /** Which kernels the share view lists. */
  shareFilter: v.fallback(v.string(), ''),
  assumptionFilter: v.fallback(v.string(), ''),
  /** Charts that are shown as tables. */
  tables: textList,
  /** Advice whose explanation is open. */
  explained: textList,
});

/** What the user chose to look at; the only thing that is persisted. */
export type ViewState = v.InferOutput<typeof viewStateSchema>;

/** Reads a persisted state of any version; what cannot be read falls back to its default. */
export function parseViewState(stored: unknown): ViewState {
  const record = typeof stored === 'object' && stored !== null ? stored : {};
  return v.parse(viewStateSchema, record);
}

/** The list with `item` taken out when it is in, and added when it is not. */
export function toggled(list: readonly string[], item: string): string[] {
  return list.includes(item) ? list.filter((other) => other !== item) : [...list, item];
}
