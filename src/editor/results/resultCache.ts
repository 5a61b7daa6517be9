import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { packResults, unpackResults, type PackedResults } from '../../analysis/results/packedResults';
import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import type { WorkspaceChange } from '../../analysis/workspaceState';
import type { SimulationSettings } from '../settings';

const KEPT = 4;
/** Grows when results have other fields: those stored before are computed anew. */
const FORMAT = 6;

/** Results by content hash in the workspace storage: a second start shows them without computing. */
export class ResultCache {
  constructor(
    private readonly folder: vscode.Uri | undefined,
    private readonly version: string,
  ) {}

  /** A key over everything that results depend on: sources, profiles, settings, trained models, product version. */
  key(workspace: WorkspaceChange, simulation: SimulationSettings, models: string): string {
    const hash = createHash('sha256')
      .update(`${FORMAT} ${this.version}`)
      .update(JSON.stringify([workspace.settings ?? null, simulation, models]));
    for (const [path, text] of sorted(workspace.sources)) hash.update(`\0${path}\0${text ?? ''}`);
    for (const [path, profile] of sorted(workspace.profiles))
      hash.update(`\0${path}\0${profile?.stamp ?? ''}`);
    return hash.digest('hex');
  }

  async load(key: string): Promise<WorkspaceResults | null> {
    if (!this.folder) return null;
    try {
      const bytes = await vscode.workspace.fs.readFile(
        vscode.Uri.joinPath(this.folder, `results-${key}.json`),
      );
      return unpackResults(JSON.parse(new TextDecoder().decode(bytes)) as PackedResults);
    } catch {
      return null;
    }
  }

  async store(key: string, results: WorkspaceResults): Promise<void> {
    if (!this.folder) return;
    await vscode.workspace.fs.createDirectory(this.folder);
    const file = vscode.Uri.joinPath(this.folder, `results-${key}.json`);
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(JSON.stringify(packResults(results))));
    await this.prune();
  }

  private async prune(): Promise<void> {
    const folder = this.folder!;
    const names = (await vscode.workspace.fs.readDirectory(folder))
      .map(([name]) => name)
      .filter((name) => /^results-.*\.json$/.test(name));
    const aged = await Promise.all(
      names.map(async (name) => {
        const uri = vscode.Uri.joinPath(folder, name);
        return { uri, mtime: (await vscode.workspace.fs.stat(uri)).mtime };
      }),
    );
    aged.sort((a, b) => b.mtime - a.mtime);
    await Promise.all(aged.slice(KEPT).map(({ uri }) => vscode.workspace.fs.delete(uri)));
  }
}

function sorted<T>(map: ReadonlyMap<string, T> | undefined): [string, T][] {
  return [...(map ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
}
