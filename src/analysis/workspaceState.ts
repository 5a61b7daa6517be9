import type { UnreadNames } from '../cuda/files/includeGraph';
import type { SharingMode } from '../kernel/prediction';
import type { PairedPrograms } from './results/pairedPrograms';

/** What a user can set that changes answers. */
export interface AnalysisSettings {
  /** Catalogue id, or `auto`: the GPU that the profiles name, else a stated default. */
  readonly gpu: string;
  readonly mode: SharingMode;
  /** Programs that run at the same time. */
  readonly paired: PairedPrograms;
  /** Values that replace assumptions, by assumption key. */
  readonly assumptions: Readonly<Record<string, number | string>>;
  readonly defaultThreadsPerBlock: number;
  readonly defaultRegistersPerThread: number;
}

export const DEFAULT_SETTINGS: AnalysisSettings = {
  gpu: 'auto',
  mode: 'streams',
  paired: 'all',
  assumptions: {},
  defaultThreadsPerBlock: 256,
  defaultRegistersPerThread: 32,
};

/** A default of the settings, or the built-in one while what the user wrote is no count. */
export function orDefault(
  settings: AnalysisSettings,
  key: 'defaultThreadsPerBlock' | 'defaultRegistersPerThread',
): number {
  const value = settings[key];
  return Number.isSafeInteger(value) && value >= 1 ? value : DEFAULT_SETTINGS[key];
}

/** Where the bytes of a profile are: a file that the worker streams itself, or bytes handed over. */
export type ProfileInput =
  | { readonly kind: 'file'; readonly file: string; readonly stamp: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly stamp: string };

/** A change of the workspace; null removes. Paths are opaque keys, the same ones that results carry. */
export interface WorkspaceChange {
  readonly sources?: ReadonlyMap<string, string | null>;
  /** What sources include and what was not read, in place of what was told before. */
  readonly unread?: UnreadNames;
  readonly profiles?: ReadonlyMap<string, ProfileInput | null>;
  readonly settings?: AnalysisSettings;
}

/** The whole workspace as last told, so that a fresh worker can be given everything again. */
export class WorkspaceState {
  private readonly _sources = new Map<string, string>();
  private readonly _profiles = new Map<string, ProfileInput>();
  private _settings = DEFAULT_SETTINGS;

  get sources(): ReadonlyMap<string, string> {
    return this._sources;
  }

  get profiles(): ReadonlyMap<string, ProfileInput> {
    return this._profiles;
  }

  get settings(): AnalysisSettings {
    return this._settings;
  }

  apply(change: WorkspaceChange): void {
    merge(this._sources, change.sources);
    merge(this._profiles, change.profiles);
    if (change.settings) this._settings = change.settings;
  }

  /** The change that turns an empty workspace into this one. */
  asChange(): WorkspaceChange {
    return { sources: new Map(this._sources), profiles: new Map(this._profiles), settings: this._settings };
  }
}

function merge<T>(into: Map<string, T>, change: ReadonlyMap<string, T | null> | undefined): void {
  for (const [path, value] of change ?? []) {
    if (value === null) into.delete(path);
    else into.set(path, value);
  }
}

/** One change with the effect of `first` followed by `second`. */
export function joinChanges(first: WorkspaceChange, second: WorkspaceChange): WorkspaceChange {
  const settings = second.settings ?? first.settings;
  return {
    sources: new Map([...(first.sources ?? []), ...(second.sources ?? [])]),
    profiles: new Map([...(first.profiles ?? []), ...(second.profiles ?? [])]),
    ...(settings ? { settings } : {}),
  };
}
