import * as vscode from 'vscode';
import type { TaskOutcome } from '../../analysis/simulation/task';

/** The oldest outcomes beyond this are forgotten. */
const KEPT = 3000;
const FILE = 'simulations.json';

/** Outcomes of simulations by their content key, kept in the workspace storage. */
export class OutcomeStore {
  private readonly outcomes = new Map<string, TaskOutcome>();
  private loaded: Promise<void> | null = null;

  constructor(private readonly folder: vscode.Uri | undefined) {}

  get(key: string): TaskOutcome | undefined {
    return this.outcomes.get(key);
  }

  set(key: string, outcome: TaskOutcome): void {
    this.outcomes.set(key, outcome);
  }

  /** Reads what an earlier session has stored; once. */
  load(): Promise<void> {
    this.loaded ??= this.read();
    return this.loaded;
  }

  async save(): Promise<void> {
    if (!this.folder) return;
    await vscode.workspace.fs.createDirectory(this.folder);
    const kept = [...this.outcomes].slice(-KEPT);
    const bytes = new TextEncoder().encode(JSON.stringify(kept));
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(this.folder, FILE), bytes);
  }

  private async read(): Promise<void> {
    if (!this.folder) return;
    try {
      const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(this.folder, FILE));
      const stored = JSON.parse(new TextDecoder().decode(bytes)) as [string, TaskOutcome][];
      for (const [key, outcome] of stored) if (!this.outcomes.has(key)) this.outcomes.set(key, outcome);
    } catch {
      // A first start, or a file that was cut short: everything is simulated anew.
    }
  }
}
