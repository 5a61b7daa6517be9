import { ownGpus } from '../../gpu/catalogue';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { packResults, unpackResults, type PackedResults } from '../../analysis/results/packedResults';
import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import type { WorkspaceChange } from '../../analysis/workspaceState';
import { keepNewest } from '../../files/folders';
import { readSealed, writeSealed } from '../../files/sealedFile';
import { saidOf } from '../../kernel/result';
import type { SimulationSettings } from '../settings';
import type { CacheOptions } from './cacheOptions';

const KEPT = 4;

/** Results by content hash in the workspace storage: a second start shows them without computing. */
export class ResultCache {
  constructor(private readonly options: CacheOptions) {}

  /** A key over what results depend on beside the product: sources, profiles, settings, trained models. */
  key(workspace: WorkspaceChange, simulation: SimulationSettings, models: string): string {
    const hash = createHash('sha256').update(
      JSON.stringify([workspace.settings ?? null, simulation, models, ownGpus()]),
    );
    for (const [file, text] of sorted(workspace.sources)) add(hash, ['source', file, text ?? '']);
    for (const [file, profile] of sorted(workspace.profiles))
      add(hash, ['profile', file, profile?.stamp ?? '']);
    return hash.digest('hex');
  }

  /** Null where nothing is stored for the key by this product, or not as a whole. */
  async load(key: string): Promise<WorkspaceResults | null> {
    const { folder, stamp } = this.options;
    if (folder === null) return null;
    const stored = await readSealed(this.file(folder, key), await stamp());
    return isPacked(stored) ? resultsIn(stored) : null;
  }

  /** Stores results. A failure to store is told, no more. */
  async store(key: string, results: WorkspaceResults): Promise<void> {
    const { folder, stamp, note } = this.options;
    if (folder === null) return;
    try {
      const file = this.file(folder, key);
      await writeSealed(file, await stamp(), packResults(results));
      await keepNewest(folder, /^results-.*\.json$/, KEPT, file);
    } catch (error) {
      note(saidOf(error));
    }
  }

  private file(folder: string, key: string): string {
    return path.join(folder, `results-${key}.json`);
  }
}

/** Lengths stand before texts: no two workspaces run together to one. */
function add(hash: ReturnType<typeof createHash>, texts: readonly string[]): void {
  for (const text of texts) hash.update(`${text.length}:`).update(text);
}

function isPacked(value: unknown): value is PackedResults {
  return typeof value === 'object' && value !== null && 'nodes' in value && Array.isArray(value.nodes);
}

/** What views read first of results: lists, and what they are of. */
const LISTS = [
  'files',
  'applications',
  'predictors',
  'unavailable',
  'profiles',
  'advice',
  'assumptions',
  'together',
] as const satisfies readonly (keyof WorkspaceResults)[];

function resultsIn(packed: PackedResults): WorkspaceResults | null {
  const results = unpackResults(packed) as Partial<WorkspaceResults> | undefined;
  const isWhole =
    typeof results === 'object' &&
    results !== null &&
    typeof results.gpu?.id === 'string' &&
    LISTS.every((name) => Array.isArray(results[name]));
  return isWhole ? (results as WorkspaceResults) : null;
}

function sorted<T>(map: ReadonlyMap<string, T> | undefined): [string, T][] {
  return [...(map ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
}
