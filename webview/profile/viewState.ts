import * as v from 'valibot';

/** Parts of a profile, in display order. */
export const PROFILE_TABS = [
  'timeline',
  'kernels',
  'metrics',
  'transfers',
  'api',
  'compiled',
  'warnings',
] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];

const tableViewSchema = v.object({
  /** Null keeps the order of the table's own choice. */
  sort: v.fallback(v.nullable(v.object({ column: v.string(), descending: v.boolean() })), null),
  filter: v.fallback(v.string(), ''),
  /** Id of the selected row. */
  selected: v.fallback(v.nullable(v.string()), null),
});

/** How one table is looked at. */
export type TableView = v.InferOutput<typeof tableViewSchema>;

const UNTOUCHED: TableView = { sort: null, filter: '', selected: null };

/** Every field falls back on its own, so that one stale field does not lose the others. */
const viewStateSchema = v.object({
  /** Null until the user chose one: then the first that tells the most is shown. */
  tab: v.fallback(v.nullable(v.picklist(PROFILE_TABS)), null),
  tables: v.fallback(v.record(v.string(), tableViewSchema), {}),
  /** Sum launches and calls instead of listing them one by one. */
  summed: v.fallback(v.boolean(), true),
  /** Place of the device whose timeline is shown. */
  device: v.fallback(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
  /** Row of the file whose metrics are shown; null for all. */
  metricsOf: v.fallback(v.nullable(v.string()), null),
});

/** What the user chose to look at; the only thing that is persisted. */
export type ProfileViewState = v.InferOutput<typeof viewStateSchema>;

/** Reads a persisted state of any version; what cannot be read falls back to its default. */
export function parseProfileView(stored: unknown): ProfileViewState {
  const record = typeof stored === 'object' && stored !== null ? stored : {};
  return v.parse(viewStateSchema, record);
}

export function tableView({ tables }: ProfileViewState, tab: ProfileTab): TableView {
  return tables[tab] ?? UNTOUCHED;
}

export function withTable(
  { tables }: ProfileViewState,
  tab: ProfileTab,
  patch: Partial<TableView>,
): Pick<ProfileViewState, 'tables'> {
  return { tables: { ...tables, [tab]: { ...(tables[tab] ?? UNTOUCHED), ...patch } } };
}
