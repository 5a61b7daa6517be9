import { words } from '../../src/words';
import type { WorkspaceResults } from '../../src/analysis/results/workspaceResults';
import type { Assumption } from '../../src/kernel/origin';
import { filterRows } from './columns';
import { count } from './format';
import { allKernels } from './kernels';
import { memoizeByObject } from './memoize';
import type { TableModel } from './table';
import { say } from '../../src/words';

/** Which results rest on an assumption. */
export interface Effect {
  readonly kernels: readonly string[];
  readonly predictions: number;
  readonly applications: readonly string[];
}

const NOTHING: Effect = { kernels: [], predictions: 0, applications: [] };

interface MutableEffect {
  readonly kernels: string[];
  predictions: number;
  readonly applications: string[];
}

const effects = memoizeByObject((results: WorkspaceResults): ReadonlyMap<string, Effect> => {
  const byKey = new Map<string, MutableEffect>();
  const of = ({ key }: Assumption): MutableEffect => {
    let effect = byKey.get(key);
    if (effect === undefined) byKey.set(key, (effect = { kernels: [], predictions: 0, applications: [] }));
    return effect;
  };
  for (const kernel of allKernels(results))
    for (const assumption of kernel.assumptions) of(assumption).kernels.push(kernel.name);
  for (const row of results.matrix.cells)
    for (const cell of row) for (const assumption of cell?.assumptions ?? []) of(assumption).predictions++;
  for (const application of results.applications)
    for (const assumption of application.assumptions) of(assumption).applications.push(application.name);
  return byKey;
});

/** What changes when the value of `key` is replaced. */
export function effectOf(results: WorkspaceResults, key: string): Effect {
  return effects(results).get(key) ?? NOTHING;
}

export function effectText({ kernels, predictions, applications }: Effect): string {
  const parts = [
    kernels.length === 1 ? kernels[0]! : kernels.length > 1 ? count(kernels.length, 'kernel') : '',
    predictions > 0 ? count(predictions, 'coRunPrediction') : '',
    ...(applications.length > 0
      ? [say('webview.assumptions.timelineOf', { applications: applications.join(', ') })]
      : []),
  ].filter(Boolean);
  return parts.length === 0 ? say('webview.assumptions.nothingThatIsShown') : parts.join(', ');
}

/** What the user typed, as a value of the kind that is replaced; or why it is none. */
export type TypedValue =
  | { readonly ok: true; readonly value: number | string }
  | { readonly ok: false; readonly reason: string };

/** Reads a replacement: numbers may be written 1048576, 1_048_576, 1,048,576, 1e6, 0x100 or 1<<20. */
export function parseValue(text: string, current: number | string): TypedValue {
  const trimmed = text.trim();
  if (trimmed === '') return { ok: false, reason: say('webview.assumptions.aValueIsNeeded') };
  if (typeof current === 'string') return { ok: true, value: trimmed };
  const shift = /^(\d+)\s*<<\s*(\d{1,2})$/.exec(trimmed);
  const value =
    shift === null ? Number(trimmed.replace(/[_,\s]/g, '')) : Number(shift[1]) * 2 ** Number(shift[2]);
  return Number.isFinite(value)
    ? { ok: true, value }
    : { ok: false, reason: say('webview.assumptions.isNotANumber', { trimmed }) };
}

/** Assumptions whose text, key or file contain every word. */
export function filterAssumptions(assumptions: readonly Assumption[], filter: string): readonly Assumption[] {
  return filterRows(
    assumptions,
    filter,
    ({ key, text, location }) => `${key}\n${words(text)}\n${location?.path ?? ''}`,
  );
}

export function assumptionTable(results: WorkspaceResults, assumptions: readonly Assumption[]): TableModel {
  return {
    columns: [
      { title: say('webview.assumptions.key') },
      { title: say('webview.assumptions.value') },
      { title: say('webview.assumptions.assumedBefore') },
      { title: say('webview.assumptions.why') },
      { title: say('webview.assumptions.source') },
      { title: say('webview.assumptions.changes') },
    ],
    rows: assumptions.map(({ key, value, original, text, location }) => [
      key,
      value,
      original ?? null,
      words(text),
      location === undefined ? null : `${location.path}:${location.line}`,
      effectText(effectOf(results, key)),
    ]),
  };
}
